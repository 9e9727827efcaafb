//! Counts as numbers between 0 and 1, each with its weight.

use super::{Pentanomial, Tally};

/// What was observed: scores between 0 and 1, in rising order, and how often each occurred.
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
    /// The pairs if there are any, else the games. Games that wait for the other half of their pair do not count then.
    #[must_use]
    pub fn of(tally: Tally, pairs: Pentanomial) -> Self {
        if pairs.pairs() > 0 {
            pairs.into()
        } else {
            tally.into()
        }
    }

    /// The possible scores.
    #[must_use]
    pub fn values(&self) -> &'static [f64] {
        self.values
    }

    /// How many observations.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.counts.iter().map(|&count| count as f64).sum()
    }

    /// How many games an observation has: 1, or 2 for pairs.
    #[must_use]
    pub fn games_each(&self) -> f64 {
        self.games_each
    }

    /// The mean score `m`; 1/2 if there are no observations.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match self.size() {
            0.0 => 0.5,
            size => self.sum(|value| value) / size,
        }
    }

    /// The variance of one observation, as a maximum-likelihood estimate: the mean of `(a - m)^2`, divided by the
    /// number of observations and not by one less.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        match self.size() {
            0.0 => 0.0,
            size => self.sum(|value| (value - mean).powi(2)) / size,
        }
    }

    /// Were all observations the same, or none made? The variance then says nothing.
    #[must_use]
    pub fn is_degenerate(&self) -> bool {
        self.counts.iter().filter(|&&count| count > 0).count() <= 1
    }

    /// Weights of the scores in which none is zero: each score that never occurred counts a thousandth, as fishtest
    /// has it. A likelihood needs this, since a distribution that never occurred must not be impossible.
    #[must_use]
    pub fn regularised(&self) -> Vec<f64> {
        const UNSEEN: f64 = 1e-3;
        let weight = |&count: &u64| if count == 0 { UNSEEN } else { count as f64 };
        self.counts.iter().map(weight).collect()
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        let terms = self.values.iter().zip(&self.counts);
        terms.map(|(&value, &count)| of(value) * count as f64).sum()
    }
}
