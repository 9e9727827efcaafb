//! The work that all searches share: counting, stopping, move buffers, the principal
//! variation, and reporting to the observer.
//!
//! It contains what is not part of the algorithm, so that the search files have only the algorithm. A
//! A [`Walk`] belongs to one search. It does not allocate once the buffers have
//! the size of the longest line.

mod moves;
mod stopping;

pub use moves::{Expanded, MoveList};
pub use stopping::Stopped;

use crate::evaluator::Evaluator;
use crate::game::{Game, Side};
use crate::limits::{Limits, MAX_DEPTH};
use crate::observer::{Cut, Enter, How, Leave, Observer, Try, View};
use crate::ordering::{OrderNode, Orderer, Rank, sort_by_rank};
use crate::pv::PvTable;
use crate::result::{Bound, Stats};
use crate::score::{self, INF, Score};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A running search.
pub struct Walk<'a, G: Game, O> {
    /// The rules.
    pub game: &'a G,
    /// The observer.
    pub watch: &'a mut O,
    /// The statistics so far.
    pub stats: Stats,
    /// The moves of all open nodes in one buffer.
    pub moves: Vec<G::Move>,
    /// The best line of every open node.
    pub pv: PvTable<G::Move>,
    /// The line of the previous iteration, for the PV ordering.
    pub guide: Vec<G::Move>,
    limits: &'a Limits,
    cancelled: Option<&'a AtomicBool>,
    started: Duration,
    fuse: u64,
    root_score: Score,
    root_ply: u32,
    line: Vec<Option<G::Move>>,
    ranks: Vec<Rank>,
}

impl<'a, G: Game, O: Observer<G::Move>> Walk<'a, G, O> {
    /// Starts a search.
    pub fn new(game: &'a G, limits: &'a Limits, watch: &'a mut O) -> Self {
        let depth = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut walk = Self {
            game,
            watch,
            stats: Stats::default(),
            moves: Vec::with_capacity(256),
            pv: PvTable::new(depth),
            guide: Vec::new(),
            limits,
            cancelled: None,
            started: limits.clock.now(),
            fuse: 0,
            root_score: -INF,
            root_ply: 0,
            line: vec![None; depth as usize + 1],
            ranks: Vec::new(),
        };
        walk.set_fuse();
        walk
    }

    // ---- Entering and leaving nodes -------------------------------------

    /// Returns whether another iteration must not begin.
    pub(crate) fn had_enough_nodes(&self) -> bool {
        let soft = self.limits.soft_nodes;
        soft.is_some_and(|soft| self.stats.nodes >= soft)
    }

    /// Enters a node: counts it, checks the limits, notifies the observer.
    #[inline(always)]
    pub fn enter(
        &mut self,
        ply: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        self.enter_as(View::SideToMove, ply, depth, alpha, beta)
    }

    /// As [`enter`](Walk::enter), with a window in another view.
    #[inline(always)]
    pub fn enter_as(
        &mut self,
        view: View,
        ply: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        self.stats.nodes += 1;
        if self.stats.nodes > self.fuse {
            self.check_limits()?;
        }
        self.pv.clear(ply);
        self.watch.enter(&Enter {
            ply: self.root_ply + ply,
            depth,
            alpha,
            beta,
            view,
        });
        Ok(())
    }

    /// Generates the moves of a node, or finds that the game is over.
    #[inline]
    pub fn expand(&mut self, state: &G::State, ply: u32) -> Expanded {
        let start = self.moves.len();
        match self.game.expand(state, &mut self.moves) {
            Some(value) => Expanded::Over(self.over(value, ply)),
            None => {
                self.stats.interior += 1;
                self.stats.selective_depth = self.stats.selective_depth.max(ply + 1);
                Expanded::Moves(MoveList {
                    start,
                    end: self.moves.len(),
                })
            }
        }
    }

    /// Returns the list of moves that were appended to [`Walk::moves`] since it had `start` moves.
    #[inline]
    #[must_use]
    pub fn list_from(&self, start: usize) -> MoveList {
        MoveList {
            start,
            end: self.moves.len(),
        }
    }

