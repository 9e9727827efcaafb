//! The work that all searches of the documents share: counting, stopping and reporting events.
//!
//! It keeps two counts. *Calls* are the count of the document, which differs between the documents: function calls with or
//! without the root. Everything else follows the counting rules of [`Stats`], so that a course player can be compared
//! with any other player. (`gametree::walk::Walk` does the same for the textbook searches. It stops by an early return
//! through every node; the programs of the documents leave each loop over moves after the current move instead.)

use super::Choice;
use gametree::observer::{Cut, Enter, How, Leave, Probe, Try, View};
use gametree::{Bound, INF, Limits, MAX_DEPTH, Observer, Score, Stats};
use std::time::Duration;

/// Calls between two checks of the limits: less than a millisecond.
pub(super) const CALLS_BETWEEN_CHECKS: u64 = 256;

/// An open node.
struct Frame<M> {
    alpha: Score,
    beta: Score,
    view: View,
    /// The move that is being searched.
    trying: Option<M>,
    /// The number of moves tried, the current one included.
    tries: usize,
    /// The best move so far, and its value.
    best: Option<(M, Score)>,
}

/// One search in progress: all passes of a search that deepens.
pub(crate) struct Walk<'a, M> {
    limits: &'a Limits,
    started: Duration,
    observer: &'a mut dyn Observer<M>,
    is_watched: bool,
    calls: u64,
    stopped: bool,
    stats: Stats,
    frames: Vec<Frame<M>>,
}

impl<'a, M: Copy> Walk<'a, M> {
    /// Starts a search.
    pub(crate) fn new(limits: &'a Limits, observer: &'a mut dyn Observer<M>) -> Self {
        Self {
            limits,
            started: limits.clock.now(),
            is_watched: observer.is_watching(),
            observer,
            calls: 0,
            stopped: false,
            stats: Stats::default(),
            frames: Vec::new(),
        }
    }

    /// Returns the depth of the limits, as the document counts it.
    pub(crate) fn depth(&self) -> u32 {
        self.limits.depth.unwrap_or(MAX_DEPTH)
    }

    /// Returns the number of calls, as the document counts them.
    pub(crate) const fn calls(&self) -> u64 {
        self.calls
    }

    /// Returns the work by the counting rules of all searches.
    pub(crate) const fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Returns whether a limit was reached. Checked after each move that was searched: its value counts only if not.
    #[inline]
    pub(crate) const fn stopped(&self) -> bool {
        self.stopped
    }

    /// Counts a call, and checks the limits at every 256th.
    #[inline]
    pub(crate) fn call(&mut self) {
        if self.calls.is_multiple_of(CALLS_BETWEEN_CHECKS) {
            self.check_limits();
        }
        self.calls += 1;
    }

    #[cold]
    fn check_limits(&mut self) {
        let before = self.stopped;
        let limits = self.limits;
        self.stopped |= limits.nodes.is_some_and(|most| self.calls >= most)
            || limits.stop_requested()
            || limits.time.is_some_and(|time| self.elapsed() >= time);
        if self.stopped && !before {
            self.observer.stopped();
        }
    }

    fn elapsed(&self) -> Duration {
        self.limits.clock.now().saturating_sub(self.started)
    }

    /// Returns the observer, if it receives the events of single nodes and the search is not stopped.
    #[inline]
    fn watch(&mut self) -> Option<&mut (dyn Observer<M> + 'a)> {
        (self.is_watched && !self.stopped).then_some(&mut *self.observer)
    }

    /// Enters a position with `left` plies to go. Values are those of the player at the root.
    pub(crate) fn enter(&mut self, left: u32, alpha: Score, beta: Score, view: View) {
        self.stats.nodes += 1;
        let ply = self.frames.len() as u32;
        self.stats.selective_depth = self.stats.selective_depth.max(ply);
        if let Some(observer) = self.watch() {
            observer.enter(&Enter {
                ply,
                depth: left,
                alpha: clamped(alpha),
                beta: clamped(beta),
                view,
            });
        }
        self.frames.push(Frame {
            alpha,
            beta,
            view,
            trying: None,
            tries: 0,
            best: None,
        });
    }

    /// Leaves a leaf: the game is over, or the depth is used up.
    pub(crate) fn leaf(&mut self, value: Score, how: How, evaluated: bool) -> Score {
        self.stats.leaves += 1;
        self.stats.evals += u64::from(evaluated);
        self.leave_as(value, how)
    }

    /// Counts a position with generated moves.
    #[inline]
    pub(crate) const fn expand(&mut self) {
        self.stats.interior += 1;
    }

