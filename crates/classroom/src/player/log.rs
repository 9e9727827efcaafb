//! What a search does, step by step: counted, told to whoever watches, and ended when it is told to.
//!
//! Two counts are kept. *Calls* are what the document counts, which differs from document to document: function calls with or
//! without the root. Everything else is counted by the one set of rules of [`Stats`], so that a player of a document can be
//! compared with any other.

use super::Control;
use gametree::observer::{Cut, Enter, How, Leave, Probe, Try, View};
use gametree::{Bound, INF, Observer, Score, Stats};

/// Calls of a search from one look at the control to the next. Less than a millisecond.
pub(super) const CALLS_BETWEEN_LOOKS: u64 = 256;

/// A node that is not left yet.
struct Frame<M> {
    alpha: Score,
    beta: Score,
    view: View,
    /// The move that is being searched.
    trying: Option<M>,
    /// How many were, this one included.
    tries: usize,
    /// The best one so far, and its value.
    best: Option<(M, Score)>,
}

/// The log of one choice: all passes of a search that deepens.
pub struct Log<'a, M> {
    control: &'a Control,
    observer: Option<&'a mut dyn Observer<M>>,
    calls: u64,
    stopped: bool,
    stats: Stats,
    frames: Vec<Frame<M>>,
}

impl<'a, M: Copy> Log<'a, M> {
    /// Nobody watches.
    #[must_use]
    pub fn new(control: &'a Control) -> Self {
        Self {
            control,
            observer: None,
            calls: 0,
            stopped: false,
            stats: Stats::default(),
            frames: Vec::new(),
        }
    }

    /// Somebody may watch.
    #[must_use]
    pub fn watched(control: &'a Control, observer: Option<&'a mut dyn Observer<M>>) -> Self {
        Self {
            observer,
            ..Self::new(control)
        }
    }

