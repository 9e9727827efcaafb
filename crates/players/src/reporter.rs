//! Reports every iteration of a search, and forwards every step to an observer.

use std::time::Duration;

use gametree::observer::{Cut, Enter, Leave, Probe, Try};
use gametree::ordering::Rank;
use gametree::{Bound, Event, Info, Limits, Marked, Observer, Score, Stats, Value};

use crate::answer::Report;

/// Reports every iteration, and forwards every step to an observer.
pub(crate) struct Reporter<'a, 'b, M> {
    pub report: Option<&'a mut Report<'b, M>>,
    pub observer: &'a mut (dyn Observer<M> + 'b),
    /// Converts a score of the search.
    pub value: &'a dyn Fn(Score) -> Value,
    pub limits: &'a Limits,
    pub start: Duration,
}

impl<M: Copy> Observer<M> for Reporter<'_, '_, M> {
    fn enter(&mut self, event: &Enter) {
        self.observer.enter(event);
    }

    fn probe(&mut self, found: Option<&Probe>) {
        self.observer.probe(found);
    }

    fn order(&mut self, moves: &[M], ranks: &[Rank]) {
        self.observer.order(moves, ranks);
    }

    fn try_move(&mut self, mv: Option<M>, why: Try) {
        self.observer.try_move(mv, why);
    }

    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        self.observer.cut(reason, skipped);
    }

    fn is_watching(&self) -> bool {
        self.observer.is_watching()
    }

    fn mark(&mut self, child: Option<M>, marks: &[Marked]) {
        self.observer.mark(child, marks);
    }

    fn leave(&mut self, event: &Leave<M>) {
        self.observer.leave(event);
    }

    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        if let Some(report) = &mut self.report
            && let Some(event) = iteration(depth, (self.value)(score), bound, pv, stats, || {
                self.limits.clock.now().saturating_sub(self.start)
            })
        {
            report(&event);
        }
        self.observer.iteration(depth, score, bound, pv, stats);
    }

    fn stopped(&mut self) {
        self.observer.stopped();
    }
}

/// Returns a completed iteration as an event, if its value is exact and it has a line.
pub(crate) fn iteration<M: Copy>(
    depth: u32,
    score: Value,
    bound: Bound,
    pv: &[M],
    stats: &Stats,
    time: impl FnOnce() -> Duration,
) -> Option<Event<M>> {
    if bound != Bound::Exact || pv.is_empty() {
        return None;
    }
    Some(Event::Info(Info {
        depth,
        selective_depth: stats.selective_depth.max(depth),
        rank: 1,
        score,
        bound,
        wdl: None,
        nodes: stats.nodes,
        hash_full: None,
        table_hits: 0,
        time: time(),
        line: pv.to_vec(),
    }))
}
