//! The way through a recording: which events belong to which node, and which nodes stand below which.

use std::collections::HashSet;
use std::sync::OnceLock;

use gametree::observer::{Try, View};
use gametree::score::INF;
use gametree::trace::{Event, Recorder};
use gametree::{Bound, Game, Score};

use super::grown::Merged;
use crate::protocol::TreeNode;
use games::BoardGame;

/// No node, no event.
pub(super) const NONE: u32 = u32::MAX;

/// Where the parts of a node are in the recording.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) parent: u32,
    pub(super) first_child: u32,
    pub(super) next_sibling: u32,
    pub(super) children: u32,
    pub(super) enter: u32,
    pub(super) leave: u32,
    pub(super) order: u32,
    pub(super) probe: u32,
    /// Whether the player to move is not the one at the root.
    pub(super) opponent: bool,
}

/// A recording that can be looked at.
pub struct Kept<G: BoardGame> {
    pub(super) game: G,
    pub(super) root: G::State,
    /// The name of the player, which decides the pseudo-code.
    pub(super) player: String,
    pub(super) recorder: Recorder<G::Move>,
    pub(super) places: Vec<Place>,
    /// The key of each node's position.
    pub(super) keys: Vec<u64>,
    /// The node of each event.
    pub(super) owners: Vec<u32>,
    /// Nodes and events of cuts, by node.
    pub(super) cuts: Vec<(u32, u32)>,
    /// Nodes and events of the marks at them, by node.
    pub(super) marks: Vec<(u32, u32)>,
    pub(super) roots: Vec<u32>,
    /// The nodes on the best line of each root.
    pub(super) best: HashSet<u32>,
    /// The events at which a move of the root became the best one, in order.
    pub(super) new_best: Vec<u32>,
    /// The tree that grows, once somebody asks for it.
    pub(super) merged: OnceLock<Merged>,
}

impl<G: BoardGame> Kept<G> {
    /// Finds the way through a recording, in one pass.
    pub(super) fn new(game: G, root: G::State, player: &str, recorder: Recorder<G::Move>) -> Self {
        let mut kept = Self {
            game,
            root,
            player: player.to_owned(),
            recorder,
            places: Vec::new(),
            keys: Vec::new(),
            owners: Vec::new(),
            cuts: Vec::new(),
            marks: Vec::new(),
            roots: Vec::new(),
            best: HashSet::new(),
            new_best: Vec::new(),
            merged: OnceLock::new(),
        };
        kept.find_places();
        kept.cuts = by_node(kept.cuts, kept.places.len());
        kept.find_marks();
        for root in kept.roots.clone() {
            kept.mark_best(root);
            kept.mark_new_best(root);
        }
        kept
    }

