//! Training records.

use chess::{Color, Piece};
use games::GameResult;

use super::{Scored, ScoredGame};

/// The bytes of a record.
pub const RECORD_SIZE: usize = 32;

/// A position with its score and the result of its game, in 32 bytes, little-endian:
///
/// | bytes | |
/// |---|---|
/// | 0..8 | the occupied squares, a1 the lowest bit |
/// | 8..24 | the piece on each of them, in order, two per byte, the first in the low half: pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5, and 8 more for Black |
/// | 24..26 | the score of the search in centipawns for the side to move |
/// | 26 | the result for the side to move: 0 lost, 1 drawn, 2 won; 3 if unknown |
/// | 27 | 1 if Black is to move |
/// | 28..32 | the number of its game, so that whole games can be held out |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record(pub [u8; RECORD_SIZE]);

impl Record {
    /// Returns the record of a position of a game.
    #[must_use]
    pub fn new(game: &ScoredGame, scored: &Scored) -> Self {
        let position = &scored.position;
        let black = position.side_to_move() == Color::Black;
        let score = if black {
            -scored.white_score
        } else {
            scored.white_score
        };
        let white_result: u8 = match game.result {
            GameResult::Second => 0,
            GameResult::Draw => 1,
            GameResult::First => 2,
        };
        let mut bytes = [0; RECORD_SIZE];
        bytes[..8].copy_from_slice(&position.occupied().bits().to_le_bytes());
        for (place, square) in position.occupied().into_iter().enumerate() {
            let piece = code(position.piece_at(square).expect("an occupied square"));
            bytes[8 + place / 2] |= piece << (4 * (place % 2));
        }
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26] = if black {
            2 - white_result
        } else {
            white_result
        };
        bytes[27] = u8::from(black);
        bytes[28..].copy_from_slice(&(game.number as u32).to_le_bytes());
        Self(bytes)
    }

    /// Returns the record of a position that is near a game, not part of it. It has no result, and is held out with the game.
    #[must_use]
    pub fn without_result(game: &ScoredGame, scored: &Scored) -> Self {
        let mut record = Self::new(game, scored);
        record.0[26] = 3;
        record
    }
}

fn code(piece: Piece) -> u8 {
    piece.kind() as u8 + 8 * u8::from(piece.color() == Color::Black)
}
