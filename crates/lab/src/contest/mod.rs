//! Games between players, counted: what a match is made of.
//!
//! A [`Contestant`] is a player with a clock in view: one of the registry inside this program, or a program of its own.

mod build;
mod contestant;
mod in_process;

pub use build::build;
pub use contestant::{Budget, Contestant, Fault, Reply, Thought};
pub use in_process::InProcess;
