//! The ladder: players in order, each with one technique more than the one below, and the gain of each technique.
//!
//! [`rungs()`] lists the players. [`measure`] plays every rung against the one below until a test decides which is
//! stronger, and the engine against itself without some of its techniques, at equal nodes and at equal time. [`PairLedger`] is
//! the file of the games. [`markdown`], [`html`], [`staircase`] and [`techniques`] show the results.

mod comparison;
mod documents;
mod judged;
mod measure;
mod page;
mod picture;
mod positions;
mod rungs;
mod together;

pub use crate::pairs::{PairLedger, Progress};
pub use documents::{GAMES, documents, experiment};
pub use judged::Judged;
pub use measure::{Ablation, Ladder, Measured, Scale, Workers, measure};
pub use page::{html, markdown};
pub use picture::{staircase, techniques};
pub(crate) use positions::random_game;
pub use rungs::{Rung, rungs};
