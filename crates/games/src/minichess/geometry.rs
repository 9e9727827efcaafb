//! The board of six rows and five columns: neighbours of squares.
//!
//! Square `row * 5 + column`, row 0 at the top (Black's back row), column 0 is `a`.

use gametree::Side;

/// Off the board.
pub(super) const NONE: u8 = u8::MAX;

/// The eight directions as (row, column) steps: up, down, towards a, towards e, and the diagonals.
const DIRECTIONS: [(i8, i8); 8] = [
    (-1, 0),
    (1, 0),
    (0, -1),
    (0, 1),
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 1),
];
pub(super) const STRAIGHT: [usize; 4] = [0, 1, 2, 3];
pub(super) const DIAGONALS: [usize; 4] = [4, 5, 6, 7];

const KNIGHT_STEPS: [(i8, i8); 8] = [
    (-2, -1),
    (-2, 1),
    (-1, 2),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
];

/// The neighbour of each square in each direction.
pub(super) static STEP: [[u8; 8]; 30] = table(DIRECTIONS);
/// The targets of a knight on each square.
pub(super) static KNIGHT: [[u8; 8]; 30] = table(KNIGHT_STEPS);

const fn table(steps: [(i8, i8); 8]) -> [[u8; 8]; 30] {
    let mut table = [[NONE; 8]; 30];
    let mut square = 0;
    while square < 30 {
        let mut i = 0;
        while i < 8 {
            table[square][i] = target(square as u8, steps[i]);
            i += 1;
        }
        square += 1;
    }
    table
}

const fn target(square: u8, (rows, columns): (i8, i8)) -> u8 {
    let row = (square / 5) as i8 + rows;
    let column = (square % 5) as i8 + columns;
    if 0 <= row && row < 6 && 0 <= column && column < 5 {
        (row * 5 + column) as u8
    } else {
        NONE
    }
}

/// Returns the targets of a pawn: one step forward, then the captures towards `a` and towards `e`.
#[inline]
pub(super) fn pawn_targets(side: Side, from: u8) -> [u8; 3] {
    let step = &STEP[usize::from(from)];
    match side {
        Side::First => [step[0], step[4], step[5]],
        Side::Second => [step[1], step[6], step[7]],
    }
}

/// Returns the row on which a pawn promotes.
#[inline]
#[must_use]
pub const fn last_row(side: Side) -> u8 {
    match side {
        Side::First => 0,
        Side::Second => 5,
    }
}
