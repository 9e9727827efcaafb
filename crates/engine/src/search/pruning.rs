//! Selective pruning of nodes and of moves.
//!
//! Each rule is unsound: it may prune the best move. The search is stronger nevertheless, because it becomes deeper.

use chess::{Bitboard, Color, EXCHANGE_VALUES, Move, PieceKind, Position, attacks};
use gametree::Bound;
use gametree::Observer;
use gametree::observer::{Cut, Try};

use super::ordering::{Picker, taken};
use super::{NonPv, Search, Stopped};
use crate::params;
use crate::score::{Value, WIN_BOUND, is_decisive};
use crate::techniques::{Switches, Technique};
use crate::transposition::NewEntry;

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// Searches a null move. Returns a value if it fails high. At high depth a search without null moves verifies the cutoff,
    /// which excludes zugzwang.
    pub(super) fn null_move(
        &mut self,
        ply: usize,
        depth: i32,
        estimate: Value,
        beta: Value,
        cut_node: bool,
    ) -> Result<Option<Value>, Stopped> {
        let above = ((estimate - beta) / params::null_eval()).min(params::null_eval_most());
        let reduced = depth - (params::null_base() + depth / params::null_divisor() + above);
        let Some(before) = self.worker.play_null(ply) else {
            return Ok(None);
        };
        self.observer.try_move(None, Try::NullMove);
        let value = -self.search::<NonPv>(ply + 1, reduced, -beta, 1 - beta, !cut_node)?;
        self.worker.undo_null(before);
        if value < beta {
            return Ok(None);
        }
        // A mate that depends on a null move is not proven.
        let value = if value >= WIN_BOUND { beta } else { value };
        if depth < params::null_verify_depth() || self.worker.null_move_ply > 0 {
            self.observer.cut(Cut::NullMove, &[]);
            return Ok(Some(value));
        }
        let without = params::null_verify_quarters() * reduced.max(1) / 4;
        self.worker.null_move_ply = ply + without as usize;
        let verified = self
            .internal(|search| search.search::<NonPv>(ply, reduced.max(1), beta - 1, beta, false));
        self.worker.null_move_ply = 0;
        if verified? >= beta {
            self.observer.cut(Cut::NullMove, &[]);
            return Ok(Some(value));
        }
        Ok(None)
    }

    /// Searches captures at low depth against a raised beta.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn probcut(
        &mut self,
        ply: usize,
        depth: i32,
        beta: Value,
        threats: Bitboard,
        table_move: Option<Move>,
        raw: Value,
        on_pv: bool,
        cut_node: bool,
    ) -> Result<Option<Value>, Stopped> {
        let needed = beta - self.worker.frame(ply).eval;
        let mut picker = Picker::noisy(table_move);
        while let Some(m) = picker.next(&self.context(ply, threats)) {
            if picker.is_at_bad_captures() {
                break;
            }
            if !self.position(ply).exchange_gains(m, needed) {
                continue;
            }
            self.worker.play(ply, m);
            self.shared.table.prefetch(self.position(ply + 1).key());
            self.observer.try_move(Some(m), Try::Scout);
            let mut value = -self.quiescence::<NonPv>(ply + 1, -beta, 1 - beta, false)?;
            if value >= beta {
                let shallow = depth - params::probcut_reduction();
                self.observer.try_move(Some(m), Try::Research);
                value = -self.search::<NonPv>(ply + 1, shallow, -beta, 1 - beta, !cut_node)?;
            }
            self.worker.undo();
            if value >= beta {
                self.observer.cut(Cut::ProbCut, &[]);
                let key = self.position(ply).key();
                self.store(
                    ply,
                    key,
                    &NewEntry {
                        best: Some(m),
                        value,
                        bound: Some(Bound::Lower),
                        depth: depth - params::probcut_reduction() + 1,
                        eval: raw,
                        on_pv,
                    },
                );
                return Ok((!is_decisive(value)).then_some(value));
            }
        }
        Ok(None)
    }

    /// Returns whether the king of a side can hardly move, in the first plies only: there it reveals quiet moves that threaten
    /// mate; deeper in the tree its cost exceeds its gain.
    #[inline]
    pub(super) fn is_cornered(&self, ply: usize, side: Color) -> bool {
        self.has(Technique::Cornered)
            && (ply as i32) < params::corner_plies()
            && is_cornered(self.position(ply), side, u32::from(self.is_deep()))
    }

    /// Returns the reason to prune a quiet move, if any.
    #[inline]
    pub(super) fn skip_quiet(
        &self,
        picker: &mut Picker,
        ply: usize,
        m: Move,
        case: QuietCase,
    ) -> Option<Cut> {
        // Late move pruning: this quiet move and all later ones.
        if self.has(Technique::LateMovePruning) {
            let enough = params::lmp_base() + case.depth * case.depth;
            if case.count > enough as usize / (2 - usize::from(case.improving)) {
                picker.skip_quiets();
                return Some(Cut::LateMove);
            }
        }
        // History pruning.
        if self.has(Technique::HistoryPruning)
            && case.reduced < params::history_pruning_depth()
            && case.history < -params::history_pruning() * case.depth
        {
            return Some(Cut::History);
        }
        // Futility pruning.
        if self.has(Technique::Futility)
            && !case.in_check
            && !case.cornered
            && case.reduced < params::futility_depth()
            && case.eval
                + params::futility_base()
                + params::futility_factor() * case.reduced
                + case.history / params::futility_history()
                <= case.alpha
            && !self.position(ply).gives_check(m)
        {
            return Some(Cut::Futility);
        }
        // Static exchange evaluation.
        if self.has(Technique::ExchangePruning)
            && !self
                .position(ply)
                .exchange_gains(m, -params::see_quiet() * case.reduced * case.reduced)
        {
            return Some(Cut::Exchange);
        }
        None
    }

    /// Returns the reason to prune a capture, if any.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub(super) fn skip_capture(
        &self,
        ply: usize,
        m: Move,
        depth: i32,
        reduced: i32,
        in_check: bool,
        eval: Value,
        alpha: Value,
        history: i32,
    ) -> Option<Cut> {
        let position = self.position(ply);
        // Futility pruning with the value of the captured piece.
        if self.has(Technique::Futility)
            && !in_check
            && reduced < params::capture_futility_depth()
            && !m.is_promotion()
            && eval
                + params::capture_futility_base()
                + params::capture_futility_factor() * reduced
                + EXCHANGE_VALUES[taken(position, m)]
                + history / params::capture_futility_history()
                <= alpha
            && !position.gives_check(m)
        {
            return Some(Cut::Futility);
        }
        let margin =
            (params::see_capture() * depth + history / params::see_capture_history()).max(0);
        if self.has(Technique::ExchangePruning) && !position.exchange_gains(m, -margin) {
            return Some(Cut::Exchange);
        }
        None
    }
}

/// The inputs of quiet move pruning.
#[derive(Clone, Copy)]
pub(super) struct QuietCase {
    pub depth: i32,
    /// The depth after reduction.
    pub reduced: i32,
    pub count: usize,
    pub improving: bool,
    pub in_check: bool,
    pub eval: Value,
    pub alpha: Value,
    pub history: i32,
    /// The opponent's king can hardly move.
    pub cornered: bool,
}

/// Returns whether the king of a side has at most `spare` squares to move to. Then the next check may be mate, and a static
/// evaluation underrates quiet moves that prepare it.
#[inline]
fn is_cornered(position: &Position, side: Color, spare: u32) -> bool {
    let around = attacks::king(position.king(side)) - position.color(side);
    (around - position.attacked_squares(!side)).count() <= spare
}

/// Returns whether the side to move has more than king and pawns. Otherwise zugzwang is common.
#[inline]
pub(super) fn has_non_pawns(position: &Position) -> bool {
    let pawns_and_king = position.kind(PieceKind::Pawn) | position.kind(PieceKind::King);
    (position.color(position.side_to_move()) - pawns_and_king).any()
}
