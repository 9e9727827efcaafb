//! Searches that store their tree and descend from the root to a leaf in every step. A recording has one root per step; this module
//! merges the roots to the stored tree.

use std::collections::{HashMap, HashSet};

use games::BoardGame;
use gametree::observer::Try;

use crate::index::{NONE, Recorded};
use crate::shown::{Grown, GrownNode, TreeMark};

/// The players that store their tree.
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

/// The most nodes of a drawing.
const MOST_NODES: usize = 160;

/// Returns whether a player stores its tree.
pub(crate) fn grows(player: &str) -> bool {
    GROWS.contains(&player)
}

/// Returns whether every node has the minimax value of its subtree, and the next step expands the end of the principal variation.
fn is_best_first(player: &str) -> bool {
    matches!(player, "bestfirst" | "bestfirst-hybrid")
}

/// The stored tree: groups of recorded nodes that are the same stored node.
#[derive(Debug, Default)]
pub(crate) struct Merged {
    /// The stored node of each recorded node; `NONE` for nodes of random playouts and of small searches at a leaf.
    of: Vec<u32>,
    /// The parent of each stored node.
    parents: Vec<u32>,
    /// Stored nodes and their recorded nodes, in order.
    shown: Vec<(u32, u32)>,
}

impl Merged {
    fn new<G: BoardGame>(recorded: &Recorded<G>) -> Self {
        let mut merged = Self::default();
        let mut known: HashMap<(u32, G::Move), u32> = HashMap::new();
        for node in 0..recorded.len() {
            let parent = recorded.places[node as usize].parent;
            let above = merged.of.get(parent as usize).copied().unwrap_or(NONE);
            let entered = recorded.entered(node);
            let key = match (entered.mv, entered.why) {
                _ if parent == NONE => 0,
                (Some(mv), Some(Try::Full)) if above != NONE => {
                    let next = (known.len() + 1) as u32;
                    *known.entry((above, mv)).or_insert(next)
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

    /// Returns the recorded nodes of a stored node that come before a recorded node.
    fn shows(&self, key: u32, before: u32) -> &[(u32, u32)] {
        let first = self.shown.partition_point(|&(other, _)| other < key);
        let last = self.shown.partition_point(|&pair| pair < (key, before));
        &self.shown[first..last]
    }
}

impl<G: BoardGame> Recorded<G> {
    /// Returns the tree after a step.
    pub(crate) fn grown_until(&self, step: u32) -> Grown {
        let merged = self.merged.get_or_init(|| Merged::new(self));
        let steps = self.roots.len() as u32;
        let step = step.min(steps.saturating_sub(1));
        let begins = self.roots.get(step as usize).copied().unwrap_or(0);
        let after = self.roots.get(step as usize + 1).copied();
        let before = after.unwrap_or_else(|| self.len());
        let next = after.and_then(|root| self.leaf_of(merged, root, before));
        // The nodes of this step first, then the most visited ones.
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
                .map_or(self.count(), |place| place.enter)
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
        let valued = latest().find_map(|node| {
            let left = &self.left(node)?.node;
            Some((
                self.bounded(left.score, left.bound),
                self.balance(node, left.score),
            ))
        });
        let marks = latest()
            .map(|node| self.marks_of(node))
            .find(|marks| !marks.is_empty());
        GrownNode {
            key,
            id: last,
            parent,
            mv: self.move_to(last),
            balance: valued.as_ref().map(|(_, balance)| *balance),
            value: valued.map(|(value, _)| value),
            marks: marks.unwrap_or_default(),
            times: shows.len() as u32,
            fresh: first >= begins,
            on_way: last >= begins,
            next: next == Some(key),
        }
    }

    /// Returns the leaf that a step descends to: the last node of its path that was stored before.
    fn leaf_of(&self, merged: &Merged, root: u32, before: u32) -> Option<u32> {
        let mut node = root;
        loop {
            let mut below = self.children_of(node).filter(|&child| {
                let key = merged.of[child as usize];
                key != NONE && !merged.shows(key, before).is_empty()
            });
            match (below.next(), below.next()) {
                (Some(child), None) => node = child,
                // Several children: the step reports them again and does not descend.
                (Some(_), Some(_)) => return None,
                (None, _) => return Some(merged.of[node as usize]),
            }
        }
    }

    /// Marks each node with the largest loss of a move on its path, compared with the best move. A step expands the leaf without a loss.
    fn mark_behind(&self, nodes: &mut [GrownNode]) {
        let value = |node: &GrownNode| {
            let left = self.left(node.id)?;
            Some(self.for_root(node.id, left.node.score))
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
