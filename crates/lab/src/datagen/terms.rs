//! What the evaluation by terms says of a position: all that is known of one that was never searched.

use chess::{Color, Position};
use engine::eval::Evaluator;

use super::Scored;

/// Evaluates by terms. Make one for each thread.
#[derive(Default)]
pub struct Terms {
    evaluator: Evaluator,
}

impl Terms {
    /// The value in centipawns for White.
    pub fn for_white(&mut self, position: &Position) -> i16 {
        let value = self.evaluator.evaluate(position) as i16;
        match position.side_to_move() {
            Color::White => value,
            Color::Black => -value,
        }
    }

    /// The same position with this value instead of its score.
    #[must_use]
    pub fn instead(&mut self, scored: &Scored) -> Scored {
        Scored {
            white_score: self.for_white(&scored.position),
            ..*scored
        }
    }
}
