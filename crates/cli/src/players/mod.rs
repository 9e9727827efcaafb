//! Who can play, and what they are asked and told.

mod list;
mod master;
mod mover;
mod random;
mod seat;
mod textbook;

pub use engine::{Choice, Event, Info, Limits, Score, ScoreBound, Settings, Signal, Wdl};
pub use list::list;
pub use master::MasterMover;
pub use mover::Mover;
pub use random::RandomMover;
pub use seat::Seat;
pub use textbook::TextbookMover;

use lab::{Spec, SpecError};

/// The mover of a player of the registry.
pub fn mover(spec: &Spec) -> Result<Box<dyn Mover>, SpecError> {
    Ok(match spec.name.as_str() {
        "random" => Box::new(RandomMover::new(spec.number("seed").unwrap_or(0))),
        "engine" => Box::new(MasterMover::new(spec)),
        _ => Box::new(TextbookMover::new(spec)?),
    })
}

/// Whether a player asked with these limits goes on until it is told to stop.
#[must_use]
pub fn is_endless(spec: &Spec, limits: &Limits) -> bool {
    limits.infinite || limits.ponder || (spec.name == "engine" && master::is_endless(spec, limits))
}
