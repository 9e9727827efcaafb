//! An observer that only counts.

use crate::observer::{Cut, Enter, How, Leave, Observer, Probe, Try};
use crate::ordering::Rank;
use crate::result::{Bound, Stats};
use crate::score::Score;

/// Counts what the statistics of a search do not: per ply, per reason, per move number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes entered at each ply.
    pub nodes_by_ply: Vec<u64>,
    /// Cutoffs by the number of moves that were skipped.
    pub skipped_moves: u64,
    /// Cutoffs by a move, per place of that move in the order (0 is the first).
    pub cut_by_place: Vec<u64>,
    /// Cutoffs by the table, by a null move, by standing pat, and delta-pruned moves.
    pub other_cuts: [u64; 4],
    /// Cutoffs and moves passed over for any other reason: the bets of the engine.
    pub bets: u64,
    /// Nodes left, by where the value came from: terminal, horizon, table, searched.
    pub left: [u64; 4],
    /// Nodes after each completed iteration, with its depth and value.
    pub iterations: Vec<(u32, Score, u64)>,
    place: Vec<u64>,
}

impl Counters {
    /// Nothing counted yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// All nodes entered.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes_by_ply.iter().sum()
    }
}

fn count(list: &mut Vec<u64>, place: usize) {
    if list.len() <= place {
        list.resize(place + 1, 0);
    }
    list[place] += 1;
}

impl<M> Observer<M> for Counters {
    fn enter(&mut self, event: &Enter) {
        count(&mut self.nodes_by_ply, event.ply as usize);
        self.place.push(0);
    }

    fn probe(&mut self, _: Option<&Probe>) {}

    fn order(&mut self, _: &[M], _: &[Rank]) {}

    fn try_move(&mut self, mv: Option<M>, why: Try) {
        if let (Some(_), Try::Full | Try::Scout, Some(place)) = (mv, why, self.place.last_mut()) {
            *place += 1;
        }
    }

    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        self.skipped_moves += skipped.len() as u64;
        match reason {
            Cut::Beta | Cut::Alpha => {
                let tried = self.place.last().copied().unwrap_or(1).max(1);
                count(&mut self.cut_by_place, tried as usize - 1);
            }
            Cut::Table => self.other_cuts[0] += 1,
            Cut::NullMove => self.other_cuts[1] += 1,
            Cut::StandPat => self.other_cuts[2] += 1,
            Cut::Delta => self.other_cuts[3] += 1,
            _ => self.bets += 1,
        }
    }

    fn leave(&mut self, event: &Leave<M>) {
        self.place.pop();
        self.left[match event.how {
            How::Terminal => 0,
            How::Horizon => 1,
            How::Table => 2,
            How::Searched => 3,
        }] += 1;
    }

    fn iteration(&mut self, depth: u32, score: Score, _: Bound, _: &[M], stats: &Stats) {
        self.iterations.push((depth, score, stats.nodes));
    }

    fn stopped(&mut self) {
        self.place.clear();
    }
}
