//! Elo differences and their intervals.
//!
//! **Logistic Elo** follows from the score: `E(s) = -400 log10(1/s - 1)`. It depends on the draw rate under the
//! conditions of a match.
//!
//! **Normalised Elo** measures how hard a difference is to detect: the mean advantage in units of the standard
//! deviation of one game, `(m - 1/2) / sigma`, times [`NORMALISED_UNIT`]. For pairs `sigma` is `sqrt 2` times
//! the standard deviation of a pair's score. The same normalised Elo needs the same number of games under any
//! conditions.
//!
//! Both have a 95% interval from the normal approximation `m +- z sqrt(v / n)` for `n` observations of variance `v`;
//! for normalised Elo `sigma` is assumed known, as in the frameworks, so the half-width is `z` units divided by the
//! square root of the number of games.
//!
//! # Degenerate samples
//!
//! - **No games**: the score is 1/2, Elo 0 with an infinite interval, LOS 1/2.
//! - **Every observation the same** (one game; all wins; all draws): the sample has variance 0, which is no estimate of
//!   the true one. It is replaced by the largest variance of a score with mean `p`, `p (1 - p)`: the interval is then
//!   Wilson's, and LOS is `Phi(2 (m - 1/2) sqrt n)`. After one won game the Elo is infinite,
//!   its interval goes from -233.8 to infinity, and LOS is 0.841.
//!   Normalised Elo is 0 if all observations were 1/2, and else infinite, with the interval from Wilson's.
//! - **An interval that reaches a score of 0 or 1** has an infinite end. [`Sample::claim`] returns a bound for this
//!   case.

use serde::{Deserialize, Serialize};

use super::{NORMALISED_UNIT, Sample, Z95, normal_cdf};

/// A value and its 95% interval. Each of the three can be infinite, but not NaN. JSON has `null` for infinity.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Finite")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Estimate {
    /// The most likely value.
    #[cfg_attr(feature = "typescript", ts(as = "Option<f64>"))]
    pub value: f64,
    /// The lower end of the interval.
    #[cfg_attr(feature = "typescript", ts(as = "Option<f64>"))]
    pub lower: f64,
    /// The upper end of the interval.
    #[cfg_attr(feature = "typescript", ts(as = "Option<f64>"))]
    pub upper: f64,
}

/// An estimate as JSON represents it.
#[derive(Deserialize)]
struct Finite {
    value: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

impl From<Finite> for Estimate {
    fn from(read: Finite) -> Self {
        let lower = read.lower.unwrap_or(f64::NEG_INFINITY);
        Self {
            // Without a value all games were won or lost; a won match has a lower bound.
            value: read.value.unwrap_or(match read.lower {
                Some(_) => f64::INFINITY,
                None => f64::NEG_INFINITY,
            }),
            lower,
            upper: read.upper.unwrap_or(f64::INFINITY),
        }
    }
}

impl Estimate {
    /// Returns half the width of the interval. Infinite if an end is.
    #[must_use]
    pub fn error(&self) -> f64 {
        let width = self.upper - self.lower;
        // Infinity minus infinity, if all games were lost or won.
        if width.is_nan() {
            f64::INFINITY
        } else {
            width / 2.0
        }
    }
}

/// Returns the Elo difference with this expected score, between 0 and 1.
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

/// Returns the expected score at an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Sample {
    /// Returns the mean score with its interval.
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

    /// Returns logistic Elo with its interval.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        let score = self.score();
        Estimate {
            value: elo_of_score(score.value),
            lower: elo_of_score(score.lower),
            upper: elo_of_score(score.upper),
        }
    }

    /// Returns normalised Elo with its interval.
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

    /// Returns the likelihood of superiority: the probability that the true score is above 1/2, by the normal
    /// approximation.
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

/// Returns Wilson's interval: the means `p` with `|mean - p|` at most `z sqrt(p (1 - p) / size)`.
fn wilson(mean: f64, size: f64) -> (f64, f64) {
    let weight = Z95 * Z95 / size;
    let centre = (mean + weight / 2.0) / (1.0 + weight);
    let spread = (mean * (1.0 - mean) * weight + weight * weight / 4.0).sqrt() / (1.0 + weight);
    // The ends at 0 and 1 are exact in spite of rounding.
    let lower = if mean == 0.0 { 0.0 } else { centre - spread };
    let upper = if mean == 1.0 { 1.0 } else { centre + spread };
    (lower, upper)
}
