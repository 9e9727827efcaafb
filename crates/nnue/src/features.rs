//! What a network sees: one input for each man on each square, once as White and once as Black would draw the board.

use chess::{Bitboard, Color, File, Piece, Position, Square};

/// The inputs of one perspective: two colours, six kinds, 64 squares.
pub const INPUTS: usize = 768;

/// The files on which a king has its perspective mirrored.
const RIGHT_HALF: Bitboard = Bitboard::new(0xF0F0_F0F0_F0F0_F0F0);

const _: () = assert!(RIGHT_HALF.has(Square::new(File::E, chess::Rank::First)));

/// Whether the perspective of a side is mirrored from left to right: if its king stands on one of the files e to h. A
/// network then never sees its own king there, and has half as much to learn.
#[inline(always)]
#[must_use]
pub fn is_mirrored(king: Square) -> bool {
    RIGHT_HALF.has(king)
}

/// Whether the perspectives of White and Black are mirrored.
#[inline(always)]
#[must_use]
pub fn mirrored(position: &Position) -> [bool; 2] {
    Color::ALL.map(|color| is_mirrored(position.king(color)))
}

/// The input for a man on a square: 384 if it is the opponent's, 64 for each kind below its own (pawn, knight, bishop, rook,
/// queen, king), and the square as `perspective` sees it.
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

/// The bits of a square that a perspective turns over.
#[inline(always)]
pub(crate) fn flip(perspective: Color, mirrored: bool) -> usize {
    (perspective as usize * 56) ^ (usize::from(mirrored) * 7)
}

/// The output bucket for a number of men on the board, kings included: `(men - 2) / (32 / buckets, rounded up)`. With eight
/// buckets, 2 to 5 men are in the first and 30 to 32 in the last.
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
