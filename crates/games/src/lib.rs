#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod chess;
pub mod connect4;
pub mod dynamic;
pub mod minichess;
pub mod nearest;
pub mod othello;
pub mod tictactoe;

mod board_game;
mod ending;
mod id;
mod list;
mod notation;
mod record;

pub use self::chess::Chess;
pub use board_game::{AnyEvaluator, Attacked, BoardGame};
pub use connect4::ConnectFour;
pub use dynamic::DynamicGame;
pub use ending::{Ending, GameResult, Reason};
pub use id::GameId;
pub use list::{UnknownGame, WithGame};
pub use minichess::MiniChess;
pub use notation::NotationError;
pub use othello::Othello;
pub use record::Record;
pub use tictactoe::TicTacToe;
