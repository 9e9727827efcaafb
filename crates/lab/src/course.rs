//! The players of the course documents, behind the same door as all others.

use classroom::{Control, CoursePlayer};
use gametree::{Bound, Limits, MAX_DEPTH, Observer, SearchResult, Stats};

use crate::arena::Arena;
use crate::player::{Player, Record};

/// The largest value a course player may claim; some have no idea of a bound.
const LARGEST: i32 = 800_000;

/// A player out of a document.
pub(crate) struct Course<G: Arena> {
    player: Box<dyn CoursePlayer<G>>,
    /// As the document counts.
    depth: u32,
}

impl<G: Arena> Course<G> {
    pub(crate) fn new(player: Box<dyn CoursePlayer<G>>, depth: u32) -> Self {
        Self { player, depth }
    }
}

/// Course programs know one limit, their depth; a smaller one from outside counts, and they can be stopped, by someone or
/// by the time. Other limits do not count.
impl<G: Arena> Player<G> for Course<G> {
    fn choose(
        &mut self,
        _game: &G,
        record: &Record<G>,
        limits: &Limits,
        _watch: Option<&mut dyn Observer<G::Move>>,
    ) -> SearchResult<G::Move> {
        let depth = if limits.depth < MAX_DEPTH {
            self.depth.min(limits.depth)
        } else {
            self.depth
        };
        let start = limits.clock.now();
        let choice = self
            .player
            .choose(record.states(), depth, &Control::from(limits));
        SearchResult {
            best: choice.best,
            score: choice.value.unwrap_or(0).clamp(-LARGEST, LARGEST),
            bound: Bound::Exact,
            pv: choice.best.into_iter().collect(),
            // What was stopped has not been searched so deep.
            depth: if choice.stopped { 0 } else { depth },
            stopped: choice.stopped,
            stats: Stats {
                nodes: choice.calls,
                selective_depth: depth,
                time: limits.clock.now() - start,
                ..Stats::default()
            },
        }
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }
}
