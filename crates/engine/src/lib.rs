//! A strong chess engine. Every technique has a name, can be switched off and can be observed.
//!
//! [`Engine`] is the entry point: it takes a game and a request, reports events while it searches, and returns a move.
//!
//! | file | contents |
//! |---|---|
//! | `engine`, `settings`, `choice` | the facade: settings, a request and the resulting move |
//! | `report`, `line`, `mate_line`, `wdl` | search events: values, principal variations, chances |
//! | `search/` | the search, see [`search`] |
//! | `techniques`, `params` | the switchable techniques, and the tunable parameters with their ranges |
//! | `transposition/` | the transposition table, shared by all threads |
//! | `tablebase/` | tablebases: solved endgames |
//! | `eval/`, `network` | static evaluation: hand-crafted terms and a network |
//! | `time`, `lateness` | time management, and the delays of the machine |
//! | `strength` | limited strength |
//! | `bench` | a fixed workload: the engine's signature |

pub mod bench;
mod choice;
mod engine;
pub mod eval;
mod lateness;
pub mod line;
mod mate_line;
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
pub mod wdl;

pub use choice::Choice;
pub use engine::Engine;
pub use mate_line::{MATE_LINE_NODES, complete_mate};
pub use settings::Settings;
pub use strength::{Strength, StrengthSettings};
pub use techniques::{Technique, Techniques};
pub use transposition::{NotEnoughMemory, check_memory};

/// An event of a search.
pub type Event = gametree::Event<chess::Move>;

/// The state of one principal variation.
pub type Info = gametree::Info<chess::Move>;

/// A request: limits, clocks and root moves.
pub type Request = gametree::Request<chess::Move>;
