#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod chess;
pub mod minichess;
pub mod nearest;
pub mod othello;
pub mod tictactoe;

mod board_game;
mod ending;
mod kind;
mod notation;
mod record;
mod with_game;

pub use self::chess::Chess;
pub use board_game::{AnyEvaluator, Attacked, BoardGame};
pub use ending::{Ending, GameResult, Reason};
pub use kind::{GameKind, UnknownGame, value_of};
pub use minichess::MiniChess;
pub use notation::NotationError;
pub use othello::Othello;
pub use record::Record;
pub use tictactoe::TicTacToe;
pub use with_game::WithGame;
