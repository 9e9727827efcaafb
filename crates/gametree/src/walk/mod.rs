//! The work every search shares: counting, stopping, move buffers, the principal
//! variation, and telling the observer.
//!
//! It is here so that a search file can be read as its idea and nothing else. A
//! [`Walk`] lasts for one search. Nothing in it allocates once the buffers have
//! grown to the size of the deepest line.

mod moves;
mod stopping;

pub use moves::{Expanded, MoveList};
pub use stopping::Stopped;

use crate::evaluator::Evaluator;
use crate::game::{Game, Player};
use crate::limits::{Limits, MAX_DEPTH};
use crate::observer::{Cut, Enter, How, Leave, Observer, Try, View};
use crate::ordering::{OrderNode, Orderer, Rank, sort_by_rank};
use crate::pv::PvTable;
use crate::result::{Bound, Stats};
use crate::score::{self, INF, Score};
use std::time::Duration;

/// One search under way.
pub struct Walk<'a, G: Game, O> {
    /// The rules.
    pub game: &'a G,
    /// Who watches.
    pub watch: &'a mut O,
    /// What has been done so far.
    pub stats: Stats,
    /// The moves of all open nodes, one list after the other.
    pub moves: Vec<G::Move>,
    /// The best line of every open node.
    pub pv: PvTable<G::Move>,
    /// The line of the previous iteration: what the PV ordering follows.
    pub guide: Vec<G::Move>,
    limits: &'a Limits,
    started: Duration,
    fuse: u64,
    root_score: Score,
    root_ply: u32,
    line: Vec<Option<G::Move>>,
    ranks: Vec<Rank>,
}

impl<'a, G: Game, O: Observer<G::Move>> Walk<'a, G, O> {
    /// Start a search.
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

    /// Whether no further iteration may begin.
    pub(crate) fn had_enough_nodes(&self) -> bool {
        let soft = self.limits.soft_nodes;
        soft.is_some_and(|soft| self.stats.nodes >= soft)
    }

    /// Enter a node: count it, stop if a limit is reached, tell the observer.
    #[inline(always)]
    pub fn enter(
        &mut self,
        ply: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        self.enter_as(View::Mover, ply, depth, alpha, beta)
    }

    /// As [`enter`](Walk::enter), with a window seen by someone else than the mover.
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

    /// Generate the moves of a node, or find that the game is over.
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

    /// The list of whatever was appended to [`Walk::moves`] since it had `start` moves.
    #[inline]
    #[must_use]
    pub fn list_from(&self, start: usize) -> MoveList {
        MoveList {
            start,
            end: self.moves.len(),
        }
    }

    /// A finished game, worth `value` to the mover counted from the node itself.
    #[inline]
    fn over(&mut self, value: Score, ply: u32) -> Score {
        self.stats.leaves += 1;
        score::from_node(value, ply)
    }

    /// The value of a node at the horizon for the side to move.
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

    /// The value of a node at the horizon as `viewer` sees it.
    #[inline]
    pub fn horizon_for<E: Evaluator<G>>(
        &mut self,
        eval: &mut E,
        state: &G::State,
        ply: u32,
        viewer: Player,
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

    /// A value for the side to move, as `viewer` sees it.
    #[inline]
    pub fn seen_by(&self, viewer: Player, state: &G::State, value: Score) -> Score {
        if self.game.side(state) == viewer {
            value
        } else {
            -value
        }
    }

    /// Leave a node that was not expanded.
    #[inline(always)]
    pub fn leaf(&mut self, score: Score, how: How) -> Score {
        self.leaf_with(score, Bound::Exact, how)
    }

    /// Leave a node that was not expanded, with a value that may be only a bound.
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

    /// Leave a node: give its moves back to the buffer and tell the observer.
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

    /// Leave a node whose value came from the transposition table.
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

    /// Announce the move at `index`, which is about to be searched, and return it.
    #[inline(always)]
    pub fn try_move(&mut self, index: usize, why: Try) -> G::Move {
        let mv = self.moves[index];
        self.watch.try_move(Some(mv), why);
        mv
    }

    /// The same, and remember for the move ordering that it is the move at `ply` of the
    /// line being searched.
    #[inline(always)]
    pub fn try_on_line(&mut self, index: usize, ply: u32, why: Try) -> G::Move {
        let mv = self.try_move(index, why);
        if let Some(place) = self.line.get_mut(ply as usize) {
            *place = Some(mv);
        }
        mv
    }

    /// Announce a null move.
    #[inline]
    pub fn try_null(&mut self, ply: u32) {
        self.stats.null_tries += 1;
        if let Some(place) = self.line.get_mut(ply as usize) {
            *place = None;
        }
        self.watch.try_move(None, Try::NullMove);
    }

    /// `mv` is the best move at `ply` so far, with this value.
    #[inline]
    pub fn improve(&mut self, ply: u32, mv: G::Move, value: Score) {
        self.pv.improve(ply, mv);
        if ply == 0 {
            self.root_score = value;
        }
    }

    /// Let a search that starts at ply 0 run one ply below the root.
    pub(crate) fn one_ply_down<T>(&mut self, search: impl FnOnce(&mut Self) -> T) -> T {
        let above = std::mem::take(&mut self.stats.selective_depth);
        self.root_ply += 1;
        let outcome = search(self);
        self.root_ply -= 1;
        self.stats.selective_depth = above.max(self.stats.selective_depth + 1);
        outcome
    }

    /// Whatever a search one ply below has left here: this is the line at the root, and its value.
    pub(crate) fn settle(&mut self, line: &[G::Move], value: Score) {
        self.pv.set(0, line);
        self.root_score = value;
    }

    /// The move at `index` ends the node; count it and name the moves left out.
    #[inline]
    pub fn cut(&mut self, list: MoveList, index: usize, reason: Cut) {
        self.stats.cutoffs += 1;
        self.stats.first_move_cutoffs += u64::from(list.is_first(index));
        let skipped = self.moves.get(index + 1..list.end).unwrap_or(&[]);
        self.watch.cut(reason, skipped);
    }

    /// Put the moves of a node in order.
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

    /// Let the ordering learn from a cutoff by `mv`.
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
