#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod builder;
mod command;
mod comment;
mod error;
mod game;
mod match_note;
mod read;
mod scan;
mod tags;
mod variant;
mod write;

pub use builder::{BuildError, Builder, Limit, Limits};
pub use command::{Command, Eval, Paint};
pub use comment::{Comment, Part};
pub use error::{Error, ErrorKind};
pub use game::{Game, Line, Node};
pub use match_note::MatchNote;
pub use read::{Games, kind_of};
pub use tags::{TagError, Tags};
pub use variant::Variant;
pub use write::append;
