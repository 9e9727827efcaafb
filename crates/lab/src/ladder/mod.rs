//! The ladder: the players in order, each with one idea more than the one below, and what each idea buys.
//!
//! [`rungs()`] lists them. [`measure`] plays every rung against the one below until a test says which is stronger, and the engine
//! against itself without some of its techniques, at equal nodes and at equal time; [`Kept`] is the file of its games.
//! [`markdown`], [`html`], [`staircase`] and [`techniques`] show what came of it.

mod duel;
mod judged;
mod kept;
mod measure;
mod page;
mod picture;
mod rungs;
mod together;

pub(crate) use duel::duel;
pub use duel::{LadderError, Run, Size, Step};
pub use judged::Judged;
pub use kept::Kept;
pub use measure::{Ablation, Ladder, Measured, Progress, Scale, Sitters, measure};
pub use page::{html, markdown};
pub use picture::{staircase, techniques};
pub use rungs::{Rung, rungs};
