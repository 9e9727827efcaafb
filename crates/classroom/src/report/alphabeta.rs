//! Alpha-beta, as the report has it: fail-soft, and right.

use super::{INFINITY, Run};
use chess::Position;
use gametree::Score;

impl Run<'_> {
    /// The player at the root moves and wants much.
    pub(super) fn alphabeta_max(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.calls.count();
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = -INFINITY;
        for m in &moves {
            let value = self.alphabeta_min(&position.after(m), depth + 1, alpha, beta);
            if self.calls.stopped() {
                return v;
            }
            v = v.max(value);
            if v >= beta {
                return v;
            }
            alpha = alpha.max(v);
        }
        v
    }

    /// The opponent moves and wants little.
    pub(super) fn alphabeta_min(
        &mut self,
        position: &Position,
        depth: u32,
        alpha: Score,
        mut beta: Score,
    ) -> Score {
        self.calls.count();
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = INFINITY;
        for m in &moves {
            let value = self.alphabeta_max(&position.after(m), depth + 1, alpha, beta);
            if self.calls.stopped() {
                return v;
            }
            v = v.min(value);
            if v <= alpha {
                return v;
            }
            beta = beta.min(v);
        }
        v
    }
}
