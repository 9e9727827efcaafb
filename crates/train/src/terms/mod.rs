//! Tuning the weights of the hand-crafted evaluation on game results.
//!
//! This is *Texel's tuning method*, after Peter Österlund's engine Texel
//! (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>): a logistic curve turns the value of a position into an
//! expected score between 0 and 1, and the tuner minimises the mean squared error between it and the game's result.
//!
//! Nearly all of the evaluation is a linear function of its weights. So the evaluation runs once over each position with
//! a tracer that records the coefficients ([`Dataset`]). Values and gradients are then computed from the coefficients
//! alone ([`Position`](model::Position)). The two parts that are not linear, king danger and complexity, follow by the
//! chain rule. The optimiser is *Adam* (D. Kingma and J. Ba, 2015), which has a step size for each weight.

mod adam;
mod data;
mod descent;
pub mod model;
mod source;

pub use data::{DataError, Dataset};
pub use descent::{Epoch, Outcome, Settings, Step, fit_k, tune};
pub use model::{Pair, Params};
pub use source::source;

use engine::eval::DEFAULT;

/// Returns the engine's current weights.
#[must_use]
pub fn current() -> Params {
    DEFAULT
        .iter()
        .map(|weight| [f64::from(weight.middlegame()), f64::from(weight.endgame())])
        .collect()
}
