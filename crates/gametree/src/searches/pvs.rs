//! # Principal variation search
//!
//! **Parent.** [`TableAlphaBeta`](super::TableAlphaBeta). **New here.** The first move is
//! valued; the others are only asked whether they are better.
//!
//! **The idea.** If the first move is the best one, the others need not be valued,
//! only *refuted*: shown to be no better. A null window `(alpha, alpha + 1)` asks
//! just that, and cuts more than any wider window. If the answer is "better after
//! all", the move is searched again with room for its value.
//!
//! **Why it is right.** Scores are integers, so a null window leaves no value
//! strictly inside: the answer is a bound. "At most alpha" is all that is needed to
//! pass on. "At least v, above alpha" starts a second search just below `v`, which
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

use crate::game::{Game, Turn};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Probe, Try};
use crate::ordering::{GeneratorOrder, Orderer};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::search::Search;
use crate::table::{DepthMatch, Table};
use crate::walk::{Expanded, Stopped, Walk};

/// Alpha-beta that values the first move and only refutes the others.
#[derive(Clone, Debug)]
pub struct Pvs<M, H, R = GeneratorOrder> {
    horizon: H,
    order: R,
    table: Option<Table<M>>,
    depth_match: DepthMatch,
}

impl<M: Copy, E> Pvs<M, Static<E>> {
    /// Value the horizon with `eval`, try moves in generator order, remember nothing.
    pub const fn new(eval: E) -> Self {
        Self::with(Static(eval), GeneratorOrder)
    }
}

impl<M: Copy, H, R> Pvs<M, H, R> {
    /// Choose the horizon and the move ordering.
    pub const fn with(horizon: H, order: R) -> Self {
        Self {
            horizon,
            order,
            table: None,
            depth_match: DepthMatch::Exact,
        }
    }

    /// Remember in `table`, and use the entries that `depth_match` allows. `None` for no table.
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

    /// The table, to look at what is in it.
    pub const fn table(&self) -> Option<&Table<M>> {
        self.table.as_ref()
    }

    /// The value of `state` for the player to move, as far as it matters to `(alpha, beta)`.
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
        // At the horizon take the value as it is.
        if depth == 0 {
            return self.horizon.value(w, state, ply, alpha, beta);
        }
        w.enter(ply, depth, alpha, beta)?;

        // Ask the table.
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
        let mover = w.game.side(state);

        // Put the moves in order.
        w.order(&mut self.order, state, list, ply, depth, hash_move);

        // Try the moves and keep the one that leaves the opponent worst.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            // >>> New in step 7 (1 of 2): the first move gets the whole window, the others a null window.
            // Was: let mv = w.try_on_line(index, ply, Try::Full);
            let scout = !list.is_first(index);
            let floor = alpha.max(best);
            let ceiling = if scout { floor + 1 } else { beta };
            let mv = w.try_on_line(index, ply, if scout { Try::Scout } else { Try::Full });
            // <<<
            let undo = w.game.play(state, mv);
            let turn = Turn::after(w.game, mover, state);
            // >>> New in step 7 (2 of 2): better than expected, and not enough to cut? Search it
            // again, with room for every value it can still have.
            // Was: let (a, b) = turn.window(alpha.max(best), beta);
            // Was: let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            let (a, b) = turn.window(floor, ceiling);
            let mut reply = self.value(w, state, depth - 1, ply + 1, a, b);
            if let Ok(value) = reply.map(|reply| turn.value(reply))
                && scout
                && value > floor
                && value < beta
            {
                w.stats.researches += 1;
                w.watch.try_move(Some(mv), Try::Research);
                let (a, b) = turn.window(value - 1, beta);
                reply = self.value(w, state, depth - 1, ply + 1, a, b);
            }
            // <<<
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
                w.learn(&mut self.order, state, mv, ply, depth);
                break;
            }
        }

        let bound = Bound::of(best, alpha, beta);
        // Write it down.
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
