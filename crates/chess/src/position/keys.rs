//! Numbers that stand for positions.
//!
//! Every piece on every square has a random 64-bit number, and a position's key is the exclusive or of those of its
//! pieces, its castling rights, its en-passant file and the side to move (Zobrist 1970). The pieces are kept in three
//! parts, pawns, White's others and Black's others, because a search asks for those as well; the whole key is their
//! exclusive or, so a move changes one part and not two keys.

use crate::{Color, File, Piece, PieceKind, Square};

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
    counts: [[u64; 16]; 12],
}

/// One step of SplitMix64 (Steele, Lea, Flood 2014).
const fn split_mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn fill<const N: usize>(state: &mut u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        numbers[index] = split_mix(*state);
        index += 1;
    }
    numbers
}

static NUMBERS: Numbers = {
    // "espalier" in ASCII.
    let mut state = 0x6573_7061_6C69_6572;
    let mut pieces = [[0; 64]; 12];
    let mut counts = [[0; 16]; 12];
    let mut piece = 0;
    while piece < 12 {
        pieces[piece] = fill(&mut state);
        counts[piece] = fill(&mut state);
        piece += 1;
    }
    Numbers {
        pieces,
        castling: fill(&mut state),
        en_passant: fill(&mut state),
        black_to_move: fill::<1>(&mut state)[0],
        counts,
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

/// There is a `count`-th piece (from 0) of this kind: the material key is made of these.
#[inline(always)]
pub(crate) fn count(piece: Piece, count: u32) -> u64 {
    NUMBERS.counts[piece][count as usize & 15]
}

/// The material key of this many of each piece.
pub(crate) fn material(counts: impl Fn(Piece) -> u32) -> u64 {
    let mut key = 0;
    for piece in Piece::ALL {
        if piece.kind() != PieceKind::King {
            for n in 0..counts(piece) {
                key ^= count(piece, n);
            }
        }
    }
    key
}
