//! Samples: scores between 0 and 1 with their counts.

use super::{Pentanomial, Tally};

/// Observed scores between 0 and 1, in ascending order, with their counts.
///
/// For games the scores are 0, 1/2, 1; for pairs 0, 1/4, 1/2, 3/4, 1. An *observation* is a game or a pair.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    values: &'static [f64],
    counts: Vec<u64>,
    games_each: f64,
}

impl From<Tally> for Sample {
    fn from(tally: Tally) -> Self {
        Self {
            values: &[0.0, 0.5, 1.0],
            counts: vec![tally.losses, tally.draws, tally.wins],
            games_each: 1.0,
        }
    }
}

impl From<Pentanomial> for Sample {
    fn from(pairs: Pentanomial) -> Self {
        Self {
            values: &[0.0, 0.25, 0.5, 0.75, 1.0],
            counts: pairs.0.to_vec(),
            games_each: 2.0,
        }
    }
}

impl Sample {
    /// Creates a sample of the pairs if there are any, else of the games. With pairs, games of incomplete pairs are
    /// ignored.
    #[must_use]
    pub fn of(tally: Tally, pairs: Pentanomial) -> Self {
        if pairs.pairs() > 0 {
            pairs.into()
        } else {
            tally.into()
        }
    }

    /// Returns the possible scores.
    pub(super) fn values(&self) -> &'static [f64] {
        self.values
    }

    /// Returns the number of observations.
    pub(super) fn size(&self) -> f64 {
        self.counts.iter().map(|&count| count as f64).sum()
    }

    /// Returns the number of games of an observation: 1, or 2 for pairs.
    pub(super) fn games_each(&self) -> f64 {
        self.games_each
    }

    /// Returns the mean score `m`; 1/2 without observations.
    pub(super) fn mean(&self) -> f64 {
        match self.size() {
            0.0 => 0.5,
            size => self.sum(|value| value) / size,
        }
    }

    /// Returns the maximum-likelihood estimate of the variance of one observation: the mean of `(a - m)^2`.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        match self.size() {
            0.0 => 0.0,
            size => self.sum(|value| (value - mean).powi(2)) / size,
        }
    }

    /// Returns whether there are no observations or all are equal. The variance is then meaningless.
    pub(super) fn is_degenerate(&self) -> bool {
        self.counts.iter().filter(|&&count| count > 0).count() <= 1
    }

    /// Returns positive weights of the scores: a score that never occurred counts 1/1000, as in fishtest. A likelihood
    /// needs this, since an unobserved score must not be impossible.
    pub(super) fn regularised(&self) -> Vec<f64> {
        const UNSEEN: f64 = 1e-3;
        let weight = |&count: &u64| if count == 0 { UNSEEN } else { count as f64 };
        self.counts.iter().map(weight).collect()
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        let terms = self.values.iter().zip(&self.counts);
        terms.map(|(&value, &count)| of(value) * count as f64).sum()
    }
}
