//! Tuning numbers by games: simultaneous perturbation stochastic approximation (Spall 1992), as fishtest and OpenBench do it.
//!
//! A step moves every number a little up or down at random, lets the two players that come of it, `+` and `-`, play a pair
//! of games, and pushes all numbers towards the one that won. A pair says next to nothing; ten thousand of them climb.
//! The pushes and the perturbations shrink as `1 / k^0.602` and `1 / k^0.101`, so it settles.
//!
//! - [`Parameter`]: a number with its range, and how far it is moved at the end.
//! - [`Tuner`]: the numbers and where they are now. Pure arithmetic.
//! - [`tune`]: steps on many threads, each written down before it counts, so that it can be killed and gone on with.
//! - [`Games`]: what decides between `+` and `-`, a pair of games between two UCI programs.

mod games;
mod parameter;
mod run;
mod tuner;

pub use games::Games;
pub use parameter::Parameter;
pub use run::{Objective, Outcome, Recipe, SpsaError, tune};
pub use tuner::{Step, Tuner};
