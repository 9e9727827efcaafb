//! Minimax, as assignment 4 has it.

use super::{MoveVal, Node, Run};
use gametree::Score;

impl Run<'_> {
    /// The player at the root moves and wants much.
    pub(super) fn minimax_max(&mut self, node: &Node, depth: u32) -> MoveVal {
        self.nodes.count();
        let mut best = MoveVal {
            best: None,
            value: Score::MIN,
        };
        match self.cut_off(node, depth) {
            Err(value) => best.value = value,
            Ok(moves) => {
                for m in &moves {
                    let value = self.minimax_min(&node.after(m), depth + 1).value;
                    if self.nodes.stopped() {
                        break;
                    }
                    if best.value < value {
                        best = MoveVal {
                            best: Some(m),
                            value,
                        };
                    }
                }
            }
        }
        best
    }

    /// The opponent moves and wants little.
    fn minimax_min(&mut self, node: &Node, depth: u32) -> MoveVal {
        self.nodes.count();
        let mut best = MoveVal {
            best: None,
            value: Score::MAX,
        };
        match self.cut_off(node, depth) {
            Err(value) => best.value = value,
            Ok(moves) => {
                for m in &moves {
                    let value = self.minimax_max(&node.after(m), depth + 1).value;
                    if self.nodes.stopped() {
                        break;
                    }
                    if best.value > value {
                        best = MoveVal {
                            best: Some(m),
                            value,
                        };
                    }
                }
            }
        }
        best
    }
}
