//! # Principal variation search
//!
//! **Parent.** [`TableAlphaBeta`](super::TableAlphaBeta). **New here.** The first move is
//! searched for its value; the others only to show that they are no better.
//!
//! **The idea.** If the first move is the best one, the others need no exact value. They
//! are only *refuted*: shown to be no better. A null window `(alpha, alpha + 1)` does
//! that, and cuts more than any wider window. If the move fails high, it
//! is searched again with a wider window.
//!
//! **Why it is right.** Scores are integers, so a null window leaves no value
//! strictly inside: the result is a bound. An upper bound of alpha refutes
//! the move. A lower bound `v` above alpha starts a second search just below `v`, which
//! finds the exact value or a cutoff.
//!
//! **What it costs.** With perfect ordering nothing is searched twice and the tree
//! is minimal. With poor ordering the re-searches cost more than they save.
//!
//! **The invariant.** The window contract of alpha-beta, unchanged.
//!
//! **References.** T. Marsland and M. Campbell, "Parallel search of strongly ordered
//! game trees", Computing Surveys 14, 1982; A. Reinefeld, "An improvement to the
//! scout tree-search algorithm", ICCA Journal 6(4), 1983 (NegaScout).

use crate::game::{Game, Sign};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Probe, Try};
use crate::ordering::{GeneratorOrder, Orderer};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::search::Search;
use crate::table::{DepthMatch, Table};
use crate::walk::{Expanded, Stopped, Walk};

/// Alpha-beta that searches the first move for its value and only refutes the others.
#[derive(Clone, Debug)]
pub struct Pvs<M, H, R = GeneratorOrder> {
    horizon: H,
    order: R,
    table: Option<Table<M>>,
    depth_match: DepthMatch,
}

impl<M: Copy, E> Pvs<M, Static<E>> {
    /// Evaluates the horizon with `eval` and searches moves in generator order; everything else is off.
    pub const fn new(eval: E) -> Self {
        Self::with(Static(eval), GeneratorOrder)
    }
}

impl<M: Copy, H, R> Pvs<M, H, R> {
    /// Uses this horizon and move ordering; everything else is off.
    pub const fn with(horizon: H, order: R) -> Self {
        Self {
            horizon,
            order,
            table: None,
            depth_match: DepthMatch::Exact,
        }
    }

    /// Stores results in `table` and uses the entries that `depth_match` allows. `None`: no table.
    #[must_use]
    pub fn with_table(
        mut self,
        table: impl Into<Option<Table<M>>>,
        depth_match: DepthMatch,
    ) -> Self {
        self.table = table.into();
        self.depth_match = depth_match;
        self
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

        // Look the position up in the table.
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

        // A finished game has its exact value.
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        let side = w.game.side(state);

        // Sort the moves.
        w.order(&mut self.order, state, list, ply, depth, hash_move);

        // Search the moves and keep the best one.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            // >>> New in step 7 (1 of 2): the first move gets the full window, the others a null window.
            // Was: let mv = w.try_on_line(index, ply, Try::Full);
            let scout = !list.is_first(index);
            let floor = alpha.max(best);
            let ceiling = if scout { floor + 1 } else { beta };
            let mv = w.try_on_line(index, ply, if scout { Try::Scout } else { Try::Full });
            // <<<
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            // >>> New in step 7 (2 of 2): above alpha and below beta? Search it
            // again, with room for every value it can still have.
            // Was: let (a, b) = sign.window(alpha.max(best), beta);
            // Was: let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            let (a, b) = sign.window(floor, ceiling);
            let mut reply = self.value(w, state, depth - 1, ply + 1, a, b);
            if let Ok(value) = reply.map(|reply| sign.value(reply))
                && scout
                && value > floor
                && value < beta
            {
                w.stats.researches += 1;
                w.watch.try_move(Some(mv), Try::Research);
                let (a, b) = sign.window(value - 1, beta);
                reply = self.value(w, state, depth - 1, ply + 1, a, b);
            }
            // <<<
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
        // Store the result.
        if let Some(table) = &mut self.table {
            table.store(key, depth, score::to_node(best, ply), bound, best_move);
        }
        Ok(w.leave(list, best, bound, best_move))
    }
}

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for Pvs<G::Move, H, R> {
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
