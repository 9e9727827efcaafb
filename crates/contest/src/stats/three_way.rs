//! Stronger, weaker, or alike? A sequential test that stops as soon as one of the three is clear.
//!
//! Two tests of [`Sprt`] look at the same pairs: one asks "0 or `+margin`?", the other "`-margin` or 0?". The first to say
//! `+margin` means stronger, the second to say `-margin` means weaker, and if both have decided for 0 there is no difference
//! worth naming (Sobel and Wald 1949 did so with two such tests). Each test keeps what it decided first, so the pairs must come
//! one by one and in their order; then the answer does not depend on how many games were played at once.
//!
//! A difference of half the margin is the hardest to decide, and some are never: whoever asks sets a limit. The Elo of a
//! match that was stopped by a test is a little too far from 0, the more so the earlier it stopped.
//!
//! ```
//! use contest::stats::{Answer, ThreeWay};
//! // Of every three pairs the first player won one, drew one, and had one and a half points of one.
//! let answer = ThreeWay::new(10.0).decide([4, 2, 3].repeat(60));
//! assert_eq!(answer.answer, Answer::Stronger);
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Pentanomial, Sample, Sprt, Verdict};

/// What is asked: is the difference above, below, or within a margin?
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThreeWay {
    /// The least difference worth naming, in Elo.
    pub margin: f64,
    /// The risk of each of its two tests.
    pub risk: f64,
    /// No answer before so many pairs: an Elo has an error that can be read.
    pub least_pairs: u64,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// The first player is stronger.
    Stronger,
    /// It is weaker.
    Weaker,
    /// There is no difference worth naming.
    Alike,
    /// It is not clear yet.
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

/// An answer, and the pairs it rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The answer.
    pub answer: Answer,
    /// The pairs up to the one that decided; all of them if none did.
    pub pairs: Pentanomial,
}

impl ThreeWay {
    /// Asks with a risk of 1 in 20 for each test, and no answer before 50 pairs.
    #[must_use]
    pub const fn new(margin: f64) -> Self {
        Self {
            margin,
            risk: 0.05,
            least_pairs: 50,
        }
    }

    /// Goes through pairs in their order, each as half points of the first player, 0 to 4, and stops where it is decided.
    #[must_use]
    pub fn decide(&self, pairs: impl IntoIterator<Item = usize>) -> Decision {
        let mut watch = Watch::new(*self);
        for half_points in pairs {
            watch.see(half_points);
            if watch.answer() != Answer::Open {
                break;
            }
        }
        watch.decision()
    }
}

/// The tests while pairs come in.
#[derive(Clone, Debug)]
pub struct Watch {
    asked: ThreeWay,
    pairs: Pentanomial,
    /// What the test of `0` or `+margin` decided first, and what that of `-margin` or `0` did.
    above: Verdict,
    below: Verdict,
    answer: Answer,
}

impl Watch {
    /// Nothing is seen yet.
    #[must_use]
    pub const fn new(asked: ThreeWay) -> Self {
        Self {
            asked,
            pairs: Pentanomial([0; 5]),
            above: Verdict::Continue,
            below: Verdict::Continue,
            answer: Answer::Open,
        }
    }

    /// One more pair, as half points of the first player; nothing changes after an answer.
    pub fn see(&mut self, half_points: usize) {
        if self.answer != Answer::Open {
            return;
        }
        self.pairs.0[half_points.min(4)] += 1;
        if self.pairs.pairs() < self.asked.least_pairs {
            return;
        }
        let sample = Sample::from(self.pairs);
        let ask = |low: f64, high: f64, before: &mut Verdict| {
            if *before == Verdict::Continue {
                let mut test = Sprt::new(low, high);
                (test.alpha, test.beta) = (self.asked.risk, self.asked.risk);
                *before = test.verdict(&sample);
            }
        };
        ask(0.0, self.asked.margin, &mut self.above);
        ask(-self.asked.margin, 0.0, &mut self.below);
        self.answer = match (self.above, self.below) {
            (Verdict::H1, _) => Answer::Stronger,
            (_, Verdict::H0) => Answer::Weaker,
            (Verdict::H0, Verdict::H1) => Answer::Alike,
            _ => Answer::Open,
        };
    }

    /// The answer so far.
    #[must_use]
    pub const fn answer(&self) -> Answer {
        self.answer
    }

    /// The answer with the pairs it rests on.
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

    /// Pairs of a player who is better by so much: each of two games is drawn half of the time.
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
    fn it_finds_what_is_there() {
        let asked = ThreeWay::new(40.0);
        for (elo, wanted) in [
            (90.0, Answer::Stronger),
            (-90.0, Answer::Weaker),
            (0.0, Answer::Alike),
        ] {
            let right = (0..8)
                .map(|seed| asked.decide(pairs(elo, seed).take(1_000)).answer)
                .filter(|answer| *answer == wanted)
                .count();
            assert!(right >= 7, "{elo}: {right} of 8");
        }
    }

    #[test]
    fn a_decision_rests_on_the_pairs_up_to_it() {
        let asked = ThreeWay::new(40.0);
        let decided = asked.decide(pairs(80.0, 1).take(5_000));
        let count = decided.pairs.pairs() as usize;
        assert!((50..1_000).contains(&count), "{count}");
        // More pairs behind it change nothing, fewer leave it open.
        assert_eq!(asked.decide(pairs(80.0, 1).take(count)), decided);
        let before = asked.decide(pairs(80.0, 1).take(count - 1));
        assert_eq!(before.answer, Answer::Open);
        assert_eq!(asked.decide([]).answer, Answer::Open);
    }
}
