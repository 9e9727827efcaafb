//! # Null move pruning
//!
//! **Parent.** [`Pvs`](super::Pvs). **New here.** Before its moves, a node searches a pass: if
//! even that reaches beta, the node is cut.
//!
//! **The idea.** Let the side to move pass. If the position is still too good for the
//! opponent to allow, a real move is almost certainly too good. So a shallow search after
//! a pass can replace the search of the whole node.
//!
//! **Why it is only nearly right.** There is almost always some move better than
//! passing. Where there is none (*zugzwang*) the argument fails, so the game decides by
//! [`Game::null_move`] where passing makes sense: not in check, not in bare endings,
//! not at all in Othello. A verification search without the pass is optional.
//!
//! **What it costs.** One reduced null-window search per node that passes; it saves the
//! full search of every node that fails high by a wide margin, which is most of them.
//!
//! **The invariant.** Switched off (or never allowed by the game), the search visits exactly
//! the nodes of its parent. Two passes never follow each other. A mate found after a
//! pass proves nothing and is never returned.
//!
//! **References.** D. Beal, "A generalised quiescence search algorithm", Artificial
//! Intelligence 43, 1990; C. Donninger, "Null move and deep search", ICCA Journal
//! 16(3), 1993; E. Heinz, "Adaptive null-move pruning", ICCA Journal 22(3), 1999.

use crate::game::{Game, Sign};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Probe, Try};
use crate::ordering::{GeneratorOrder, Orderer};
use crate::result::Bound;
use crate::score::{self, INF, Score, is_decisive};
use crate::search::Search;
use crate::table::{DepthMatch, Table};
use crate::walk::{Expanded, Stopped, Walk};

/// The rule for null moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NullMoveRule {
    /// The reduction of the search after the pass, in plies, besides the pass itself.
    pub reduction: u32,
    /// Reduces by one ply more if more than six are left (Heinz's adaptive rule).
    pub adaptive: bool,
    /// Verifies each cutoff by a reduced search with real moves.
    pub verify: bool,
}

impl Default for NullMoveRule {
    fn default() -> Self {
        Self {
            reduction: 2,
            adaptive: true,
            verify: false,
        }
    }
}

impl NullMoveRule {
    /// Returns the reduction at remaining depth `depth`.
    #[must_use]
    pub const fn reduction_at(self, depth: u32) -> u32 {
        self.reduction + if self.adaptive && depth > 6 { 1 } else { 0 }
    }
}

/// Principal variation search that cuts a node if a null move reaches beta.
#[derive(Clone, Debug)]
pub struct NullMove<M, H, R = GeneratorOrder> {
    horizon: H,
    order: R,
    table: Option<Table<M>>,
    depth_match: DepthMatch,
    null_move: Option<NullMoveRule>,
}

impl<M: Copy, E> NullMove<M, Static<E>> {
    /// Evaluates the horizon with `eval` and searches moves in generator order; everything else is off.
    pub const fn new(eval: E) -> Self {
        Self::with(Static(eval), GeneratorOrder)
    }
}

impl<M: Copy, H, R> NullMove<M, H, R> {
    /// Uses this horizon and move ordering; everything else is off.
    pub const fn with(horizon: H, order: R) -> Self {
        Self {
            horizon,
            order,
            table: None,
            depth_match: DepthMatch::Exact,
            null_move: None,
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

        // >>> New in step 10: is the position too good even after a pass?
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

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for NullMove<G::Move, H, R> {
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
