//! The inputs of a network: one for each piece on each square, for the perspectives of White and Black.

use chess::{Bitboard, Color, File, Piece, Position, Square};

/// The inputs of one perspective: two colours, six kinds, 64 squares.
pub const INPUTS: usize = 768;

/// The squares on which a king has its perspective mirrored: files e to h.
const RIGHT_HALF: Bitboard = Bitboard::new(0xF0F0_F0F0_F0F0_F0F0);

const _: () = assert!(RIGHT_HALF.has(Square::new(File::E, chess::Rank::First)));

/// Returns whether the perspective of a side is mirrored from left to right: if its king is on one of the files e to h. The
/// own king is then always on the files a to d, which halves the number of patterns to learn.
#[inline(always)]
#[must_use]
pub fn is_mirrored(king: Square) -> bool {
    RIGHT_HALF.has(king)
}

/// Returns whether the perspectives of White and Black are mirrored.
#[inline(always)]
#[must_use]
pub fn mirrored(position: &Position) -> [bool; 2] {
    Color::ALL.map(|color| is_mirrored(position.king(color)))
}

/// Returns the input for a piece on a square: 384 if it belongs to the opponent, plus 64 times the index of its kind (pawn,
/// knight, bishop, rook, queen, king), plus the square from the point of view of `perspective`.
///
/// ```
/// use chess::{Color, Piece, Square};
/// use nnue::features::index;
///
/// assert_eq!(index(Color::White, false, Piece::WhiteKnight, Square::B1), 64 + 1);
/// assert_eq!(index(Color::Black, false, Piece::BlackKnight, Square::B8), 64 + 1);
/// assert_eq!(index(Color::White, true, Piece::BlackKing, Square::E8), 384 + 5 * 64 + 59);
/// ```
#[inline(always)]
#[must_use]
pub fn index(perspective: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let theirs = usize::from(piece.color() != perspective);
    theirs * 384 + piece.kind() as usize * 64 + (square as usize ^ flip(perspective, mirrored))
}

/// Returns the bits of a square index that a perspective flips.
#[inline(always)]
pub(crate) fn flip(perspective: Color, mirrored: bool) -> usize {
    (perspective as usize * 56) ^ (usize::from(mirrored) * 7)
}

/// Returns the output bucket for a number of pieces on the board, pawns and kings included: `(men - 2) / (32 / buckets,
/// rounded up)`. With eight buckets, 2 to 5 pieces are in the first and 30 to 32 in the last.
///
/// ```
/// use nnue::features::bucket;
///
/// assert_eq!([2, 5, 6, 29, 30, 32].map(|men| bucket(men, 8)), [0, 0, 1, 6, 7, 7]);
/// assert_eq!(bucket(32, 1), 0);
/// ```
#[inline(always)]
#[must_use]
pub fn bucket(men: u32, buckets: usize) -> usize {
    (men.saturating_sub(2) as usize / 32_usize.div_ceil(buckets)).min(buckets - 1)
}
