//! A sequential test with three outcomes: stronger, weaker, or alike.
//!
//! Two tests of [`Sprt`] observe the same pairs: one decides between 0 and `+margin`, the other between `-margin` and
//! 0. If the first accepts `+margin` the answer is stronger, if the second accepts `-margin` it is weaker, and if both
//! accept 0 it is alike (Sobel and Wald 1949 combine two tests in this way). Each test keeps its first decision, so
//! pairs must be added one by one in their order; then the answer does not depend on the number of concurrent games.
//!
//! A difference of half the margin takes the most games to decide, and some are never decided, so the caller needs a
//! limit. The Elo of a match that a test stopped is biased away from 0, more so the earlier it stopped.
//!
//! ```
//! use contest::stats::{Answer, ThreeWay};
//! // Of every three pairs the first player won one, drew one, and scored 3/2 in one.
//! let answer = ThreeWay::new(10.0).decide([4, 2, 3].repeat(60));
//! assert_eq!(answer.answer, Answer::Stronger);
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Pentanomial, Sample, Sprt, Verdict};

/// The settings of the test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThreeWay {
    /// The smallest relevant difference, in Elo.
    pub margin: f64,
    /// The risk of each of its two tests.
    pub risk: f64,
    /// The least number of pairs before an answer, so that the Elo has a usable error.
    pub least_pairs: u64,
}

/// The outcome of the test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Answer {
    /// The first player is stronger.
    Stronger,
    /// It is weaker.
    Weaker,
    /// The difference is within the margin.
    Alike,
    /// The test is not decided yet.
    Open,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stronger => "stronger",
            Self::Weaker => "weaker",
            Self::Alike => "no difference worth naming",
            Self::Open => "not decided",
        })
    }
}

/// An answer, and its pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The answer.
    pub answer: Answer,
    /// The pairs up to the deciding one; all pairs if the test is not decided.
    pub pairs: Pentanomial,
}

impl ThreeWay {
    /// Creates a test with a risk of 1/20 for each of its two tests and at least 50 pairs.
    #[must_use]
    pub const fn new(margin: f64) -> Self {
        Self {
            margin,
            risk: 0.05,
            least_pairs: 50,
        }
    }

    /// Adds pairs in their order, each as half points of the first player, 0 to 4, until the test is decided.
    #[must_use]
    pub fn decide(&self, pairs: impl IntoIterator<Item = usize>) -> Decision {
        let mut state = ThreeWayState::new(*self);
        for half_points in pairs {
            state.add(half_points);
            if state.answer() != Answer::Open {
                break;
            }
        }
        state.decision()
    }
}

/// The state of a test.
#[derive(Clone, Debug)]
pub struct ThreeWayState {
    test: ThreeWay,
    pairs: Pentanomial,
    /// The first decisions of the two tests, `0` against `+margin` and `-margin` against `0`.
    above: Verdict,
    below: Verdict,
    answer: Answer,
}

impl ThreeWayState {
    /// Creates a test without pairs.
    #[must_use]
    pub const fn new(test: ThreeWay) -> Self {
        Self {
            test,
            pairs: Pentanomial([0; 5]),
            above: Verdict::Continue,
            below: Verdict::Continue,
            answer: Answer::Open,
        }
    }

    /// Adds a pair, as half points of the first player. Has no effect after an answer.
    pub fn add(&mut self, half_points: usize) {
        if self.answer != Answer::Open {
            return;
        }
        self.pairs.0[half_points.min(4)] += 1;
        if self.pairs.pairs() < self.test.least_pairs {
            return;
        }
        let sample = Sample::from(self.pairs);
        let decide = |low: f64, high: f64, before: &mut Verdict| {
            if *before == Verdict::Continue {
                let mut sprt = Sprt::new(low, high);
                (sprt.alpha, sprt.beta) = (self.test.risk, self.test.risk);
                *before = sprt.verdict(&sample);
            }
        };
        decide(0.0, self.test.margin, &mut self.above);
        decide(-self.test.margin, 0.0, &mut self.below);
        self.answer = match (self.above, self.below) {
            (Verdict::H1, _) => Answer::Stronger,
            (_, Verdict::H0) => Answer::Weaker,
            (Verdict::H0, Verdict::H1) => Answer::Alike,
            _ => Answer::Open,
        };
    }

    /// Returns the answer so far.
    #[must_use]
    pub const fn answer(&self) -> Answer {
        self.answer
    }

    /// Returns the answer and its pairs.
    #[must_use]
    pub const fn decision(&self) -> Decision {
        Decision {
            answer: self.answer,
            pairs: self.pairs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::score_of_elo;
    use gametree::SplitMix64;

    /// Returns pairs of a player that is better by this Elo difference; half of the games are drawn.
    fn pairs(elo: f64, seed: u64) -> impl Iterator<Item = usize> {
        let mut random = SplitMix64::new(seed);
        let score = score_of_elo(elo);
        std::iter::from_fn(move || {
            let mut game = || match random.below(1_000_000) as f64 / 1_000_000.0 {
                chance if chance < score - 0.25 => 2,
                chance if chance < score + 0.25 => 1,
                _ => 0,
            };
            Some(game() + game())
        })
    }

    #[test]
    fn it_finds_the_difference() {
        let test = ThreeWay::new(40.0);
        for (elo, expected) in [
            (90.0, Answer::Stronger),
            (-90.0, Answer::Weaker),
            (0.0, Answer::Alike),
        ] {
            let right = (0..8)
                .map(|seed| test.decide(pairs(elo, seed).take(1_000)).answer)
                .filter(|answer| *answer == expected)
                .count();
            assert!(right >= 7, "{elo}: {right} of 8");
        }
    }

    #[test]
    fn a_decision_rests_on_the_pairs_up_to_it() {
        let test = ThreeWay::new(40.0);
        let decided = test.decide(pairs(80.0, 1).take(5_000));
        let count = decided.pairs.pairs() as usize;
        assert!((50..1_000).contains(&count), "{count}");
        // More pairs after it change nothing, fewer leave it open.
        assert_eq!(test.decide(pairs(80.0, 1).take(count)), decided);
        let before = test.decide(pairs(80.0, 1).take(count - 1));
        assert_eq!(before.answer, Answer::Open);
        assert_eq!(test.decide([]).answer, Answer::Open);
    }
}
