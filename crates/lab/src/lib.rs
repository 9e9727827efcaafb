#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod alternatives;
pub mod analyse;
pub mod class;
pub mod compare;
pub mod datagen;
pub mod grade;
pub mod habits;
pub mod ladder;
pub mod lesson;
pub mod manifest;
pub mod measured;
pub mod pairs;
pub mod report;
mod settings_file;
pub mod small_tree;
pub mod spsa;
pub mod suite;

pub use measured::Measured;
