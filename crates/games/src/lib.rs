#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod chess;
pub mod minichess;
pub mod nearest;
pub mod othello;
pub mod tictactoe;

mod descriptor;
mod ending;
mod kind;
mod notation;
mod record;

pub use self::chess::Chess;
pub use descriptor::{AnyEvaluator, Attacked, Descriptor};
pub use ending::{Ending, GameResult, Reason};
pub use kind::{GameKind, UnknownGame, WithGame};
pub use minichess::MiniChess;
pub use notation::{BoardGame, NotationError};
pub use othello::Othello;
pub use record::Record;
pub use tictactoe::TicTacToe;
