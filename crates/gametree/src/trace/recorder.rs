//! An observer that writes the tree down.

use super::{Event, Trace};
use crate::mark::Marked;
use crate::observer::{Cut, Enter, Leave, Observer, Probe, Try};
use crate::ordering::Rank;
use crate::result::{Bound, Stats};
use crate::score::Score;
use std::collections::HashMap;
use std::hash::Hash;

/// Records the tree down to a ply or up to a number of nodes.
///
/// Nodes beyond the budget are not written, but they are counted: every recorded
/// node says how large its subtree was.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    events: Vec<Event<M>>,
    max_ply: u32,
    max_nodes: u32,
    recorded: u32,
    entered: u64,
    truncated: bool,
    open: Vec<Open>,
    pending: Option<(Option<M>, Try)>,
}

/// A node that has been entered and not been left.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Its number, if it is recorded.
    id: Option<u32>,
    /// Nodes entered before it.
    before: u64,
}

impl<M> Default for Recorder<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Recorder<M> {
    /// Record everything.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            events: Vec::new(),
            max_ply: u32::MAX,
            max_nodes: u32::MAX,
            recorded: 0,
            entered: 0,
            truncated: false,
            open: Vec::new(),
            pending: None,
        }
    }

    /// Record nodes down to this ply only.
    #[must_use]
    pub const fn with_max_ply(mut self, ply: u32) -> Self {
        self.max_ply = ply;
        self
    }

    /// Record at most this many nodes.
    #[must_use]
    pub const fn with_max_nodes(mut self, nodes: u32) -> Self {
        self.max_nodes = nodes;
        self
    }

    /// What has been recorded so far.
    #[must_use]
    pub fn events(&self) -> &[Event<M>] {
        &self.events
    }

    /// Is the innermost open node recorded?
    fn here(&self) -> bool {
        self.open.last().is_some_and(|node| node.id.is_some())
    }
}

impl<M: Copy + Eq + Hash> Recorder<M> {
    /// Name the moves and make a [`Trace`].
    pub fn into_trace(
        self,
        game: &str,
        position: &str,
        search: &str,
        mut name: impl FnMut(M) -> String,
    ) -> Trace {
        let mut numbers = HashMap::new();
        let mut moves = Vec::new();
        let events = self
            .events
            .into_iter()
            .map(|event| {
                event.map(|mv| {
                    *numbers.entry(mv).or_insert_with(|| {
                        moves.push(name(mv));
                        moves.len() as u32 - 1
                    })
                })
            })
            .collect();
        Trace {
            game: game.to_owned(),
            position: position.to_owned(),
            search: search.to_owned(),
            truncated: self.truncated,
            moves,
            events,
        }
    }
}

impl<M: Copy> Observer<M> for Recorder<M> {
    fn enter(&mut self, event: &Enter) {
        let arrived_by = self.pending.take();
        // Without a move this is a root, and whatever a stopped search left open is closed.
        if arrived_by.is_none() {
            self.open.clear();
        }
        let parent = self.open.last().copied();
        let wanted = parent.is_none_or(|node| node.id.is_some())
            && event.ply <= self.max_ply
            && self.recorded < self.max_nodes;
        self.truncated |= !wanted;
        self.open.push(Open {
            id: wanted.then_some(self.recorded),
            before: self.entered,
        });
        self.entered += 1;
        if wanted {
            self.events.push(Event::Enter {
                id: self.recorded,
                parent: parent.and_then(|node| node.id),
                mv: arrived_by.and_then(|(mv, _)| mv),
                why: arrived_by.map(|(_, why)| why),
                ply: event.ply,
                depth: event.depth,
                alpha: event.alpha,
                beta: event.beta,
                view: event.view,
            });
            self.recorded += 1;
        }
    }

    fn probe(&mut self, found: Option<&Probe>) {
        if self.here() {
            self.events.push(match found {
                None => Event::Miss,
                Some(probe) => Event::Hit {
                    depth: probe.depth,
                    score: probe.score,
                    bound: probe.bound,
                    deep_enough: probe.deep_enough,
                },
            });
        }
    }

    fn order(&mut self, moves: &[M], ranks: &[Rank]) {
        if self.here() {
            let ranked = moves.iter().zip(ranks);
            self.events.push(Event::Order(
                ranked
                    .map(|(&mv, rank)| (mv, rank.score, rank.source))
                    .collect(),
            ));
        }
    }

    fn try_move(&mut self, mv: Option<M>, why: Try) {
        self.pending = Some((mv, why));
    }

    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        if self.here() {
            self.events.push(Event::Cut {
                reason,
                skipped: skipped.to_vec(),
            });
        }
    }

    fn mark(&mut self, child: Option<M>, marks: &[Marked]) {
        if self.here() && !marks.is_empty() {
            self.events.push(Event::Marks {
                child,
                marks: marks.to_vec(),
            });
        }
    }

    fn leave(&mut self, event: &Leave<M>) {
        // A move that was tried and not entered leads nowhere.
        self.pending = None;
        let Some(node) = self.open.pop() else {
            return;
        };
        if let Some(id) = node.id {
            self.events.push(Event::Leave {
                id,
                score: event.score,
                bound: event.bound,
                best: event.best,
                how: event.how,
                nodes: self.entered - node.before,
            });
        }
    }

    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        self.events.push(Event::Iteration {
            depth,
            score,
            bound,
            pv: pv.to_vec(),
            nodes: stats.nodes,
        });
    }

    fn stopped(&mut self) {
        self.events.push(Event::Stopped);
        self.open.clear();
        self.pending = None;
    }
}
