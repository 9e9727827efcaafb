//! Portable Game Notation: games with variations, comments and annotations.
//!
//! [`Games`] reads any number of games from a file, one after the other; [`Game`] reads one from a text and writes
//! itself in export format. What is written reads back as the same game.
//!
//! ```
//! let text = "[White \"Anna\"]\n[Black \"Bernd\"]\n\n1. e4 e5 2. Qh5?! {too soon} (2. Nf3 Nc6) 2... Ke7?? 3. Qxe5# 1-0";
//! let game: pgn::Game = text.parse().unwrap();
//! assert_eq!(game.tags.get("White"), Some("Anna"));
//! let third = &game.main_line().nodes()[2];
//! assert_eq!(third.nags, [6]);
//! assert_eq!(third.comments[0].text(), "too soon");
//! assert_eq!(third.variations()[0].nodes().len(), 2);
//! assert_eq!(game.to_string().parse::<pgn::Game>().unwrap(), game);
//!
//! let error = "1. e4 e5 2. Bb6".parse::<pgn::Game>().unwrap_err();
//! assert_eq!(error.to_string(), "game 1, move 2 of White: there is no legal move Bb6 here");
//! ```

#![forbid(unsafe_code)]

mod builder;
mod command;
mod comment;
mod error;
mod game;
mod match_note;
mod read;
mod tags;
mod write;

pub use builder::{BuildError, Builder, Limit, Limits};
pub use command::{Command, Eval, Paint, Score};
pub use comment::{Comment, Part};
pub use error::{Error, ErrorKind};
pub use game::{Game, GameResult, Line, Node, Variant};
pub use match_note::MatchNote;
pub use read::Games;
pub use tags::{TagError, Tags};
pub use write::append;
