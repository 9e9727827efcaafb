//! The work that all alternatives share: counting, stopping, and reporting to the observer.

use std::time::Duration;

use super::board::{AnyMove, Board};
use crate::game::Side;
use crate::limits::{Limits, MAX_DEPTH};
use crate::mark::Marked;
use crate::observer::{Cut, Enter, How, Leave, Observer, Try, View};
use crate::result::{Bound, Stats};
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// Nodes between two checks of the clock and the stop flag.
const NODES_BETWEEN_CHECKS: u64 = 32;

/// A running search over a [`Board`].
///
/// All values are for MAX, the side to move at the root. MIN is the opponent.
pub struct Context<'a> {
    /// The position on which the search plays and undoes moves.
    pub board: &'a mut dyn Board,
    /// The observer.
    pub watch: &'a mut dyn Observer<AnyMove>,
    /// The counts so far.
    pub stats: Stats,
    /// A nearly won value, in the units of the evaluator.
    pub scale: Score,
    limits: &'a Limits,
    memory: u64,
    max: Side,
    started: Duration,
    fuse: u64,
    watched: bool,
}

impl<'a> Context<'a> {
    /// Starts a search from the position on the board, with `memory` bytes.
    pub fn new(
        board: &'a mut dyn Board,
        limits: &'a Limits,
        scale: Score,
        memory: u64,
        watch: &'a mut dyn Observer<AnyMove>,
    ) -> Self {
        Self {
            max: board.side(),
            board,
            stats: Stats::default(),
            scale: scale.max(1),
            started: limits.clock.now(),
            watched: watch.is_watching(),
            limits,
            memory,
            fuse: 0,
            watch,
        }
    }

    /// Returns the largest depth that is allowed.
    #[must_use]
    pub fn depth_limit(&self) -> u32 {
        self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }

    /// Returns the depth of the limits, if there is one.
    #[must_use]
    pub fn depth_asked(&self) -> Option<u32> {
        self.limits.depth
    }

    /// Returns the number of nodes left, if it is limited.
    #[must_use]
    pub fn nodes_left(&self) -> Option<u64> {
        let left = |limit: u64| limit.saturating_sub(self.stats.nodes);
        self.limits.nodes.map(left)
    }

    /// Returns whether nothing but a depth ends the search.
    #[must_use]
    pub fn is_open_ended(&self) -> bool {
        self.limits.nodes.is_none() && self.limits.evals.is_none() && self.limits.time.is_none()
    }

    /// Returns the number of evaluations, if it is limited.
    #[must_use]
    pub fn evals_limit(&self) -> Option<u64> {
        self.limits.evals
    }

    /// Returns whether another iteration must not begin.
    #[must_use]
    pub fn had_enough_nodes(&self) -> bool {
        let soft = self.limits.soft_nodes;
        soft.is_some_and(|soft| self.stats.nodes >= soft)
    }

    /// Does MAX move here?
    #[must_use]
    pub fn is_max(&self) -> bool {
        self.board.side() == self.max
    }

    /// Is this side MAX?
    #[must_use]
    pub fn is_max_side(&self, side: Side) -> bool {
        side == self.max
    }

    /// Converts a value for the side to move to one for MAX.
    #[must_use]
    pub fn seen(&self, value: Score) -> Score {
        if self.is_max() { value } else { -value }
    }

    // ---- Limits ---------------------------------------------------------

