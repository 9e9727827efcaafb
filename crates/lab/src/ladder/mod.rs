//! The ladder: the players in order, each with one idea more than the one below, and what each idea buys.

mod measure;
mod page;
mod rungs;

pub(crate) use measure::duel;
pub use measure::{Ablation, Ladder, LadderError, Measured, Run, Size, Step, measure};
pub use page::{html, markdown};
pub use rungs::{Rung, rungs};
