#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod analyse;
pub mod answer;
pub mod arena;
pub mod book;
pub mod compare;
pub mod contest;
mod course;
pub mod datagen;
pub mod external;
pub mod hash;
pub mod ladder;
pub mod manifest;
pub mod master;
pub mod nearest;
pub mod player;
pub mod pool;
pub mod registry;
pub mod report;
pub mod spec;
pub mod stats;
pub mod suite;
mod textbook;
pub mod when;

pub use answer::{Answer, Value};
pub use arena::{Arena, GameKind, WithGame};
pub use player::{Player, Record};
pub use registry::{Entry, Key};
pub use spec::{Spec, SpecError, Takes};
