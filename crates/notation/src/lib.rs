//! Games written down and read again, with variations, comments and annotations.
//!
//! Chess is written in Portable Game Notation. The other games look the same: the tag `Variant` has the name of the
//! game, `FEN` a position in its own notation, and moves stand as the game writes them. The tag `White` and the result
//! `1-0` belong to the player who moves first from the usual start, which in Othello is Black.
//!
//! [`Games`] reads any number of games from a file, one after the other; [`Game`] reads one from a text and writes
//! itself in export format. What is written reads back as the same game.
//!
//! ```
//! let text = "[White \"Anna\"]\n[Black \"Bernd\"]\n\n1. e4 e5 2. Qh5?! {too soon} (2. Nf3 Nc6) 2... Ke7?? 3. Qxe5# 1-0";
//! let game: notation::Game = text.parse().unwrap();
//! assert_eq!(game.tags.get("White"), Some("Anna"));
//! let third = &game.main_line().nodes()[2];
//! assert_eq!(third.nags, [6]);
//! assert_eq!(third.comments[0].text(), "too soon");
//! assert_eq!(third.variations()[0].nodes().len(), 2);
//! assert_eq!(game.to_string().parse::<notation::Game>().unwrap(), game);
//!
//! let error = "1. e4 e5 2. Bb6".parse::<notation::Game>().unwrap_err();
//! assert_eq!(error.to_string(), "game 1, move 2 of White: there is no legal move Bb6 here");
//!
//! let text = "[Variant \"othello\"]\n\n1.f5 $1 d6 2.c3 *";
//! assert_eq!(notation::kind_of(text).unwrap(), games::GameKind::Othello);
//! let game: notation::Game<games::Othello<8>> = text.parse().unwrap();
//! assert_eq!(game.main_line().nodes().len(), 3);
//! ```

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
