//! The master: a strong chess engine whose every technique has a name, can be switched off, and can be watched.
//!
//! [`Engine`] is the way in: give it a game and limits, listen to what it finds, get a move.

pub mod eval;
mod event;
mod limits;
mod score;
mod signal;

pub use event::{Choice, Event, Info, ScoreBound, Wdl};
pub use limits::{Limits, Settings};
pub use score::Score;
pub use signal::Signal;
