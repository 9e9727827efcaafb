//! # Move ordering
//!
//! **Parent.** [`AlphaBeta`](super::AlphaBeta). **New here.** An [`Orderer`] sorts the
//! moves and learns from every cutoff.
//!
//! **The idea.** Alpha-beta cuts when it reaches a move that is too good, so the earlier it
//! searches that move the fewer nodes it needs. Guess the move: a capture, a move that cut in a
//! sibling position, the best move of the last iteration. Each guess is a separate piece;
//! see [`ordering`](crate::ordering).
//!
//! **Why it is right.** An ordering only permutes the legal moves, and the largest of some
//! numbers does not depend on their order.
//!
//! **What it costs.** Ranking every move of a node before the first is searched. It saves
//! anything up to the difference between `b^d` leaves and about twice `b^(d/2)`.
//!
//! **The invariant.** The value is that of alpha-beta for every ordering. In generator order
//! the nodes are too.
//!
//! **Reference.** J. Schaeffer, "The history heuristic and alpha-beta search enhancements in
//! practice", IEEE PAMI 11(11), 1989.

use crate::game::{Game, Sign};
use crate::horizon::Horizon;
use crate::observer::{Cut, How, Observer, Try};
use crate::ordering::Orderer;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Alpha-beta that searches promising moves first.
#[derive(Clone, Debug, Default)]
pub struct OrderedAlphaBeta<H, R> {
    horizon: H,
    order: R,
}

impl<H, R> OrderedAlphaBeta<H, R> {
    /// Uses this horizon and move ordering.
    pub const fn with(horizon: H, order: R) -> Self {
        Self { horizon, order }
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
        R: Orderer<G>,
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

        // >>> New in step 5 (1 of 3): sort the moves.
        w.order(&mut self.order, state, list, ply, depth, None);
        // <<<

        // Search the moves and keep the best one.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            // >>> New in step 5 (2 of 3): record the line, since some orderings use it.
            // Was: let mv = w.try_move(index, Try::Full);
            let mv = w.try_on_line(index, ply, Try::Full);
            // <<<
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            let (a, b) = sign.window(alpha.max(best), beta);
            let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            w.game.undo(state, mv, undo);
            let value = sign.value(reply?);
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    w.improve(ply, mv, value);
                }
            }
            // A beta cutoff: the opponent will not allow this position.
            if best >= beta {
                w.cut(list, index, Cut::Beta);
                // >>> New in step 5 (3 of 3): it may cut the next sibling too.
                w.learn(&mut self.order, state, mv, ply, depth);
                // <<<
                break;
            }
        }

        let bound = Bound::of(best, alpha, beta);
        Ok(w.leave(list, best, bound, best_move))
    }
}

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for OrderedAlphaBeta<H, R> {
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
