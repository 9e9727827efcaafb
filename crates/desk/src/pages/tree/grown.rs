//! Searches that go down from the root again and again, each time to one leaf: their recording is a row of such ways, and what
//! people want to see is the one tree that grows.

use std::collections::{HashMap, HashSet};

use gametree::observer::Try;
use gametree::trace::Event;

use super::index::{Kept, NONE};
use crate::pages::think::balance;
use crate::protocol::{Grown, GrownNode, TreeMark};
use games::BoardGame;

/// The players that grow a tree.
const GROWS: &[&str] = &[
    "ab-rollout",
    "bestfirst",
    "bestfirst-hybrid",
    "bp",
    "bstar",
    "conspiracy",
    "dual",
    "pn",
    "rivest",
    "sss",
    "uct",
    "uct-ab",
];

/// Nodes that are drawn at once.
const MOST_NODES: usize = 160;

/// Whether a player grows a tree.
pub(super) fn grows(player: &str) -> bool {
    GROWS.contains(&player)
}

/// Whether the value of every node is the minimax of its subtree, and the end of the best line is expanded next.
fn is_best_first(player: &str) -> bool {
    matches!(player, "bestfirst" | "bestfirst-hybrid")
}

/// Which nodes of a recording are the same node of the tree that grows.
#[derive(Debug, Default)]
pub(super) struct Merged {
    /// The grown node of each node; `NONE` for what is not in the tree: a game by chance, a small search at a leaf.
    of: Vec<u32>,
    /// The parent of each grown node.
    parents: Vec<u32>,
    /// Grown nodes and the nodes that show them, in order.
    shown: Vec<(u32, u32)>,
}

impl Merged {
    fn new<G: BoardGame>(kept: &Kept<G>) -> Self {
        let mut merged = Self::default();
        let mut known: HashMap<(u32, G::Move), u32> = HashMap::new();
        for node in 0..kept.len() {
            let parent = kept.places[node as usize].parent;
            let above = merged.of.get(parent as usize).copied().unwrap_or(NONE);
            let key = match kept.enter(node) {
                _ if parent == NONE => 0,
                Event::Enter {
                    mv: Some(mv),
                    why: Some(Try::Full),
                    ..
                } if above != NONE => {
                    let next = (known.len() + 1) as u32;
                    *known.entry((above, *mv)).or_insert(next)
                }
                _ => NONE,
            };
            if key != NONE {
                if key as usize == merged.parents.len() {
                    merged.parents.push(above);
                }
                merged.shown.push((key, node));
            }
            merged.of.push(key);
        }
        merged.shown.sort_unstable();
        merged
    }

    /// The nodes that show a grown node, before a node that comes later.
    fn shows(&self, key: u32, before: u32) -> &[(u32, u32)] {
        let first = self.shown.partition_point(|&(other, _)| other < key);
        let last = self.shown.partition_point(|&pair| pair < (key, before));
        &self.shown[first..last]
    }
}

impl<G: BoardGame> Kept<G> {
    /// The tree after a step.
    pub(super) fn grown_until(&self, step: u32) -> Grown {
        let merged = self.merged.get_or_init(|| Merged::new(self));
        let steps = self.roots.len() as u32;
        let step = step.min(steps.saturating_sub(1));
        let begins = self.roots.get(step as usize).copied().unwrap_or(0);
        let after = self.roots.get(step as usize + 1).copied();
        let before = after.unwrap_or_else(|| self.len());
        let next = after.and_then(|root| self.leaf_of(merged, root, before));
        // What this step came by first, then what the search came by most.
        let mut found: Vec<(bool, u32, u32)> = (0..merged.parents.len() as u32)
            .filter_map(|key| {
                let shows = merged.shows(key, before);
                let &(_, last) = shows.last()?;
                Some((last < begins, u32::MAX - shows.len() as u32, key))
            })
            .collect();
        found.sort_unstable();
        let all = found.len();
        found.truncate(MOST_NODES);
        let mut keys: Vec<u32> = found.into_iter().map(|(.., key)| key).collect();
        keys.sort_unstable();
        let drawn: HashSet<u32> = keys.iter().copied().collect();
        keys.retain(|&key| {
            let parent = merged.parents[key as usize];
            parent == NONE || drawn.contains(&parent)
        });
        let places: HashMap<u32, u32> = keys.iter().zip(0..).map(|(&key, at)| (key, at)).collect();
        let mut nodes: Vec<GrownNode> = keys
            .iter()
            .map(|&key| {
                let parent = places.get(&merged.parents[key as usize]).copied();
                self.grown_node(merged, key, parent, begins, before, next)
            })
            .collect();
        if is_best_first(&self.player) {
            self.mark_behind(&mut nodes);
        }
        Grown {
            step,
            steps,
            event: self
                .places
                .get(before as usize)
                .map_or(self.events(), |place| place.enter)
                .saturating_sub(1),
            left_out: (all - nodes.len()) as u32,
            nodes,
        }
    }

