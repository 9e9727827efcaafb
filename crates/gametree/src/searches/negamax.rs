//! # Negamax
//!
//! **Parent.** [`Minimax`](super::Minimax). **New here.** One rule for both sides: every
//! value is for the side to move, and changes its sign between parent and child.
//!
//! **The idea.** What is good for one side is bad for the other by the same amount. If every
//! value is for the side to move, then MAX and MIN do the
//! same: take the largest of *minus* the children's values.
//!
//! **Why it is right.** `min(a, b) == -max(-a, -b)`. The value of a node is the
//! minimax value if MAX is to move and minus it if MIN is. The evaluator must be
//! antisymmetric: `v` for one side is `-v` for the other.
//!
//! **What it costs.** The same nodes as minimax, in half the code.
//!
//! **The invariant.** A value changes its sign exactly when the side to move
//! changes. Usually that is every ply, but not in every game, so [`Sign`] compares the sides.
//!
//! **Reference.** D. Knuth and R. Moore, "An analysis of alpha-beta pruning",
//! Artificial Intelligence 6, 1975.

use crate::game::{Game, Sign};
use crate::horizon::{Horizon, Static};
use crate::observer::{How, Observer, Try};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Plain minimax in negamax form.
#[derive(Clone, Debug, Default)]
pub struct Negamax<H> {
    horizon: H,
}

impl<E> Negamax<Static<E>> {
    /// Evaluates the horizon with `eval`.
    pub const fn new(eval: E) -> Self {
        Self {
            horizon: Static(eval),
        }
    }
}

impl<H> Negamax<H> {
    /// Uses another horizon, such as quiescence.
    pub const fn with_horizon(horizon: H) -> Self {
        Self { horizon }
    }

    /// Returns the value of `state`, `depth` plies deep, for the side to move.
    fn value<G: Game, O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
    ) -> Result<Score, Stopped>
    where
        H: Horizon<G>,
    {
        // At the horizon, evaluate.
        if depth == 0 {
            return self.horizon.value(w, state, ply, -INF, INF);
        }
        w.enter(ply, depth, -INF, INF)?;

        // A finished game has its exact value.
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        let side = w.game.side(state);

        // Search the moves and keep the best one.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_move(index, Try::Full);
            let undo = w.game.play(state, mv);
            // >>> New in step 2: the value of the reply for us is minus its value for the opponent.
            let sign = Sign::after(w.game, side, state);
            let reply = self.value(w, state, depth - 1, ply + 1);
            w.game.undo(state, mv, undo);
            let value = sign.value(reply?);
            // <<<
            if value > best {
                best = value;
                best_move = Some(mv);
                w.improve(ply, mv, value);
            }
        }

        let bound = Bound::Exact;
        Ok(w.leave(list, best, bound, best_move))
    }
}

impl<G: Game, H: Horizon<G>> Search<G> for Negamax<H> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        _: Score,
        _: Score,
    ) -> Result<Score, Stopped> {
        self.value(w, state, depth, 0)
    }
}
