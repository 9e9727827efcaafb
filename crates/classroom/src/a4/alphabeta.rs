//! Alpha-beta, as assignment 4 has it: fail-hard, with a line that looks wrong.
//!
//! `alpha = best.value` forgets the alpha that came from above if the node has found less. It
//! looks like a bug and is none: since the search is fail-hard, no child ever returns less than
//! alpha (nor more than beta), so the first child already lifts `best` to alpha.
//! [`Method::Textbook`](super::Method) keeps the larger one; the node counts are equal.

use super::{MoveVal, Node, Run};
use gametree::Score;
use gametree::observer::View;

impl Run<'_, '_> {
    /// The new end of the window: the best value, or the better of it and the old end.
    fn narrowed(&self, old: Score, best: Score, better: fn(Score, Score) -> Score) -> Score {
        if self.textbook {
            better(old, best)
        } else {
            best
        }
    }

    /// The player at the root moves and wants much.
    pub(super) fn alphabeta_max(
        &mut self,
        node: &Node,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> MoveVal {
        self.call(depth, (alpha, beta), View::Max);
        let mut best = MoveVal {
            best: None,
            value: Score::MIN,
        };
        match self.cut_off(node, depth) {
            Err(value) => best.value = value,
            Ok(moves) => {
                for m in &moves {
                    self.log.try_move(m);
                    let child = self.alphabeta_min(&node.after(m), depth + 1, alpha, beta);
                    if self.log.stopped() {
                        break;
                    }
                    if best.value < child.value {
                        best = MoveVal {
                            best: Some(m),
                            ..child
                        };
                    }
                    alpha = self.narrowed(alpha, best.value, Score::max);
                    if alpha >= beta {
                        best.value = beta;
                        self.log.cut(&moves);
                        break;
                    }
                }
                if !self.log.stopped() {
                    self.log.leave(best.value);
                }
            }
        }
        best
    }

    /// The opponent moves and wants little.
    fn alphabeta_min(&mut self, node: &Node, depth: u32, alpha: Score, mut beta: Score) -> MoveVal {
        self.call(depth, (alpha, beta), View::Min);
        let mut best = MoveVal {
            best: None,
            value: Score::MAX,
        };
        match self.cut_off(node, depth) {
            Err(value) => best.value = value,
            Ok(moves) => {
                for m in &moves {
                    self.log.try_move(m);
                    let child = self.alphabeta_max(&node.after(m), depth + 1, alpha, beta);
                    if self.log.stopped() {
                        break;
                    }
                    if best.value > child.value {
                        best = MoveVal {
                            best: Some(m),
                            ..child
                        };
                    }
                    beta = self.narrowed(beta, best.value, Score::min);
                    if beta <= alpha {
                        best.value = alpha;
                        self.log.cut(&moves);
                        break;
                    }
                }
                if !self.log.stopped() {
                    self.log.leave(best.value);
                }
            }
        }
        best
    }
}
