//! The Adam optimiser: gradient descent with a step size for each weight.
//!
//! Reference: D. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015, algorithm 1.

use super::model::Pair;

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// Running means of the gradient and of its square.
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

    /// Takes one step. A weight whose gradient keeps its sign moves by about `rate`.
    pub(super) fn step(&mut self, params: &mut [Pair], gradient: &[Pair], rate: f64) {
        self.steps += 1;
        let mean_share = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_share = 1.0 - SQUARE_DECAY.powi(self.steps);
        for (n, param) in params.iter_mut().enumerate() {
            for half in 0..2 {
                let slope = gradient[n][half];
                let mean = &mut self.mean[n][half];
                *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
                let square = &mut self.square[n][half];
                *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
                let size = (*square / square_share).sqrt() + EPSILON;
                param[half] -= rate * (*mean / mean_share) / size;
            }
        }
    }
}
