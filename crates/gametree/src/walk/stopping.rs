//! When a search must stop, and what it answers then.

use super::Walk;
use crate::game::Game;
use crate::limits::{Limits, MAX_DEPTH};
use crate::observer::Observer;
use crate::result::{Bound, SearchResult};
use crate::score::{INF, Score};

/// Nodes between two looks at the clock and the stop flag.
const NODES_BETWEEN_CHECKS: u64 = 1_024;

/// A limit was reached. Every node on the way up takes its move back and returns
/// this; none of them writes anything into a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl<G: Game, O: Observer<G::Move>> Walk<'_, G, O> {
    // ---- Limits ---------------------------------------------------------

    /// Look at every limit now, not only when the next one is due.
    pub fn check_now(&mut self) -> Result<(), Stopped> {
        let limits = self.limits;
        let used_up = |used: u64, limit: Option<u64>| limit.is_some_and(|limit| used >= limit);
        let late = limits
            .time
            .is_some_and(|time| limits.clock.now() - self.started >= time);
        if limits.stop_requested()
            || late
            || used_up(self.stats.evals, limits.evals)
            || used_up(self.stats.nodes, limits.nodes)
        {
            return Err(Stopped);
        }
        Ok(())
    }

    /// What is left of the limits, for a search of so many plies inside this one.
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

    /// The slow half of [`enter`](Walk::enter).
    #[cold]
    #[inline(never)]
    pub(super) fn check_limits(&mut self) -> Result<(), Stopped> {
        // The node that lit the fuse has been counted but not been entered yet.
        self.stats.nodes -= 1;
        self.check_now()?;
        self.set_fuse();
        self.stats.nodes += 1;
        Ok(())
    }

    /// The node count at which to look at the limits again.
    ///
    /// A node asks for at most one evaluation (apart from those of the move
    /// ordering), so with `k` evaluations left nothing can go wrong for `k` nodes.
    pub(super) fn set_fuse(&mut self) {
        let limits = self.limits;
        let evals_left = limits
            .evals
            .map_or(u64::MAX, |limit| limit.saturating_sub(self.stats.evals));
        self.fuse = (self.stats.nodes + NODES_BETWEEN_CHECKS.min(evals_left))
            .min(limits.nodes.unwrap_or(u64::MAX));
    }

    // ---- The end --------------------------------------------------------

    /// Turn the outcome of a search with the window `(alpha, beta)` into its result.
    ///
    /// A stopped search still answers: with the best root move it completed, whose
    /// value is a lower bound of the true one, or else with the first legal move.
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

    /// The result of a search that knows its answer already.
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

    /// The depth the limits allow, at most [`MAX_DEPTH`].
    #[must_use]
    pub fn depth_limit(&self) -> u32 {
        self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }

    /// Forget the best root move of an earlier iteration.
    pub fn new_iteration(&mut self) {
        self.moves.clear();
        self.pv.clear(0);
        self.root_score = -INF;
    }
}