    /// When to stop.
    #[must_use]
    pub const fn control(&self) -> &'a Control {
        self.control
    }

    /// The work as the document counts it.
    #[must_use]
    pub const fn calls(&self) -> u64 {
        self.calls
    }

    /// The work by the rules for all searches.
    #[must_use]
    pub const fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Must the search end? Asked after each move that was searched: its value counts only if not.
    #[inline]
    #[must_use]
    pub const fn stopped(&self) -> bool {
        self.stopped
    }

    /// One more call, as the document counts.
    #[inline]
    pub(crate) fn call(&mut self) {
        if self.calls.is_multiple_of(CALLS_BETWEEN_LOOKS) {
            self.look();
        }
        self.calls += 1;
    }

    #[cold]
    fn look(&mut self) {
        let was = self.stopped;
        self.stopped |= self.control.stops_after(self.calls);
        if self.stopped
            && !was
            && let Some(observer) = &mut self.observer
        {
            observer.stopped();
        }
    }

    /// A position is entered, with so many plies to go. Values are those of the player at the root.
    pub(crate) fn enter(&mut self, left: u32, alpha: Score, beta: Score, view: View) {
        self.stats.nodes += 1;
        let ply = self.frames.len() as u32;
        self.stats.selective_depth = self.stats.selective_depth.max(ply);
        if let Some(observer) = self.observer.as_mut().filter(|_| !self.stopped) {
            observer.enter(&Enter {
                ply,
                depth: left,
                alpha: told(alpha),
                beta: told(beta),
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

    /// The position is not looked beyond: by the rules of the game, or because the depth is used up.
    pub(crate) fn leaf(&mut self, value: Score, how: How, evaluated: bool) -> Score {
        self.stats.leaves += 1;
        self.stats.evals += u64::from(evaluated);
        self.left(value, how)
    }

    /// The moves of the position are made.
    #[inline]
    pub(crate) const fn expand(&mut self) {
        self.stats.interior += 1;
    }

    /// A move is searched next.
    #[inline]
    pub(crate) fn try_move(&mut self, m: M) {
        if let Some(frame) = self.frames.last_mut() {
            frame.trying = Some(m);
            frame.tries += 1;
        }
        if let Some(observer) = self.observer.as_mut().filter(|_| !self.stopped) {
            observer.try_move(Some(m), Try::Full);
        }
    }

    /// A table was asked about the position behind a move, and did not know it.
    #[inline]
    pub(crate) const fn unknown(&mut self) {
        self.stats.tt_probes += 1;
    }

    /// A table was asked about the position behind a move, and has its value: nothing is searched.
    pub(crate) fn known(&mut self, m: M, left: u32, value: Score) {
        self.stats.tt_probes += 1;
        self.stats.tt_hits += 1;
        self.stats.tt_cuts += 1;
        let Some(frame) = self.frames.last() else {
            return;
        };
        let (alpha, beta) = (frame.alpha, frame.beta);
        let view = match frame.view {
            View::Max => View::Min,
            View::Min => View::Max,
            view => view,
        };
        self.try_move(m);
        self.enter(left, alpha, beta, view);
        if let Some(observer) = self.observer.as_mut().filter(|_| !self.stopped) {
            observer.probe(Some(&Probe {
                depth: left,
                score: told(value),
                bound: Bound::Exact,
                deep_enough: true,
            }));
            observer.cut(Cut::Table, &[]);
        }
        self.left(value, How::Table);
    }

    /// The rest of these moves cannot matter.
    pub(crate) fn cut(&mut self, moves: &[M]) {
        self.stats.cutoffs += 1;
        let Some(frame) = self.frames.last() else {
            return;
        };
        self.stats.first_move_cutoffs += u64::from(frame.tries == 1);
        let reason = match frame.view {
            View::Min => Cut::Alpha,
            _ => Cut::Beta,
        };
        if let Some(observer) = self.observer.as_mut().filter(|_| !self.stopped) {
            observer.cut(reason, moves.get(frame.tries..).unwrap_or_default());
        }
    }

    /// The position has its value from its moves.
    pub(crate) fn leave(&mut self, value: Score) -> Score {
        self.left(value, How::Searched)
    }

    fn left(&mut self, value: Score, how: How) -> Score {
        let Some(frame) = self.frames.pop() else {
            return value;
        };
        if let Some(observer) = self.observer.as_mut().filter(|_| !self.stopped) {
            let (alpha, beta) = (told(frame.alpha), told(frame.beta));
            observer.leave(&Leave {
                score: told(value),
                bound: match how {
                    How::Searched => Bound::of(told(value), alpha, beta),
                    _ => Bound::Exact,
                },
                best: frame.best.map(|(m, _)| m),
                how,
            });
        }
        // What the move was worth to the node above.
        if let Some(above) = self.frames.last_mut()
            && let Some(m) = above.trying
        {
            let better = above.best.is_none_or(|(_, best)| match above.view {
                View::Min => value < best,
                _ => value > best,
            });
            if better && !self.stopped {
                above.best = Some((m, value));
            }
        }
        value
    }

    /// The positions that a stop left open are closed.
    pub(crate) fn close(&mut self) {
        self.frames.clear();
    }

    /// A pass of a search that deepens is complete.
    pub fn pass(&mut self, depth: u32, value: Score, best: Option<M>) {
        if let Some(observer) = self.observer.as_mut().filter(|_| !self.stopped) {
            let line: Vec<M> = best.into_iter().collect();
            observer.iteration(depth, told(value), Bound::Exact, &line, &self.stats);
        }
    }

    /// Lets a search of the library do the work below a move of the root, and counts what it did.
    pub(crate) fn borrow(&mut self) -> Option<Below<'_, M>> {
        let ply = self.frames.len() as u32;
        let observer = self.observer.as_deref_mut()?;
        Some(Below { observer, ply })
    }

    /// Adds what a search of the library has counted. `ply` is where it began.
    pub(crate) fn add(&mut self, stats: &Stats, stopped: bool) {
        let ply = self.frames.len() as u32;
        let own = &mut self.stats;
        own.nodes += stats.nodes;
        own.interior += stats.interior;
        own.leaves += stats.leaves;
        own.evals += stats.evals;
        own.order_evals += stats.order_evals;
        own.quiescence_nodes += stats.quiescence_nodes;
        own.tt_probes += stats.tt_probes;
        own.tt_hits += stats.tt_hits;
        own.tt_cuts += stats.tt_cuts;
        own.cutoffs += stats.cutoffs;
        own.first_move_cutoffs += stats.first_move_cutoffs;
        own.researches += stats.researches;
        own.selective_depth = own.selective_depth.max(ply + stats.selective_depth);
        self.stopped |= stopped;
    }

    /// So many calls were made elsewhere.
    pub(crate) const fn add_calls(&mut self, calls: u64) {
        self.calls += calls;
    }
}

/// The infinities of the documents are larger than ours.
fn told(score: Score) -> Score {
    score.clamp(-INF, INF)
}

/// Watches a search of the library that begins somewhere below the root.
pub(crate) struct Below<'a, M> {
    observer: &'a mut (dyn Observer<M> + 'a),
    ply: u32,
}

impl<M> Observer<M> for Below<'_, M> {
    fn enter(&mut self, event: &Enter) {
        self.observer.enter(&Enter {
            ply: event.ply + self.ply,
            ..*event
        });
    }
    fn probe(&mut self, found: Option<&Probe>) {
        self.observer.probe(found);
    }
    fn order(&mut self, moves: &[M], ranks: &[gametree::ordering::Rank]) {
        self.observer.order(moves, ranks);
    }
    fn try_move(&mut self, mv: Option<M>, why: Try) {
        self.observer.try_move(mv, why);
    }
    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        self.observer.cut(reason, skipped);
    }
    fn leave(&mut self, event: &Leave<M>) {
        self.observer.leave(event);
    }
    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        if self.ply == 0 {
            self.observer.iteration(depth, score, bound, pv, stats);
        }
    }
    fn stopped(&mut self) {
        self.observer.stopped();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_stop_is_seen_within_as_many_calls_and_stays_seen() {
        let stop = Arc::new(AtomicBool::new(false));
        let control = Control::default().with_stop(stop.clone());
        let mut log = Log::<()>::new(&control);
        log.call();
        assert!(!log.stopped());
        stop.store(true, Ordering::Relaxed);
        for _ in 0..CALLS_BETWEEN_LOOKS {
            log.call();
        }
        assert!(log.stopped());
        stop.store(false, Ordering::Relaxed);
        for _ in 0..CALLS_BETWEEN_LOOKS {
            log.call();
        }
        assert!(log.stopped(), "or half of a loop would go on");
        assert_eq!(log.calls(), 1 + 2 * CALLS_BETWEEN_LOOKS);
    }
}