    /// Counts a finished game and counts its distance from the root. `value` is for the side to move.
    #[inline]
    fn over(&mut self, value: Score, ply: u32) -> Score {
        self.stats.leaves += 1;
        score::from_node(value, ply)
    }

    /// Returns the value of a node at the horizon for the side to move.
    #[inline]
    pub fn horizon<E: Evaluator<G>>(&mut self, eval: &mut E, state: &G::State, ply: u32) -> Score {
        match self.game.terminal(state) {
            Some(value) => {
                let value = self.over(value, ply);
                self.leaf(value, How::Terminal)
            }
            None => {
                self.stats.leaves += 1;
                self.stats.evals += 1;
                let value = eval.evaluate(self.game, state);
                self.leaf(value, How::Horizon)
            }
        }
    }

    /// Returns the value of a node at the horizon for `viewer`.
    #[inline]
    pub fn horizon_for<E: Evaluator<G>>(
        &mut self,
        eval: &mut E,
        state: &G::State,
        ply: u32,
        viewer: Side,
    ) -> Score {
        match self.game.terminal(state) {
            Some(value) => {
                let value = self.over(value, ply);
                let value = self.seen_by(viewer, state, value);
                self.leaf(value, How::Terminal)
            }
            None => {
                self.stats.leaves += 1;
                self.stats.evals += 1;
                let value = eval.evaluate_for(self.game, state, viewer);
                self.leaf(value, How::Horizon)
            }
        }
    }

    /// Converts a value for the side to move to the view of `viewer`.
    #[inline]
    pub fn seen_by(&self, viewer: Side, state: &G::State, value: Score) -> Score {
        if self.game.side(state) == viewer {
            value
        } else {
            -value
        }
    }

    /// Leaves a node that was not expanded.
    #[inline(always)]
    pub fn leaf(&mut self, score: Score, how: How) -> Score {
        self.leaf_with(score, Bound::Exact, how)
    }

    /// Leaves a node that was not expanded, with a value that may be a bound.
    #[inline(always)]
    pub fn leaf_with(&mut self, score: Score, bound: Bound, how: How) -> Score {
        self.watch.leave(&Leave {
            score,
            bound,
            best: None,
            how,
        });
        score
    }

    /// Leaves a node: removes its moves from the buffer and notifies the observer.
    #[inline(always)]
    pub fn leave(
        &mut self,
        list: MoveList,
        score: Score,
        bound: Bound,
        best: Option<G::Move>,
    ) -> Score {
        self.moves.truncate(list.start);
        self.watch.leave(&Leave {
            score,
            bound,
            best,
            how: How::Searched,
        });
        score
    }

    /// Leaves a node with a value from the transposition table.
    #[inline]
    pub fn table_cut(&mut self, score: Score, bound: Bound, best: Option<G::Move>) -> Score {
        self.stats.tt_cuts += 1;
        self.watch.cut(Cut::Table, &[]);
        self.watch.leave(&Leave {
            score,
            bound,
            best,
            how: How::Table,
        });
        score
    }

    // ---- Moves ----------------------------------------------------------

    /// Returns the move at `index` and notifies the observer that its search begins.
    #[inline(always)]
    pub fn try_move(&mut self, index: usize, why: Try) -> G::Move {
        let mv = self.moves[index];
        self.watch.try_move(Some(mv), why);
        mv
    }

    /// As `try_move`, and records for the move ordering that it is the move at `ply` of the
    /// current line.
    #[inline(always)]
    pub fn try_on_line(&mut self, index: usize, ply: u32, why: Try) -> G::Move {
        let mv = self.try_move(index, why);
        self.set_on_line(mv, ply);
        mv
    }

    /// Records for the move ordering that `mv` is the move at `ply` of the current line.
    #[inline(always)]
    pub(crate) fn set_on_line(&mut self, mv: G::Move, ply: u32) {
        if let Some(place) = self.line.get_mut(ply as usize) {
            *place = Some(mv);
        }
    }

    /// Notifies the observer of a null move.
    #[inline]
    pub fn try_null(&mut self, ply: u32) {
        self.stats.null_tries += 1;
        if let Some(place) = self.line.get_mut(ply as usize) {
            *place = None;
        }
        self.watch.try_move(None, Try::NullMove);
    }

