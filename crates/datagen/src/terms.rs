//! The hand-crafted evaluation as the score of positions that were not searched.

use chess::{Color, Position};
use engine::eval::Evaluator;

use packs::Scored;

/// The hand-crafted evaluation. Each thread needs its own.
#[derive(Default)]
pub struct Terms {
    evaluator: Evaluator,
}

impl Terms {
    /// Returns the value in centipawns for White.
    pub fn for_white(&mut self, position: &Position) -> i16 {
        let value = self.evaluator.evaluate(position) as i16;
        match position.side_to_move() {
            Color::White => value,
            Color::Black => -value,
        }
    }

    /// Returns the position with this value as its score.
    #[must_use]
    pub fn instead(&mut self, scored: &Scored) -> Scored {
        Scored {
            white_score: self.for_white(&scored.position),
            ..*scored
        }
    }
}
