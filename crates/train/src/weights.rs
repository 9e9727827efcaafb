//! Networks in floating point.

use gametree::SplitMix64;
use nnue::features::INPUTS;
use nnue::{MAX_WIDTH, Network, NetworkError, Parameters};

/// The shape of a network: `(768 -> width) x2 -> 1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of neurons of one perspective: a multiple of 32 up to 1,024.
    pub width: usize,
    /// The number of output buckets: 1 or 8.
    pub buckets: usize,
}

impl Shape {
    /// Returns whether the engine can evaluate networks of this shape.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        let width = self.width;
        width.is_multiple_of(crate::kernels::LANES)
            && width >= 1
            && width <= MAX_WIDTH
            && (self.buckets == 1 || self.buckets == 8)
    }
}

/// The weights of a network in floating point. Also moments and gradients, which have the same shape.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The shape.
    pub shape: Shape,
    /// For each of the 768 inputs, one weight for each neuron; then, as another input, the biases.
    pub inputs: Vec<f32>,
    /// For each bucket, one weight for each neuron of the side to move, then of the other side.
    pub outputs: Vec<f32>,
    /// For each bucket, its output without any active neuron.
    pub biases: Vec<f32>,
}

/// The index of the biases among the inputs.
pub const BIAS: usize = INPUTS;

impl Weights {
    /// Returns zeros.
    #[must_use]
    pub fn zero(shape: Shape) -> Self {
        Self {
            shape,
            inputs: vec![0.0; (INPUTS + 1) * shape.width],
            outputs: vec![0.0; 2 * shape.width * shape.buckets],
            biases: vec![0.0; shape.buckets],
        }
    }

    /// Returns random weights, uniform within the square root of the inverse number of inputs.
    #[must_use]
    pub fn random(shape: Shape, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut fill = |numbers: &mut [f32], inputs: usize| {
            let most = (inputs as f32).sqrt().recip();
            for number in numbers {
                let unit = (random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0;
                *number = unit * most;
            }
        };
        let mut weights = Self::zero(shape);
        fill(&mut weights.inputs, INPUTS);
        fill(&mut weights.outputs, 2 * shape.width);
        weights
    }

    /// Returns the weights of a quantised network.
    #[must_use]
    pub fn of(network: &Network) -> Self {
        let parameters = network.parameters();
        let floats = parameters.to_floats();
        let mut inputs = floats.feature_weights;
        inputs.extend(floats.feature_biases);
        Self {
            shape: Shape {
                width: parameters.width,
                buckets: parameters.buckets,
            },
            inputs,
            outputs: floats.output_weights,
            biases: floats.output_biases,
        }
    }

    /// Returns these weights as those of a network with more neurons or buckets. Additional neurons have small random inputs and no
    /// effect on the output, and each bucket begins as a copy. Returns `None` for fewer neurons or buckets.
    #[must_use]
    pub fn widened(&self, shape: Shape, seed: u64) -> Option<Self> {
        let from = self.shape;
        if shape.width < from.width || shape.buckets < from.buckets {
            return None;
        }
        let mut weights = Self::random(shape, seed);
        let rows = weights.inputs.chunks_exact_mut(shape.width);
        for (row, old) in rows.zip(self.inputs.chunks_exact(from.width)) {
            row[..from.width].copy_from_slice(old);
        }
        for bucket in 0..shape.buckets {
            let old = bucket.min(from.buckets - 1);
            for side in 0..2 {
                let row = &mut weights.outputs[(2 * bucket + side) * shape.width..][..shape.width];
                let copied = &self.outputs[(2 * old + side) * from.width..][..from.width];
                row.fill(0.0);
                row[..from.width].copy_from_slice(copied);
            }
            weights.biases[bucket] = self.biases[old];
        }
        Some(weights)
    }

    /// Rounds the weights to those of a quantised network.
    ///
    /// # Errors
    /// A weight is too large.
    pub fn quantise(&self) -> Result<Parameters, NetworkError> {
        let Shape { width, buckets } = self.shape;
        let (features, biases) = self.inputs.split_at(INPUTS * width);
        let parameters = Parameters::from_floats(
            width,
            buckets,
            &nnue::Floats {
                feature_weights: features.to_vec(),
                feature_biases: biases.to_vec(),
                output_weights: self.outputs.clone(),
                output_biases: self.biases.clone(),
            },
        );
        Network::new(&parameters)?;
        Ok(parameters)
    }

    /// Returns all numbers in order.
    #[must_use]
    pub fn parts(&self) -> [&[f32]; 3] {
        [&self.inputs, &self.outputs, &self.biases]
    }

    /// Returns all numbers in order.
    pub fn parts_mut(&mut self) -> [&mut [f32]; 3] {
        [&mut self.inputs, &mut self.outputs, &mut self.biases]
    }
}
