//! How the numbers of a trainer become integers, and how large these may be.

/// What 1 is in the weights and biases of the inputs: a neuron is active from 0 to 255.
pub const QA: i16 = 255;

/// What 1 is in the weights of the output.
pub const QB: i16 = 64;

/// The centipawns of an output of 1. (At 400 centipawns a side is expected to score 73%.)
pub const SCALE: i32 = 400;

/// The widest network.
pub const MAX_WIDTH: usize = 1024;

/// The largest weight or bias of an input either way: 32 men and the bias cannot leave 16 bits.
pub const MAX_FEATURE_WEIGHT: i16 = i16::MAX / 33;

/// The largest weight of the output either way: times an active neuron it fits in 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = i16::MAX / QA;
