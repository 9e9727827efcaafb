//! Alpha-beta, as the report has it: fail-soft, and right.

use super::{INFINITY, Run};
use chess::Position;
use gametree::Score;
use gametree::observer::View;

impl Run<'_, '_> {
    /// The player at the root moves and wants much.
    pub(super) fn alphabeta_max(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.call(depth, (alpha, beta), View::Max);
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = -INFINITY;
        for m in &moves {
            self.log.try_move(m);
            let value = self.alphabeta_min(&position.after(m), depth + 1, alpha, beta);
            if self.log.stopped() {
                return v;
            }
            v = v.max(value);
            if v >= beta {
                self.log.cut(&moves);
                break;
            }
            alpha = alpha.max(v);
        }
        self.log.leave(v)
    }

    /// The opponent moves and wants little.
    pub(super) fn alphabeta_min(
        &mut self,
        position: &Position,
        depth: u32,
        alpha: Score,
        mut beta: Score,
    ) -> Score {
        self.call(depth, (alpha, beta), View::Min);
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = INFINITY;
        for m in &moves {
            self.log.try_move(m);
            let value = self.alphabeta_max(&position.after(m), depth + 1, alpha, beta);
            if self.log.stopped() {
                return v;
            }
            v = v.min(value);
            if v <= alpha {
                self.log.cut(&moves);
                break;
            }
            beta = beta.min(v);
        }
        self.log.leave(v)
    }
}
