//! # Alpha-beta
//!
//! **Parent.** [`Negamax`](super::Negamax). **New here.** A window of values that can still
//! change the result, and a cut when a move leaves it.
//!
//! **The idea.** Suppose the first move has the value 3. After the second move the opponent
//! finds a reply that limits us to 2. The values of the other replies cannot matter
//! any more, because we shall not play that move. So the search skips them.
//!
//! The search passes two bounds down the tree. *Alpha* is what the side to move already has on the
//! path to this node, *beta* is what the opponent will allow: a move that reaches beta
//! ends the node. The window `(alpha, beta)` of one side is `(-beta, -alpha)` for the
//! other.
//!
//! **Why it is right.** A node is left only when its value cannot change the choice of an
//! ancestor. This is the *fail-soft* form: it returns the best value actually found, even
//! if that lies outside the window. Below alpha it is an upper bound of the true value, at
//! or above beta a lower bound. Children are searched with `max(alpha, best)`, which is alpha
//! until a move exceeds it.
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

use crate::game::{Game, Sign};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Try};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Negamax that skips moves that cannot change the result.
#[derive(Clone, Debug, Default)]
pub struct AlphaBeta<H> {
    horizon: H,
}

impl<E> AlphaBeta<Static<E>> {
    /// Evaluates the horizon with `eval`.
    pub const fn new(eval: E) -> Self {
        Self::with_horizon(Static(eval))
    }
}

impl<H> AlphaBeta<H> {
    /// Uses another horizon, such as quiescence.
    pub const fn with_horizon(horizon: H) -> Self {
        Self { horizon }
    }

    /// Returns the value of `state` for the side to move, within the contract of `(alpha, beta)`.
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
        // At the horizon, evaluate.
        if depth == 0 {
            return self.horizon.value(w, state, ply, alpha, beta);
        }
        w.enter(ply, depth, alpha, beta)?;

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
            let sign = Sign::after(w.game, side, state);
            // >>> New in step 3 (1 of 4): values below the best so far need not be distinguished.
            let (a, b) = sign.window(alpha.max(best), beta);
            // <<<
            let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            w.game.undo(state, mv, undo);
            let value = sign.value(reply?);
            if value > best {
                best = value;
                // >>> New in step 3 (2 of 4): up to alpha the value is a bound, and no best move is known.
                // Was: best_move = Some(mv);
                // Was: w.improve(ply, mv, value);
                if value > alpha {
                    best_move = Some(mv);
                    w.improve(ply, mv, value);
                }
                // <<<
            }
            // >>> New in step 3 (3 of 4): a beta cutoff, the opponent will not allow this position.
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
