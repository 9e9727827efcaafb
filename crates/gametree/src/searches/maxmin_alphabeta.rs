//! # Alpha-beta, in max/min form
//!
//! **Branch of.** [`Minimax`](super::Minimax). **Different here.** The two numbers of
//! [`AlphaBeta`](super::AlphaBeta), with the rules for MAX and MIN written out.
//!
//! **The idea.** *Alpha* is what MAX already has on the path to this node, *beta* what MIN
//! has. If alpha reaches beta, one of the two sides has an alternative at least as good
//! elsewhere, and the node is cut. An evaluator that is not antisymmetric can be used only
//! in this form.
//!
//! **Why it is right.** A node is left only when its value cannot change the choice
//! of an ancestor. The value it returns then is not its true value but a bound on
//! the side that makes the ancestor pass it by.
//!
//! **What it costs.** The nodes of alpha-beta in negamax form.
//!
//! **The invariant.** Window and value are in MAX's view at every node, and
//! `alpha < beta` on entry.
//!
//! **Reference.** D. Knuth and R. Moore, "An analysis of alpha-beta pruning",
//! Artificial Intelligence 6, 1975.

use crate::evaluator::Evaluator;
use crate::game::{Game, Side};
use crate::observer::{Cut, How, Observer, Try, View};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Alpha-beta with the rules for MAX and MIN written out.
#[derive(Clone, Debug, Default)]
pub struct MaxMinAlphaBeta<E> {
    eval: E,
}

impl<E> MaxMinAlphaBeta<E> {
    /// Evaluates the horizon with `eval`, which need not be antisymmetric.
    pub const fn new(eval: E) -> Self {
        Self { eval }
    }

    /// Returns the value of `state` for the side `max`, within the contract of `(alpha, beta)`.
    #[allow(clippy::too_many_arguments)] // They are the five things every textbook passes down.
    fn value<G: Game, O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        alpha_on_entry: Score,
        beta_on_entry: Score,
        max: Side,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        // Count the node.
        let maximizing = w.game.side(state) == max;
        let view = if maximizing { View::Max } else { View::Min };
        w.enter_as(view, ply, depth, alpha_on_entry, beta_on_entry)?;

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

        // Try the moves. MAX raises alpha, MIN lowers beta.
        let (mut alpha, mut beta) = (alpha_on_entry, beta_on_entry);
        let mut best = if maximizing { -INF } else { INF };
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_move(index, Try::Full);
            let undo = w.game.play(state, mv);
            let value = self.value(w, state, depth - 1, ply + 1, alpha, beta, max);
            w.game.undo(state, mv, undo);
            let value = value?;

            if maximizing && value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    w.improve(ply, mv, value);
                }
            } else if !maximizing && value < best {
                best = value;
                if value < beta {
                    beta = value;
                    best_move = Some(mv);
                    w.improve(ply, mv, value);
                }
            }

            // One of the sides has a better alternative: cut.
            if alpha >= beta {
                w.cut(list, index, if maximizing { Cut::Beta } else { Cut::Alpha });
                break;
            }
        }
        let bound = Bound::of(best, alpha_on_entry, beta_on_entry);
        Ok(w.leave(list, best, bound, best_move))
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for MaxMinAlphaBeta<E> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let max = w.game.side(state);
        self.value(w, state, depth, 0, alpha, beta, max)
    }
}
