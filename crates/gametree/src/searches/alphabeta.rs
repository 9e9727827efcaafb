//! # Alpha-beta, fail-soft, with a move ordering
//!
//! **The idea.** Two small steps from the fail-hard form. First, return the best
//! value actually found, even if it lies outside the window: below alpha it is an
//! upper bound of the true value, at or above beta a lower bound. A tighter bound
//! costs nothing and is worth much to a transposition table and to MTD(f). Second,
//! let an [`Orderer`] decide which move to try first.
//!
//! **Why it is right.** `best` is the maximum over values that are each right or a
//! bound in the same direction. Children are asked with `max(alpha, best)`, which
//! is alpha until a move beats it.
//!
//! **What it costs.** The nodes of fail-hard, or fewer the better the ordering is.
//! The ordering never changes the value.
//!
//! **The invariant** (the *window contract*), for the result `v` and the true value `t`:
//! `v <= alpha` means `t <= v`; `v >= beta` means `t >= v`; otherwise `v == t`.
//! If `v <= alpha` **no best move is known**: all moves are only bounded from above.
//!
//! **Reference.** J. Fishburn, "Another optimization of alpha-beta search",
//! SIGART Bulletin 84, 1983.

use crate::game::{Game, Turn};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Try};
use crate::ordering::{GeneratorOrder, Orderer};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Negamax alpha-beta that returns the best bound it knows.
#[derive(Clone, Debug, Default)]
pub struct AlphaBeta<H, R = GeneratorOrder> {
    horizon: H,
    order: R,
}

impl<E> AlphaBeta<Static<E>> {
    /// Value the horizon with `eval` and try moves in generator order.
    pub const fn new(eval: E) -> Self {
        Self::with(Static(eval), GeneratorOrder)
    }
}

impl<H, R> AlphaBeta<H, R> {
    /// Choose the horizon and the move ordering.
    pub const fn with(horizon: H, order: R) -> Self {
        Self { horizon, order }
    }

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
        R: Orderer<G>,
    {
        // Step 1. At the horizon, or if the game is over, take the value as it is.
        if depth == 0 {
            return self.horizon.value(w, state, ply, alpha, beta);
        }
        w.enter(ply, depth, alpha, beta)?;
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };

        // Step 2. Put the moves in order.
        w.order(&mut self.order, state, list, ply, depth, None);

        // Step 3. Try them. The opponent need not be searched below what we have.
        let mover = w.game.side(state);
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_on_line(index, ply, Try::Full);
            let undo = w.game.play(state, mv);
            let turn = Turn::after(w.game, mover, state);
            let (a, b) = turn.window(alpha.max(best), beta);
            let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            w.game.undo(state, mv, undo);
            let value = turn.value(reply?);
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    w.improve(ply, mv, value);
                }
            }

            // Step 4. Too good: the opponent will not allow this position.
            if best >= beta {
                w.cut(list, index, Cut::Beta);
                w.learn(&mut self.order, state, mv, ply, depth);
                break;
            }
        }
        Ok(w.leave(list, best, Bound::of(best, alpha, beta), best_move))
    }
}

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for AlphaBeta<H, R> {
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

    fn begin(&mut self) {
        self.order.begin();
    }
}
