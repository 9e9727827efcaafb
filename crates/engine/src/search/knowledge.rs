//! What is known about a position before it is searched: from the transposition table and from the end-game tables.

use chess::Move;
use gametree::observer::{Cut, Probe};
use gametree::{Bound, Observer};

use super::{Node, Search};
use crate::score::{ENDGAME_WIN, INFINITE, MAX_PLY, NO_VALUE, Value, mate_in, mated_in};
use crate::tablebase::{EndgameResult, kbnk};
use crate::techniques::{Switches, Technique};
use crate::transposition::{Entry, Finding};

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// What the table knows about the position.
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
                score: outside(entry.value),
                bound: entry.bound?,
                deep_enough: entry.depth >= depth,
            })
        });
        self.watch.probe(found.as_ref());
        entry
    }

    /// The value of a position with bishop and knight against a bare king, whose way to mate is known: exact, with the whole line.
    /// Not where the fifty moves run out before. A search that nodes or depth end waits until it is known, so that the same question
    /// has the same answer; one that may be over any moment does not.
    #[inline(always)]
    pub(super) fn known_mate<N: Node>(&mut self, ply: usize) -> Option<Value> {
        let position = self.position(ply);
        if position.occupied().count() != 4 {
            return None;
        }
        let can_wait = !self.shared.budget.is_timed() && !self.shared.request.infinite;
        if !can_wait && !kbnk::is_solved() {
            return None;
        }
        let plies = kbnk::plies_to_mate(position)?;
        if u32::from(position.halfmove_clock()) + plies > 100 || ply + plies as usize >= MAX_PLY {
            return None;
        }
        if N::PV {
            let way = kbnk::way(position);
            let line = &mut self.worker.frame_mut(ply).line;
            line.extend(way);
        }
        self.watch.cut(Cut::Tablebase, &[]);
        let end = ply + plies as usize;
        Some(match plies % 2 {
            0 => mated_in(end),
            _ => mate_in(end),
        })
    }

    /// What the end-game tables say, if they have the position and settle the question: a value to return at once.
    /// At the principal variation a known win only raises `alpha`, so that the search still looks for the way.
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
        // The tables know nothing of castling, and count from the last capture or pawn move.
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
            // A win that the fifty-move rule takes away is a little better than a draw.
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
            self.watch.cut(Cut::Tablebase, &[]);
            self.remember(
                ply,
                key,
                &Finding {
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

    /// Keeps what was found out about a position.
    #[inline(always)]
    pub(super) fn remember(&self, ply: usize, key: u64, finding: &Finding) {
        if self.has(Technique::Table) {
            self.shared.table.store(key, ply, finding);
        }
    }
}

/// A value as those who watch know it: mates far above everything else, as in the textbook searches.
pub(super) fn outside(value: Value) -> gametree::Score {
    use crate::score::{MATE, MATE_BOUND};
    match value {
        value if value >= INFINITE => gametree::INF,
        value if value <= -INFINITE => -gametree::INF,
        value if value >= MATE_BOUND => gametree::score::win_in((MATE - value) as u32),
        value if value <= -MATE_BOUND => gametree::score::loss_in((MATE + value) as u32),
        value => value,
    }
}
