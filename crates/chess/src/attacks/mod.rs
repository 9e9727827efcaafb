//! Attack sets of pieces, and lines between squares.
//!
//! The attacks of knights, kings and pawns and the lines are tables computed at compile time. Sliding pieces use the tables
//! of `sliders`.

mod magics;
#[cfg(target_arch = "x86_64")]
mod pext;
pub(crate) mod sliders;

use crate::{Bitboard, Color, PieceKind, Square};

type SquareTable = [Bitboard; 64];

const fn steps<const N: usize>(offsets: [(i8, i8); N]) -> SquareTable {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut bits = 0;
        let mut step = 0;
        while step < N {
            let (files, ranks) = offsets[step];
            if let Some(to) = Square::masked(index as u8).offset(files, ranks) {
                bits |= to.bitboard().bits();
            }
            step += 1;
        }
        table[index] = Bitboard::new(bits);
        index += 1;
    }
    table
}

static KNIGHT: SquareTable = steps([
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: SquareTable = steps([
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static PAWN: [SquareTable; 2] = [steps([(-1, 1), (1, 1)]), steps([(-1, -1), (1, -1)])];

const ROOK_DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// Returns the attacks of a slider in the four `directions`, up to and including the first of the `occupied` squares.
const fn walk(square: Square, directions: [(i8, i8); 4], occupied: u64) -> u64 {
    let mut seen = 0;
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = directions[direction];
        let mut at = square;
        while let Some(next) = at.offset(files, ranks) {
            at = next;
            seen |= at.bitboard().bits();
            if occupied & at.bitboard().bits() != 0 {
                break;
            }
        }
        direction += 1;
    }
    seen
}

const fn empty_board(directions: [(i8, i8); 4]) -> SquareTable {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = Bitboard::new(walk(Square::masked(index as u8), directions, 0));
        index += 1;
    }
    table
}

static ROOK_RAYS: SquareTable = empty_board(ROOK_DIRECTIONS);
static BISHOP_RAYS: SquareTable = empty_board(BISHOP_DIRECTIONS);

/// For each pair of squares on a line: the squares strictly between them, and the whole line.
const fn lines() -> ([SquareTable; 64], [SquareTable; 64]) {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut line = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let start = Square::masked(from as u8);
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = if direction < 4 {
                ROOK_DIRECTIONS[direction]
            } else {
                BISHOP_DIRECTIONS[direction - 4]
            };
            // The whole line: both directions from the start, including the start.
            let mut whole = start.bitboard().bits();
            let mut sign = 1;
            while sign >= -1 {
                let mut at = start;
                while let Some(next) = at.offset(files * sign, ranks * sign) {
                    at = next;
                    whole |= at.bitboard().bits();
                }
                sign -= 2;
            }
            let mut at = start;
            let mut passed = 0;
            while let Some(next) = at.offset(files, ranks) {
                at = next;
                between[from][at as usize] = Bitboard::new(passed);
                line[from][at as usize] = Bitboard::new(whole);
                passed |= at.bitboard().bits();
            }
            direction += 1;
        }
        from += 1;
    }
    (between, line)
}

static LINES: ([SquareTable; 64], [SquareTable; 64]) = lines();

/// Returns the squares a knight attacks.
#[inline(always)]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square]
}

/// Returns the squares a king attacks.
#[inline(always)]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    KING[square]
}

/// Returns the squares a pawn of `color` attacks.
#[inline(always)]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color][square]
}

/// Returns the squares a rook attacks, blocked by `occupied` squares, which are included.
///
/// ```
/// use chess::{Bitboard, Square, attacks};
/// let blockers = Bitboard::from(Square::A4) | Bitboard::from(Square::C1);
/// assert_eq!(
///     attacks::rook(Square::A1, blockers).to_string(),
///     "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . .
/// X . . . . . . .
/// X . . . . . . .
/// . X X . . . . .
/// "
/// );
/// ```
#[inline]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::rook(square, occupied)
}

/// Returns the squares a bishop attacks, blocked by `occupied` squares, which are included.
#[inline]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::bishop(square, occupied)
}

/// Returns the squares a queen attacks, blocked by `occupied` squares, which are included.
#[inline]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

/// Returns the squares a piece of this colour and kind attacks.
#[inline(always)]
#[must_use]
pub fn of(color: Color, kind: PieceKind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => pawn(color, square),
        PieceKind::Knight => knight(square),
        PieceKind::Bishop => bishop(square, occupied),
        PieceKind::Rook => rook(square, occupied),
        PieceKind::Queen => queen(square, occupied),
        PieceKind::King => king(square),
    }
}

/// Returns the squares a rook attacks on an empty board.
#[inline(always)]
#[must_use]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square]
}

/// Returns the squares a bishop attacks on an empty board.
#[inline(always)]
#[must_use]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square]
}

/// Returns the squares strictly between two squares on one rank, file or diagonal; empty if they share no line.
#[inline(always)]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    LINES.0[a][b]
}

/// Returns the whole rank, file or diagonal through two squares, from edge to edge; empty if they share no line.
#[inline(always)]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINES.1[a][b]
}
