//! Quantisation: the scales of the integer weights, and their limits.

/// The scale of input weights and biases: 1.0 is 255. A neuron is clamped to 0..=255.
pub const QA: i16 = 255;

/// The scale of output weights: 1.0 is 64.
pub const QB: i16 = 64;

/// The centipawns of an output of 1.0. (At 400 centipawns the expected score is 73%.)
pub const SCALE: i32 = 400;

/// The largest width of a network.
pub const MAX_WIDTH: usize = 1024;

/// The largest absolute value of an input weight or bias: the sum for 32 pieces and the bias fits in 16 bits.
pub const MAX_FEATURE_WEIGHT: i16 = i16::MAX / 33;

/// The largest absolute value of an output weight: its product with a neuron fits in 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = i16::MAX / QA;
