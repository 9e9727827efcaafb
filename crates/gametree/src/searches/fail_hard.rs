//! # Alpha-beta, fail-hard
//!
//! **Branch of.** [`AlphaBeta`](super::AlphaBeta). **Different here.** Alpha itself is raised,
//! and the result never leaves the window.
//!
//! **The idea.** The older form, and the one in most books. A value below alpha is
//! returned as alpha, a value above beta as beta.
//!
//! **Why it is right.** The result is the true value clamped to the window, and nothing more
//! is claimed. A table and MTD(f) use the tighter bounds that fail-soft returns at no cost.
//!
//! **What it costs.** From the full window it visits exactly the leaves of the
//! fail-soft form, in the same order.
//!
//! **The invariant.** `result == clamp(true value, alpha, beta)`.
//!
//! **Reference.** D. Knuth and R. Moore (procedure F2), Artificial Intelligence 6, 1975.

use crate::game::{Game, Sign};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Try};
use crate::result::Bound;
use crate::score::Score;
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Negamax alpha-beta whose result stays inside the window.
#[derive(Clone, Debug, Default)]
pub struct FailHard<H> {
    horizon: H,
}

impl<E> FailHard<Static<E>> {
    /// Evaluates the horizon with `eval`.
    pub const fn new(eval: E) -> Self {
        Self {
            horizon: Static(eval),
        }
    }
}

impl<H> FailHard<H> {
    fn value<G: Game, O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        alpha_on_entry: Score,
        beta: Score,
    ) -> Result<Score, Stopped>
    where
        H: Horizon<G>,
    {
        // At the horizon, or if the game is over, clamp the value to the window.
        if depth == 0 {
            let value = self.horizon.value(w, state, ply, alpha_on_entry, beta)?;
            return Ok(value.clamp(alpha_on_entry, beta));
        }
        w.enter(ply, depth, alpha_on_entry, beta)?;
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => {
                w.leaf(value, How::Terminal);
                return Ok(value.clamp(alpha_on_entry, beta));
            }
            Expanded::Moves(list) => list,
        };

        // Try the moves; alpha is the best value so far.
        let side = w.game.side(state);
        let mut alpha = alpha_on_entry;
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_move(index, Try::Full);
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            let (a, b) = sign.window(alpha, beta);
            let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            w.game.undo(state, mv, undo);
            let value = sign.value(reply?);
            if value > alpha {
                alpha = value;
                best_move = Some(mv);
                w.improve(ply, mv, value);
            }

            // A beta cutoff: the opponent will not allow this position.
            if alpha >= beta {
                w.cut(list, index, Cut::Beta);
                break;
            }
        }
        let bound = Bound::of(alpha, alpha_on_entry, beta);
        Ok(w.leave(list, alpha, bound, best_move))
    }
}

impl<G: Game, H: Horizon<G>> Search<G> for FailHard<H> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.value(w, state, depth, 0, alpha, beta)
    }
}
