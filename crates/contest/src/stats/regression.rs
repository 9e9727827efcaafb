//! The Bradley-Terry model: the expected score is the logistic function of a sum of strengths.

use std::f64::consts::LN_10;

use super::matrix::Matrix;

/// Elo for one unit of strength.
pub(super) const ELO: f64 = 400.0 / LN_10;

/// Games between the same two sides.
pub(super) struct Games {
    /// The strengths in the difference between the first and the second side: index and factor.
    pub terms: Vec<(usize, f64)>,
    /// The score of the first side, 0 to 1.
    pub share: f64,
    /// The number of observations.
    pub weight: f64,
}

impl Games {
    /// Returns the expected score of the first side.
    pub fn expected(&self, strengths: &[f64]) -> f64 {
        let terms = self.terms.iter();
        let difference: f64 = terms.map(|&(i, factor)| factor * strengths[i]).sum();
        1.0 / (1.0 + (-difference).exp())
    }

    /// Adds the outer product of the terms, multiplied by `scale`.
    pub fn add_to(&self, matrix: &mut Matrix, scale: f64) {
        for &(i, a) in &self.terms {
            for &(j, b) in &self.terms {
                matrix.add(i, j, a * b * scale);
            }
        }
    }
}

/// Returns the most likely strengths by Newton's method, and the inverse of the Fisher information. The prior has mean 0
/// and the given precision, which must make the information regular.
pub(super) fn fit(games: &[Games], size: usize, precision: &Matrix) -> (Vec<f64>, Matrix) {
    /// The longest step: Newton's method overshoots far from the maximum.
    const LONGEST: f64 = LN_10;
    let mut strengths = vec![0.0; size];
    let mut inverse = Matrix::zero(size);
    for _ in 0..200 {
        let pull = precision.times(&strengths).into_iter();
        let mut slope: Vec<f64> = pull.map(|pull| -pull).collect();
        let mut information = precision.clone();
        for games in games {
            let expected = games.expected(&strengths);
            for &(i, factor) in &games.terms {
                slope[i] += games.weight * factor * (games.share - expected);
            }
            let variance = expected * (1.0 - expected);
            games.add_to(&mut information, games.weight * variance);
        }
        let Some(inverted) = information.inverse() else {
            break;
        };
        inverse = inverted;
        let step = inverse.times(&slope);
        for (strength, step) in strengths.iter_mut().zip(&step) {
            *strength += step.clamp(-LONGEST, LONGEST);
        }
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    (strengths, inverse)
}
