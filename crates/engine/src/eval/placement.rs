//! Piece-square tables: material and placement in one table.

use chess::{Color, PieceKind, Square};

use super::layout::{STARTS, Weight};
use super::tapered::Tapered;
use super::trace::Trace;
use super::weights::DEFAULT;

/// Material plus placement, by kind and square from White's view. Computed at compile time.
static TABLE: [[Tapered; 64]; 6] = {
    let mut table = [[Tapered::ZERO; 64]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let material = if kind < 5 {
                DEFAULT.material[kind]
            } else {
                Tapered::ZERO
            };
            table[kind][square] = material.plus(DEFAULT.placement[placement_index(kind, square)]);
            square += 1;
        }
        kind += 1;
    }
    table
};

/// Returns the index of a square in the group `placement`, which mirrors files e to h.
const fn placement_index(kind: usize, square: usize) -> usize {
    let file = square & 7;
    let file = if file < 4 { file } else { 7 - file };
    kind * 32 + (square >> 3) * 4 + file
}

/// Returns the value of a piece of `us` on a square.
#[inline(always)]
pub(super) fn piece_square<T: Trace>(
    us: Color,
    kind: PieceKind,
    square: Square,
    trace: &mut T,
) -> Tapered {
    let seen = square.relative_to(us);
    if T::ACTIVE {
        let here = square.bitboard();
        if kind != PieceKind::King {
            trace.weight(us, STARTS.material + kind as usize, 1, here);
        }
        let index = STARTS.placement + placement_index(kind as usize, seen as usize);
        trace.weight(us, index, 1, here);
    }
    TABLE[kind][seen]
}

/// Returns a weight times `count`, after reporting it to the tracer.
#[inline(always)]
pub(super) fn counted<T: Trace>(
    us: Color,
    weight: Weight,
    count: i32,
    squares: chess::Bitboard,
    trace: &mut T,
) -> Tapered {
    if T::ACTIVE && count != 0 {
        trace.weight(us, weight.index, count, squares);
    }
    weight.value * count
}
