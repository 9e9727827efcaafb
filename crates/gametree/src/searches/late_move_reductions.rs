//! # Late move reductions
//!
//! **Parent.** [`InternalDeepening`](super::InternalDeepening). **New here.** Quiet moves late
//! in the list are searched to a reduced depth, and to the full depth only if they exceed alpha.
//!
//! **The idea.** With a good ordering the best move is among the first few, and the others
//! are searched only to be refuted. A smaller depth usually finds the refutation too. So a
//! late quiet move is searched a ply or two less deep. If it fails low as expected, the search
//! goes to the next move. If it exceeds alpha, it is searched again to the full depth.
//!
//! **Why it is only nearly right.** A move that exceeds alpha is always verified at full depth.
//! But a fail low at the reduced depth is accepted, so a quiet move whose point is at the
//! end of the line is missed. This is selective pruning: the result keeps the window contract for
//! the tree that was searched, which is not that of a fixed depth.
//!
//! **What it costs.** A second search of the moves that exceed alpha. It saves most of the work at
//! nodes where no move cuts, if the ordering is good; a poor one causes too many second searches.
//!
//! **The invariant.** Switched off, the search visits exactly the nodes of its parent. Never reduced:
//! the first moves, moves that win something at once ([`Game::capture_value`],
//! [`Game::static_gain`]), moves out of check or into it ([`Game::in_check`]), and moves
//! at a node that is already won or lost.
//!
//! **The end of the line.** This is the classical player: what most programs of the 1990s
//! settled on. Put it into [`Deepening`](super::Deepening), with or without
//! [`Aspiration`](super::Aspiration), over [`Quiescence`](super::Quiescence), and it plays.
//! With null moves and reductions off and [`DepthMatch::Exact`] its value is still that of
//! fixed-depth minimax over the same horizon.
//!
//! **Reference.** <https://www.chessprogramming.org/Late_Move_Reductions>.

use super::NullMoveRule;
use super::internal_deepening::{INTERNAL_FROM, INTERNAL_REDUCTION};
use crate::game::{Game, Sign};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Probe, Try};
use crate::ordering::{GeneratorOrder, Orderer};
use crate::result::Bound;
use crate::score::{self, INF, Score, is_decisive};
use crate::search::Search;
use crate::table::{DepthMatch, Table};
use crate::walk::{Expanded, MoveList, Stopped, Walk};

/// The rule for reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMoveRule {
    /// The smallest remaining depth with reductions.
    pub from_depth: u32,
    /// The number of moves of a node that are never reduced.
    pub full_moves: usize,
    /// The reduction in plies.
    pub reduction: u32,
    /// Reduces by one ply more if more than six are left.
    pub adaptive: bool,
}

impl Default for LateMoveRule {
    fn default() -> Self {
        Self {
            from_depth: 3,
            full_moves: 4,
            reduction: 1,
            adaptive: true,
        }
    }
}

impl LateMoveRule {
    /// Returns the reduction of a quiet move in this place (0 is the first) at remaining depth
    /// `depth`. At least one ply is left.
    #[must_use]
    pub fn reduction_at(self, depth: u32, place: usize) -> u32 {
        if depth < self.from_depth || place < self.full_moves.max(1) {
            return 0;
        }
        let more = u32::from(self.adaptive && depth > 6);
        self.reduction
            .saturating_add(more)
            .min(depth.saturating_sub(2))
    }

    /// Returns the reduction of the move at `index`, before it is played.
    fn reduction_of<G: Game, O>(
        self,
        w: &Walk<'_, G, O>,
        state: &G::State,
        list: MoveList,
        index: usize,
        depth: u32,
    ) -> u32 {
        let plies = self.reduction_at(depth, index - list.indices().start);
        let mv = w.moves[index];
        let reduced = plies > 0
            && w.game.capture_value(state, mv).is_none()
            && w.game.static_gain(state, mv).is_none_or(|gain| gain <= 0)
            && !w.game.in_check(state);
        if reduced { plies } else { 0 }
    }
}

/// The classical search: internal deepening, null moves, a table, and late move reductions.
#[derive(Clone, Debug)]
pub struct LateMoveReductions<M, H, R = GeneratorOrder> {
    horizon: H,
    order: R,
    table: Option<Table<M>>,
    depth_match: DepthMatch,
    null_move: Option<NullMoveRule>,
    internal: bool,
    reductions: Option<LateMoveRule>,
}

impl<M: Copy, E> LateMoveReductions<M, Static<E>> {
    /// Evaluates the horizon with `eval` and searches moves in generator order; everything else is off.
    pub const fn new(eval: E) -> Self {
        Self::with(Static(eval), GeneratorOrder)
    }
}

impl<M: Copy, H, R> LateMoveReductions<M, H, R> {
    /// Uses this horizon and move ordering; everything else is off.
    pub const fn with(horizon: H, order: R) -> Self {
        Self {
            horizon,
            order,
            table: None,
            depth_match: DepthMatch::Exact,
            null_move: None,
            internal: false,
            reductions: None,
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

    /// Reduces late moves by this rule. `None`: no reductions.
    #[must_use]
    pub fn with_reductions(mut self, rule: impl Into<Option<LateMoveRule>>) -> Self {
        self.reductions = rule.into();
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

        // No best move is known: a shallower search finds one.
        if self.internal && hash_move.is_none() && ply > 0 && depth >= INTERNAL_FROM {
            w.watch.try_move(None, Try::Internal);
            let less = depth - INTERNAL_REDUCTION;
            self.value(w, state, less, ply, alpha, beta, may_pass)?;
            hash_move = w.pv.line(ply).first().copied();
            w.pv.clear(ply);
        }

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
            // >>> New in step 12 (1 of 2): a late quiet move is expected to fail low.
            let reduction = match self.reductions {
                Some(rule) if !is_decisive(floor) => {
                    rule.reduction_of(w, state, list, index, depth)
                }
                _ => 0,
            };
            // <<<
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            let (a, b) = sign.window(floor, ceiling);
            // >>> New in step 12 (2 of 2): search it at a reduced depth, unless it gives check. If it does not
            // fail low, search it again.
            // Was: let mut reply = self.value(w, state, depth - 1, ply + 1, a, b, true);
            let less = if reduction > 0 && w.game.in_check(state) {
                0
            } else {
                reduction
            };
            let mut reply = self.value(w, state, depth - 1 - less, ply + 1, a, b, true);
            if less > 0 && reply.is_ok_and(|reply| sign.value(reply) > floor) {
                w.stats.researches += 1;
                w.watch.try_move(Some(mv), Try::Research);
                reply = self.value(w, state, depth - 1, ply + 1, a, b, true);
            }
            // <<<
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

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for LateMoveReductions<G::Move, H, R> {
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
