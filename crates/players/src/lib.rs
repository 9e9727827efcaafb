#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod clock;
pub mod evaluators;
pub mod key;
pub mod master;
pub mod program;
pub mod registry;
pub mod spec;

mod alternatives;
mod answer;
mod course;
mod fault;
mod fitted;
mod one_game;
mod passes;
mod player;
mod random;
mod same;
mod seat;
mod textbook;

pub use answer::{Answer, Listener};
pub use course::value_of_player;
pub use fault::Fault;
pub use key::{Cost, Key, Preset, Values};
pub use player::{Player, Task};
pub use registry::Entry;
pub use seat::{LONGEST_USUAL, Seat};
pub use spec::{Spec, SpecError, Takes};
