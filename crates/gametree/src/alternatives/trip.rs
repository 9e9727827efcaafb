//! The work that all alternatives share: counting, stopping, and telling whoever watches.

use std::time::Duration;

use super::board::{AnyMove, Board};
use crate::game::Player;
use crate::limits::{Limits, MAX_DEPTH};
use crate::mark::Marked;
use crate::observer::{Cut, Enter, How, Leave, Observer, Try, View};
use crate::result::{Bound, Stats};
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// Nodes between two looks at the clock and the stop flag.
const NODES_BETWEEN_CHECKS: u64 = 32;

/// One search under way over a [`Board`].
///
/// All values are those of the player at the root, called MAX. `MIN` is the opponent.
pub struct Trip<'a> {
    /// The position, on which the search plays and takes back.
    pub board: &'a mut dyn Board,
    /// Who watches.
    pub watch: &'a mut dyn Observer<AnyMove>,
    /// What has been done so far.
    pub stats: Stats,
    /// A value that is nearly won, in the units of the evaluator.
    pub scale: Score,
    limits: &'a Limits,
    memory: u64,
    max: Player,
    started: Duration,
    fuse: u64,
    watched: bool,
}

impl<'a> Trip<'a> {
    /// Starts a search from the position on the board. It may keep `memory` bytes.
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

    /// How deep the search may look.
    #[must_use]
    pub fn depth_limit(&self) -> u32 {
        self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }

    /// How deep it is told to look, if it is.
    #[must_use]
    pub fn depth_asked(&self) -> Option<u32> {
        self.limits.depth
    }

    /// How many nodes may still be entered, if that is limited.
    #[must_use]
    pub fn nodes_left(&self) -> Option<u64> {
        let left = |limit: u64| limit.saturating_sub(self.stats.nodes);
        self.limits.nodes.map(left)
    }

    /// Whether only the depth, or nothing, ends the search.
    #[must_use]
    pub fn is_open_ended(&self) -> bool {
        self.limits.nodes.is_none() && self.limits.evals.is_none() && self.limits.time.is_none()
    }

    /// How often the evaluator may be asked, if that is limited.
    #[must_use]
    pub fn evals_limit(&self) -> Option<u64> {
        self.limits.evals
    }

    /// Whether no further iteration may begin.
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

    /// Is this player MAX?
    #[must_use]
    pub fn is_max_side(&self, side: Player) -> bool {
        side == self.max
    }

    /// A value for the side to move, as MAX sees it.
    #[must_use]
    pub fn seen(&self, value: Score) -> Score {
        if self.is_max() { value } else { -value }
    }

    // ---- Limits ---------------------------------------------------------

    /// Looks at every limit now.
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

    /// How many things of `size` bytes may be kept, and no more than are asked for by a limit of stored nodes.
    #[must_use]
    pub fn room_for(&self, size: usize) -> usize {
        let by_memory = self.memory / size.max(1) as u64;
        let by_count = self.limits.stored_nodes.unwrap_or(u64::MAX);
        by_memory.min(by_count).min(u64::from(u32::MAX - 1)) as usize
    }

    /// So many things of `size` bytes are kept now. Stops the search if that is more than it may keep.
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

    /// Enters the position on the board: counts it, stops if a limit is reached, tells the observer.
    pub fn enter(
        &mut self,
        ply: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        self.count()?;
        self.stats.selective_depth = self.stats.selective_depth.max(ply);
        self.tell_enter(ply, depth, alpha, beta);
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

    /// Tells the observer that a stored node is gone through; it is not counted again.
    pub fn tell_enter(&mut self, ply: u32, depth: u32, alpha: Score, beta: Score) {
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

    /// Plays a move, and tells the observer.
    pub fn play(&mut self, mv: AnyMove) {
        if self.watched {
            self.watch.try_move(Some(mv), Try::Full);
        }
        self.board.play(mv);
    }

    /// Whether somebody sees the nodes: nothing is found out for nobody.
    #[must_use]
    pub const fn is_watched(&self) -> bool {
        self.watched
    }

    /// Tells the observer numbers of the open node, or of the child that a move leads to.
    pub fn mark(&mut self, child: Option<AnyMove>, marks: &[Marked]) {
        if self.watched {
            self.watch.mark(child, marks);
        }
    }

    /// Tells the observer that the open node is cut, and which moves are not looked at.
    pub fn cut(&mut self, reason: Cut, skipped: &[AnyMove]) {
        if self.watched {
            self.watch.cut(reason, skipped);
        }
    }

    /// Leaves a node, and tells the observer.
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

    /// The moves of the position, or its value if the game is over.
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

    /// The value of the position if the game is over.
    pub fn terminal(&mut self, ply: u32) -> Option<Score> {
        let value = self.board.terminal()?;
        self.stats.leaves += 1;
        Some(self.seen(score::from_node(value, ply)))
    }

    /// Counts a call of the evaluator, and stops if there may be none.
    pub fn take_evaluation(&mut self) -> Result<(), Stopped> {
        let limit = self.limits.evals;
        if limit.is_some_and(|limit| self.stats.evals >= limit) {
            return Err(Stopped);
        }
        self.stats.evals += 1;
        Ok(())
    }

    /// What an opinion says of the position.
    pub fn evaluate(&mut self, opinion: usize) -> Result<Score, Stopped> {
        self.take_evaluation()?;
        let value = self.board.evaluate(opinion);
        Ok(self.seen(value))
    }

    /// Enters a position that is not looked into now: its value, and whether the game is over there.
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

    /// Tells the observer what is thought now: the value, and the line.
    pub fn iteration(&mut self, depth: u32, value: Score, line: &[AnyMove]) {
        self.watch
            .iteration(depth, value, Bound::Exact, line, &self.stats);
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.limits.clock.now().saturating_sub(self.started)
    }
}
