//! What can be counted in a kept tree: for charts, and which positions were reached in several ways.

use gametree::observer::{Cut, Try};
use gametree::trace::Event;
use players::value_of_player;

use super::index::{Kept, NONE};
use super::words::cut_word;
use crate::pages::race::value;
use crate::protocol::{Iteration, Meeting, Meetings, TreeCharts};
use games::BoardGame;

/// Positions that are listed.
const MOST_MEETINGS: usize = 40;

impl<G: BoardGame> Kept<G> {
    /// What charts need.
    pub(super) fn charts(&self) -> TreeCharts {
        let mut charts = TreeCharts::default();
        // There are few reasons and millions of cuts: looking through a list is quicker than a table.
        let mut reasons: Vec<(Cut, u64)> = Vec::new();
        for event in self.recorder.events() {
            match event {
                Event::Enter { ply, .. } => count(&mut charts.nodes_by_ply, *ply as usize),
                Event::Cut { reason, skipped } => {
                    // A move that is passed over counts by itself, a node that is left early once.
                    let times = if ends_node(*reason) { 1 } else { skipped.len() };
                    match reasons.iter_mut().find(|(other, _)| other == reason) {
                        Some((_, sum)) => *sum += times as u64,
                        None => reasons.push((*reason, times as u64)),
                    }
                }
                Event::Iteration {
                    depth,
                    score,
                    nodes,
                    ..
                } => charts.iterations.push(Iteration {
                    depth: *depth,
                    nodes: *nodes,
                    value: value(value_of_player(&self.player, G::KIND, *score)),
                    score: value_of_player(&self.player, G::KIND, *score).to_string(),
                }),
                _ => {}
            }
        }
        for &(node, event) in &self.cuts {
            let event = &self.recorder.events()[event as usize];
            if let Event::Cut {
                reason: Cut::Beta | Cut::Alpha,
                ..
            } = event
                && let tried @ 1.. = self.moves_tried(node)
            {
                count(&mut charts.cut_places, tried - 1);
            }
        }
        charts.reasons = reasons
            .into_iter()
            .map(|(reason, times)| (cut_word(reason).to_owned(), times))
            .collect();
        charts.reasons.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
        charts
    }

    /// How many different moves were searched at a node.
    fn moves_tried(&self, node: u32) -> usize {
        let mut tried: Vec<G::Move> = Vec::new();
        for child in self.children_of(node) {
            if let Event::Enter { mv: Some(mv), .. } = self.enter(child)
                && !tried.contains(mv)
            {
                tried.push(*mv);
            }
        }
        tried.len()
    }

    /// The positions that were reached in several ways below a root, the most frequent first.
    pub(super) fn meetings_below(&self, root: u32) -> Meetings {
        // Nodes are numbered as they were entered, so those below a root stand together.
        let next = self.roots.partition_point(|&other| other <= root);
        let end = self.roots.get(next).copied().unwrap_or_else(|| self.len());
        let mut nodes: Vec<(u64, u64, u32)> = (root..end)
            .filter(|&node| !self.is_aside(node))
            .map(|node| {
                let parent = self.places[node as usize].parent;
                let from = self.keys.get(parent as usize).copied().unwrap_or(0);
                (self.keys[node as usize], from, node)
            })
            .collect();
        nodes.sort_unstable();
        let (mut positions, mut met) = (0, Vec::new());
        for group in nodes.chunk_by(|a, b| a.0 == b.0) {
            positions += 1;
            let ways = group.chunk_by(|a, b| a.1 == b.1).count();
            let first = group.iter().map(|&(.., node)| node).min();
            if let (2.., Some(first)) = (ways, first) {
                met.push((group.len(), ways, first));
            }
        }
        met.sort_unstable_by_key(|&(times, ways, first)| {
            (usize::MAX - times, usize::MAX - ways, first)
        });
        let list = met.iter().take(MOST_MEETINGS).map(|&(times, ways, id)| {
            let way = self.way(id);
            let states = self.states(&way);
            Meeting {
                id,
                path: self.path(&way, &states),
                times: times as u64,
                ways: ways as u64,
            }
        });
        Meetings {
            nodes: nodes.len() as u64,
            positions,
            met: met.len() as u64,
            list: list.collect(),
        }
    }

    /// Whether a node was not reached by a move: a pass, or the same position looked at in another way.
    fn is_aside(&self, node: u32) -> bool {
        let why = match self.enter(node) {
            Event::Enter { why, .. } => *why,
            _ => None,
        };
        let parent = self.places[node as usize].parent;
        matches!(why, Some(Try::NullMove | Try::Internal))
            || (parent != NONE && self.keys[parent as usize] == self.keys[node as usize])
    }
}

/// Whether a cut ends its node; the others pass over a move.
pub(super) const fn ends_node(cut: Cut) -> bool {
    !matches!(
        cut,
        Cut::Delta | Cut::LateMove | Cut::Futility | Cut::Exchange | Cut::History
    )
}

fn count(list: &mut Vec<u64>, place: usize) {
    if list.len() <= place {
        list.resize(place + 1, 0);
    }
    list[place] += 1;
}
