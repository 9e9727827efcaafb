//! Figures of a recording: for charts, and the transpositions.

use std::cmp::Reverse;

use games::BoardGame;
use gametree::observer::{Cut, Try};

use crate::counters::count;
use crate::event::{Completed, Event};
use crate::index::{NONE, Recorded};
use crate::shown::{Iteration, Meeting, Meetings, TreeCharts};
use crate::words::cut_word;

/// The most transpositions of a list.
const MOST_MEETINGS: usize = 40;

impl<G: BoardGame> Recorded<G> {
    /// Returns the figures for charts.
    pub(crate) fn charts(&self) -> TreeCharts {
        let mut charts = TreeCharts::default();
        // There are few reasons and millions of cuts: a scan of a list is faster than a hash table.
        let mut reasons: Vec<(Cut, u64)> = Vec::new();
        for event in &self.events {
            match event {
                Event::Enter(entered) => {
                    count(&mut charts.nodes_by_ply, entered.node.ply as usize);
                }
                Event::Cut { reason, skipped } => {
                    // Each skipped move counts, and each node that ended counts once.
                    let times = if ends_node(*reason) { 1 } else { skipped.len() };
                    match reasons.iter_mut().find(|(other, _)| other == reason) {
                        Some((_, sum)) => *sum += times as u64,
                        None => reasons.push((*reason, times as u64)),
                    }
                }
                Event::Iteration(completed) => charts.iterations.push(self.iteration(completed)),
                _ => {}
            }
        }
        for node in 0..self.len() {
            for (reason, _) in self.cuts_of(node) {
                if let (Cut::Beta | Cut::Alpha, tried @ 1..) = (reason, self.moves_tried(node)) {
                    count(&mut charts.cut_places, tried - 1);
                }
            }
        }
        let words = reasons
            .into_iter()
            .map(|(cut, times)| (cut_word(cut), times));
        charts.reasons = words
            .map(|(word, times)| (word.to_owned(), times))
            .collect();
        charts.reasons.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
        charts
    }

    fn iteration(&self, completed: &Completed<G::Move>) -> Iteration {
        let value = (self.value)(&self.player, completed.score);
        Iteration {
            depth: completed.depth,
            nodes: completed.nodes,
            value: value.charted(),
            score: value.to_string(),
        }
    }

    /// Returns the number of different moves searched at a node.
    fn moves_tried(&self, node: u32) -> usize {
        let mut tried: Vec<G::Move> = Vec::new();
        for mv in self.moves_entered(node) {
            if !tried.contains(&mv) {
                tried.push(mv);
            }
        }
        tried.len()
    }

    /// Returns the moves to the children of a node.
    pub(crate) fn moves_entered(&self, node: u32) -> impl Iterator<Item = G::Move> + '_ {
        self.children_of(node)
            .filter_map(|child| self.entered(child).mv)
    }

    /// Returns the transpositions below a root, the most frequent first.
    pub(crate) fn meetings_below(&self, root: u32) -> Meetings {
        // Nodes are numbered as they were entered, so the nodes of a root are a range.
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
        met.sort_unstable_by_key(|&(times, ways, first)| (Reverse(times), Reverse(ways), first));
        let list = met
            .iter()
            .take(MOST_MEETINGS)
            .map(|&(times, ways, id)| Meeting {
                id,
                path: self.path(id),
                times: times as u64,
                ways: ways as u64,
            });
        Meetings {
            nodes: nodes.len() as u64,
            positions,
            met: met.len() as u64,
            list: list.collect(),
        }
    }

    /// Returns whether no move led to a node: a null move, or the same position again.
    fn is_aside(&self, node: u32) -> bool {
        let parent = self.places[node as usize].parent;
        matches!(self.entered(node).why, Some(Try::NullMove | Try::Internal))
            || (parent != NONE && self.keys[parent as usize] == self.keys[node as usize])
    }
}

/// Returns whether a cut ends its node; the others skip a move.
pub(crate) const fn ends_node(cut: Cut) -> bool {
    !matches!(
        cut,
        Cut::Delta | Cut::LateMove | Cut::Futility | Cut::Exchange | Cut::History
    )
}
