//! Finding better weights from games.
//!
//! Every position of a finished game is a small experiment: the evaluation claims that one side is better, and the game
//! says who won. Put the value through an S-shaped curve and it becomes an expected score between 0 and 1; the distance
//! to the result is an error, and the weights with the smallest mean squared error are the ones to play with. This is
//! *Texel's tuning method*, after Peter Österlund's engine Texel
//! (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>).
//!
//! Nearly all of the evaluation is a plain sum of weights times counts, so the evaluation runs once over each position
//! with a tracer that writes the counts down ([`Dataset`]). From then on a value and its slope with respect to every
//! weight come from those counts alone ([`Position`](model::Position)): the two parts that are no sums, danger to the king
//! and complexity, follow by the chain rule. The steps downhill are those of *Adam* (D. Kingma and J. Ba, 2015), which
//! gives each weight a step size of its own.

mod adam;
mod data;
pub mod model;
mod train;
mod write;

pub use data::{DataError, Dataset};
pub use model::{Pair, Params};
pub use train::{Epoch, Outcome, Settings, Watch, fit_k, tune};
pub use write::write;

use crate::eval::DEFAULT;

/// The weights that the engine plays with now, as the tuner needs them.
#[must_use]
pub fn current() -> Params {
    DEFAULT
        .iter()
        .map(|weight| [f64::from(weight.middlegame()), f64::from(weight.endgame())])
        .collect()
}
