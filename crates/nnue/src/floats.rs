//! Conversion of weights from and to floating point.

use crate::network::Parameters;
use crate::quantisation::{QA, QB};

/// The weights of a network in floating point, in the order of [`Parameters`]. An output of 1.0 is [`SCALE`](crate::SCALE) centipawns.
#[derive(Clone, PartialEq, Debug)]
pub struct Floats {
    /// For each of the 768 inputs, one weight for each neuron.
    pub feature_weights: Vec<f32>,
    /// For each neuron, its value without any input.
    pub feature_biases: Vec<f32>,
    /// For each bucket, one weight for each neuron, those of the side to move first.
    pub output_weights: Vec<f32>,
    /// For each bucket, its output without any active neuron.
    pub output_biases: Vec<f32>,
}

impl Parameters {
    /// Rounds weights to integers. [`Network::new`](crate::Network::new) validates them.
    #[must_use]
    pub fn from_floats(width: usize, buckets: usize, floats: &Floats) -> Self {
        let round = |numbers: &[f32], one: i16| {
            let one = f32::from(one);
            let numbers = numbers.iter();
            numbers
                .map(|x| (x * one).round_ties_even() as i16)
                .collect()
        };
        let one = f64::from(QA) * f64::from(QB);
        let biases = floats.output_biases.iter();
        Self {
            width,
            buckets,
            manifest: [0; 32],
            feature_weights: round(&floats.feature_weights, QA),
            feature_biases: round(&floats.feature_biases, QA),
            output_weights: round(&floats.output_weights, QB),
            output_biases: biases
                .map(|&x| (f64::from(x) * one).round_ties_even() as i32)
                .collect(),
        }
    }

    /// Converts integer weights to floating point.
    #[must_use]
    pub fn to_floats(&self) -> Floats {
        let convert = |numbers: &[i16], one: i16| {
            let numbers = numbers.iter();
            numbers.map(|&x| f32::from(x) / f32::from(one)).collect()
        };
        let one = f32::from(QA) * f32::from(QB);
        Floats {
            feature_weights: convert(&self.feature_weights, QA),
            feature_biases: convert(&self.feature_biases, QA),
            output_weights: convert(&self.output_weights, QB),
            output_biases: self.output_biases.iter().map(|&x| x as f32 / one).collect(),
        }
    }
}
