//! An index of a recording: the events of each node, its children, and its position.

use std::collections::HashSet;
use std::sync::OnceLock;

use games::BoardGame;
use gametree::observer::{Cut, Try, View};
use gametree::score::INF;
use gametree::{Bound, Game, Score, Value};

use crate::event::{Entered, Event, Left};
use crate::growing::Merged;
use crate::recorder::Recorder;

/// No node, no event.
pub(crate) const NONE: u32 = u32::MAX;

/// The events and relatives of a node, [`NONE`] if absent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) parent: u32,
    pub(crate) first_child: u32,
    pub(crate) next_sibling: u32,
    pub(crate) children: u32,
    pub(crate) enter: u32,
    pub(crate) leave: u32,
    pub(crate) order: u32,
    pub(crate) probe: u32,
    /// Whether the side to move is not the one at the root.
    pub(crate) opponent: bool,
}

/// A recorded search of a game, with its index.
pub struct Recorded<G: BoardGame> {
    pub(crate) game: G,
    pub(crate) root: G::State,
    /// The name of the player, which selects the pseudo-code.
    pub(crate) player: String,
    /// Converts scores of the search to values of the player.
    pub(crate) value: fn(&str, Score) -> Value,
    pub(crate) events: Vec<Event<G::Move>>,
    pub(crate) places: Vec<Place>,
    /// The key of each node's position.
    pub(crate) keys: Vec<u64>,
    /// The node of each event.
    pub(crate) owners: Vec<u32>,
    pub(crate) cuts: ByNode,
    pub(crate) marks: ByNode,
    pub(crate) roots: Vec<u32>,
    /// The nodes of the principal variation of each root.
    pub(crate) best: HashSet<u32>,
    /// The events at which a move of the root became the best one, in order.
    pub(crate) new_best: Vec<u32>,
    /// The stored tree of the search, built when first used.
    pub(crate) merged: OnceLock<Merged>,
}

impl<G: BoardGame> Recorded<G> {
    /// Indexes a recording in one pass. `value` converts a score of the player with this name.
    #[must_use]
    pub fn new(
        game: G,
        root: G::State,
        player: &str,
        value: fn(&str, Score) -> Value,
        recorder: Recorder<G::Move>,
    ) -> Self {
        let mut recorded = Self {
            game,
            root,
            player: player.to_owned(),
            value,
            events: recorder.into_events(),
            places: Vec::new(),
            keys: Vec::new(),
            owners: Vec::new(),
            cuts: ByNode::default(),
            marks: ByNode::default(),
            roots: Vec::new(),
            best: HashSet::new(),
            new_best: Vec::new(),
            merged: OnceLock::new(),
        };
        recorded.find_places();
        recorded.find_cuts_and_marks();
        for root in recorded.roots.clone() {
            recorded.mark_best(root);
            recorded.new_best.extend(recorded.new_best_of(root));
        }
        recorded
    }

    fn find_places(&mut self) {
        let mut states: Vec<(u32, G::State)> = Vec::new();
        let mut last_child: Vec<u32> = Vec::new();
        let side = self.game.side(&self.root);
        self.owners.reserve(self.events.len());
        for (index, event) in (0..).zip(&self.events) {
            let mut owner = states.last().map_or(NONE, |(node, _)| *node);
            match event {
                Event::Enter(entered) => {
                    owner = entered.id;
                    let parent = entered.parent.unwrap_or(NONE);
                    if parent == NONE {
                        states.clear();
                        self.roots.push(owner);
                    }
                    let state = match states.last() {
                        None => self.root.clone(),
                        Some((_, before)) => after(&self.game, before, entered),
                    };
                    self.places.push(Place {
                        parent,
                        first_child: NONE,
                        next_sibling: NONE,
                        children: 0,
                        enter: index,
                        leave: NONE,
                        order: NONE,
                        probe: NONE,
                        opponent: self.game.side(&state) != side,
                    });
                    self.keys.push(self.game.key(&state));
                    last_child.push(NONE);
                    if let Some(place) = self.places.get_mut(parent as usize) {
                        place.children += 1;
                        let last = std::mem::replace(&mut last_child[parent as usize], owner);
                        match last {
                            NONE => place.first_child = owner,
                            last => self.places[last as usize].next_sibling = owner,
                        }
                    }
                    states.push((owner, state));
                }
                Event::Leave(left) => {
                    owner = left.id;
                    self.places[owner as usize].leave = index;
                    states.pop();
                }
                Event::Probe(_) if owner != NONE => self.places[owner as usize].probe = index,
                Event::Order { .. } if owner != NONE => self.places[owner as usize].order = index,
                Event::Iteration(_) | Event::Stopped => {
                    owner = self.roots.last().copied().unwrap_or(NONE);
                }
                _ => {}
            }
            self.owners.push(owner);
        }
    }

