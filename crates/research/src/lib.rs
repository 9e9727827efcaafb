#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod alternatives;
pub mod calibrate;
pub mod compare;
pub mod habits;
pub mod ladder;
pub mod parallel;
pub mod perft;
pub mod simulated;
pub mod spsa;
pub mod suite;

mod error;
mod pairs;

pub use error::Error;
