//! Minimax, as assignment 4 has it.

use super::{MoveVal, Node, Run};
use gametree::Score;
use gametree::observer::View;

impl Run<'_, '_> {
    /// The player at the root moves and wants much.
    pub(super) fn minimax_max(&mut self, node: &Node, depth: u32) -> MoveVal {
        self.call(depth, (Score::MIN, Score::MAX), View::Max);
        let mut best = MoveVal {
            best: None,
            value: Score::MIN,
        };
        match self.cut_off(node, depth) {
            Err(value) => best.value = value,
            Ok(moves) => {
                for m in &moves {
                    self.log.try_move(m);
                    let value = self.minimax_min(&node.after(m), depth + 1).value;
                    if self.log.stopped() {
                        break;
                    }
                    if best.value < value {
                        best = MoveVal {
                            best: Some(m),
                            value,
                        };
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
    fn minimax_min(&mut self, node: &Node, depth: u32) -> MoveVal {
        self.call(depth, (Score::MIN, Score::MAX), View::Min);
        let mut best = MoveVal {
            best: None,
            value: Score::MAX,
        };
        match self.cut_off(node, depth) {
            Err(value) => best.value = value,
            Ok(moves) => {
                for m in &moves {
                    self.log.try_move(m);
                    let value = self.minimax_max(&node.after(m), depth + 1).value;
                    if self.log.stopped() {
                        break;
                    }
                    if best.value > value {
                        best = MoveVal {
                            best: Some(m),
                            value,
                        };
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
