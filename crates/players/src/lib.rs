#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod clock;
pub mod engine_player;
pub mod evaluators;
pub mod listing;
pub mod measured;
pub mod solvers;

mod alternatives;
mod answer;
mod baseline;
mod builtin;
mod common;
mod course;
mod error;
mod fault;
mod fitted;
mod player;
mod random;
mod registry;
mod reporter;
mod seat;
mod setting;
mod spec;
mod submission;
mod textbook;

pub use answer::{Answer, Listener};
pub use builtin::{builtin, minimax_of};
pub use course::value_of_player;
pub use error::SpecError;
pub use fault::Fault;
pub use measured::Measured;
pub use player::{Player, Task};
pub use registry::{
    AnyGame, AnyPlayer, Build, BuildAny, Entry, Games, Grammar, Group, OneGame, Registry,
};
pub use seat::{LONGEST_USUAL, Seat};
pub use setting::{Cost, Preset, Setting, SettingType, SettingValue, Settings};
pub use spec::{ExternalProgram, PlayerSpec, locate};
pub use submission::{Answering, Connection, DECIDED, Submission, Submissions};

#[cfg(doctest)]
#[doc = include_str!("../../../docs/add-a-game.md")]
struct AddAGame;
