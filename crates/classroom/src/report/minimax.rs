//! Minimax, as the report has it: two functions that call each other.

use super::{INFINITY, Run};
use chess::Position;
use gametree::Score;

impl Run {
    /// The player at the root moves and wants much.
    pub(super) fn minimax_max(&mut self, position: &Position, depth: u32) -> Score {
        self.calls += 1;
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = -INFINITY;
        for m in &moves {
            v = v.max(self.minimax_min(&position.after(m), depth + 1));
        }
        v
    }

    /// The opponent moves and wants little.
    pub(super) fn minimax_min(&mut self, position: &Position, depth: u32) -> Score {
        self.calls += 1;
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = INFINITY;
        for m in &moves {
            v = v.min(self.minimax_max(&position.after(m), depth + 1));
        }
        v
    }
}
