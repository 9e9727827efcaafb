#![doc = include_str!("../README.md")]
#![deny(unsafe_op_in_unsafe_fn)]

mod accumulator;
mod changes;
mod checksum;
pub mod features;
mod floats;
mod format;
mod kernels;
mod network;
mod quantisation;
mod refresh;
mod stack;

pub use floats::Floats;
pub use format::NetworkError;
pub use kernels::Instructions;
pub use network::{Network, Parameters};
pub use quantisation::{MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, MAX_WIDTH, QA, QB, SCALE};
pub use stack::Accumulators;
