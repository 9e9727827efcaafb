#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod a4;
pub mod order;
mod player;
pub mod profile;
pub mod report;

pub use player::{Choice, CoursePlayer, RandomPlayer};
