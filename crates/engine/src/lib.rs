//! The master: a strong chess engine whose every technique has a name, can be switched off, and can be watched.
//!
//! [`Engine`] is the way in: give it a game and limits, listen to what it finds, get a move.

pub mod bench;
mod engine;
pub mod eval;
mod event;
mod limits;
pub mod line;
pub mod params;
pub mod score;
pub mod search;
mod signal;
pub mod strength;
mod sync;
pub mod table;
pub mod tablebase;
pub mod techniques;
pub mod time;
pub mod tune;
pub mod wdl;

pub use engine::Engine;
pub use event::{Choice, Event, Info, ScoreBound, Wdl};
pub use limits::{Limits, Settings};
pub use score::Score;
pub use signal::Signal;
pub use strength::{Strength, StrengthSettings};
pub use techniques::{Technique, Techniques};
