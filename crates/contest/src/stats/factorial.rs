//! Elo per technique, by factorial regression over games in which several techniques differ.
//!
//! A match about one technique gives no information about others. If each side lacks a few random techniques, every
//! game gives information about all that differ, and a regression separates them: the same number of games measures
//! each technique several times as precisely. This is a factorial experiment (R. A. Fisher, "The arrangement of field
//! experiments", Journal of the Ministry of Agriculture 33, 1926), with the Bradley-Terry model: the strength of a side is the sum of the Elo of its
//! techniques, and the expected score follows from the difference.
//!
//! The estimates maximise the likelihood of the scores, by Newton's method. A pair of games is one observation of
//! unknown variance: the intervals are computed from the residuals (H. White, "Maximum likelihood
//! estimation of misspecified models", Econometrica 50, 1982), so they are valid in spite of draws and unbalanced
//! openings.
//!
//! Interactions are not modelled: an estimate is a mean over the presence of the other techniques.

use super::matrix::Matrix;
use super::regression::{ELO, Games, fit};
use super::{Estimate, Z95};

/// A pair of games: for each technique 1 if only the first side had it, -1 if only the second side had it, else 0; and
/// the score of the first side, 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The differences.
    pub had: Vec<i8>,
    /// The score of the first side.
    pub share: f64,
}

/// Returns the Elo of each technique with 95% intervals, in the order of [`Trial::had`].
///
/// The prior of each estimate has mean 0 and a standard deviation of 1000 Elo. With games it has no effect; without
/// games, or if two techniques always occurred together, the interval is that wide.
#[must_use]
pub fn elo_per_technique(trials: &[Trial]) -> Vec<Estimate> {
    /// The standard deviation of the prior, in Elo.
    const PRIOR: f64 = 1_000.0;
    let size = trials.first().map_or(0, |trial| trial.had.len());
    let precision = Matrix::diagonal(size, (ELO / PRIOR).powi(2));
    let games: Vec<Games> = trials.iter().map(games).collect();
    let (strengths, inverse) = fit(&games, size, &precision);
    // The variance: the sandwich of residuals and curvature.
    let mut spread = precision;
    for games in &games {
        let residual = games.share - games.expected(&strengths);
        games.add_to(&mut spread, residual * residual);
    }
    let estimate = |(i, &strength): (usize, &f64)| {
        let row: Vec<f64> = (0..size).map(|j| inverse.get(i, j)).collect();
        let through = spread.times(&row);
        let variance: f64 = row.iter().zip(&through).map(|(a, b)| a * b).sum();
        let (value, error) = (ELO * strength, ELO * Z95 * variance.max(0.0).sqrt());
        Estimate {
            value,
            lower: value - error,
            upper: value + error,
        }
    };
    strengths.iter().enumerate().map(estimate).collect()
}

/// Returns a trial as an observation of the techniques that differ.
fn games(trial: &Trial) -> Games {
    let had = trial.had.iter().map(|&had| f64::from(had)).enumerate();
    Games {
        terms: had.filter(|&(_, had)| had != 0.0).collect(),
        share: trial.share,
        weight: 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::SplitMix64;

    const TRUE: [f64; 6] = [120.0, 40.0, 15.0, 0.0, -10.0, -30.0];

    /// Creates pairs of games between sides that lack each technique once in `one_in` games.
    fn played(pairs: usize, seed: u64, one_in: f64) -> Vec<Trial> {
        let mut rng = SplitMix64::new(seed);
        // A number between 0 and 1.
        let mut chance = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let trials = (0..pairs).map(|_| {
            let mut lacks = || i8::from(chance() * one_in < 1.0);
            let had: Vec<i8> = TRUE.iter().map(|_| -lacks() + lacks()).collect();
            let trial = Trial { had, share: 0.0 };
            let win = games(&trial).expected(&TRUE.map(|elo| elo / ELO));
            let points = [(); 2].map(|()| f64::from(u8::from(chance() < win)));
            Trial {
                share: (points[0] + points[1]) / 2.0,
                ..trial
            }
        });
        trials.collect()
    }

    #[test]
    fn worths_are_found_again() {
        let found = elo_per_technique(&played(20_000, 5, 4.0));
        for (estimate, expected) in found.iter().zip(TRUE) {
            assert!(
                (estimate.value - expected).abs() < 2.0 * estimate.error(),
                "{estimate:?} is not {expected}"
            );
            assert!(estimate.error() < 12.0, "{estimate:?}");
        }
    }

    #[test]
    fn nineteen_of_twenty_intervals_have_the_true_value() {
        let mut held = 0;
        for seed in 0..60 {
            let found = elo_per_technique(&played(600, 1_000 + seed, 4.0));
            let is_held = |(one, elo): (&Estimate, f64)| one.lower < elo && elo < one.upper;
            held += found.iter().zip(TRUE).filter(|&one| is_held(one)).count();
        }
        // 360 intervals: 342 are expected, with a standard deviation of 4.
        assert!((326..=357).contains(&held), "{held} of 360");
    }

    #[test]
    fn undetermined_techniques_have_a_wide_interval() {
        assert!(elo_per_technique(&[]).is_empty());
        let trial = |had: [i8; 3], share| Trial {
            had: had.to_vec(),
            share,
        };
        // The first two always went together, and the third never differed.
        let mut trials = vec![trial([1, 1, 0], 0.75); 200];
        trials.extend(vec![trial([-1, -1, 0], 0.5); 200]);
        let found = elo_per_technique(&trials);
        for one in &found {
            assert!(one.error() > 1_000.0, "{one:?}");
        }
        assert!((found[0].value + found[1].value - 88.7).abs() < 1.0);
        // A technique that won every game has a large estimate with a large error.
        let won = elo_per_technique(&vec![trial([1, 0, 0], 1.0); 50]);
        assert!(won[0].value > 500.0 && won[0].value.is_finite());
    }
}
