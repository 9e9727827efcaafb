//! How much better, and how sure is that?
//!
//! **Logistic Elo** is what a score means to players: `E(s) = -400 log10(1/s - 1)`. It depends on how often the
//! conditions of a match end in draws.
//!
//! **Normalised Elo** is what a score means to somebody who has to measure it: the mean advantage in units of the
//! standard deviation of one game, `(m - 1/2) / sigma`, times [`NORMALISED_UNIT`]. For pairs `sigma` is `sqrt 2` times
//! the standard deviation of a pair's score. As many games are needed to show the same normalised Elo under any
//! conditions.
//!
//! Both have a 95% interval from the normal approximation `m +- z sqrt(v / n)` for `n` observations of variance `v`;
//! for normalised Elo `sigma` is taken as known, as the frameworks do, so its half-width is `z` units by the square
//! root of the number of games.
//!
//! # When there is nothing to estimate from
//!
//! - **No games**: the score is 1/2, Elo 0 with an interval without ends, LOS 1/2.
//! - **Every observation the same** (one game; all wins; all draws): the sample has variance 0, which says nothing about
//!   the true one. The largest variance that a score between 0 and 1 with mean `p` can have, `p (1 - p)`, takes its
//!   place: the interval is then Wilson's, and LOS is `Phi(2 (m - 1/2) sqrt n)`. After one won game the Elo is infinite,
//!   its interval goes from -233.8 to infinity, and LOS is 0.841.
//!   Normalised Elo is 0 if all observations were 1/2, and else infinite, with the interval from Wilson's.
//! - **An interval that reaches a score of 0 or 1** has an infinite end. [`Sample::claim`] has a bound for it that can be
//!   said in words.

use serde::Serialize;

use super::{NORMALISED_UNIT, Sample, Z95, normal_cdf};

/// A value and its 95% interval. Any of the three can be infinite; none is ever "not a number".
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub lower: f64,
    /// The upper end of the interval.
    pub upper: f64,
}

impl Estimate {
    /// Half the width of the interval: what is written after `+-`. Infinite if an end is.
    #[must_use]
    pub fn error(&self) -> f64 {
        let width = self.upper - self.lower;
        // Infinite by infinite, where all is known to be lost or won.
        if width.is_nan() {
            f64::INFINITY
        } else {
            width / 2.0
        }
    }
}

/// The Elo difference at which a score between 0 and 1 is expected.
///
/// ```
/// use contest::stats::{elo_of_score, score_of_elo};
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert_eq!(elo_of_score(1.0), f64::INFINITY);
/// assert!((score_of_elo(200.0) - 0.7597469266479578).abs() < 1e-12);
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score expected at an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Sample {
    /// The mean score with its interval.
    #[must_use]
    pub fn score(&self) -> Estimate {
        let (mean, size) = (self.mean(), self.size());
        let (lower, upper) = if size == 0.0 {
            (0.0, 1.0)
        } else if self.is_degenerate() {
            wilson(mean, size)
        } else {
            let error = Z95 * (self.variance() / size).sqrt();
            ((mean - error).max(0.0), (mean + error).min(1.0))
        };
        Estimate {
            value: mean,
            lower,
            upper,
        }
    }

    /// Logistic Elo with its interval.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        let score = self.score();
        Estimate {
            value: elo_of_score(score.value),
            lower: elo_of_score(score.lower),
            upper: elo_of_score(score.upper),
        }
    }

    /// Normalised Elo with its interval.
    #[must_use]
    pub fn normalised_elo(&self) -> Estimate {
        let score = self.score();
        let in_units = |score: f64, variance: f64| {
            let lead = score - 0.5;
            if lead == 0.0 {
                return 0.0;
            }
            NORMALISED_UNIT * lead / (self.games_each() * variance).sqrt()
        };
        if self.is_degenerate() {
            let of = |score: f64| in_units(score, score * (1.0 - score));
            return Estimate {
                value: in_units(score.value, 0.0),
                lower: of(score.lower),
                upper: of(score.upper),
            };
        }
        let value = in_units(score.value, self.variance());
        let error = Z95 * NORMALISED_UNIT / (self.size() * self.games_each()).sqrt();
        Estimate {
            value,
            lower: value - error,
            upper: value + error,
        }
    }

    /// The likelihood of superiority: how likely it is, by the normal approximation, that the true score is above 1/2.
    #[must_use]
    pub fn los(&self) -> f64 {
        let variance = if self.is_degenerate() {
            0.25
        } else {
            self.variance()
        };
        normal_cdf((self.mean() - 0.5) * (self.size() / variance).sqrt())
    }
}

/// Wilson's interval: the means `p` from which `mean` is at most `z sqrt(p (1 - p) / size)` away.
fn wilson(mean: f64, size: f64) -> (f64, f64) {
    let weight = Z95 * Z95 / size;
    let centre = (mean + weight / 2.0) / (1.0 + weight);
    let spread = (mean * (1.0 - mean) * weight + weight * weight / 4.0).sqrt() / (1.0 + weight);
    // The ends at 0 and 1 are exact, whatever the rounding.
    let lower = if mean == 0.0 { 0.0 } else { centre - spread };
    let upper = if mean == 1.0 { 1.0 } else { centre + spread };
    (lower, upper)
}
