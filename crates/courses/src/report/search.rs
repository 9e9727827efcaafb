//! Minimax and alpha-beta of the report, without and with its table.
//!
//! The report writes each of them as two functions, `max_value` and `min_value`, which differ only in the side. Here the side is an
//! argument. Alpha-beta is fail-soft and correct; [`super::table`] describes the mistakes of the table.

use super::{INFINITY, Method, Run};
use crate::player::opponent;
use chess::{Move, Position};
use gametree::Score;
use gametree::observer::View;

impl Run<'_, '_> {
    /// Searches a node. At a MAX node the player at the root is to move, at a MIN node the opponent.
    pub(super) fn search(
        &mut self,
        position: &Position,
        depth: u32,
        (mut alpha, mut beta): (Score, Score),
        view: View,
    ) -> Score {
        self.call(depth, (alpha, beta), view);
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = match view {
            View::Max => -INFINITY,
            _ => INFINITY,
        };
        for m in &moves {
            let child = position.after(m);
            let Some(new) = self.value_after(v, m, &child, depth, (alpha, beta), view) else {
                return v;
            };
            v = new;
            if self.settings.method == Method::Minimax {
                continue;
            }
            let cuts = match view {
                View::Max => v >= beta,
                _ => v <= alpha,
            };
            if cuts {
                self.walk.cut(&moves);
                break;
            }
            match view {
                View::Max => alpha = alpha.max(v),
                _ => beta = beta.min(v),
            }
        }
        self.walk.leave(v)
    }

    /// Returns the running value `v` after the move to `child`. `None` if stopped.
    fn value_after(
        &mut self,
        v: Score,
        m: Move,
        child: &Position,
        depth: u32,
        window: (Score, Score),
        view: View,
    ) -> Option<Score> {
        let better = match view {
            View::Max => Score::max,
            _ => Score::min,
        };
        if let Some(v) = self.look_up(v, m, child, depth, better) {
            return Some(v);
        }
        self.walk.try_move(m);
        let value = self.search(child, depth + 1, window, opponent(view));
        if self.walk.stopped() {
            return None;
        }
        let v = better(v, value);
        self.store(child, depth, v, value);
        Some(v)
    }
}