    /// Makes `mv` the best move at `ply`, with this value.
    #[inline]
    pub fn improve(&mut self, ply: u32, mv: G::Move, value: Score) {
        self.pv.improve(ply, mv);
        if ply == 0 {
            self.root_score = value;
        }
    }

    /// Runs a search that starts at ply 0 one ply below the root.
    pub(crate) fn one_ply_down<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> T {
        self.plies_down(1, search)
    }

    /// Runs a search that starts at ply 0 this many plies below the root.
    pub(crate) fn plies_down<T>(&mut self, plies: u32, search: impl FnOnce(&mut Self) -> T) -> T {
        let above = std::mem::take(&mut self.stats.selective_depth);
        self.root_ply += plies;
        let outcome = search(self);
        self.root_ply -= plies;
        self.stats.selective_depth = above.max(self.stats.selective_depth + plies);
        outcome
    }

    /// Returns the moves from the root to a node at `ply`, as far as [`try_on_line`](Walk::try_on_line) recorded them.
    pub(crate) fn line_to(&self, ply: u32) -> &[Option<G::Move>] {
        &self.line[..ply as usize]
    }

    /// Continues at a node that another thread reached by the moves `line`.
    pub(crate) fn move_to(&mut self, line: &[Option<G::Move>]) {
        self.line[..line.len()].copy_from_slice(line);
    }

    /// Appends a copy of the last list, for its order before it is sorted. Leaving the node removes both.
    pub(crate) fn copy_of(&mut self, list: MoveList) -> MoveList {
        let start = self.moves.len();
        self.moves.extend_from_within(list.indices());
        self.list_from(start)
    }

    /// Returns the place of a move in a list.
    pub(crate) fn place_of(&self, mv: G::Move, list: MoveList) -> Option<usize> {
        self.moves[list.indices()]
            .iter()
            .position(|&other| other == mv)
    }

    /// Returns the value and the line at the root so far.
    pub(crate) fn root_so_far(&self) -> (Score, Vec<G::Move>) {
        (self.root_score, self.pv.line(0).to_vec())
    }

    /// Sets the line at the root and its value, after a search one ply below.
    pub(crate) fn settle(&mut self, line: &[G::Move], value: Score) {
        self.pv.set(0, line);
        self.root_score = value;
    }

    /// Counts a cutoff by the move at `index` and reports the skipped moves.
    #[inline]
    pub fn cut(&mut self, list: MoveList, index: usize, reason: Cut) {
        self.stats.cutoffs += 1;
        self.stats.first_move_cutoffs += u64::from(list.is_first(index));
        let skipped = self.moves.get(index + 1..list.end).unwrap_or(&[]);
        self.watch.cut(reason, skipped);
    }

    /// Sorts the moves of a node.
    #[inline]
    pub fn order<R: Orderer<G>>(
        &mut self,
        orderer: &mut R,
        state: &mut G::State,
        list: MoveList,
        ply: u32,
        depth: u32,
        hash_move: Option<G::Move>,
    ) {
        if orderer.keeps_generator_order() {
            return;
        }
        let mut node = OrderNode {
            game: self.game,
            state,
            ply,
            depth,
            hash_move,
            guide: &self.guide,
            line: &self.line,
            evals: 0,
        };
        self.ranks.clear();
        for &mv in &self.moves[list.indices()] {
            self.ranks
                .push(orderer.rank(&mut node, mv).unwrap_or(Rank::NONE));
        }
        self.stats.evals += node.evals;
        self.stats.order_evals += node.evals;
        let moves = &mut self.moves[list.indices()];
        sort_by_rank(moves, &mut self.ranks);
        self.watch.order(moves, &self.ranks);
    }

    /// Lets the ordering learn from a cutoff by `mv`.
    #[inline]
    pub fn learn<R: Orderer<G>>(
        &mut self,
        orderer: &mut R,
        state: &mut G::State,
        mv: G::Move,
        ply: u32,
        depth: u32,
    ) {
        if orderer.keeps_generator_order() {
            return;
        }
        let mut node = OrderNode {
            game: self.game,
            state,
            ply,
            depth,
            hash_move: None,
            guide: &self.guide,
            line: &self.line,
            evals: 0,
        };
        orderer.cutoff(&mut node, mv);
    }
}
