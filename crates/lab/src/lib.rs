#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod analyse;
pub mod compare;
pub mod datagen;
pub mod grade;
pub mod ladder;
pub mod manifest;
pub mod measured;
pub mod report;
pub mod suite;

pub use measured::Measured;
