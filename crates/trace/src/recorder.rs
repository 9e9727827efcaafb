//! An observer that records the tree.

use std::collections::HashMap;
use std::hash::Hash;

use gametree::observer::{Cut, Enter, Leave, Probe, Try};
use gametree::ordering::Rank;
use gametree::{Bound, Marked, Observer, Score, Stats};

use crate::event::{Completed, Entered, Event, Left, Ranked, Trace};

/// Records the tree down to a ply or up to a number of nodes.
///
/// Nodes beyond the limit are not recorded but counted: every recorded
/// node has the size of its whole subtree.
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

/// An open node.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Its number, if it is recorded.
    id: Option<u32>,
    /// The number of nodes before it.
    before: u64,
}

impl<M> Default for Recorder<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Recorder<M> {
    /// Records everything.
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

    /// Records nodes down to this ply only.
    #[must_use]
    pub const fn with_max_ply(mut self, ply: u32) -> Self {
        self.max_ply = ply;
        self
    }

    /// Records at most this many nodes.
    #[must_use]
    pub const fn with_max_nodes(mut self, nodes: u32) -> Self {
        self.max_nodes = nodes;
        self
    }

    /// Returns the events so far.
    #[must_use]
    pub fn events(&self) -> &[Event<M>] {
        &self.events
    }

    /// Returns the events.
    #[must_use]
    pub fn into_events(self) -> Vec<Event<M>> {
        self.events
    }

    /// Records an event of the innermost open node, if that node is recorded.
    fn push(&mut self, event: impl FnOnce() -> Event<M>) {
        if self.open.last().is_some_and(|node| node.id.is_some()) {
            self.events.push(event());
        }
    }
}

impl<M: Copy + Eq + Hash> Recorder<M> {
    /// Names the moves and creates a [`Trace`].
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
        // Without a move this is a root: close the nodes that a stopped search left open.
        if arrived_by.is_none() {
            self.open.clear();
        }
        let parent = self.open.last().copied();
        let is_recorded = parent.is_none_or(|node| node.id.is_some())
            && event.ply <= self.max_ply
            && self.recorded < self.max_nodes;
        self.truncated |= !is_recorded;
        self.open.push(Open {
            id: is_recorded.then_some(self.recorded),
            before: self.entered,
        });
        self.entered += 1;
        if is_recorded {
            self.events.push(Event::Enter(Entered {
                id: self.recorded,
                parent: parent.and_then(|node| node.id),
                mv: arrived_by.and_then(|(mv, _)| mv),
                why: arrived_by.map(|(_, why)| why),
                node: *event,
            }));
            self.recorded += 1;
        }
    }

    fn probe(&mut self, found: Option<&Probe>) {
        self.push(|| Event::Probe(found.copied()));
    }

    fn order(&mut self, moves: &[M], ranks: &[Rank]) {
        let ranked = moves.iter().zip(ranks).map(|(&mv, rank)| Ranked {
            mv,
            score: rank.score,
            source: rank.source,
        });
        self.push(|| Event::Order {
            moves: ranked.collect(),
        });
    }

    fn try_move(&mut self, mv: Option<M>, why: Try) {
        self.pending = Some((mv, why));
    }

    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        self.push(|| Event::Cut {
            reason,
            skipped: skipped.to_vec(),
        });
    }

    fn mark(&mut self, child: Option<M>, marks: &[Marked]) {
        if !marks.is_empty() {
            self.push(|| Event::Marks {
                child,
                marks: marks.to_vec(),
            });
        }
    }

    fn leave(&mut self, event: &Leave<M>) {
        // A move that was tried but not entered leads to no node.
        self.pending = None;
        let Some(node) = self.open.pop() else {
            return;
        };
        if let Some(id) = node.id {
            self.events.push(Event::Leave(Left {
                id,
                node: *event,
                nodes: self.entered - node.before,
            }));
        }
    }

    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        self.events.push(Event::Iteration(Completed {
            depth,
            score,
            bound,
            pv: pv.to_vec(),
            nodes: stats.nodes,
        }));
    }

    fn stopped(&mut self) {
        self.events.push(Event::Stopped);
        self.open.clear();
        self.pending = None;
    }
}
