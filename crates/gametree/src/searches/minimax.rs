//! # Minimax
//!
//! **Parent.** None: the line begins here. **New here.** Best play by both sides, found by searching
//! every node.
//!
//! **The idea.** Call the side to move at the root MAX and the other one MIN. The value
//! of a leaf for MAX comes from the rules or the evaluator. The value of a position is
//! the largest value of its children if MAX is to move, and the smallest if MIN is
//! to move.
//!
//! **Why it is right.** By induction over the depth: if the values of all children
//! are what best play on both sides leads to, then the best choice among them is
//! what best play leads to here.
//!
//! **What it costs.** Every node down to the horizon: about `b^d` for `b` moves per
//! position and `d` plies. Memory for one line.
//!
//! **The invariant.** `value(state)` is in MAX's view at every node, whichever side is to move.
//! The evaluator is always called for MAX, so it need not be antisymmetric.
//!
//! **Reference.** C. Shannon, "Programming a computer for playing chess",
//! Philosophical Magazine 41, 1950.

use crate::evaluator::Evaluator;
use crate::game::{Game, Side};
use crate::observer::{How, Observer, Try, View};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Plain minimax in max/min form. It ignores its window.
#[derive(Clone, Debug, Default)]
pub struct Minimax<E> {
    eval: E,
}

impl<E> Minimax<E> {
    /// Evaluates the horizon with `eval`.
    pub const fn new(eval: E) -> Self {
        Self { eval }
    }

    /// Returns the value of `state`, `depth` plies deep, for the side `max`.
    fn value<G: Game, O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        max: Side,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        // Count the node.
        let maximizing = w.game.side(state) == max;
        let view = if maximizing { View::Max } else { View::Min };
        w.enter_as(view, ply, depth, -INF, INF)?;

        // At the horizon, or if the game is over, return the value.
        if depth == 0 {
            return Ok(w.horizon_for(&mut self.eval, state, ply, max));
        }
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => {
                let value = w.seen_by(max, state, value);
                return Ok(w.leaf(value, How::Terminal));
            }
            Expanded::Moves(list) => list,
        };

        // >>> New in step 1: try every move. MAX keeps the largest value, MIN the smallest.
        let mut best = if maximizing { -INF } else { INF };
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_move(index, Try::Full);
            let undo = w.game.play(state, mv);
            let value = self.value(w, state, depth - 1, ply + 1, max);
            w.game.undo(state, mv, undo);
            let value = value?;
            let better = if maximizing {
                value > best
            } else {
                value < best
            };
            if better {
                best = value;
                best_move = Some(mv);
                w.improve(ply, mv, value);
            }
        }
        // <<<
        Ok(w.leave(list, best, Bound::Exact, best_move))
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for Minimax<E> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        _: Score,
        _: Score,
    ) -> Result<Score, Stopped> {
        let max = w.game.side(state);
        self.value(w, state, depth, 0, max)
    }
}
