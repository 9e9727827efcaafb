//! # Move ordering
//!
//! **Parent.** [`AlphaBeta`](super::AlphaBeta). **New here.** An [`Orderer`] decides which
//! move is tried first, and learns from every cut.
//!
//! **The idea.** Alpha-beta cuts when it meets a move that is too good, so the earlier it
//! meets one the less it searches. Guess which move that is: a capture, a move that cut in a
//! sister position, the best move of the last iteration. The guesses are pieces of their own;
//! see [`ordering`](crate::ordering).
//!
//! **Why it is right.** An ordering only permutes the legal moves, and the largest of some
//! numbers does not depend on their order.
//!
//! **What it costs.** A look at every move of a node before the first is tried. It saves
//! anything up to the difference between `b^d` leaves and about twice `b^(d/2)`.
//!
//! **The invariant.** The value is that of alpha-beta for every ordering. In generator order
//! the nodes are too.
//!
//! **Reference.** J. Schaeffer, "The history heuristic and alpha-beta search enhancements in
//! practice", IEEE PAMI 11(11), 1989.

use crate::game::{Game, Turn};
use crate::horizon::Horizon;
use crate::observer::{Cut, How, Observer, Try};
use crate::ordering::Orderer;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Alpha-beta that tries promising moves first.
#[derive(Clone, Debug, Default)]
pub struct OrderedAlphaBeta<H, R> {
    horizon: H,
    order: R,
}

impl<H, R> OrderedAlphaBeta<H, R> {
    /// Choose the horizon and the move ordering.
    pub const fn with(horizon: H, order: R) -> Self {
        Self { horizon, order }
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
        R: Orderer<G>,
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

        // >>> New in step 5 (1 of 3): put the moves in order.
        w.order(&mut self.order, state, list, ply, depth, None);
        // <<<

        // Try the moves and keep the one that leaves the opponent worst.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            // >>> New in step 5 (2 of 3): keep the line, since some orderings look at it.
            // Was: let mv = w.try_move(index, Try::Full);
            let mv = w.try_on_line(index, ply, Try::Full);
            // <<<
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
            // Too good: the opponent will not allow this position.
            if best >= beta {
                w.cut(list, index, Cut::Beta);
                // >>> New in step 5 (3 of 3): the next sister position may be cut by it too.
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
