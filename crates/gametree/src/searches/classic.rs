//! # All of it together
//!
//! **The idea.** None new: this is the search most programs of the 1980s and 1990s
//! settled on. Principal variation search, a transposition table, null moves,
//! internal iterative deepening, any ordering, any horizon, each of which can be
//! switched off. Put it in [`Deepening`](super::Deepening), with or without
//! [`Aspiration`](super::Aspiration), and it plays.
//!
//! **Why it is right.** Each part keeps the window contract by itself, or says that it
//! does not: null moves and [`DepthMatch::AtLeast`] trade exactness for depth.
//!
//! **What it costs.** See the parts.
//!
//! **The invariant.** With null moves off and [`DepthMatch::Exact`] the value equals
//! fixed-depth minimax over the same horizon.
//!
//! **References.** Those of the parts. Internal iterative deepening:
//! <https://www.chessprogramming.org/Internal_Iterative_Deepening>.

use super::null_move::NullMoveRule;
use crate::game::{Game, Turn};
use crate::horizon::Horizon;
use crate::observer::{Cut, How, Observer, Probe, Try};
use crate::ordering::Orderer;
use crate::result::Bound;
use crate::score::{self, INF, Score, is_decisive};
use crate::search::Search;
use crate::table::{DepthMatch, Table};
use crate::walk::{Expanded, Stopped, Walk};

/// Internal iterative deepening starts at this depth.
const INTERNAL_FROM: u32 = 4;
/// And looks this much less deep.
const INTERNAL_REDUCTION: u32 = 2;

/// Which parts of [`Classic`] are on.
#[derive(Clone, Debug)]
pub struct ClassicOptions<M> {
    /// The transposition table; `None` for a search without one.
    pub table: Option<Table<M>>,
    /// Which table entries may be used.
    pub depth_match: DepthMatch,
    /// Refute later moves by null windows instead of valuing them.
    pub scout: bool,
    /// How null moves are used; `None` for not at all.
    pub null_move: Option<NullMoveRule>,
    /// Without a hash move, search less deep first to find the move to begin with.
    pub internal_deepening: bool,
}

impl<M> Default for ClassicOptions<M> {
    /// Principal variation search and nothing else.
    fn default() -> Self {
        Self {
            table: None,
            depth_match: DepthMatch::Exact,
            scout: true,
            null_move: None,
            internal_deepening: false,
        }
    }
}

/// The classical search, with switches.
#[derive(Clone, Debug)]
pub struct Classic<M, H, R> {
    horizon: H,
    order: R,
    options: ClassicOptions<M>,
}

impl<M: Copy, H, R> Classic<M, H, R> {
    /// Choose everything.
    pub const fn new(horizon: H, order: R, options: ClassicOptions<M>) -> Self {
        Self {
            horizon,
            order,
            options,
        }
    }

    /// The table, to look at what is in it.
    pub const fn table(&self) -> Option<&Table<M>> {
        self.options.table.as_ref()
    }

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
        M: Eq,
        H: Horizon<G>,
        R: Orderer<G>,
    {
        // Step 1. At the horizon take the value as it is.
        if depth == 0 {
            return self.horizon.value(w, state, ply, alpha, beta);
        }
        w.enter(ply, depth, alpha, beta)?;

        // Step 2. Ask the table.
        let key = w.game.key(state);
        let mut hash_move = None;
        if let Some(table) = &self.options.table {
            w.stats.tt_probes += 1;
            if let Some(entry) = table.probe(key) {
                w.stats.tt_hits += 1;
                hash_move = entry.best;
                let value = score::from_node(entry.value, ply);
                let deep_enough = self
                    .options
                    .depth_match
                    .allows(u32::from(entry.depth), depth);
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

        // Step 3. Generate the moves.
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        let mover = w.game.side(state);

        // Step 4. Would it be too good even if we passed?
        if let Some(rule) = self.options.null_move
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

        // Step 5. No idea which move is best? Search less deep to get one.
        if self.options.internal_deepening
            && hash_move.is_none()
            && ply > 0
            && depth >= INTERNAL_FROM
        {
            w.watch.try_move(None, Try::Internal);
            self.value(
                w,
                state,
                depth - INTERNAL_REDUCTION,
                ply,
                alpha,
                beta,
                may_pass,
            )?;
            hash_move = w.pv.line(ply).first().copied();
            w.pv.clear(ply);
        }
        w.order(&mut self.order, state, list, ply, depth, hash_move);

        // Step 6. Search the moves: the first with the whole window, the others with
        // a null window and again if that was too small.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            let floor = alpha.max(best);
            let scout = self.options.scout && !list.is_first(index);
            let ceiling = if scout { floor + 1 } else { beta };
            let mv = w.try_on_line(index, ply, if scout { Try::Scout } else { Try::Full });
            let undo = w.game.play(state, mv);
            let turn = Turn::after(w.game, mover, state);
            let (a, b) = turn.window(floor, ceiling);
            let mut reply = self.value(w, state, depth - 1, ply + 1, a, b, true);
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
            if best >= beta {
                w.cut(list, index, Cut::Beta);
                w.learn(&mut self.order, state, mv, ply, depth);
                break;
            }
        }

        // Step 7. Write it down. The bound is judged by the window on entry.
        let bound = Bound::of(best, alpha, beta);
        if let Some(table) = &mut self.options.table {
            table.store(key, depth, score::to_node(best, ply), bound, best_move);
        }
        Ok(w.leave(list, best, bound, best_move))
    }
}

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for Classic<G::Move, H, R> {
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
        if let Some(table) = &mut self.options.table {
            table.new_search();
        }
    }
}
