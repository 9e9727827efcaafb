#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod arena;
pub mod clock;
pub mod ending;
pub mod key;
pub mod master;
pub mod nearest;
pub mod program;
pub mod registry;
pub mod spec;

mod answer;
mod course;
mod fault;
mod player;
mod random;
mod record;
mod seat;
mod textbook;

pub use answer::{Answer, Listener};
pub use arena::{Arena, GameKind, WithGame, value_of};
pub use ending::{Ending, GameResult, Reason};
pub use fault::Fault;
pub use key::{Cost, Key, Preset, Values};
pub use player::{Player, Task};
pub use record::Record;
pub use registry::Entry;
pub use seat::{LONGEST_USUAL, Seat};
pub use spec::{Spec, SpecError, Takes};