    fn find_cuts_and_marks(&mut self) {
        let (mut cuts, mut marks) = (Vec::new(), Vec::new());
        for (index, event) in (0..).zip(&self.events) {
            let owner = self.owners[index as usize];
            match event {
                Event::Cut { .. } if owner != NONE => cuts.push((owner, index)),
                Event::Marks { child: None, .. } if owner != NONE => marks.push((owner, index)),
                // The search reports the marks of a child after it has left the child.
                Event::Marks {
                    child: Some(mv), ..
                } => {
                    let child = self.child_by(owner, *mv);
                    marks.extend(child.map(|child| (child, index)));
                }
                _ => {}
            }
        }
        self.cuts = ByNode::new(cuts, self.places.len());
        self.marks = ByNode::new(marks, self.places.len());
    }

    /// Returns the last child that a move leads to.
    pub(crate) fn child_by(&self, node: u32, mv: G::Move) -> Option<u32> {
        self.places.get(node as usize)?;
        self.children_of(node)
            .filter(|&child| self.entered(child).mv == Some(mv))
            .last()
    }

    /// Marks the principal variation of a root.
    fn mark_best(&mut self, root: u32) {
        let mut next = Some(root);
        while let Some(node) = next {
            self.best.insert(node);
            let best = self.left(node).and_then(|left| left.node.best);
            next = best.and_then(|best| self.child_by(node, best));
        }
    }

    /// Returns the events at which a move of a root became the best one.
    fn new_best_of(&self, root: u32) -> Vec<u32> {
        let mut best = -INF;
        let mut children = self.children_of(root).peekable();
        let mut found = Vec::new();
        while let Some(child) = children.next() {
            let entered = self.entered(child);
            let (Some(mv), Some(why), Some(left)) = (entered.mv, entered.why, self.left(child))
            else {
                continue;
            };
            // A scout search with a re-search has not settled the value of the move.
            let is_searched_again = children.peek().is_some_and(|&next| {
                let next = self.entered(next);
                (next.mv, next.why) == (Some(mv), Some(Try::Research))
            });
            let value = self.for_root(child, left.node.score);
            let bound = match self.is_turned(child) {
                true => left.node.bound.flipped(),
                false => left.node.bound,
            };
            let is_settled = why != Try::Scout || !is_searched_again;
            if is_settled && value > best && bound != Bound::Upper {
                best = value;
                found.push(self.places[child as usize].leave);
            }
        }
        found
    }

