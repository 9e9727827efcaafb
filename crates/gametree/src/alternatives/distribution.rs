//! Probability distributions of values: the probability that a value is at most each number of a grid.

use crate::score::{self, Score};

/// The number of grid points.
pub const GRID: usize = 32;

/// For each number of a [`Grid`], the probability that the value is at most that number.
pub type Cdf = [f32; GRID];

/// The grid: dense around the value of the root, sparse far from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The numbers in ascending order.
    pub points: [f64; GRID],
}

impl Grid {
    /// Creates a grid around a value with this reach on both sides.
    #[must_use]
    pub fn around(value: Score, reach: f64) -> Self {
        let half = (GRID - 1) as f64 / 2.0;
        let point = |index: usize| {
            let part = (index as f64 - half) / half;
            f64::from(value) + reach * part * part.abs()
        };
        Self {
            points: std::array::from_fn(point),
        }
    }

    /// Returns the distance from a number to the next one; 0 for the last.
    #[must_use]
    pub fn step(&self, index: usize) -> f64 {
        match self.points.get(index + 1) {
            Some(next) => next - self.points[index],
            None => 0.0,
        }
    }

    /// Returns the mixture of equally likely values. A value between two grid points is split so that its mean is kept.
    #[must_use]
    pub fn mixture(&self, values: &[f64]) -> Cdf {
        let mut mass = [0.0_f64; GRID];
        let share = 1.0 / values.len() as f64;
        for &value in values {
            let above = self.points.partition_point(|&point| point <= value);
            if above == 0 {
                mass[0] += share;
            } else if above == GRID {
                mass[GRID - 1] += share;
            } else {
                let (low, high) = (self.points[above - 1], self.points[above]);
                let part = (value - low) / (high - low);
                mass[above - 1] += share * (1.0 - part);
                mass[above] += share * part;
            }
        }
        let mut sum = 0.0;
        let mut cdf = [0.0; GRID];
        for (place, mass) in cdf.iter_mut().zip(mass) {
            sum += mass;
            *place = sum as f32;
        }
        cdf[GRID - 1] = 1.0;
        cdf
    }

    /// Returns the distribution of a certain value.
    #[must_use]
    pub fn certain(&self, value: Score) -> Cdf {
        let value = if score::is_decisive(value) {
            f64::from(value.signum()) * f64::MAX
        } else {
            f64::from(value)
        };
        self.mixture(&[value])
    }

    /// Returns the mean.
    #[must_use]
    pub fn mean(&self, cdf: &Cdf) -> f64 {
        let below: f64 = (0..GRID - 1)
            .map(|index| f64::from(cdf[index]) * self.step(index))
            .sum();
        self.points[GRID - 1] - below
    }
}

impl Grid {
    /// Returns the standard deviation.
    #[must_use]
    pub fn deviation(&self, cdf: &Cdf) -> f64 {
        let mean = self.mean(cdf);
        let mut below = 0.0;
        let mut sum = 0.0;
        for (&point, &p) in self.points.iter().zip(cdf) {
            let mass = f64::from(p) - below;
            below = f64::from(p);
            sum += mass * (point - mean).powi(2);
        }
        sum.max(0.0).sqrt()
    }
}

/// Returns the distribution of the maximum (MAX) or minimum (MIN) of independent values.
pub fn best_of<'a>(max: bool, cdfs: impl Iterator<Item = &'a Cdf>) -> Cdf {
    let mut product = [1.0_f32; GRID];
    for cdf in cdfs {
        for (place, &p) in product.iter_mut().zip(cdf) {
            *place *= if max { p } else { 1.0 - p };
        }
    }
    if !max {
        for place in &mut product {
            *place = 1.0 - *place;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;

    #[test]
    fn the_best_of_several_is_what_trying_all_of_them_gives() {
        let grid = Grid {
            points: std::array::from_fn(|index| index as f64),
        };
        let mut rng = SplitMix64::new(1);
        for _ in 0..50 {
            let one: [f64; 3] = std::array::from_fn(|_| rng.below(31) as f64);
            let two: [f64; 3] = std::array::from_fn(|_| rng.below(31) as f64);
            let pairs = || one.iter().flat_map(|&a| two.iter().map(move |&b| (a, b)));
            let cdfs = [grid.mixture(&one), grid.mixture(&two)];
            for max in [true, false] {
                let best = |(a, b): (f64, f64)| if max { a.max(b) } else { a.min(b) };
                let tried = grid.mixture(&pairs().map(best).collect::<Vec<_>>());
                for (found, tried) in best_of(max, cdfs.iter()).iter().zip(tried) {
                    assert!((found - tried).abs() < 1e-5);
                }
            }
        }
    }
}
