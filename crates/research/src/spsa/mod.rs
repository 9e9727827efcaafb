//! Tuning of parameters by games: simultaneous perturbation stochastic approximation (SPSA, Spall 1992), as in fishtest
//! and OpenBench.
//!
//! A step changes every parameter up or down at random. The two resulting players, `+` and `-`, play a pair of games, and
//! all parameters move towards the winner. One pair has little information; ten thousand pairs converge. The moves and the
//! perturbations shrink as `1 / k^0.602` and `1 / k^0.101`.
//!
//! - [`Parameter`]: a number with its range and its perturbation in the last step.
//! - [`Tuner`]: the parameters and their current values, without input or output.
//! - [`tune`]: runs steps on several threads and records each in a file, so that a killed tuning can be resumed.
//! - [`Games`]: compares `+` and `-` by a pair of games between two UCI programs.

mod games;
mod parameter;
mod run;
mod tuner;

pub use games::{Games, MakePlayer};
pub use parameter::Parameter;
pub use run::{Objective, Outcome, Recipe, tune};
pub use tuner::{Step, Tuner};
