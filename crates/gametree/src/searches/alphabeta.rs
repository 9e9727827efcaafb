//! # Alpha-beta
//!
//! **Parent.** [`Negamax`](super::Negamax). **New here.** A window of values that still
//! matter, and a cut where a move leaves it.
//!
//! **The idea.** Suppose we already have a move worth 3. Below the next move the opponent
//! finds an answer that holds us to 2. How the other answers turn out does not matter any
//! more: we shall not go there. So they are not looked at.
//!
//! Two numbers carry this down the tree. *Alpha* is what the mover has for certain on the
//! way to this node, *beta* is what the opponent will allow: a move that reaches beta
//! ends the node. The window `(alpha, beta)` of the mover is `(-beta, -alpha)` for the
//! opponent.
//!
//! **Why it is right.** A node is left only when its value cannot change the choice of an
//! ancestor. This is the *fail-soft* form: it returns the best value actually found, even
//! if that lies outside the window. Below alpha it is an upper bound of the true value, at
//! or above beta a lower bound. Children are asked with `max(alpha, best)`, which is alpha
//! until a move beats it.
//!
//! **What it costs.** With the best move first everywhere, `b^ceil(d/2) + b^floor(d/2) - 1`
//! leaves, so about twice the depth of minimax for the same work. With the worst first,
//! all `b^d`.
//!
//! **The invariant** (the *window contract*), for the result `v` and the true value `t`:
//! `v <= alpha` means `t <= v`; `v >= beta` means `t >= v`; otherwise `v == t`.
//! If `v <= alpha` **no best move is known**: all moves are only bounded from above.
//!
//! **References.** D. Knuth and R. Moore, "An analysis of alpha-beta pruning", Artificial
//! Intelligence 6, 1975; J. Fishburn, "Another optimization of alpha-beta search", SIGART
//! Bulletin 84, 1983 (fail-soft).

use crate::game::{Game, Turn};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Try};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Negamax that does not look at what cannot matter.
#[derive(Clone, Debug, Default)]
pub struct AlphaBeta<H> {
    horizon: H,
}

impl<E> AlphaBeta<Static<E>> {
    /// Value the horizon with `eval`.
    pub const fn new(eval: E) -> Self {
        Self::with_horizon(Static(eval))
    }
}

impl<H> AlphaBeta<H> {
    /// Value the horizon in another way, for example by quiescence.
    pub const fn with_horizon(horizon: H) -> Self {
        Self { horizon }
    }

    /// The value of `state` for the player to move, as far as it matters to `(alpha, beta)`.
    fn value<G: Game, O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped>
    where
        H: Horizon<G>,
    {
        // At the horizon take the value as it is.
        if depth == 0 {
            return self.horizon.value(w, state, ply, alpha, beta);
        }
        w.enter(ply, depth, alpha, beta)?;

        // A finished game has its exact value.
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        let mover = w.game.side(state);

        // Try the moves and keep the one that leaves the opponent worst.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_move(index, Try::Full);
            let undo = w.game.play(state, mv);
            let turn = Turn::after(w.game, mover, state);
            // >>> New in step 3 (1 of 4): values below what we have need not be told apart.
            let (a, b) = turn.window(alpha.max(best), beta);
            // <<<
            let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            w.game.undo(state, mv, undo);
            let value = turn.value(reply?);
            if value > best {
                best = value;
                // >>> New in step 3 (2 of 4): up to alpha it is a bound, and no best move.
                // Was: best_move = Some(mv);
                // Was: w.improve(ply, mv, value);
                if value > alpha {
                    best_move = Some(mv);
                    w.improve(ply, mv, value);
                }
                // <<<
            }
            // >>> New in step 3 (3 of 4): too good, the opponent will not allow this position.
            if best >= beta {
                w.cut(list, index, Cut::Beta);
                break;
            }
            // <<<
        }

        // >>> New in step 3 (4 of 4): outside the window the value is only a bound.
        // Was: let bound = Bound::Exact;
        let bound = Bound::of(best, alpha, beta);
        // <<<
        Ok(w.leave(list, best, bound, best_move))
    }
}

impl<G: Game, H: Horizon<G>> Search<G> for AlphaBeta<H> {
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
