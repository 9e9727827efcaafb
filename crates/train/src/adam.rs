//! AdamW (I. Loshchilov and F. Hutter, 2019), with a moving average of the weights.

use crate::kernels::{Reals, Simd};

/// The decay of the mean of gradients.
const BETA1: f32 = 0.9;

/// The decay of the mean of their squares.
const BETA2: f32 = 0.999;

/// Prevents a division by 0.
const EPSILON: f32 = 1e-8;

/// The largest weight: an output weight is at most 127 of 64 in the quantised network.
const MOST: f32 = 1.98;

/// Weights with their optimiser state.
pub struct Tensor {
    /// The weights.
    pub weights: Vec<Reals>,
    /// The means of the gradients.
    pub first: Vec<Reals>,
    /// The means of their squares.
    pub second: Vec<Reals>,
    /// The moving averages of the weights.
    pub average: Vec<Reals>,
    /// The gradients of the batch.
    pub gradients: Vec<Reals>,
}

/// The numbers of an update.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The learning rate, corrected for the bias of the first mean.
    rate: f32,
    /// The inverse of the correction for the second mean.
    correction: f32,
    /// The factor of weight decay.
    keep: f32,
    /// The share of the new weights in the average.
    new: f32,
}

impl Step {
    /// Returns the numbers of an update, the first one with `number` 1.
    pub fn new(number: u64, rate: f32, decay: f32, average: f32) -> Self {
        let rest = |beta: f32| 1.0 - power(f64::from(beta), number);
        Self {
            rate: (f64::from(-rate) / rest(BETA1)) as f32,
            correction: (1.0 / rest(BETA2).sqrt()) as f32,
            keep: 1.0 - rate * decay,
            // Until the average has its full length, all weights so far count the same.
            new: (1.0 - average).max(1.0 / number as f32),
        }
    }

    /// Updates one number.
    pub fn update(&self, number: &mut Number) {
        let gradient = number.gradient;
        number.gradient = 0.0;
        number.first = number.first * BETA1 + gradient * (1.0 - BETA1);
        number.second = number.second * BETA2 + gradient * gradient * (1.0 - BETA2);
        let spread = number.second.sqrt() * self.correction + EPSILON;
        number.weight = number.weight * self.keep + number.first * self.rate / spread;
        number.average = number.average * (1.0 - self.new) + number.weight * self.new;
    }
}

/// Returns a power, by squaring: unlike `powi` it has the same bits on all machines.
fn power(mut base: f64, mut exponent: u64) -> f64 {
    let mut power = 1.0;
    while exponent > 0 {
        if exponent % 2 == 1 {
            power *= base;
        }
        base *= base;
        exponent /= 2;
    }
    power
}

/// A weight with its optimiser state. The fields have the order of [`Tensor::parts`].
#[derive(Clone, Copy, Default, Debug)]
pub struct Number {
    /// The weight.
    pub weight: f32,
    /// The mean of the gradients.
    pub first: f32,
    /// The mean of their squares.
    pub second: f32,
    /// The moving average of the weight.
    pub average: f32,
    /// The gradient of the batch.
    pub gradient: f32,
}

impl Number {
    /// Returns the weight, the two means, the average and the gradient.
    pub const fn parts(&mut self) -> [&mut f32; 5] {
        [
            &mut self.weight,
            &mut self.first,
            &mut self.second,
            &mut self.average,
            &mut self.gradient,
        ]
    }
}

impl Tensor {
    /// Returns zeros.
    pub fn new(count: usize) -> Self {
        let zeros = || vec![Reals([0.0; 16]); count];
        Self {
            weights: zeros(),
            first: zeros(),
            second: zeros(),
            average: zeros(),
            gradients: zeros(),
        }
    }

    /// Returns the weights, the two means, the averages and the gradients.
    pub const fn parts(&mut self) -> [&mut Vec<Reals>; 5] {
        [
            &mut self.weights,
            &mut self.first,
            &mut self.second,
            &mut self.average,
            &mut self.gradients,
        ]
    }

    /// Changes the weights by their gradients, and sets these to 0.
    #[inline(always)]
    pub fn update<S: Simd>(&mut self, simd: S, step: &Step) {
        let (beta1, rest1) = (simd.fill(BETA1), simd.fill(1.0 - BETA1));
        let (beta2, rest2) = (simd.fill(BETA2), simd.fill(1.0 - BETA2));
        let (rate, correction) = (simd.fill(step.rate), simd.fill(step.correction));
        let (keep, epsilon) = (simd.fill(step.keep), simd.fill(EPSILON));
        let (new, old) = (simd.fill(step.new), simd.fill(1.0 - step.new));
        let zero = simd.fill(0.0);
        let moments = self.first.iter_mut().zip(&mut self.second);
        let weights = self.weights.iter_mut().zip(&mut self.average);
        for ((gradient, (first, second)), (weight, average)) in
            self.gradients.iter_mut().zip(moments).zip(weights)
        {
            let g = simd.read(gradient);
            simd.write(gradient, zero);
            let m = simd.plus(simd.times(simd.read(first), beta1), simd.times(g, rest1));
            let squared = simd.times(simd.times(g, g), rest2);
            let v = simd.plus(simd.times(simd.read(second), beta2), squared);
            simd.write(first, m);
            simd.write(second, v);
            let spread = simd.plus(simd.times(simd.root(v), correction), epsilon);
            let change = simd.over(simd.times(m, rate), spread);
            let w = simd.plus(simd.times(simd.read(weight), keep), change);
            let w = simd.limit(w, MOST);
            simd.write(weight, w);
            let mean = simd.plus(simd.times(simd.read(average), old), simd.times(w, new));
            simd.write(average, mean);
        }
    }
}
