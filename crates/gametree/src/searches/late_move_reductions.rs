//! # Late move reductions
//!
//! **Parent.** [`InternalDeepening`](super::InternalDeepening). **New here.** Quiet moves late
//! in the list are searched less deep, and in full only if they surprise.
//!
//! **The idea.** With a good ordering the best move is among the first few, and the others
//! are searched only to be refuted. A refutation is usually found with less depth too. So a
//! late move that takes nothing is asked a ply or two less deep. If it fails as expected, that
//! is the end of it. If it beats alpha, it is searched again to the full depth.
//!
//! **Why it is only nearly right.** A move that beats alpha is always confirmed at full depth.
//! But one that fails is believed at less depth, so a quiet move whose point lies at the very
//! end of the line is overlooked. The window contract becomes a bet: the result keeps it for
//! the tree that was searched, which is no longer that of a fixed depth.
//!
//! **What it costs.** A second search of the moves that surprise. It saves most of the work at
//! nodes where no move cuts, if the ordering is good; with a poor one the surprises eat it up.
//!
//! **The invariant.** Switched off it visits exactly the nodes of its parent. Never less deep:
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
use crate::game::{Game, Turn};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Probe, Try};
use crate::ordering::{GeneratorOrder, Orderer};
use crate::result::Bound;
use crate::score::{self, INF, Score, is_decisive};
use crate::search::Search;
use crate::table::{DepthMatch, Table};
use crate::walk::{Expanded, MoveList, Stopped, Walk};

/// Which moves are searched less deep, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMoveRule {
    /// Only with at least this many plies to go.
    pub from_depth: u32,
    /// So many moves of a node are searched in full, whatever they are.
    pub full_moves: usize,
    /// Plies taken off.
    pub reduction: u32,
    /// One ply more when more than six are left.
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
    /// The plies taken off a quiet move in this place (0 is the first) with `depth` plies to
    /// go. At least one ply is always left.
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

    /// The plies taken off the move at `index`, which is about to be played.
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

/// The classical search: internal deepening, null moves, a table, and less depth for late moves.
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
    /// Value the horizon with `eval` and try moves in generator order; everything else is off.
    pub const fn new(eval: E) -> Self {
        Self::with(Static(eval), GeneratorOrder)
    }
}

impl<M: Copy, H, R> LateMoveReductions<M, H, R> {
    /// Choose the horizon and the move ordering; everything else is off.
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

    /// Try passes by this rule. `None` for no passes.
    #[must_use]
    pub fn with_null_move(mut self, rule: impl Into<Option<NullMoveRule>>) -> Self {
        self.null_move = rule.into();
        self
    }

    /// Search less deep first where no best move is known.
    #[must_use]
    pub fn with_internal_deepening(mut self, internal: bool) -> Self {
        self.internal = internal;
        self
    }

    /// Search late moves less deep by this rule. `None` for all moves alike.
    #[must_use]
    pub fn with_reductions(mut self, rule: impl Into<Option<LateMoveRule>>) -> Self {
        self.reductions = rule.into();
        self
    }

    /// The table, to look at what is in it.
    pub const fn table(&self) -> Option<&Table<M>> {
        self.table.as_ref()
    }

    /// The value of `state` for the player to move, as far as it matters to `(alpha, beta)`.
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

        // Would it be too good even if we passed?
        if let Some(rule) = self.null_move
            && may_pass
            && ply > 0
            && depth > rule.reduction_at(depth)
            && !is_decisive(beta)
            && let Some(undo) = w.game.null_move(state)
        {
            let reduction = rule.reduction_at(depth);
            w.try_null(ply);
            let turn = Turn::after(w.game, mover, state);
            let (a, b) = turn.window(beta - 1, beta);
            let reply = self.value(w, state, depth - 1 - reduction, ply + 1, a, b, false);
            w.game.undo_null(state, undo);
            let mut value = turn.value(reply?);
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

        // No idea which move is best? Search less deep to get one.
        if self.internal && hash_move.is_none() && ply > 0 && depth >= INTERNAL_FROM {
            w.watch.try_move(None, Try::Internal);
            let less = depth - INTERNAL_REDUCTION;
            self.value(w, state, less, ply, alpha, beta, may_pass)?;
            hash_move = w.pv.line(ply).first().copied();
            w.pv.clear(ply);
        }

        // Put the moves in order.
        w.order(&mut self.order, state, list, ply, depth, hash_move);

        // Try the moves and keep the one that leaves the opponent worst.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            // The first move gets the whole window, the others a null window.
            let scout = !list.is_first(index);
            let floor = alpha.max(best);
            let ceiling = if scout { floor + 1 } else { beta };
            let mv = w.try_on_line(index, ply, if scout { Try::Scout } else { Try::Full });
            // >>> New in step 12 (1 of 2): a late and quiet move is expected to fail.
            let reduction = match self.reductions {
                Some(rule) if !is_decisive(floor) => {
                    rule.reduction_of(w, state, list, index, depth)
                }
                _ => 0,
            };
            // <<<
            let undo = w.game.play(state, mv);
            let turn = Turn::after(w.game, mover, state);
            let (a, b) = turn.window(floor, ceiling);
            // >>> New in step 12 (2 of 2): ask it less deep, unless it gives check. If it does not
            // fail, ask again.
            // Was: let mut reply = self.value(w, state, depth - 1, ply + 1, a, b, true);
            let less = if reduction > 0 && w.game.in_check(state) {
                0
            } else {
                reduction
            };
            let mut reply = self.value(w, state, depth - 1 - less, ply + 1, a, b, true);
            if less > 0 && reply.is_ok_and(|reply| turn.value(reply) > floor) {
                w.stats.researches += 1;
                w.watch.try_move(Some(mv), Try::Research);
                reply = self.value(w, state, depth - 1, ply + 1, a, b, true);
            }
            // <<<
            // Better than expected: search it again, with room for its value.
            if let Ok(value) = reply.map(|reply| turn.value(reply))
                && scout
                && value > floor
                && value < beta
            {
                w.stats.researches += 1;
                w.watch.try_move(Some(mv), Try::Research);
                let (a, b) = turn.window(value - 1, beta);
                reply = self.value(w, state, depth - 1, ply + 1, a, b, true);
            }
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
