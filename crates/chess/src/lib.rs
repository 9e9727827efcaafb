#![doc = include_str!("../README.md")]

pub mod attacks;
mod bitboard;
mod castling;
pub mod chess960;
mod color;
pub mod epd;
pub mod fen;
mod game;
mod moves;
pub mod perft;
mod piece;
mod polyglot;
mod position;
#[doc(hidden)]
pub mod random;
pub mod san;
#[cfg(feature = "serde")]
mod serde;
mod square;
pub mod uci;

pub use bitboard::{Bitboard, Squares};
pub use castling::Castling;
pub use color::Color;
pub use epd::{Epd, EpdError};
pub use fen::FenError;
pub use game::{Game, Outcome, Reason, repetitions};
pub use moves::{Move, MoveKind, MoveList};
pub use piece::{Piece, PieceKind};
pub use position::{EXCHANGE_VALUES, IllegalMove, IllegalReason, Position, PositionError, Setup};
pub use san::SanError;
pub use square::{File, ParseSquareError, Rank, Square};
