//! An observer that only counts.

use gametree::Observer;
use gametree::observer::{Cut, Enter, Leave, Try};

/// Counts what the statistics of a search do not: nodes per ply, and cutoffs per place of the move in the order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes entered at each ply.
    pub nodes_by_ply: Vec<u64>,
    /// Cutoffs by a move, by its place in the order (0 is the first).
    pub cut_by_place: Vec<u64>,
    /// The moves tried so far at each open node.
    tried: Vec<usize>,
}

impl Counters {
    /// Creates counters at zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of all nodes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes_by_ply.iter().sum()
    }
}

/// Adds one at a place of a list that grows as needed.
pub(crate) fn count(list: &mut Vec<u64>, place: usize) {
    if list.len() <= place {
        list.resize(place + 1, 0);
    }
    list[place] += 1;
}

impl<M> Observer<M> for Counters {
    fn enter(&mut self, event: &Enter) {
        count(&mut self.nodes_by_ply, event.ply as usize);
        self.tried.push(0);
    }

    fn try_move(&mut self, mv: Option<M>, why: Try) {
        if let (Some(_), Try::Full | Try::Scout, Some(tried)) = (mv, why, self.tried.last_mut()) {
            *tried += 1;
        }
    }

    fn cut(&mut self, reason: Cut, _: &[M]) {
        if matches!(reason, Cut::Beta | Cut::Alpha) {
            let tried = self.tried.last().copied().unwrap_or(1);
            count(&mut self.cut_by_place, tried.max(1) - 1);
        }
    }

    fn leave(&mut self, _: &Leave<M>) {
        self.tried.pop();
    }

    fn stopped(&mut self) {
        self.tried.clear();
    }
}
