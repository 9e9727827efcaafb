//! What each of many things is worth, from games in which several of them differ at once.
//!
//! A match that asks about one thing says nothing about any other. But if each side lacks a few things by chance, every game says
//! something about all those that only one side had, and a regression tells them apart: for the same games each worth is known
//! several times as well. This is a factorial experiment (R. A. Fisher, "The arrangement of field experiments", Journal of the
//! Ministry of Agriculture 33, 1926), with the Bradley-Terry model in place of a yield: a side is as strong as the sum of what it
//! has, in Elo, and the expected score is that of the difference.
//!
//! The worths are those at which the expected scores fit best (maximum likelihood, by Newton's method). A pair of games is one
//! observation, whatever its variance is: the intervals come from the residuals themselves (H. White, "Maximum likelihood
//! estimation of misspecified models", Econometrica 50, 1982), so they hold although pairs have draws and lopsided openings.
//!
//! What it cannot see is that two things may be worth more together than the sum of both, or less: it gives the mean over what
//! else was there.

use super::matrix::Matrix;
use super::{Estimate, Z95, score_of_elo};

/// A pair of games: for each thing 1 if only the first side had it, -1 if only the second did, else 0; and the share of the
/// points that the first side got, 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// What differed.
    pub had: Vec<i8>,
    /// The share of the points.
    pub share: f64,
}

/// What each thing is worth in Elo, with 95% intervals; in the order of [`Trial::had`].
///
/// Before any game a worth is taken to lie within a thousand Elo of 0, give or take as much again. Where there are games that says
/// nothing, and where there are none, or two things always went together, the interval is as wide as that.
#[must_use]
pub fn worths(trials: &[Trial]) -> Vec<Estimate> {
    /// One Elo in natural units.
    const UNIT: f64 = std::f64::consts::LN_10 / 400.0;
    /// What is known before any game.
    const PRIOR: f64 = 1.0 / (1_000.0 * 1_000.0);
    /// The longest step: far from the maximum, Newton's are too long.
    const LONGEST: f64 = 400.0;
    let size = trials.first().map_or(0, |trial| trial.had.len());
    let mut worth = vec![0.0; size];
    let mut inverse = Matrix::zero(size);
    for _ in 0..100 {
        let mut slope: Vec<f64> = worth.iter().map(|worth| -PRIOR * worth).collect();
        let mut curve = Matrix::zero(size);
        for i in 0..size {
            curve.add(i, i, PRIOR);
        }
        for trial in trials {
            let expected = expected(trial, &worth);
            let information = UNIT * UNIT * expected * (1.0 - expected);
            each(trial, |i, a| {
                slope[i] += UNIT * a * (trial.share - expected);
                each(trial, |j, b| curve.add(i, j, a * b * information));
            });
        }
        // With something on the diagonal there always is one.
        let Some(inverted) = curve.inverse() else {
            break;
        };
        inverse = inverted;
        let step = inverse.times(&slope);
        for (worth, step) in worth.iter_mut().zip(&step) {
            *worth += step.clamp(-LONGEST, LONGEST);
        }
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    // The variance: what the residuals say, seen through the curvature.
    let mut spread = Matrix::zero(size);
    for i in 0..size {
        spread.add(i, i, PRIOR);
    }
    for trial in trials {
        let residual = UNIT * (trial.share - expected(trial, &worth));
        each(trial, |i, a| {
            each(trial, |j, b| spread.add(i, j, a * b * residual * residual));
        });
    }
    let estimate = |(i, &value): (usize, &f64)| {
        let row: Vec<f64> = (0..size).map(|j| inverse.get(i, j)).collect();
        let through = spread.times(&row);
        let variance: f64 = row.iter().zip(&through).map(|(a, b)| a * b).sum();
        let error = Z95 * variance.max(0.0).sqrt();
        Estimate {
            value,
            lower: value - error,
            upper: value + error,
        }
    };
    worth.iter().enumerate().map(estimate).collect()
}

/// The share that the first side should get.
fn expected(trial: &Trial, worth: &[f64]) -> f64 {
    let mut elo = 0.0;
    each(trial, |i, had| elo += had * worth[i]);
    score_of_elo(elo)
}

/// The things that differed.
fn each(trial: &Trial, mut with: impl FnMut(usize, f64)) {
    for (index, &had) in trial.had.iter().enumerate() {
        if had != 0 {
            with(index, f64::from(had));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream of numbers between 0 and 1.
    struct Chance(u64);

    impl Chance {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
            self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    const TRUE: [f64; 6] = [120.0, 40.0, 15.0, 0.0, -10.0, -30.0];

    /// Pairs between sides that lack each thing once in so many times.
    fn played(pairs: usize, seed: u64, one_in: f64) -> Vec<Trial> {
        let mut chance = Chance(seed);
        let trials = (0..pairs).map(|_| {
            let mut lacks = || i8::from(chance.next() * one_in < 1.0);
            let had: Vec<i8> = TRUE.iter().map(|_| -lacks() + lacks()).collect();
            let trial = Trial { had, share: 0.0 };
            let win = expected(&trial, &TRUE);
            let games = [(); 2].map(|()| f64::from(u8::from(chance.next() < win)));
            Trial {
                share: (games[0] + games[1]) / 2.0,
                ..trial
            }
        });
        trials.collect()
    }

    #[test]
    fn worths_are_found_again() {
        let found = worths(&played(20_000, 5, 4.0));
        for (estimate, truth) in found.iter().zip(TRUE) {
            assert!(
                (estimate.value - truth).abs() < 2.0 * estimate.error(),
                "{estimate:?} is not {truth}"
            );
            assert!(estimate.error() < 12.0, "{estimate:?}");
        }
    }

    #[test]
    fn nineteen_of_twenty_intervals_hold_the_truth() {
        let mut held = 0;
        for seed in 0..60 {
            let found = worths(&played(600, 1_000 + seed, 4.0));
            let is_held = |(one, truth): (&Estimate, f64)| one.lower < truth && truth < one.upper;
            held += found.iter().zip(TRUE).filter(|&one| is_held(one)).count();
        }
        // 360 intervals: 342 are expected, with a standard deviation of 4.
        assert!((326..=357).contains(&held), "{held} of 360");
    }

    #[test]
    fn what_cannot_be_told_is_said_to_be_unknown() {
        assert!(worths(&[]).is_empty());
        let trial = |had: [i8; 3], share| Trial {
            had: had.to_vec(),
            share,
        };
        // The first two always went together, and the third never differed.
        let mut trials = vec![trial([1, 1, 0], 0.75); 200];
        trials.extend(vec![trial([-1, -1, 0], 0.5); 200]);
        let found = worths(&trials);
        for one in &found {
            assert!(one.error() > 1_000.0, "{one:?}");
        }
        assert!((found[0].value + found[1].value - 88.7).abs() < 1.0);
        // A thing with which everything was won is worth much, and nobody knows how much.
        let won = worths(&vec![trial([1, 0, 0], 1.0); 50]);
        assert!(won[0].value > 500.0 && won[0].value.is_finite());
    }
}
