//! MiniChess evaluators.

use super::{Kind, MiniChess, Position};
use gametree::{Evaluator, Score, Side};

/// The difference in material: pawn 2, rook 6, knight 7, bishop 8, queen 20.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluator<MiniChess> for Material {
    #[inline]
    fn evaluate(&mut self, _: &MiniChess, state: &Position) -> Score {
        let [own, other] = state.material_of(state.side());
        own - other
    }
}

/// Material, mobility and advanced pawns: ten for each point of material, one for each move more than the opponent has, and
/// one, three or seven for each pawn by the rows it has advanced.
#[derive(Clone, Copy, Debug, Default)]
pub struct Activity;

impl Evaluator<MiniChess> for Activity {
    fn evaluate(&mut self, game: &MiniChess, state: &Position) -> Score {
        const ADVANCE: [Score; 6] = [0, 0, 1, 3, 7, 0];
        let [own, other] = state.material_of(state.side());
        let mut value = 10 * (own - other);
        for (square, owner, kind) in state.pieces() {
            if kind == Kind::Pawn {
                let row = square / 5;
                let forward = ADVANCE[if owner == Side::First { 5 - row } else { row }];
                value += if owner == state.side() {
                    forward
                } else {
                    -forward
                };
            }
        }
        let mut passed = *state;
        passed.pass();
        value + game.mobility(state) - game.mobility(&passed)
    }
}

/// The sign of the piece-square tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableSign {
    /// Added: a large number is a good square.
    #[default]
    Add,
    /// Subtracted, as in the document that published the tables. The program then prefers the
    /// squares that the author considered bad.
    Subtract,
}

/// Material and piece-square tables.
///
/// The tables are printed in an I2P3 course report (NTHU), from White's point of view; for
/// Black the rows are mirrored. Their numbers are large compared with the material, so this
/// evaluator gives two pieces for a good square. The king counts 1000.
#[derive(Clone, Copy, Debug, Default)]
pub struct SquareTables {
    /// The sign of the tables.
    pub sign: TableSign,
}

/// Returns the entry of a piece-square table, row 0 at the top.
///
/// # Panics
/// If the square is not on the board.
#[must_use]
pub const fn square_table(kind: Kind, row: usize, column: usize) -> Score {
    TABLES[kind as usize - 1][row][column]
}

impl SquareTables {
    /// Returns the material value of a piece, compared with the tables.
    #[must_use]
    pub const fn material(kind: Kind) -> Score {
        match kind {
            Kind::King => 1_000,
            kind => kind.material(),
        }
    }
}

impl Evaluator<MiniChess> for SquareTables {
    fn evaluate(&mut self, _: &MiniChess, state: &Position) -> Score {
        let mut value = 0;
        for (square, owner, kind) in state.pieces() {
            let (row, column) = (square / 5, square % 5);
            let row = if owner == Side::First { row } else { 5 - row };
            let table = square_table(kind, row, column);
            let material = SquareTables::material(kind);
            let worth = match self.sign {
                TableSign::Add => material + table,
                TableSign::Subtract => material - table,
            };
            value += if owner == state.side() { worth } else { -worth };
        }
        value
    }
}

/// Piece-square tables by kind, row (0 at the top) and column.
#[rustfmt::skip]
const TABLES: [[[Score; 5]; 6]; 6] = [
    // Pawn
    [
        [50, 50, 50, 50, 50],
        [30, 30, 20, 10, 10],
        [5, 5, 10, 10, 25],
        [5, -5, 0, 0, 0],
        [5, 10, 10, -20, -20],
        [0, 0, 0, 0, 0],
    ],
    // Rook
    [
        [0, 0, 0, 0, 0],
        [5, 100, 10, 10, 5],
        [-5, 0, 0, 0, -5],
        [-5, 0, 0, 0, -5],
        [-5, -5, 0, 0, -5],
        [-5, -5, 5, 0, -5],
    ],
    // Knight
    [
        [-50, -40, -30, -40, -50],
        [-40, -20, 0, -20, -40],
        [-30, 15, 20, 15, -30],
        [-30, 15, 20, 15, -30],
        [-40, -20, 5, -20, -40],
        [-50, -40, -30, -40, -50],
    ],
    // Bishop
    [
        [-20, -10, -10, -10, -20],
        [-10, 5, 5, 0, -10],
        [-10, 5, 10, 5, -10],
        [-10, 5, 5, 5, -10],
        [-10, 0, 5, 0, -10],
        [-20, -10, -10, -10, -20],
    ],
    // Queen
    [
        [-20, 0, 0, 0, -20],
        [-10, 0, 0, 0, -10],
        [-10, 5, 5, 5, -10],
        [-10, 5, 5, 5, -10],
        [-10, 0, 0, 0, -10],
        [-20, -10, -10, -10, -20],
    ],
    // King
    [
        [-30, -40, -50, -40, -30],
        [-30, -40, -50, -40, -30],
        [-30, -40, -50, -40, -30],
        [-30, -30, -30, -30, -30],
        [20, 0, 0, 0, 20],
        [20, 30, 0, 30, 20],
    ],
];
