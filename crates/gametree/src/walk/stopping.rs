//! Limits, and the result of a stopped search.

use super::Walk;
use crate::game::Game;
use crate::limits::{Limits, MAX_DEPTH};
use crate::observer::Observer;
use crate::result::{Bound, SearchResult};
use crate::score::{INF, Score};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Nodes between two checks of the clock and the stop flag.
const NODES_BETWEEN_CHECKS: u64 = 1_024;

/// A limit was reached. Every open node undoes its move and returns
/// this; none of them writes to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl<'a, G: Game, O: Observer<G::Move>> Walk<'a, G, O> {
    // ---- Limits ---------------------------------------------------------

    /// Checks every limit now, not only when the next check is due.
    pub fn check_now(&mut self) -> Result<(), Stopped> {
        let limits = self.limits;
        let used_up = |used: u64, limit: Option<u64>| limit.is_some_and(|limit| used >= limit);
        let late = limits
            .time
            .is_some_and(|time| limits.clock.now() - self.started >= time);
        if limits.stop_requested()
            || self.is_cancelled()
            || late
            || used_up(self.stats.evals, limits.evals)
            || used_up(self.stats.nodes, limits.nodes)
        {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Returns the remaining limits, for a search of `depth` plies inside this one.
    pub(crate) fn left(&self, depth: u32) -> Limits {
        let limits = self.limits;
        let spent = limits.clock.now().saturating_sub(self.started);
        Limits {
            depth: Some(depth),
            nodes: limits
                .nodes
                .map(|nodes| nodes.saturating_sub(self.stats.nodes)),
            evals: limits
                .evals
                .map(|evals| evals.saturating_sub(self.stats.evals)),
            time: limits.time.map(|time| time.saturating_sub(spent)),
            ..limits.clone()
        }
    }

    /// Stops this search soon after `flag` becomes true, as a stop does.
    #[must_use]
    pub(crate) fn cancelled_by(mut self, flag: &'a AtomicBool) -> Self {
        self.cancelled = Some(flag);
        self
    }

    /// Returns whether the flag of [`cancelled_by`](Walk::cancelled_by) is set.
    #[inline]
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns the time by the clock of the limits.
    pub(crate) fn now(&self) -> Duration {
        self.limits.clock.now()
    }

    /// The slow part of [`enter`](Walk::enter).
    #[cold]
    #[inline(never)]
    pub(super) fn check_limits(&mut self) -> Result<(), Stopped> {
        // The node that triggers the check is counted but not entered yet.
        self.stats.nodes -= 1;
        self.check_now()?;
        self.set_fuse();
        self.stats.nodes += 1;
        Ok(())
    }

    /// Sets the node count of the next check.
    ///
    /// A node calls the evaluator at most once (apart from the move
    /// ordering), so with `k` evaluations left the limit cannot be exceeded within `k` nodes.
    pub(super) fn set_fuse(&mut self) {
        let limits = self.limits;
        let evals_left = limits
            .evals
            .map_or(u64::MAX, |limit| limit.saturating_sub(self.stats.evals));
        self.fuse = (self.stats.nodes + NODES_BETWEEN_CHECKS.min(evals_left))
            .min(limits.nodes.unwrap_or(u64::MAX));
    }

    // ---- The end --------------------------------------------------------

    /// Converts the outcome of a search with the window `(alpha, beta)` to its result.
    ///
    /// A stopped search returns the best root move that it completed, whose
    /// value is a lower bound of the true one, or else the first legal move.
    pub fn finish(
        self,
        root: &G::State,
        outcome: Result<Score, Stopped>,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> SearchResult<G::Move> {
        let mut pv = self.pv.line(0).to_vec();
        match outcome {
            Ok(score) => self.finish_with(score, Bound::of(score, alpha, beta), pv, depth, false),
            Err(Stopped) => {
                if pv.is_empty() {
                    let mut moves = Vec::new();
                    self.game.expand(root, &mut moves);
                    pv.extend(moves.first());
                }
                let score = self.root_score;
                self.finish_with(score, Bound::Lower, pv, 0, true)
            }
        }
    }

    /// Creates the result of a search with this value and line.
    pub fn finish_with(
        mut self,
        score: Score,
        bound: Bound,
        pv: Vec<G::Move>,
        depth: u32,
        stopped: bool,
    ) -> SearchResult<G::Move> {
        if stopped {
            self.watch.stopped();
        }
        self.stats.time = self.limits.clock.now() - self.started;
        SearchResult {
            best: pv.first().copied(),
            score,
            bound,
            pv,
            depth,
            stopped,
            proved: None,
            stats: self.stats,
        }
    }

    /// Returns the depth of the limits, at most [`MAX_DEPTH`].
    #[must_use]
    pub fn depth_limit(&self) -> u32 {
        self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }

    /// Clears the best root move of an earlier iteration.
    pub fn new_iteration(&mut self) {
        self.moves.clear();
        self.pv.clear(0);
        self.root_score = -INF;
    }
}
