//! The tables of squares. The document does not print its own; it says how they were made: by
//! thinking about where a piece is useful. These were made the same way, each from one sentence.
//! They are drawn with White's back rank at the bottom, and halved before use.

use gametree::Score;

/// Values as they look on a board: the first row is the eighth rank.
pub type Picture = [[Score; 8]; 8];

/// Forward, and first of all in the centre.
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
/// on the back rank, where it is not developed.
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

/// Two points for each square more than 23 that a queen reaches on an empty board; at home it
/// need not hurry.
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

/// Before the end game: a castled king in its corner, and never forward.
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

/// In the end game: the middle, where it cannot be trapped.
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

/// The shield in front of a king in its corner, by the rank of the pawn as its owner sees it: at
/// home much, one step ahead little less, further nearly nothing.
pub const SHIELD: [Score; 8] = [0, 50, 40, 5, 5, 5, 5, 0];

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Bitboard, Square, attacks};

    /// The tables are what their sentences say.
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
