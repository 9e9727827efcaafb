//! The sequential probability ratio test (SPRT): stops a match as soon as it is decided.
//!
//! Two hypotheses, `H0: Elo = elo0` and `H1: Elo = elo1`. After every pair the log-likelihood ratio (LLR) measures how
//! much more likely the observations are under H1 than under H0. The match continues while the LLR is between two
//! bounds (Wald 1945):
//!
//! - `lower = ln(beta / (1 - alpha))`, at which H0 is accepted: the probability of this error under H1 is about `beta`;
//! - `upper = ln((1 - beta) / alpha)`, at which H1 is accepted: the probability of this error under H0 is about
//!   `alpha`.
//!
//! A hypothesis fixes the Elo but not the distribution of scores, so the ratio is *generalised* (GSPRT): it compares
//! the maximum likelihoods under each hypothesis, `LLR = n sum q ln(p1 / p0)`, where `q` are the observed shares, and
//! `p0`, `p1` the most likely distributions with the score (or the t-value) of the hypothesis.
//! The frameworks approximate it by a normal distribution with the observed variance, which differs in the second digit for
//! one-sided or few results.
//!
//! # Few observations
//!
//! Without games the LLR is 0. A score that never occurred counts as 1/1000 of an observation (see
//! [`Sample::regularised`]), so the LLR is finite for all wins, all draws or a single game. Many draws and no other results
//! favour H0 in logistic Elo, and give almost no evidence in normalised Elo.

use serde::{Deserialize, Serialize};

use super::likelihood::{with_mean, with_t_value};
use super::{NORMALISED_UNIT, Sample, score_of_elo};

/// The Elo model of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Model {
    /// Logistic Elo: by the expected score.
    #[default]
    Logistic,
    /// Normalised Elo: by the advantage in standard deviations of a game.
    Normalised,
}

/// A test: two hypotheses and two risks.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Sprt {
    /// The Elo of H0.
    pub elo0: f64,
    /// The Elo of H1.
    pub elo1: f64,
    /// The risk of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The risk of accepting H0 if H1 is true.
    pub beta: f64,
    /// The Elo model.
    pub model: Model,
}

/// The verdict of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Verdict {
    /// Not decided.
    Continue,
    /// The first hypothesis is accepted.
    H0,
    /// The second hypothesis is accepted.
    H1,
}

/// The error of hypotheses or risks that make no valid test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtError {
    /// The second hypothesis is not above the first, or one of them is not a number.
    Hypotheses,
    /// A risk is not above 0, or their sum is not below 1.
    Risks,
}

impl std::fmt::Display for SprtError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Hypotheses => {
                "a test needs two Elo values, the second above the first, such as 0,5"
            }
            Self::Risks => {
                "the risks of a test are above 0 and together below 1, such as 0.05 and 0.05"
            }
        })
    }
}

impl std::error::Error for SprtError {}

impl Sprt {
    /// Creates a test in logistic Elo with both risks 1/20.
    #[must_use]
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Self {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Logistic,
        }
    }

    /// Checks that the test is valid. Call this before a match.
    pub fn check(&self) -> Result<(), SprtError> {
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return Err(SprtError::Hypotheses);
        }
        if !(self.alpha > 0.0 && self.beta > 0.0 && self.alpha + self.beta < 1.0) {
            return Err(SprtError::Risks);
        }
        Ok(())
    }

    /// Returns the lower and the upper bound of the LLR.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// Returns the log-likelihood ratio, with the most likely distributions under both hypotheses.
    #[must_use]
    pub fn llr(&self, sample: &Sample) -> f64 {
        let Some((shares, size)) = shares(sample) else {
            return 0.0;
        };
        let values = sample.values();
        let under = |elo: f64| match self.model {
            Model::Logistic => with_mean(values, &shares, score_of_elo(elo)),
            Model::Normalised => with_t_value(values, &shares, t_value(elo, sample)),
        };
        // Beyond about 6000 Elo no distribution has the score of the hypothesis.
        let (Some(p0), Some(p1)) = (under(self.elo0), under(self.elo1)) else {
            return 0.0;
        };
        let terms = shares.iter().zip(p0.iter().zip(&p1));
        size * terms.map(|(q, (p0, p1))| q * (p1 / p0).ln()).sum::<f64>()
    }

    /// Returns the verdict by the LLR.
    #[must_use]
    pub fn verdict(&self, sample: &Sample) -> Verdict {
        let (lower, upper) = self.bounds();
        let llr = self.llr(sample);
        if llr >= upper {
            Verdict::H1
        } else if llr <= lower {
            Verdict::H0
        } else {
            Verdict::Continue
        }
    }
}

/// Returns the regularised shares and number of observations, or `None` without observations.
fn shares(sample: &Sample) -> Option<(Vec<f64>, f64)> {
    if sample.size() == 0.0 {
        return None;
    }
    let weights = sample.regularised();
    let size: f64 = weights.iter().sum();
    let shares = weights.iter().map(|weight| weight / size).collect();
    Some((shares, size))
}

/// Returns the t-value of an observation at a normalised Elo: `sqrt 2` times that of a game if observations are pairs.
fn t_value(elo: f64, sample: &Sample) -> f64 {
    elo / NORMALISED_UNIT * sample.games_each().sqrt()
}
