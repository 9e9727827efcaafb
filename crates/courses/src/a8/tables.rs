//! The piece-square tables. The document does not print its tables, only that they express where a piece is useful.
//! Each table of this module follows from one sentence. White's back rank is at the bottom, and values are halved
//! before use.

use gametree::Score;

/// Values in board layout: the first row is the eighth rank.
pub type Picture = [[Score; 8]; 8];

/// Advanced pawns gain, most of all in the centre.
#[rustfmt::skip]
pub const PAWN: Picture = [
    [ 0,  0,  0,   0,   0,  0,  0,  0],
    [64, 64, 64,  64,  64, 64, 64, 64],
    [24, 24, 28,  34,  34, 28, 24, 24],
    [10, 12, 16,  28,  28, 16, 12, 10],
    [ 4,  6, 10,  24,  24, 10,  6,  4],
    [ 2,  2,  4,   6,   6,  4,  2,  2],
    [ 0,  0,  0, -12, -12,  0,  0,  0],
    [ 0,  0,  0,   0,   0,  0,  0,  0],
];

/// Eight points for each square more than five that a knight reaches from here.
#[rustfmt::skip]
pub const KNIGHT: Picture = [
    [-24, -16, -8, -8, -8, -8, -16, -24],
    [-16,  -8,  8,  8,  8,  8,  -8, -16],
    [ -8,   8, 24, 24, 24, 24,   8,  -8],
    [ -8,   8, 24, 24, 24, 24,   8,  -8],
    [ -8,   8, 24, 24, 24, 24,   8,  -8],
    [ -8,   8, 24, 24, 24, 24,   8,  -8],
    [-16,  -8,  8,  8,  8,  8,  -8, -16],
    [-24, -16, -8, -8, -8, -8, -16, -24],
];

/// Four points for each square more than nine that a bishop reaches on an empty board; six less
/// on the back rank, because it is not developed there.
#[rustfmt::skip]
pub const BISHOP: Picture = [
    [ -8,  -8,  -8,  -8,  -8,  -8,  -8,  -8],
    [ -8,   0,   0,   0,   0,   0,   0,  -8],
    [ -8,   0,   8,   8,   8,   8,   0,  -8],
    [ -8,   0,   8,  16,  16,   8,   0,  -8],
    [ -8,   0,   8,  16,  16,   8,   0,  -8],
    [ -8,   0,   8,   8,   8,   8,   0,  -8],
    [ -8,   0,   0,   0,   0,   0,   0,  -8],
    [-14, -14, -14, -14, -14, -14, -14, -14],
];

/// Two points for each square more than 23 that a queen reaches on an empty board; none on its back rank.
#[rustfmt::skip]
pub const QUEEN: Picture = [
    [-4, -4, -4, -4, -4, -4, -4, -4],
    [-4,  0,  0,  0,  0,  0,  0, -4],
    [-4,  0,  4,  4,  4,  4,  0, -4],
    [-4,  0,  4,  8,  8,  4,  0, -4],
    [-4,  0,  4,  8,  8,  4,  0, -4],
    [-4,  0,  4,  4,  4,  4,  0, -4],
    [-4,  0,  0,  0,  0,  0,  0, -4],
    [-4, -4, -4,  4, -4, -4, -4, -4],
];

/// Before the end game: best in the corner after castling, worse the further forward.
#[rustfmt::skip]
pub const KING: Picture = [
    [-96, -96, -96, -96, -96, -96, -96, -96],
    [-84, -84, -84, -84, -84, -84, -84, -84],
    [-72, -72, -72, -72, -72, -72, -72, -72],
    [-60, -60, -60, -60, -60, -60, -60, -60],
    [-48, -48, -48, -48, -48, -48, -48, -48],
    [-32, -32, -32, -32, -32, -32, -32, -32],
    [  6,   6,  -8, -24, -24,  -8,   6,   6],
    [ 26,  44,  18, -12,   0, -12,  44,  26],
];

/// In the end game: best in the centre, where it cannot be trapped.
#[rustfmt::skip]
pub const KING_IN_END_GAME: Picture = [
    [-28, -28, -28, -28, -28, -28, -28, -28],
    [-28,   0,   0,   0,   0,   0,   0, -28],
    [-28,   0,  20,  20,  20,  20,   0, -28],
    [-28,   0,  20,  36,  36,  20,   0, -28],
    [-28,   0,  20,  36,  36,  20,   0, -28],
    [-28,   0,  20,  20,  20,  20,   0, -28],
    [-28,   0,   0,   0,   0,   0,   0, -28],
    [-28, -28, -28, -28, -28, -28, -28, -28],
];

/// The shield in front of a king in its corner, by the rank of the pawn relative to its owner: much at home, a little
/// less one step ahead, nearly nothing further on.
pub const SHIELD: [Score; 8] = [0, 50, 40, 5, 5, 5, 5, 0];

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Bitboard, Square, attacks};

    /// The tables match their sentences.
    #[test]
    fn tables_of_reach() {
        for square in Square::ALL {
            let (row, column) = (7 - square.rank() as usize, square.file() as usize);
            let count = |set: Bitboard| set.count() as Score;
            let knight = count(attacks::knight(square));
            assert_eq!(KNIGHT[row][column], 8 * (knight - 5));
            if row < 7 {
                let bishop = count(attacks::bishop(square, Bitboard::EMPTY));
                assert_eq!(BISHOP[row][column], 4 * (bishop - 9));
                let queen = count(attacks::queen(square, Bitboard::EMPTY));
                assert_eq!(QUEEN[row][column], 2 * (queen - 23));
            }
        }
    }
}
