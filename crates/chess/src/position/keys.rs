//! Zobrist keys (Zobrist 1970).
//!
//! Each piece on each square, each castling right, each en-passant file and Black to move has a random 64-bit number. The
//! key of a position is the exclusive or of the numbers that apply. The pieces are hashed in three parts, because a search
//! also uses them alone: pawns, White's other pieces, Black's other pieces. A move updates one part; the full key is the
//! exclusive or of all parts.

use crate::random::SplitMix64;
use crate::{Color, File, Piece, Square};

/// The part of the pawns.
pub(crate) const PAWNS: usize = 0;

/// Returns the part of a piece: 0 for pawns, 1 for White's other pieces, 2 for Black's.
#[inline(always)]
pub(crate) fn part_of(piece: Piece) -> usize {
    const PART: [usize; 12] = [0, 0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
    PART[piece as usize]
}

/// Returns the part of a colour's pieces other than pawns.
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
        // 16 unused numbers per piece, skipped so that keys stay the same as in earlier versions.
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

/// Returns the number of a piece on a square.
#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece][square]
}

/// Returns the number of the right to castle with the rook on a square.
#[inline(always)]
pub(crate) fn castling(rook: Square) -> u64 {
    NUMBERS.castling[rook]
}

/// Returns the number of a legal en-passant capture on this file.
#[inline(always)]
pub(crate) fn en_passant(file: File) -> u64 {
    NUMBERS.en_passant[file as usize]
}

/// Returns the number of Black to move.
#[inline(always)]
pub(crate) fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}
