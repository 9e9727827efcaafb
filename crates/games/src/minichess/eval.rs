//! Opinions about a MiniChess position.

use super::{Kind, MiniChess, Position};
use gametree::{Evaluator, Player, Score};

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

/// Material, moves and pawns on their way: ten for each point of material, one for each move more than the opponent
/// has, and for each pawn one, three or seven for the rows it has come forward.
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
                let forward = ADVANCE[if owner == Player::First { 5 - row } else { row }];
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

/// What to do with the square tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableSign {
    /// Add them: a large number means a good square.
    #[default]
    Add,
    /// Subtract them, as the document that published the tables did. Its program then
    /// seeks out the squares its author wanted it to shun.
    Subtract,
}

/// Material and a table of squares for each kind of piece.
///
/// The tables are printed in an I2P3 course report (NTHU). They are drawn from White's
/// side; for Black the rows are mirrored. Their numbers are large beside the material,
/// so this evaluator would give two pieces for a good square. The king counts 1000.
#[derive(Clone, Copy, Debug, Default)]
pub struct SquareTables {
    /// What to do with the tables.
    pub sign: TableSign,
}

/// The number of a table for a kind of piece, row 0 at the top.
///
/// # Panics
/// If there is no such square.
#[must_use]
pub const fn square_table(kind: Kind, row: usize, column: usize) -> Score {
    TABLES[kind as usize - 1][row][column]
}

impl SquareTables {
    /// What a piece is worth beside the tables.
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
            let row = if owner == Player::First { row } else { 5 - row };
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

/// By kind, row (0 at the top) and column.
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