    fn find_places(&mut self) {
        let mut states: Vec<(u32, G::State)> = Vec::new();
        let mut last_child: Vec<u32> = Vec::new();
        let mover = self.game.side(&self.root);
        self.owners.reserve(self.recorder.events().len());
        for (index, event) in self.recorder.events().iter().enumerate() {
            let index = index as u32;
            let mut owner = states.last().map_or(NONE, |(node, _)| *node);
            match event {
                Event::Enter {
                    id,
                    parent,
                    mv,
                    why,
                    ..
                } => {
                    owner = *id;
                    let parent = parent.unwrap_or(NONE);
                    if parent == NONE {
                        states.clear();
                        self.roots.push(*id);
                    }
                    let state = match states.last() {
                        None => self.root.clone(),
                        Some((_, before)) => after(&self.game, before, *mv, *why),
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
                        opponent: self.game.side(&state) != mover,
                    });
                    self.keys.push(self.game.key(&state));
                    last_child.push(NONE);
                    if let Some(place) = self.places.get_mut(parent as usize) {
                        place.children += 1;
                        let last = std::mem::replace(&mut last_child[parent as usize], *id);
                        match last {
                            NONE => place.first_child = *id,
                            last => self.places[last as usize].next_sibling = *id,
                        }
                    }
                    states.push((*id, state));
                }
                Event::Leave { id, .. } => {
                    owner = *id;
                    self.places[*id as usize].leave = index;
                    states.pop();
                }
                Event::Miss | Event::Hit { .. } if owner != NONE => {
                    self.places[owner as usize].probe = index;
                }
                Event::Order(_) if owner != NONE => self.places[owner as usize].order = index,
                Event::Cut { .. } if owner != NONE => self.cuts.push((owner, index)),
                Event::Iteration { .. } | Event::Stopped => {
                    owner = self.roots.last().copied().unwrap_or(NONE);
                }
                _ => {}
            }
            self.owners.push(owner);
        }
    }

    /// Finds the nodes that marks belong to. Those of a child are told when it has been left.
    fn find_marks(&mut self) {
        let mut marks = Vec::new();
        for (index, event) in self.recorder.events().iter().enumerate() {
            let owner = self.owners[index];
            let Event::Marks { child, .. } = event else {
                continue;
            };
            let node = match child {
                None => (owner != NONE).then_some(owner),
                Some(mv) => self.child_by(owner, *mv),
            };
            marks.extend(node.map(|node| (node, index as u32)));
        }
        marks.sort_unstable();
        self.marks = marks;
    }

    /// The last node that a move leads to from a node.
    fn child_by(&self, node: u32, wanted: G::Move) -> Option<u32> {
        self.places.get(node as usize)?;
        let leads = |child: &u32| matches!(self.enter(*child), Event::Enter { mv: Some(mv), .. } if *mv == wanted);
        self.children_of(node).filter(leads).last()
    }

    /// Marks the line that a root found best.
    fn mark_best(&mut self, root: u32) {
        let mut node = root;
        loop {
            self.best.insert(node);
            let best = match self.leave(node) {
                Some(Event::Leave {
                    best: Some(best), ..
                }) => *best,
                _ => return,
            };
            match self.child_by(node, best) {
                Some(child) => node = child,
                None => return,
            }
        }
    }

    /// Marks where a move of a root became the best one.
    fn mark_new_best(&mut self, root: u32) {
        let mut best = -INF;
        let children: Vec<u32> = self.children_of(root).collect();
        for (index, &child) in children.iter().enumerate() {
            let Event::Enter {
                mv: Some(mv),
                why: Some(why),
                ..
            } = self.enter(child)
            else {
                continue;
            };
            // A scout that is searched again has not said how good the move is.
            let again = children.get(index + 1).is_some_and(|&next| {
                matches!(self.enter(next), Event::Enter { mv: Some(other), why: Some(Try::Research), .. } if other == mv)
            });
            let Some(Event::Leave { score, bound, .. }) = self.leave(child) else {
                continue;
            };
            let value = self.for_root(child, *score);
            let bound = if self.for_root(child, 1) == 1 {
                *bound
            } else {
                bound.flipped()
            };
            let settled = !matches!(why, Try::Scout if again);
            if settled && value > best && bound != Bound::Upper {
                best = value;
                self.new_best.push(self.places[child as usize].leave);
            }
        }
    }

    /// How many nodes are kept.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.places.len() as u32
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// How many events are kept.
    #[must_use]
    pub fn events(&self) -> u32 {
        self.recorder.events().len() as u32
    }

    /// How many roots there are.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.roots.len() as u32
    }

    /// The roots, as they are drawn.
    #[must_use]
    pub fn roots(&self) -> Vec<TreeNode> {
        // A search has a root for each iteration and each window; a page lists no more than these.
        const LISTED: usize = 200;
        let first = self.roots.len().saturating_sub(LISTED);
        self.roots[first..]
            .iter()
            .map(|&root| self.shown(root))
            .collect()
    }

    pub(super) fn place(&self, node: u32) -> Result<Place, String> {
        self.places.get(node as usize).copied().ok_or_else(|| {
            format!(
                "there is no node {node}; the nodes are 0 to {}",
                self.len().saturating_sub(1)
            )
        })
    }

    /// The event at which a node was entered.
    pub(super) fn enter(&self, node: u32) -> &Event<G::Move> {
        &self.recorder.events()[self.places[node as usize].enter as usize]
    }

    /// The event at which a node was left, if it was.
    pub(super) fn leave(&self, node: u32) -> Option<&Event<G::Move>> {
        self.recorder
            .events()
            .get(self.places[node as usize].leave as usize)
    }

    /// The nodes right below a node, in the order they were searched.
    pub(super) fn children_of(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let next = |id: u32| (id != NONE).then_some(id);
        let first = next(self.places[node as usize].first_child);
        std::iter::successors(first, move |&id| {
            next(self.places[id as usize].next_sibling)
        })
    }

    /// The nodes from the root down to a node, itself included.
    pub(super) fn way(&self, node: u32) -> Vec<u32> {
        let mut way: Vec<u32> = std::iter::successors(Some(node), |&id| {
            let parent = self.places[id as usize].parent;
            (parent != NONE).then_some(parent)
        })
        .collect();
        way.reverse();
        way
    }

    /// The cuts at a node: the reason and the moves that were not looked at.
    pub(super) fn cuts_of(&self, node: u32) -> impl Iterator<Item = &Event<G::Move>> + '_ {
        let first = self.cuts.partition_point(|&(other, _)| other < node);
        self.cuts[first..]
            .iter()
            .take_while(move |&&(other, _)| other == node)
            .map(|&(_, event)| &self.recorder.events()[event as usize])
    }

    /// The nodes of a subtree, itself included, kept or not; what is known of a search that was stopped.
    pub(super) fn size(&self, node: u32) -> u64 {
        match self.leave(node) {
            Some(Event::Leave { nodes, .. }) => *nodes,
            _ => {
                1 + self
                    .children_of(node)
                    .map(|child| self.size_left(child))
                    .sum::<u64>()
            }
        }
    }

    /// The size of a child of a node that was never left: only the last of them can be open too.
    fn size_left(&self, node: u32) -> u64 {
        match self.leave(node) {
            Some(Event::Leave { nodes, .. }) => *nodes,
            _ => self.size(node),
        }
    }

    /// A value for the player to move at the root.
    pub(super) fn for_root(&self, node: u32, score: Score) -> Score {
        let by_mover = matches!(
            self.enter(node),
            Event::Enter {
                view: View::Mover | View::Quiescence,
                ..
            }
        );
        if by_mover && self.places[node as usize].opponent {
            -score
        } else {
            score
        }
    }

    /// The position of a node; that of the root if there is no such node.
    pub(super) fn position(&self, node: u32) -> G::State {
        let way = if node == NONE {
            Vec::new()
        } else {
            self.way(node)
        };
        self.states(&way).pop().unwrap_or_else(|| self.root.clone())
    }

    /// The positions along a way, the root first.
    pub(super) fn states(&self, way: &[u32]) -> Vec<G::State> {
        let mut states = vec![self.root.clone()];
        for &node in way.iter().skip(1) {
            let Event::Enter { mv, why, .. } = self.enter(node) else {
                break;
            };
            if let Some(before) = states.last() {
                states.push(after(&self.game, before, *mv, *why));
            }
        }
        states
    }
}

/// Pairs of a node and an event, put in the order of the nodes; those of a node stay in their order. There are millions of them, so
/// they are counted and not compared.
fn by_node(pairs: Vec<(u32, u32)>, nodes: usize) -> Vec<(u32, u32)> {
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
    sorted
}

/// The position after a step of the search: a move, a null move, or none.
fn after<G: Game>(game: &G, before: &G::State, mv: Option<G::Move>, why: Option<Try>) -> G::State {
    let mut state = before.clone();
    match (mv, why) {
        (Some(mv), _) => _ = game.play(&mut state, mv),
        (None, Some(Try::NullMove)) => _ = game.null_move(&mut state),
        _ => {}
    }
    state
}
