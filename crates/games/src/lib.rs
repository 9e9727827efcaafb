#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod chess;
pub mod minichess;
pub mod othello;
pub mod tictactoe;

mod notation;

pub use self::chess::Chess;
pub use minichess::MiniChess;
pub use notation::{BoardGame, NotationError};
pub use othello::Othello;
pub use tictactoe::TicTacToe;