    /// Reports the move that is searched next.
    #[inline]
    pub(crate) fn try_move(&mut self, m: M) {
        if let Some(frame) = self.frames.last_mut() {
            frame.trying = Some(m);
            frame.tries += 1;
        }
        if let Some(observer) = self.watch() {
            observer.try_move(Some(m), Try::Full);
        }
    }

    /// Counts a table probe that found nothing.
    #[inline]
    pub(crate) const fn table_miss(&mut self) {
        self.stats.tt_probes += 1;
    }

    /// Reports a table hit for the position after `m`: its value is used and nothing is searched.
    pub(crate) fn table_hit(&mut self, m: M, left: u32, value: Score) {
        self.stats.tt_probes += 1;
        self.stats.tt_hits += 1;
        self.stats.tt_cuts += 1;
        let Some(frame) = self.frames.last() else {
            return;
        };
        let (alpha, beta) = (frame.alpha, frame.beta);
        let view = opponent(frame.view);
        self.try_move(m);
        self.enter(left, alpha, beta, view);
        if let Some(observer) = self.watch() {
            observer.probe(Some(&Probe {
                depth: left,
                score: clamped(value),
                bound: Bound::Exact,
                deep_enough: true,
            }));
            observer.cut(Cut::Table, &[]);
        }
        self.leave_as(value, How::Table);
    }

    /// Reports a cutoff: the rest of `moves` is skipped.
    pub(crate) fn cut(&mut self, moves: &[M]) {
        self.stats.cutoffs += 1;
        let Some(frame) = self.frames.last() else {
            return;
        };
        let tries = frame.tries;
        let reason = match frame.view {
            View::Min => Cut::Alpha,
            _ => Cut::Beta,
        };
        self.stats.first_move_cutoffs += u64::from(tries == 1);
        if let Some(observer) = self.watch() {
            observer.cut(reason, moves.get(tries..).unwrap_or_default());
        }
    }

    /// Leaves a position with a value from its moves.
    pub(crate) fn leave(&mut self, value: Score) -> Score {
        self.leave_as(value, How::Searched)
    }

    fn leave_as(&mut self, value: Score, how: How) -> Score {
        let Some(frame) = self.frames.pop() else {
            return value;
        };
        if let Some(observer) = self.watch() {
            let (alpha, beta) = (clamped(frame.alpha), clamped(frame.beta));
            observer.leave(&Leave {
                score: clamped(value),
                bound: match how {
                    How::Searched => Bound::of(clamped(value), alpha, beta),
                    _ => Bound::Exact,
                },
                best: frame.best.map(|(m, _)| m),
                how,
            });
        }
        // The parent's best move.
        if let Some(parent) = self.frames.last_mut()
            && let Some(m) = parent.trying
        {
            let better = parent.best.is_none_or(|(_, best)| match parent.view {
                View::Min => value < best,
                _ => value > best,
            });
            if better && !self.stopped {
                parent.best = Some((m, value));
            }
        }
        value
    }

    /// Closes the positions that a stop left open.
    pub(crate) fn close(&mut self) {
        self.frames.clear();
    }

    /// Reports a complete pass of a search that deepens.
    pub(crate) fn pass(&mut self, depth: u32, value: Score, best: Option<M>) {
        if !self.stopped {
            let line: Vec<M> = best.into_iter().collect();
            self.observer
                .iteration(depth, clamped(value), Bound::Exact, &line, &self.stats);
        }
    }

    /// Ends the search with its answer.
    pub(crate) fn answer(self, best: Option<M>, value: Option<Score>, depth: u32) -> Choice<M> {
        let time = self.elapsed();
        Choice {
            best,
            value,
            calls: self.calls,
            depth: if self.stopped { 0 } else { depth },
            stopped: self.stopped,
            stats: Stats { time, ..self.stats },
        }
    }
}

/// Returns the view of the other player.
pub(crate) const fn opponent(view: View) -> View {
    match view {
        View::Max => View::Min,
        View::Min => View::Max,
        view => view,
    }
}

/// Clamps a value to the library's infinities: those of the documents are larger.
fn clamped(score: Score) -> Score {
    score.clamp(-INF, INF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::Silent;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_stop_is_noticed_within_256_calls_and_is_final() {
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits::default().with_stop(stop.clone());
        let mut silent = Silent;
        let mut walk = Walk::<()>::new(&limits, &mut silent);
        walk.call();
        assert!(!walk.stopped());
        stop.store(true, Ordering::Relaxed);
        for _ in 0..CALLS_BETWEEN_CHECKS {
            walk.call();
        }
        assert!(walk.stopped());
        stop.store(false, Ordering::Relaxed);
        for _ in 0..CALLS_BETWEEN_CHECKS {
            walk.call();
        }
        assert!(walk.stopped(), "or half of a loop would continue");
        assert_eq!(walk.calls(), 1 + 2 * CALLS_BETWEEN_CHECKS);
    }
}
