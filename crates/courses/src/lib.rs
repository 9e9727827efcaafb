#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod a4;
pub mod a8;
pub mod book;
pub mod fascicle3;
pub mod i2p3;
pub mod order;
mod player;
pub mod presets;
pub mod profile;
pub mod report;
pub mod reproduce;

pub use player::{Choice, CoursePlayer, RandomPlayer, deepen_until_stopped};
pub use presets::{Document, PRESETS, Preset, UnknownDocument};
