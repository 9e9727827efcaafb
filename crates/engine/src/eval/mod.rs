//! What a quiet position is worth.

use chess::{Color, PieceKind, Position};

/// The value of a position for the side to move, in hundredths of a pawn.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let side = |color: Color| {
        let count = |kind: PieceKind| position.pieces(color, kind).count() as i32;
        100 * count(PieceKind::Pawn)
            + 320 * count(PieceKind::Knight)
            + 330 * count(PieceKind::Bishop)
            + 500 * count(PieceKind::Rook)
            + 950 * count(PieceKind::Queen)
    };
    side(position.side_to_move()) - side(!position.side_to_move())
}

/// Evaluates positions.
pub struct Evaluator;

impl Evaluator {
    /// A new one.
    #[must_use]
    pub fn new() -> Self {
        Self
    }

    /// The value of a position for the side to move, in hundredths of a pawn.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        evaluate(position)
    }
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}
