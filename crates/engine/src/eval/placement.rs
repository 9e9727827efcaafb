//! What a piece is worth where it stands: its material and its square in one table.

use chess::{Color, PieceKind, Square};

use super::layout::{STARTS, Weight};
use super::tapered::Tapered;
use super::trace::Trace;
use super::weights::DEFAULT;

/// Material and placement together, by kind and by square as White sees it. Made when the program is compiled.
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
            table[kind][square] = material.plus(DEFAULT.placement[place(kind, square)]);
            square += 1;
        }
        kind += 1;
    }
    table
};

/// The number of a square within the group `placement`: the board is mirrored, so four files will do.
const fn place(kind: usize, square: usize) -> usize {
    let file = square & 7;
    let file = if file < 4 { file } else { 7 - file };
    kind * 32 + (square >> 3) * 4 + file
}

/// The worth of a piece of `us` on a square.
#[inline(always)]
pub(super) fn worth<T: Trace>(
    us: Color,
    kind: PieceKind,
    square: Square,
    trace: &mut T,
) -> Tapered {
    let seen = square.relative_to(us);
    if T::LISTENS {
        let here = square.bitboard();
        if kind != PieceKind::King {
            trace.weight(us, STARTS.material + kind as usize, 1, here);
        }
        let index = STARTS.placement + place(kind as usize, seen as usize);
        trace.weight(us, index, 1, here);
    }
    TABLE[kind][seen]
}

/// What a weight adds when it counts `count` times, once the tracer knows.
#[inline(always)]
pub(super) fn counted<T: Trace>(
    us: Color,
    weight: Weight,
    count: i32,
    squares: chess::Bitboard,
    trace: &mut T,
) -> Tapered {
    if T::LISTENS && count != 0 {
        trace.weight(us, weight.index, count, squares);
    }
    weight.value * count
}
