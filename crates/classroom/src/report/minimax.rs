//! Minimax, as the report has it: two functions that call each other.

use super::{INFINITY, Run};
use chess::Position;
use gametree::Score;
use gametree::observer::View;

impl Run<'_, '_> {
    /// The player at the root moves and wants much.
    pub(super) fn minimax_max(&mut self, position: &Position, depth: u32) -> Score {
        self.call(depth, (-INFINITY, INFINITY), View::Max);
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = -INFINITY;
        for m in &moves {
            self.log.try_move(m);
            let value = self.minimax_min(&position.after(m), depth + 1);
            if self.log.stopped() {
                return v;
            }
            v = v.max(value);
        }
        self.log.leave(v)
    }

    /// The opponent moves and wants little.
    pub(super) fn minimax_min(&mut self, position: &Position, depth: u32) -> Score {
        self.call(depth, (-INFINITY, INFINITY), View::Min);
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = INFINITY;
        for m in &moves {
            self.log.try_move(m);
            let value = self.minimax_max(&position.after(m), depth + 1);
            if self.log.stopped() {
                return v;
            }
            v = v.min(value);
        }
        self.log.leave(v)
    }
}
