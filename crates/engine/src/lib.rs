//! The master: a strong chess engine whose every technique has a name, can be switched off, and can be watched.
//!
//! [`Engine`] is the way in: give it a game and a request, listen to what it finds, get a move.
//!
//! | file | what |
//! |---|---|
//! | `engine`, `settings`, `choice` | the facade: what goes in, what comes out |
//! | `report`, `line`, `wdl` | what is told meanwhile |
//! | `search/` | the search itself, see [`search`] |
//! | `techniques`, `params` | every idea with a switch, every number with a range |
//! | `transposition/` | what is known about positions, shared by all threads |
//! | `tablebase/` | end-game tables: positions with few pieces, solved |
//! | `eval/`, `network` | what a position is worth at sight |
//! | `time` | how long to think |
//! | `strength` | playing weaker on request |
//! | `tune/` | weights for the evaluation, from positions with results |
//! | `bench` | a fixed piece of work: the engine's signature |

pub mod bench;
mod choice;
mod engine;
pub mod eval;
pub mod line;
pub mod network;
pub mod params;
mod report;
pub mod score;
pub mod search;
mod settings;
pub mod strength;
mod sync;
pub mod tablebase;
pub mod techniques;
pub mod time;
pub mod transposition;
pub mod tune;
pub mod wdl;

pub use choice::Choice;
pub use engine::Engine;
pub use settings::Settings;
pub use strength::{Strength, StrengthSettings};
pub use techniques::{Technique, Techniques};

/// What the engine tells while it searches.
pub type Event = gametree::Event<chess::Move>;

/// What it knows about one of the best moves.
pub type Info = gametree::Info<chess::Move>;

/// What is asked of it.
pub type Request = gametree::Request<chess::Move>;
