//! Adam: steps downhill, with a size of their own for each weight.
//!
//! Reference: D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015, algorithm 1.

use super::model::Pair;

const KEEP_MEAN: f64 = 0.9;
const KEEP_SQUARE: f64 = 0.999;
const TINY: f64 = 1e-8;

/// The running means of the slopes and of their squares.
pub(super) struct Adam {
    mean: Vec<Pair>,
    square: Vec<Pair>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Self {
            mean: vec![[0.0; 2]; weights],
            square: vec![[0.0; 2]; weights],
            steps: 0,
        }
    }

    /// One step of about `rate` in each weight whose slope keeps its sign.
    pub(super) fn step(&mut self, params: &mut [Pair], gradient: &[Pair], rate: f64) {
        self.steps += 1;
        let mean_share = 1.0 - KEEP_MEAN.powi(self.steps);
        let square_share = 1.0 - KEEP_SQUARE.powi(self.steps);
        for (n, param) in params.iter_mut().enumerate() {
            for half in 0..2 {
                let slope = gradient[n][half];
                let mean = &mut self.mean[n][half];
                *mean += (1.0 - KEEP_MEAN) * (slope - *mean);
                let square = &mut self.square[n][half];
                *square += (1.0 - KEEP_SQUARE) * (slope * slope - *square);
                let size = (*square / square_share).sqrt() + TINY;
                param[half] -= rate * (*mean / mean_share) / size;
            }
        }
    }
}
