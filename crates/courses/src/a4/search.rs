//! Minimax and alpha-beta of assignment 4, without and with its hash table.
//!
//! The document writes each of them as two functions, `maxMove` and `minMove`, which differ only in the side. Here the side is an
//! argument, and the settings select the method.
//!
//! Alpha-beta is fail-hard, with a line that looks wrong and is correct. `alpha = best.value` seems to widen the window when the
//! best value is below alpha. That cannot happen: no child returns less than alpha or more than beta, and the first child raises
//! `best` to alpha. [`Method::Textbook`] takes the maximum of both; the node counts are equal.

use super::table::Hit;
use super::{Method, MoveVal, Node, Run};
use crate::player::opponent;
use chess::Move;
use gametree::Score;
use gametree::observer::View;

impl Run<'_, '_> {
    /// Searches a node. At a MAX node the player at the root is to move, at a MIN node the opponent.
    pub(super) fn search(
        &mut self,
        node: &Node,
        depth: u32,
        (mut alpha, mut beta): (Score, Score),
        view: View,
    ) -> MoveVal {
        let is_max = view == View::Max;
        self.call(depth, (alpha, beta), view);
        let mut best = MoveVal {
            best: None,
            value: if is_max { Score::MIN } else { Score::MAX },
        };
        let mut moves = match self.cut_off(node, depth) {
            Ok(moves) => moves,
            Err(value) => return MoveVal { value, ..best },
        };
        if let Method::Table(rules) = self.method {
            let sorting = rules.sorting;
            sorting.sort(moves.as_mut_slice(), node, self.table, is_max);
        }
        for m in &moves {
            let Some((value, overwrites)) = self.value_of(m, node, depth, (alpha, beta), view)
            else {
                return best;
            };
            let is_better = match view {
                View::Max => best.value < value,
                _ => best.value > value,
            };
            if is_better || overwrites {
                best = MoveVal {
                    best: Some(m),
                    value,
                };
            }
            match (self.method, view) {
                (Method::Minimax, _) => continue,
                (Method::Textbook, View::Max) => alpha = alpha.max(best.value),
                (Method::Textbook, _) => beta = beta.min(best.value),
                (_, View::Max) => alpha = best.value,
                (..) => beta = best.value,
            }
            if alpha >= beta {
                best.value = if is_max { beta } else { alpha };
                self.walk.cut(&moves);
                break;
            }
        }
        self.walk.leave(best.value);
        best
    }

    /// Returns the value of a move, and whether it replaces the best value unconditionally. `None` if stopped.
    fn value_of(
        &mut self,
        m: Move,
        node: &Node,
        depth: u32,
        window: (Score, Score),
        view: View,
    ) -> Option<(Score, bool)> {
        let child = node.after(m);
        let left = self.max_depth - depth - 1;
        let rules = match self.method {
            Method::Table(rules) => Some(rules),
            _ => None,
        };
        if let Some(rules) = rules {
            let stored = self.depth_of_child(depth, rules);
            if let Some(value) = self.table.get(&child, stored, window) {
                self.walk.table_hit(m, left, value);
                return Some((value, rules.hit == Hit::Overwrites));
            }
            self.walk.table_miss();
        }
        self.walk.try_move(m);
        let value = self.search(&child, depth + 1, window, opponent(view)).value;
        if self.walk.stopped() {
            return None;
        }
        if let Some(rules) = rules {
            let stored = self.depth_of_child(depth, rules);
            self.table.put(&child, stored, value, window, rules.bounds);
        }
        Some((value, false))
    }
}
