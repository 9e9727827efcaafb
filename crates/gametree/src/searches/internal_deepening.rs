//! # Internal iterative deepening
//!
//! **Parent.** [`NullMove`](super::NullMove). **New here.** Where no best move is known, a
//! shallower search of the same node finds one to begin with.
//!
//! **The idea.** Iterative deepening gives the root a good first move. Do the same inside
//! the tree: a node with a large remaining depth and no move from the table is first searched
//! to a smaller depth, and the best move of that search goes first.
//!
//! **Why it is right.** It changes only the order of the moves. It needs an
//! ordering with [`HashMove`](crate::ordering::HashMove), which gets the move as if it
//! came from the table.
//!
//! **What it costs.** A search two plies less deep, a small part of the full one. It pays
//! where a wrong first move is expensive and the table has none: without a table, or after
//! the entry was replaced.
//!
//! **The invariant.** The value is that of its parent without null moves; switched off, so
//! are the nodes.
//!
//! **Reference.** <https://www.chessprogramming.org/Internal_Iterative_Deepening>.

use super::NullMoveRule;
use crate::game::{Game, Sign};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Probe, Try};
use crate::ordering::{GeneratorOrder, Orderer};
use crate::result::Bound;
use crate::score::{self, INF, Score, is_decisive};
use crate::search::Search;
use crate::table::{DepthMatch, Table};
use crate::walk::{Expanded, Stopped, Walk};

/// Internal iterative deepening starts at this depth.
pub(super) const INTERNAL_FROM: u32 = 4;
/// The reduction of its search, in plies.
pub(super) const INTERNAL_REDUCTION: u32 = 2;

/// Null move search that finds a first move where the table has none.
#[derive(Clone, Debug)]
pub struct InternalDeepening<M, H, R = GeneratorOrder> {
    horizon: H,
    order: R,
    table: Option<Table<M>>,
    depth_match: DepthMatch,
    null_move: Option<NullMoveRule>,
    internal: bool,
}

impl<M: Copy, E> InternalDeepening<M, Static<E>> {
    /// Evaluates the horizon with `eval` and searches moves in generator order; everything else is off.
    pub const fn new(eval: E) -> Self {
        Self::with(Static(eval), GeneratorOrder)
    }
}

impl<M: Copy, H, R> InternalDeepening<M, H, R> {
    /// Uses this horizon and move ordering; everything else is off.
    pub const fn with(horizon: H, order: R) -> Self {
        Self {
            horizon,
            order,
            table: None,
            depth_match: DepthMatch::Exact,
            null_move: None,
            internal: false,
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

    /// Tries null moves by this rule. `None`: no null moves.
    #[must_use]
    pub fn with_null_move(mut self, rule: impl Into<Option<NullMoveRule>>) -> Self {
        self.null_move = rule.into();
        self
    }

    /// Switches internal deepening on or off.
    #[must_use]
    pub fn with_internal_deepening(mut self, internal: bool) -> Self {
        self.internal = internal;
        self
    }

    /// Returns the table.
    pub const fn table(&self) -> Option<&Table<M>> {
        self.table.as_ref()
    }

    /// Returns the value of `state` for the side to move, within the contract of `(alpha, beta)`.
    #[allow(clippy::too_many_arguments)] // Alpha-beta's, and whether a pass is allowed.
    fn value<G: Game<Move = M>, O: Observer<M>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
        may_pass: bool,
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

        // Is the position too good even after a pass?
        if let Some(rule) = self.null_move
            && may_pass
            && ply > 0
            && depth > rule.reduction_at(depth)
            && !is_decisive(beta)
            && let Some(undo) = w.game.null_move(state)
        {
            let reduction = rule.reduction_at(depth);
            w.try_null(ply);
            let sign = Sign::after(w.game, side, state);
            let (a, b) = sign.window(beta - 1, beta);
            let reply = self.value(w, state, depth - 1 - reduction, ply + 1, a, b, false);
            w.game.undo_null(state, undo);
            let mut value = sign.value(reply?);
            if value >= beta && rule.verify {
                w.watch.try_move(None, Try::Internal);
                value = self.value(w, state, depth - reduction, ply, beta - 1, beta, false)?;
                w.pv.clear(ply);
            }
            if value >= beta {
                w.stats.null_cuts += 1;
                w.watch.cut(Cut::NullMove, &w.moves[list.indices()]);
                return Ok(w.leave(list, beta, Bound::Lower, None));
            }
        }

        // >>> New in step 11: no best move is known: a shallower search finds one.
        if self.internal && hash_move.is_none() && ply > 0 && depth >= INTERNAL_FROM {
            w.watch.try_move(None, Try::Internal);
            let less = depth - INTERNAL_REDUCTION;
            self.value(w, state, less, ply, alpha, beta, may_pass)?;
            hash_move = w.pv.line(ply).first().copied();
            w.pv.clear(ply);
        }
        // <<<

        // Sort the moves.
        w.order(&mut self.order, state, list, ply, depth, hash_move);

        // Search the moves and keep the best one.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            // The first move gets the full window, the others a null window.
            let scout = !list.is_first(index);
            let floor = alpha.max(best);
            let ceiling = if scout { floor + 1 } else { beta };
            let mv = w.try_on_line(index, ply, if scout { Try::Scout } else { Try::Full });
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            let (a, b) = sign.window(floor, ceiling);
            let mut reply = self.value(w, state, depth - 1, ply + 1, a, b, true);
            // It failed high: search it again with a wider window.
            if let Ok(value) = reply.map(|reply| sign.value(reply))
                && scout
                && value > floor
                && value < beta
            {
                w.stats.researches += 1;
                w.watch.try_move(Some(mv), Try::Research);
                let (a, b) = sign.window(value - 1, beta);
                reply = self.value(w, state, depth - 1, ply + 1, a, b, true);
            }
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

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for InternalDeepening<G::Move, H, R> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.value(w, state, depth, 0, alpha, beta, true)
    }

    fn begin(&mut self) {
        self.order.begin();
        if let Some(table) = &mut self.table {
            table.new_search();
        }
    }
}
