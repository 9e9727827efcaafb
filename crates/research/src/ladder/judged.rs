//! The result of the games between two players.

use contest::stats::{Answer, Claim, MatchResult, ThreeWay};
use serde::{Deserialize, Serialize};

use crate::pairs::result;

/// The games of a player against another, up to the pair that decided the test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LadderStep"))]
pub struct Judged {
    /// Games, pairs and Elo of the upper rung, or of the whole engine.
    #[serde(flatten)]
    pub result: MatchResult,
    /// Stronger, weaker, no difference worth naming, or not decided.
    pub answer: Answer,
}

impl Judged {
    /// Judges pairs in their order, each with the half points of both games. Returns `None` without pairs.
    #[must_use]
    pub fn of(test: ThreeWay, pairs: &[[u8; 2]]) -> Option<Self> {
        let sum = |pair: &[u8; 2]| usize::from(pair[0] + pair[1]);
        let decision = test.decide(pairs.iter().map(sum));
        let counted = &pairs[..decision.pairs.pairs() as usize];
        (!counted.is_empty()).then(|| Self {
            result: result(counted),
            answer: decision.answer,
        })
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.result.tally.games()
    }

    /// Returns the Elo of the step on a staircase: the value, or the bound if nearly all games were won or lost.
    #[must_use]
    pub fn rise(&self) -> f64 {
        match self.result.claim {
            // After few won games the bound can be negative, which is no evidence against the player.
            Claim::AtLeast(bound) => bound.max(0.0),
            Claim::AtMost(bound) => bound.min(0.0),
            _ if self.result.elo.value.is_finite() => self.result.elo.value,
            Claim::Between(low, high) => f64::midpoint(low, high),
            _ => 0.0,
        }
    }

    /// Returns whether the rise is only a bound.
    #[must_use]
    pub const fn is_bound(&self) -> bool {
        matches!(self.result.claim, Claim::AtLeast(_) | Claim::AtMost(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contest::stats::Pentanomial;

    #[test]
    fn games_and_pairs_are_the_same_games() {
        let pairs = [[2, 2], [2, 1], [0, 1], [1, 1], [2, 0]];
        let judged = Judged::of(ThreeWay::new(10.0), &pairs).expect("games");
        assert_eq!(judged.result.tally.to_string(), "+4 =4 -2");
        assert_eq!(judged.result.pairs, Pentanomial([0, 1, 2, 1, 1]));
        assert_eq!(judged.answer, Answer::Open);
        assert!(Judged::of(ThreeWay::new(10.0), &[]).is_none());
    }

    #[test]
    fn games_after_the_decision_do_not_count() {
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
