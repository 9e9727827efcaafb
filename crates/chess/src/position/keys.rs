//! Numbers that stand for positions.
//!
//! Every piece on every square has a random 64-bit number, and a position's key is the exclusive or of those of its
//! pieces, its castling rights, its en-passant file and the side to move (Zobrist 1970). The pieces are kept in three
//! parts, pawns, White's others and Black's others, because a search asks for those as well; the whole key is their
//! exclusive or, so a move changes one part and not two keys.

use crate::random::SplitMix64;
use crate::{Color, File, Piece, Square};

/// The parts of the placement key.
pub(crate) const PAWNS: usize = 0;

/// The part a piece belongs to: 0 for pawns, 1 for White's other pieces, 2 for Black's.
#[inline(always)]
pub(crate) fn part_of(piece: Piece) -> usize {
    const PART: [usize; 12] = [0, 0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
    PART[piece as usize]
}

/// The part of a colour's pieces other than pawns.
#[inline(always)]
pub(crate) fn part_of_color(color: Color) -> usize {
    1 + color as usize
}

struct Numbers {
    pieces: [[u64; 64]; 12],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

const fn fill<const N: usize>(random: &mut SplitMix64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = random.next_u64();
        index += 1;
    }
    numbers
}

static NUMBERS: Numbers = {
    // "espalier" in ASCII.
    let mut random = SplitMix64::new(0x6573_7061_6C69_6572);
    let mut pieces = [[0; 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        pieces[piece] = fill(&mut random);
        // These stood for something once. Passed over, so that every position keeps its key.
        _ = fill::<16>(&mut random);
        piece += 1;
    }
    Numbers {
        pieces,
        castling: fill(&mut random),
        en_passant: fill(&mut random),
        black_to_move: fill::<1>(&mut random)[0],
    }
};

/// A piece on a square.
#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece][square]
}

/// The right to castle with the rook on a square.
#[inline(always)]
pub(crate) fn castling(rook: Square) -> u64 {
    NUMBERS.castling[rook]
}

/// An en-passant capture is possible on this file.
#[inline(always)]
pub(crate) fn en_passant(file: File) -> u64 {
    NUMBERS.en_passant[file as usize]
}

/// Black is to move.
#[inline(always)]
pub(crate) fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}
