//! Probes of the transposition table and of the tablebases.

use chess::Move;
use gametree::observer::{Cut, Probe};
use gametree::{Bound, Observer};

use super::{Node, Search};
use crate::score::{ENDGAME_WIN, INFINITE, MAX_PLY, NO_VALUE, Value, mate_in, mated_in};
use crate::tablebase::{EndgameResult, kbnk};
use crate::techniques::{Switches, Technique};
use crate::transposition::{Entry, NewEntry};

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// Probes the transposition table.
    #[inline(always)]
    pub(super) fn probe(
        &mut self,
        ply: usize,
        key: u64,
        excluded: Option<Move>,
        depth: i32,
    ) -> Option<Entry> {
        if excluded.is_some() || !self.has(Technique::Table) {
            return None;
        }
        let entry = self.shared.table.probe(key, ply);
        let found = entry.and_then(|entry| {
            Some(Probe {
                depth: entry.depth.max(0) as u32,
                score: observed(entry.value),
                bound: entry.bound?,
                deep_enough: entry.depth >= depth,
            })
        });
        self.observer.probe(found.as_ref());
        entry
    }

    /// Returns the exact value of bishop and knight against a bare king, with the whole line to mate; `None` for other positions
    /// and where the fifty-move rule prevents the mate. A search limited by nodes or depth waits until the tablebase is generated,
    /// so that its result is reproducible; a timed search does not.
    #[inline(always)]
    pub(super) fn probe_kbnk<N: Node>(&mut self, ply: usize) -> Option<Value> {
        let position = self.position(ply);
        if position.occupied().count() != 4 {
            return None;
        }
        let may_wait = !self.shared.budget.is_timed() && !self.shared.request.infinite;
        if !may_wait && !kbnk::is_solved() {
            return None;
        }
        let plies = kbnk::plies_to_mate(position)?;
        if u32::from(position.halfmove_clock()) + plies > 100 || ply + plies as usize >= MAX_PLY {
            return None;
        }
        if N::PV {
            let mating_line = kbnk::mating_line(position);
            let line = &mut self.worker.frame_mut(ply).line;
            line.extend(mating_line);
        }
        self.observer.cut(Cut::Tablebase, &[]);
        let end = ply + plies as usize;
        Some(match plies % 2 {
            0 => mated_in(end),
            _ => mate_in(end),
        })
    }

    /// Probes the tablebases. Returns a value if the result decides the node. In a PV node a won result only raises `alpha`, so
    /// that the search still finds a line.
    pub(super) fn probe_tablebase<N: Node>(
        &mut self,
        ply: usize,
        key: u64,
        depth: i32,
        alpha: &mut Value,
        beta: Value,
        on_pv: bool,
    ) -> Option<Value> {
        let tablebase = self.shared.tablebase?;
        let position = self.position(ply);
        let pieces = position.occupied().count();
        let most = tablebase.most_pieces();
        // The tables do not cover castling, and are exact only after a capture or pawn move.
        if pieces > most
            || (pieces == most && depth < tablebase.least_depth())
            || position.halfmove_clock() != 0
            || position.castling_rooks().any()
        {
            return None;
        }
        let result = tablebase.result(position)?;
        self.worker.tablebase_hits += 1;
        let (value, bound) = match result {
            EndgameResult::Win => (ENDGAME_WIN - ply as Value, Bound::Lower),
            EndgameResult::Loss => (ply as Value - ENDGAME_WIN, Bound::Upper),
            // A win that the fifty-move rule prevents counts slightly more than a draw.
            EndgameResult::CursedWin => (2, Bound::Exact),
            EndgameResult::Draw => (0, Bound::Exact),
            EndgameResult::BlessedLoss => (-2, Bound::Exact),
        };
        let settled = match bound {
            Bound::Lower => value >= beta,
            Bound::Upper => value <= *alpha,
            Bound::Exact => true,
        };
        if settled {
            self.observer.cut(Cut::Tablebase, &[]);
            self.store(
                ply,
                key,
                &NewEntry {
                    best: None,
                    value,
                    bound: Some(bound),
                    depth: MAX_PLY as i32 - 1,
                    eval: NO_VALUE,
                    on_pv,
                },
            );
            return Some(value);
        }
        if N::PV && bound == Bound::Lower {
            *alpha = (*alpha).max(value);
        }
        None
    }

    /// Stores a result in the transposition table.
    #[inline(always)]
    pub(super) fn store(&self, ply: usize, key: u64, finding: &NewEntry) {
        if self.has(Technique::Table) {
            self.shared.table.store(key, ply, finding);
        }
    }
}

/// Converts a value to the scale of the textbook searches, for observers.
pub(super) fn observed(value: Value) -> gametree::Score {
    use crate::score::{MATE, MATE_BOUND};
    match value {
        value if value >= INFINITE => gametree::INF,
        value if value <= -INFINITE => -gametree::INF,
        value if value >= MATE_BOUND => gametree::score::win_in((MATE - value) as u32),
        value if value <= -MATE_BOUND => gametree::score::loss_in((MATE + value) as u32),
        value => value,
    }
}