    fn grown_node(
        &self,
        merged: &Merged,
        key: u32,
        parent: Option<u32>,
        begins: u32,
        before: u32,
        next: Option<u32>,
    ) -> GrownNode {
        let shows = merged.shows(key, before);
        let (first, last) = match (shows.first(), shows.last()) {
            (Some(&(_, first)), Some(&(_, last))) => (first, last),
            _ => (0, 0),
        };
        let latest = || shows.iter().rev().map(|&(_, node)| node);
        let worth = latest().find_map(|node| match self.leave(node) {
            Some(Event::Leave { score, bound, .. }) => Some((
                self.bounded(*score, *bound),
                balance::<G>(self.for_root(node, *score)),
            )),
            _ => None,
        });
        let marks = latest()
            .map(|node| self.marks_of(node))
            .find(|marks| !marks.is_empty());
        GrownNode {
            key,
            id: last,
            parent,
            mv: self.entry(last),
            value: worth.as_ref().map(|(value, _)| value.clone()),
            balance: worth.map(|(_, balance)| balance),
            marks: marks.unwrap_or_default(),
            times: shows.len() as u32,
            fresh: first >= begins,
            on_way: last >= begins,
            next: next == Some(key),
        }
    }

    /// The leaf that a step goes down to: the last node on its way that was there before.
    fn leaf_of(&self, merged: &Merged, root: u32, before: u32) -> Option<u32> {
        let mut node = root;
        loop {
            let mut below = self.children_of(node).filter(|&child| {
                let key = merged.of[child as usize];
                key != NONE && !merged.shows(key, before).is_empty()
            });
            match (below.next(), below.next()) {
                (Some(child), None) => node = child,
                // Several: they are told again, nothing is gone down to.
                (Some(_), Some(_)) => return None,
                (None, _) => return Some(merged.of[node as usize]),
            }
        }
    }

    /// How far a leaf is from deciding: by how much the moves on its way are worse than the best, at most. The one with nothing is next.
    fn mark_behind(&self, nodes: &mut [GrownNode]) {
        let value = |node: &GrownNode| match self.leave(node.id) {
            Some(Event::Leave { score, .. }) => Some(self.for_root(node.id, *score)),
            _ => None,
        };
        let values: Vec<_> = nodes.iter().map(value).collect();
        let mut best: Vec<Option<i32>> = vec![None; nodes.len()];
        for (node, value) in nodes.iter().zip(&values) {
            if let (Some(parent), Some(value)) = (node.parent, *value) {
                let opponent = self.places[nodes[parent as usize].id as usize].opponent;
                let best = &mut best[parent as usize];
                let better = |best: i32| {
                    if opponent {
                        best.min(value)
                    } else {
                        best.max(value)
                    }
                };
                *best = Some(best.map_or(value, better));
            }
        }
        let mut behind = vec![0; nodes.len()];
        for index in 0..nodes.len() {
            let Some(parent) = nodes[index].parent.map(|parent| parent as usize) else {
                continue;
            };
            let (Some(value), Some(best)) = (values[index], best[parent]) else {
                continue;
            };
            behind[index] = i32::max(behind[parent], value.abs_diff(best) as i32);
            nodes[index].marks.push(TreeMark {
                name: "behind".to_owned(),
                text: self
                    .number(behind[index])
                    .trim_start_matches('+')
                    .to_owned(),
            });
        }
    }
}
