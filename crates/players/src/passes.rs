//! Somebody hears of every pass of a search, and somebody watches every step.

use std::time::Duration;

use gametree::observer::{Cut, Enter, Leave, Probe, Try};
use gametree::ordering::Rank;
use gametree::{Bound, Event, Info, Limits, Marked, Observer, Score, Stats, Value};

use crate::answer::Hear;

/// Tells of every pass, and hands every step on to whoever watches.
pub(crate) struct Passes<'a, 'b, M> {
    pub hear: Option<&'a mut Hear<'b, M>>,
    pub watch: Option<&'a mut (dyn Observer<M> + 'b)>,
    /// How a score of the search is told.
    pub value: &'a dyn Fn(Score) -> Value,
    pub limits: &'a Limits,
    pub start: Duration,
}

impl<M: Copy> Observer<M> for Passes<'_, '_, M> {
    fn enter(&mut self, event: &Enter) {
        if let Some(watch) = &mut self.watch {
            watch.enter(event);
        }
    }

    fn probe(&mut self, found: Option<&Probe>) {
        if let Some(watch) = &mut self.watch {
            watch.probe(found);
        }
    }

    fn order(&mut self, moves: &[M], ranks: &[Rank]) {
        if let Some(watch) = &mut self.watch {
            watch.order(moves, ranks);
        }
    }

    fn try_move(&mut self, mv: Option<M>, why: Try) {
        if let Some(watch) = &mut self.watch {
            watch.try_move(mv, why);
        }
    }

    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        if let Some(watch) = &mut self.watch {
            watch.cut(reason, skipped);
        }
    }

    fn is_watching(&self) -> bool {
        self.watch.as_ref().is_some_and(Observer::is_watching)
    }

    fn mark(&mut self, child: Option<M>, marks: &[Marked]) {
        if let Some(watch) = &mut self.watch {
            watch.mark(child, marks);
        }
    }

    fn leave(&mut self, event: &Leave<M>) {
        if let Some(watch) = &mut self.watch {
            watch.leave(event);
        }
    }

    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        if let Some(hear) = &mut self.hear
            // Whether it has something to say: a value that is right, and a line.
            && bound == Bound::Exact
            && !pv.is_empty()
        {
            hear(&Event::Info(Info {
                depth,
                selective_depth: stats.selective_depth.max(depth),
                rank: 1,
                score: (self.value)(score),
                bound,
                wdl: None,
                nodes: stats.nodes,
                hash_full: None,
                table_hits: 0,
                time: self.limits.clock.now().saturating_sub(self.start),
                line: pv.to_vec(),
            }));
        }
        if let Some(watch) = &mut self.watch {
            watch.iteration(depth, score, bound, pv, stats);
        }
    }

    fn stopped(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.stopped();
        }
    }
}
