//! # The transposition table
//!
//! **Parent.** [`OrderedAlphaBeta`](super::OrderedAlphaBeta). **New here.** A node looks
//! its position up before the search, stores its result after it, and searches the stored move first.
//!
//! **The idea.** Different lines lead to the same position. Search it once, store
//! the result, and look it up the next time. Even if the value cannot be
//! used, the best move can: it goes first.
//!
//! **Why it is right.** A stored value is used only if it was searched to the required
//! depth and its bound settles the window. What was proved about the
//! position is still proved.
//!
//! **What it costs.** Memory, and a look-up per node. It saves every repeated
//! subtree; in chess endings that is nearly all of them.
//!
//! **The invariant.** With [`DepthMatch::Exact`] the value equals fixed-depth minimax
//! for any table size and replacement policy. With [`DepthMatch::AtLeast`] it does
//! not: some values come from deeper searches. Without a table it visits exactly the
//! nodes of its parent.
//!
//! **Deliberately absent.** The table never cuts the root, which
//! would then have no move to play. A stopped search stores nothing.
//!
//! **Reference.** T. Marsland, "A review of game-tree pruning", ICCA Journal 9(1), 1986.

use crate::game::{Game, Sign};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Probe, Try};
use crate::ordering::{HashMove, Orderer};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::search::Search;
use crate::table::{DepthMatch, Table};
use crate::walk::{Expanded, Stopped, Walk};

/// Ordered alpha-beta with a transposition table.
#[derive(Clone, Debug)]
pub struct TableAlphaBeta<M, H, R = HashMove> {
    horizon: H,
    order: R,
    table: Option<Table<M>>,
    depth_match: DepthMatch,
}

impl<M: Copy, E> TableAlphaBeta<M, Static<E>> {
    /// Evaluates the horizon with `eval`, searches the hash move first, and stores results in `table`.
    pub fn new(eval: E, table: impl Into<Option<Table<M>>>, depth_match: DepthMatch) -> Self {
        Self::with(Static(eval), HashMove, table, depth_match)
    }
}

impl<M: Copy, H, R> TableAlphaBeta<M, H, R> {
    /// Uses this horizon, move ordering and table. `None`: no table.
    pub fn with(
        horizon: H,
        order: R,
        table: impl Into<Option<Table<M>>>,
        depth_match: DepthMatch,
    ) -> Self {
        Self {
            horizon,
            order,
            table: table.into(),
            depth_match,
        }
    }

    /// Returns the table.
    pub const fn table(&self) -> Option<&Table<M>> {
        self.table.as_ref()
    }

    /// Returns the value of `state` for the side to move, within the contract of `(alpha, beta)`.
    fn value<G: Game<Move = M>, O: Observer<M>>(
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

        // >>> New in step 6 (1 of 3): is the position stored, deep enough, and is its bound sufficient?
        let key = w.game.key(state);
        let mut hash_move = None;
        if let Some(table) = &self.table {
            w.stats.tt_probes += 1;
            if let Some(entry) = table.probe(key) {
                w.stats.tt_hits += 1;
                hash_move = entry.best;
                let value = score::from_node(entry.value, ply);
                let deep_enough = self.depth_match.allows(u32::from(entry.depth), depth);
                w.watch.probe(Some(&Probe {
                    depth: u32::from(entry.depth),
                    score: value,
                    bound: entry.bound,
                    deep_enough,
                }));
                if ply > 0 && deep_enough && entry.settles(value, alpha, beta) {
                    return Ok(w.table_cut(value, entry.bound, hash_move));
                }
            } else {
                w.watch.probe(None);
            }
        }
        // <<<

        // A finished game has its exact value.
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        let side = w.game.side(state);

        // >>> New in step 6 (2 of 3): the ordering gets the stored best move.
        // Was: w.order(&mut self.order, state, list, ply, depth, None);
        w.order(&mut self.order, state, list, ply, depth, hash_move);
        // <<<

        // Search the moves and keep the best one.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_on_line(index, ply, Try::Full);
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
                w.learn(&mut self.order, state, mv, ply, depth);
                break;
            }
        }

        let bound = Bound::of(best, alpha, beta);
        // >>> New in step 6 (3 of 3): store the result. The bound is that of the window on entry.
        if let Some(table) = &mut self.table {
            table.store(key, depth, score::to_node(best, ply), bound, best_move);
        }
        // <<<
        Ok(w.leave(list, best, bound, best_move))
    }
}

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for TableAlphaBeta<G::Move, H, R> {
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
        if let Some(table) = &mut self.table {
            table.new_search();
        }
    }
}