    /// Returns the number of recorded nodes.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.places.len() as u32
    }

    /// Returns whether no node is recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(crate) fn place(&self, node: u32) -> Result<Place, String> {
        self.places.get(node as usize).copied().ok_or_else(|| {
            let last = self.len().saturating_sub(1);
            format!("there is no node {node}; the nodes are 0 to {last}")
        })
    }

    /// Returns the event of entering a node.
    pub(crate) fn entered(&self, node: u32) -> &Entered<G::Move> {
        match &self.events[self.places[node as usize].enter as usize] {
            Event::Enter(entered) => entered,
            other => unreachable!("a node begins with an enter event, not with {other:?}"),
        }
    }

    /// Returns the event of leaving a node, if the search left it.
    pub(crate) fn left(&self, node: u32) -> Option<&Left<G::Move>> {
        let leave = self.places[node as usize].leave;
        match self.events.get(leave as usize) {
            Some(Event::Leave(left)) => Some(left),
            _ => None,
        }
    }

    /// Returns the children of a node in search order.
    pub(crate) fn children_of(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let next = |id: u32| (id != NONE).then_some(id);
        let first = next(self.places[node as usize].first_child);
        std::iter::successors(first, move |&id| {
            next(self.places[id as usize].next_sibling)
        })
    }

    /// Returns the nodes from the root to a node, itself included; none for [`NONE`].
    pub(crate) fn path_to(&self, node: u32) -> Vec<u32> {
        let some = |id: u32| (id != NONE).then_some(id);
        let mut path: Vec<u32> =
            std::iter::successors(some(node), |&id| some(self.places[id as usize].parent))
                .collect();
        path.reverse();
        path
    }

    /// Returns the cuts at a node: reasons and skipped moves.
    pub(crate) fn cuts_of(&self, node: u32) -> impl Iterator<Item = (Cut, &[G::Move])> + '_ {
        let events = self.cuts.of(node).map(|event| &self.events[event as usize]);
        events.filter_map(|event| match event {
            Event::Cut { reason, skipped } => Some((*reason, &skipped[..])),
            _ => None,
        })
    }

    /// Returns the nodes of a subtree, itself included, recorded or not. In a stopped search the open nodes count their recorded
    /// children.
    pub(crate) fn size(&self, node: u32) -> u64 {
        match self.left(node) {
            Some(left) => left.nodes,
            None => {
                1 + self
                    .children_of(node)
                    .map(|child| self.size(child))
                    .sum::<u64>()
            }
        }
    }

    /// Returns whether the values of a node are in the view of the opponent of the side to move at the root.
    pub(crate) fn is_turned(&self, node: u32) -> bool {
        let by_side = matches!(
            self.entered(node).node.view,
            View::SideToMove | View::Quiescence
        );
        by_side && self.places[node as usize].opponent
    }

    /// Returns a score of a node for the side to move at the root.
    pub(crate) fn for_root(&self, node: u32, score: Score) -> Score {
        if self.is_turned(node) { -score } else { score }
    }

    /// Returns the position of a node; that of the root for [`NONE`].
    pub(crate) fn position(&self, node: u32) -> G::State {
        let states = self.states(&self.path_to(node));
        states
            .into_iter()
            .next_back()
            .unwrap_or_else(|| self.root.clone())
    }

    /// Returns the positions along a path, the root first.
    pub(crate) fn states(&self, path: &[u32]) -> Vec<G::State> {
        let mut states = vec![self.root.clone()];
        for &node in path.iter().skip(1) {
            let before = &states[states.len() - 1];
            states.push(after(&self.game, before, self.entered(node)));
        }
        states
    }
}

/// Events, grouped by their nodes.
#[derive(Debug, Default)]
pub(crate) struct ByNode(Vec<(u32, u32)>);

impl ByNode {
    /// Sorts pairs of a node and an event by node; the events of a node keep their order. There are millions of pairs, so this is a
    /// counting sort.
    fn new(pairs: Vec<(u32, u32)>, nodes: usize) -> Self {
        let mut next = vec![0_u32; nodes + 1];
        for &(node, _) in &pairs {
            next[node as usize + 1] += 1;
        }
        for node in 1..next.len() {
            next[node] += next[node - 1];
        }
        let mut sorted = vec![(0, 0); pairs.len()];
        for pair in pairs {
            let place = &mut next[pair.0 as usize];
            sorted[*place as usize] = pair;
            *place += 1;
        }
        Self(sorted)
    }

    /// Returns the events of a node.
    pub(crate) fn of(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.0.partition_point(|&(other, _)| other < node);
        let here = self.0[first..].iter();
        here.take_while(move |&&(other, _)| other == node)
            .map(|&(_, event)| event)
    }
}

/// Returns the position after a step of the search: a move, a null move, or none.
fn after<G: Game>(game: &G, before: &G::State, step: &Entered<G::Move>) -> G::State {
    let mut state = before.clone();
    match (step.mv, step.why) {
        (Some(mv), _) => _ = game.play(&mut state, mv),
        (None, Some(Try::NullMove)) => _ = game.null_move(&mut state),
        _ => {}
    }
    state
}