    /// Checks every limit now.
    pub fn check(&self) -> Result<(), Stopped> {
        let limits = self.limits;
        let used_up = |used: u64, limit: Option<u64>| limit.is_some_and(|limit| used >= limit);
        let late = limits
            .time
            .is_some_and(|time| limits.clock.now().saturating_sub(self.started) >= time);
        if late
            || limits.stop_requested()
            || used_up(self.stats.nodes, limits.nodes)
            || used_up(self.stats.evals, limits.evals)
        {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Returns how many items of `size` bytes fit into the memory and the limit of stored nodes.
    #[must_use]
    pub fn room_for(&self, size: usize) -> usize {
        let by_memory = self.memory / size.max(1) as u64;
        let by_count = self.limits.stored_nodes.unwrap_or(u64::MAX);
        by_memory.min(by_count).min(u64::from(u32::MAX - 1)) as usize
    }

    /// Records that `count` items of `size` bytes are stored. Stops the search if they exceed the memory.
    pub fn keeps(&mut self, count: usize, size: usize) -> Result<(), Stopped> {
        if count > self.room_for(size) {
            return Err(Stopped);
        }
        self.stats.peak_stored = self.stats.peak_stored.max(count as u64);
        let bytes = count as u64 * size as u64;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    // ---- Nodes ----------------------------------------------------------

    /// Enters the position on the board: counts it, checks the limits, notifies the observer.
    pub fn enter(
        &mut self,
        ply: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        self.count()?;
        self.stats.selective_depth = self.stats.selective_depth.max(ply);
        self.report_enter(ply, depth, alpha, beta);
        Ok(())
    }

    /// Counts a node, and stops if a limit is reached.
    pub fn count(&mut self) -> Result<(), Stopped> {
        if self.stats.nodes >= self.fuse {
            self.check()?;
            self.fuse = (self.stats.nodes + NODES_BETWEEN_CHECKS)
                .min(self.limits.nodes.unwrap_or(u64::MAX));
        }
        self.stats.nodes += 1;
        Ok(())
    }

    /// Notifies the observer that a stored node is entered again; it is not counted.
    pub fn report_enter(&mut self, ply: u32, depth: u32, alpha: Score, beta: Score) {
        if !self.watched {
            return;
        }
        let view = if self.is_max() { View::Max } else { View::Min };
        self.watch.enter(&Enter {
            ply,
            depth,
            alpha,
            beta,
            view,
        });
    }

    /// Plays a move and notifies the observer.
    pub fn play(&mut self, mv: AnyMove) {
        if self.watched {
            self.watch.try_move(Some(mv), Try::Full);
        }
        self.board.play(mv);
    }

    /// Returns whether an observer receives the nodes. If none does, the search computes nothing for it.
    #[must_use]
    pub const fn is_watched(&self) -> bool {
        self.watched
    }

    /// Sends marks of the open node, or of the child that a move leads to, to the observer.
    pub fn mark(&mut self, child: Option<AnyMove>, marks: &[Marked]) {
        if self.watched {
            self.watch.mark(child, marks);
        }
    }

    /// Notifies the observer of a cut at the open node and of the skipped moves.
    pub fn cut(&mut self, reason: Cut, skipped: &[AnyMove]) {
        if self.watched {
            self.watch.cut(reason, skipped);
        }
    }

    /// Leaves a node and notifies the observer.
    pub fn leave(&mut self, value: Score, bound: Bound, best: Option<AnyMove>, how: How) -> Score {
        if self.watched {
            self.watch.leave(&Leave {
                score: value,
                bound,
                best,
                how,
            });
        }
        value
    }

    /// Returns the moves of the position, or its value if the game is over.
    pub fn expand(&mut self, ply: u32, out: &mut Vec<AnyMove>) -> Option<Score> {
        match self.board.expand(out) {
            Some(value) => {
                self.stats.leaves += 1;
                Some(self.seen(score::from_node(value, ply)))
            }
            None => {
                self.stats.interior += 1;
                None
            }
        }
    }

    /// Returns the value of the position if the game is over.
    pub fn terminal(&mut self, ply: u32) -> Option<Score> {
        let value = self.board.terminal()?;
        self.stats.leaves += 1;
        Some(self.seen(score::from_node(value, ply)))
    }

    /// Counts a call of the evaluator, and stops if none is left.
    pub fn take_evaluation(&mut self) -> Result<(), Stopped> {
        let limit = self.limits.evals;
        if limit.is_some_and(|limit| self.stats.evals >= limit) {
            return Err(Stopped);
        }
        self.stats.evals += 1;
        Ok(())
    }

    /// Returns the static value of the position by an evaluator.
    pub fn evaluate(&mut self, evaluator: usize) -> Result<Score, Stopped> {
        self.take_evaluation()?;
        let value = self.board.evaluate(evaluator);
        Ok(self.seen(value))
    }

    /// Enters a position that is not expanded now: returns its value, and whether the game is over there.
    pub fn visit(&mut self, ply: u32) -> Result<(Score, bool), Stopped> {
        self.enter(ply, 0, -INF, INF)?;
        if let Some(value) = self.terminal(ply) {
            self.leave(value, Bound::Exact, None, How::Terminal);
            return Ok((value, true));
        }
        self.stats.leaves += 1;
        let value = self.evaluate(0)?;
        self.leave(value, Bound::Exact, None, How::Horizon);
        Ok((value, false))
    }

    /// Reports the current value and line to the observer.
    pub fn iteration(&mut self, depth: u32, value: Score, line: &[AnyMove]) {
        self.watch
            .iteration(depth, value, Bound::Exact, line, &self.stats);
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.limits.clock.now().saturating_sub(self.started)
    }
}
