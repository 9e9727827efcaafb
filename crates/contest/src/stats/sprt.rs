//! The sequential probability ratio test: stop a match as soon as it is decided.
//!
//! Two hypotheses, `H0: Elo = elo0` and `H1: Elo = elo1`. After every pair the log-likelihood ratio (LLR) says by how much
//! H1 makes what was seen more likely than H0 does; the match goes on while it is between two bounds (Wald 1945):
//!
//! - `lower = ln(beta / (1 - alpha))`, at which H0 is accepted: the risk to do so though H1 is true is about `beta`;
//! - `upper = ln((1 - beta) / alpha)`, at which H1 is accepted: the risk to do so though H0 is true is about `alpha`.
//!
//! A hypothesis fixes the Elo and not the whole distribution of scores, so the ratio is a *generalised* one (GSPRT): of
//! the greatest likelihoods under each hypothesis, `LLR = n sum q ln(p1 / p0)`, where `q` are the observed shares, and
//! `p0`, `p1` the distributions nearest to them that have the score (or the t-value) of the hypothesis.
//! [`Sprt::llr`] computes that; [`Sprt::llr_normal`] computes the approximation by a normal distribution,
//! `n (s1 - s0) (2 m - s0 - s1) / (2 v)`, which differs in the second digit for lopsided or few results.
//!
//! # When there is little to go by
//!
//! Without games the LLR is 0. A score that never occurred counts as a thousandth of an observation (see
//! [`Sample::regularised`]), in the mean and the variance of the approximation too; so all wins, all draws or a single
//! game have a finite LLR. The approximation overrates such results beyond measure, since their variance is nearly 0
//! (50 won games: 14181 for `[0, 10]`, where the exact ratio is 1.4); decide by the exact one. A long row of draws and
//! nothing else speaks for H0 in logistic Elo, of which there is then none, and is nearly silent in normalised Elo.

use serde::{Deserialize, Serialize};

use super::likelihood::{with_mean, with_t_value};
use super::{NORMALISED_UNIT, Sample, score_of_elo};

/// In which Elo the hypotheses are given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// What a score means to players.
    #[default]
    Logistic,
    /// What a score means to somebody who has to measure it.
    Normalised,
}

/// A test: two hypotheses and the risks one takes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The Elo of H0.
    pub elo0: f64,
    /// The Elo of H1.
    pub elo1: f64,
    /// The risk to accept H1 though H0 is true.
    pub alpha: f64,
    /// The risk to accept H0 though H1 is true.
    pub beta: f64,
    /// Which Elo.
    pub model: Model,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// Play on.
    Continue,
    /// The first hypothesis is accepted.
    H0,
    /// The second hypothesis is accepted.
    H1,
}

/// Why two hypotheses and two risks make no test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtError {
    /// The second hypothesis is not above the first, or one of them is no number.
    Hypotheses,
    /// A risk is not between 0 and 1, or both together reach 1.
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
    /// A test in logistic Elo with both risks 1 in 20.
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

    /// The same test in another Elo.
    #[must_use]
    pub const fn with_model(mut self, model: Model) -> Self {
        self.model = model;
        self
    }

    /// Does this make sense? Ask before a match.
    pub fn check(&self) -> Result<(), SprtError> {
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return Err(SprtError::Hypotheses);
        }
        if !(self.alpha > 0.0 && self.beta > 0.0 && self.alpha + self.beta < 1.0) {
            return Err(SprtError::Risks);
        }
        Ok(())
    }

    /// The lower and the upper bound of the LLR.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio, with the most likely distributions under both hypotheses.
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
        // Elo values that only all wins or all losses could have (beyond some 6000) are no hypotheses.
        let (Some(p0), Some(p1)) = (under(self.elo0), under(self.elo1)) else {
            return 0.0;
        };
        let terms = shares.iter().zip(p0.iter().zip(&p1));
        size * terms.map(|(q, (p0, p1))| q * (p1 / p0).ln()).sum::<f64>()
    }

    /// The log-likelihood ratio by a normal distribution with the observed variance.
    #[must_use]
    pub fn llr_normal(&self, sample: &Sample) -> f64 {
        let Some((shares, size)) = shares(sample) else {
            return 0.0;
        };
        let values = sample.values();
        let mean: f64 = values.iter().zip(&shares).map(|(a, q)| a * q).sum();
        let squares = values.iter().zip(&shares);
        let variance: f64 = squares.map(|(a, q)| q * (a - mean).powi(2)).sum();
        let score = |elo: f64| match self.model {
            Model::Logistic => score_of_elo(elo),
            Model::Normalised => 0.5 + t_value(elo, sample) * variance.sqrt(),
        };
        let (s0, s1) = (score(self.elo0), score(self.elo1));
        size * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// What the exact LLR says.
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

/// The regularised shares and the regularised number of observations; `None` without observations.
fn shares(sample: &Sample) -> Option<(Vec<f64>, f64)> {
    if sample.size() == 0.0 {
        return None;
    }
    let weights = sample.regularised();
    let size: f64 = weights.iter().sum();
    let shares = weights.iter().map(|weight| weight / size).collect();
    Some((shares, size))
}

/// The t-value of an observation at a normalised Elo: `sqrt 2` times that of a game if observations are pairs.
fn t_value(elo: f64, sample: &Sample) -> f64 {
    elo / NORMALISED_UNIT * sample.games_each().sqrt()
}
