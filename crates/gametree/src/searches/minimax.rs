//! # Minimax
//!
//! **Parent.** None: the line begins here. **New here.** Best play on both sides, by looking
//! at everything.
//!
//! **The idea.** Call the player who moves at the root MAX and the other one MIN. A
//! leaf is worth what the rules or the evaluator say, seen by MAX. Where MAX moves,
//! a position is worth the largest of its children; where MIN moves, the smallest.
//!
//! **Why it is right.** By induction over the depth: if the values of all children
//! are what best play on both sides leads to, then the best choice among them is
//! what best play leads to here.
//!
//! **What it costs.** Every node down to the horizon: about `b^d` for `b` moves per
//! position and `d` plies. Memory for one line.
//!
//! **The invariant.** `value(state)` is in MAX's view at every node, whoever moves.
//! The evaluator is always asked from MAX's view, so it need not be antisymmetric.
//!
//! **Reference.** C. Shannon, "Programming a computer for playing chess",
//! Philosophical Magazine 41, 1950.

use crate::evaluator::Evaluator;
use crate::game::{Game, Player};
use crate::observer::{How, Observer, Try, View};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Plain minimax in max/min form. The window it is given does not matter to it.
#[derive(Clone, Debug, Default)]
pub struct Minimax<E> {
    eval: E,
}

impl<E> Minimax<E> {
    /// Value the horizon with `eval`.
    pub const fn new(eval: E) -> Self {
        Self { eval }
    }

    /// The value of `state`, `depth` plies deep, for the player `max`.
    fn value<G: Game, O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        max: Player,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        // Count the node.
        let maximizing = w.game.side(state) == max;
        let view = if maximizing { View::Max } else { View::Min };
        w.enter_as(view, ply, depth, -INF, INF)?;

        // At the horizon, or if the game is over, take the value as it is.
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
