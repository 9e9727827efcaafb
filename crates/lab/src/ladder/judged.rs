//! What the games between two players say.

use contest::stats::{Answer, Claim, Estimate, Pentanomial, Sample, ThreeWay};
use serde::Serialize;

/// Games of a player against another, up to the pair that decided.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// Games won by the upper rung, or by the whole engine.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Its pairs of games.
    pub pairs: Pentanomial,
    /// The Elo it gains, with its 95% interval.
    pub elo: Estimate,
    /// What can be said about that, also where an end of the interval is infinite.
    pub claim: Claim,
    /// Stronger, weaker, no difference worth naming, or not decided.
    pub answer: Answer,
}

impl Judged {
    /// What pairs say, in their order: half points of both games of each. `None` without pairs.
    #[must_use]
    pub fn of(asked: ThreeWay, pairs: &[[u8; 2]]) -> Option<Self> {
        let sum = |pair: &[u8; 2]| usize::from(pair[0] + pair[1]);
        let decision = asked.decide(pairs.iter().map(sum));
        let counted = decision.pairs.pairs() as usize;
        if counted == 0 {
            return None;
        }
        let games = || pairs[..counted].iter().flatten();
        let count = |half_points: u8| games().filter(|&&game| game == half_points).count() as u64;
        let sample = Sample::from(decision.pairs);
        Some(Self {
            wins: count(2),
            draws: count(1),
            losses: count(0),
            pairs: decision.pairs,
            elo: sample.elo(),
            claim: sample.claim(),
            answer: decision.answer,
        })
    }

    /// Games that it rests on.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How many Elo it counts for on a staircase: the value, or the bound where nearly all was won or lost.
    #[must_use]
    pub fn rise(&self) -> f64 {
        match self.claim {
            // After so few games that nothing is known yet, it is not counted against who won them.
            Claim::AtLeast(bound) => bound.max(0.0),
            Claim::AtMost(bound) => bound.min(0.0),
            _ if self.elo.value.is_finite() => self.elo.value,
            Claim::Between(low, high) => f64::midpoint(low, high),
            _ => 0.0,
        }
    }

    /// Whether the rise is only a bound.
    #[must_use]
    pub const fn is_bound(&self) -> bool {
        matches!(self.claim, Claim::AtLeast(_) | Claim::AtMost(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_pairs_are_the_same_games() {
        let pairs = [[2, 2], [2, 1], [0, 1], [1, 1], [2, 0]];
        let judged = Judged::of(ThreeWay::new(10.0), &pairs).expect("games");
        assert_eq!((judged.wins, judged.draws, judged.losses), (4, 4, 2));
        assert_eq!(judged.pairs, Pentanomial([0, 1, 2, 1, 1]));
        assert_eq!(judged.answer, Answer::Open);
        assert!(Judged::of(ThreeWay::new(10.0), &[]).is_none());
    }

    #[test]
    fn what_comes_after_the_decision_does_not_count() {
        let mut pairs = [[2, 1], [2, 2], [1, 1], [0, 2]].repeat(60);
        let decided = Judged::of(ThreeWay::new(10.0), &pairs).expect("games");
        assert_eq!(decided.answer, Answer::Stronger);
        pairs.extend(vec![[0, 0]; 500]);
        let longer = Judged::of(ThreeWay::new(10.0), &pairs).expect("games");
        assert_eq!(longer.games(), decided.games());
        let all_won = Judged::of(ThreeWay::new(10.0), &[[2, 2]; 200]).expect("games");
        assert!(all_won.is_bound() && all_won.rise() > 300.0);
        assert_eq!(all_won.answer, Answer::Stronger);
        let two_won = Judged::of(ThreeWay::new(10.0), &[[2, 2]]).expect("games");
        assert!(two_won.rise() >= 0.0);
    }
}
