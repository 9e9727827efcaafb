//! History heuristics: move statistics of earlier cutoffs, by several contexts.
//!
//! Every table consists of counters that a good move raises and a bad one lowers. An update adds
//! `bonus - counter * |bonus| / LIMIT`: a counter never exceeds the limit, and moves fast when it is wrong and slowly when it
//! is right ("history gravity").

use chess::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};
use gametree::Observer;

use super::Search;
use super::ordering::taken;
use crate::params;
use crate::score::Value;
use crate::techniques::{Switches, Technique};

/// The largest absolute value of a counter.
const LIMIT: i32 = 16_384;

/// A counter between `-LIMIT` and `LIMIT`.
#[derive(Clone, Copy, Default)]
pub struct Counter(i16);

impl Counter {
    /// Returns the value.
    #[inline(always)]
    pub fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Applies a bonus (or a malus if negative).
    #[inline(always)]
    pub fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }
}

/// Counters by piece and target square.
pub type ByTarget = [[Counter; 64]; 12];

/// Piece and target square of a move: the index of continuation histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The piece before a promotion.
    pub piece: Piece,
    /// The target square; the rook's square for castling.
    pub to: Square,
}

impl Step {
    /// Returns the step of a move that is legal in the position.
    #[inline(always)]
    pub fn of(position: &Position, m: Move) -> Self {
        let piece = position.piece_at(m.from());
        debug_assert!(piece.is_some());
        Self {
            piece: piece.unwrap_or(Piece::WhitePawn),
            to: m.to(),
        }
    }
}

/// The number of pawn structures with their own counters.
const PAWN_STRUCTURES: usize = 512;

/// The history tables.
pub struct History {
    /// Quiet moves by side, whether origin and target are attacked, origin, target.
    quiet: [[[[Counter; 64]; 64]; 4]; 2],
    /// Captures by piece, target and captured kind.
    capture: [[[Counter; 6]; 64]; 12],
    /// Moves by piece and target of an earlier move, and their own piece and target.
    continuation: [[ByTarget; 64]; 12],
    /// Moves by pawn structure, piece and target.
    pawn: [ByTarget; PAWN_STRUCTURES],
}

impl History {
    /// Creates empty tables.
    pub fn new() -> Box<Self> {
        // SAFETY: all fields are integers, for which zero is valid. Building the value on the stack would overflow it.
        unsafe { Box::<Self>::new_zeroed().assume_init() }
    }
}

/// Returns the second index of the quiet history.
#[inline(always)]
pub fn threat_index(threats: Bitboard, m: Move) -> usize {
    usize::from(threats.has(m.from())) | usize::from(threats.has(m.to())) << 1
}

impl History {
    /// Returns the history of a quiet move.
    #[inline(always)]
    pub fn quiet(&self, side: Color, threats: Bitboard, m: Move) -> i32 {
        self.quiet[side as usize][threat_index(threats, m)][m.from()][m.to()].get()
    }

    /// Updates the history of a quiet move.
    pub fn update_quiet(&mut self, side: Color, threats: Bitboard, m: Move, bonus: i32) {
        self.quiet[side as usize][threat_index(threats, m)][m.from()][m.to()].update(bonus);
    }

    /// Returns the history of a capture of `taken` (a pawn for a promotion without capture).
    #[inline(always)]
    pub fn capture(&self, step: Step, taken: PieceKind) -> i32 {
        self.capture[step.piece][step.to][taken].get()
    }

    /// Updates the history of a capture.
    pub fn update_capture(&mut self, step: Step, taken: PieceKind, bonus: i32) {
        self.capture[step.piece][step.to][taken].update(bonus);
    }

    /// Returns the counters of moves that follow an earlier step.
    #[inline(always)]
    pub fn after(&self, earlier: Option<Step>) -> Option<&ByTarget> {
        earlier.map(|step| &self.continuation[step.piece][step.to])
    }

    /// Returns the history of a step after an earlier one.
    #[inline(always)]
    pub fn continuation(&self, earlier: Option<Step>, step: Step) -> i32 {
        self.after(earlier)
            .map_or(0, |table| table[step.piece][step.to].get())
    }

    /// Updates the history of a step after an earlier one.
    pub fn update_continuation(&mut self, earlier: Option<Step>, step: Step, bonus: i32) {
        if let Some(earlier) = earlier {
            self.continuation[earlier.piece][earlier.to][step.piece][step.to].update(bonus);
        }
    }

    /// Returns the counters of moves in the position's pawn structure.
    #[inline(always)]
    pub fn in_structure(&self, position: &Position) -> &ByTarget {
        &self.pawn[position.pawn_key() as usize % PAWN_STRUCTURES]
    }

    /// Updates the history of a step in the position's pawn structure.
    pub fn update_structure(&mut self, position: &Position, step: Step, bonus: i32) {
        self.pawn[position.pawn_key() as usize % PAWN_STRUCTURES][step.piece][step.to]
            .update(bonus);
    }
}

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// Returns the sum of the histories of a quiet move.
    #[inline]
    pub(super) fn quiet_history(
        &self,
        ply: usize,
        side: Color,
        threats: Bitboard,
        m: Move,
        step: Step,
    ) -> i32 {
        let history = &self.worker.history;
        let mut sum = 0;
        if self.has(Technique::History) {
            sum += history.quiet(side, threats, m);
        }
        if self.has(Technique::Continuation) {
            sum += history.continuation(self.worker.step_before(ply, 1), step);
            sum += history.continuation(self.worker.step_before(ply, 2), step);
        }
        if self.has(Technique::PawnHistory) {
            sum += history.in_structure(self.position(ply))[step.piece][step.to].get();
        }
        sum
    }

    /// Returns the history of a capture.
    #[inline]
    pub(super) fn capture_history(&self, ply: usize, m: Move, step: Step) -> i32 {
        if self.has(Technique::CaptureHistory) {
            self.worker
                .history
                .capture(step, taken(self.position(ply), m))
        } else {
            0
        }
    }

    /// Updates the histories after a best move: a bonus for it, a malus for the moves tried before it.
    pub(super) fn update_histories(
        &mut self,
        ply: usize,
        threats: Bitboard,
        best: Move,
        quiets: &[Move],
        captures: &[Move],
        depth: i32,
    ) {
        let gain = bonus(depth);
        if best.is_noisy() {
            self.update_capture(ply, best, gain);
        } else {
            self.worker.frame_mut(ply).killer = Some(best);
            self.update_quiet(ply, threats, best, gain);
            for &m in quiets {
                self.update_quiet(ply, threats, m, -gain);
            }
        }
        for &m in captures {
            self.update_capture(ply, m, -gain);
        }
    }

    pub(super) fn update_capture(&mut self, ply: usize, m: Move, gain: i32) {
        let step = Step::of(self.position(ply), m);
        let kind = taken(self.position(ply), m);
        self.worker.history.update_capture(step, kind, gain);
    }

    pub(super) fn update_quiet(&mut self, ply: usize, threats: Bitboard, m: Move, gain: i32) {
        let position = self.worker.frame(ply).position;
        let step = Step::of(&position, m);
        let history = &mut self.worker.history;
        history.update_quiet(position.side_to_move(), threats, m, gain);
        history.update_structure(&position, step, gain);
        self.update_continuation(ply, step, gain);
    }

    /// Updates the quiet history of the move made at `ply`, which changed the static evaluation by `gain` for its side.
    pub(super) fn update_eval_history(&mut self, ply: usize, gain: Value) {
        let frame = self.worker.frame(ply);
        let Some(m) = frame.m.filter(|m| !m.is_noisy()) else {
            return;
        };
        let side = frame.position.side_to_move();
        let threats = frame.threats;
        let most = params::sight_max();
        let credit = (gain * params::sight_factor() / 8).clamp(-most, most);
        self.worker.history.update_quiet(side, threats, m, credit);
    }

    /// Gives a bonus to the quiet move that led to the position at `ply`, in which no move raised alpha.
    pub(super) fn update_fail_low(&mut self, ply: usize, depth: i32) {
        let before = self.worker.frame(ply - 1);
        let threats = before.threats;
        if let Some(m) = before.m.filter(|m| !m.is_noisy()) {
            let credit = bonus(depth) * params::fail_low_credit() / 100;
            self.update_quiet(ply - 1, threats, m, credit);
        }
    }

    pub(super) fn update_continuation(&mut self, ply: usize, step: Step, gain: i32) {
        for back in [1, 2, 4, 6] {
            let earlier = self.worker.step_before(ply, back);
            let gain = if back > 2 {
                gain / params::bonus_far_divisor()
            } else {
                gain
            };
            self.worker.history.update_continuation(earlier, step, gain);
        }
    }
}

/// Returns the history bonus at a depth.
#[inline(always)]
pub(super) fn bonus(depth: i32) -> i32 {
    (params::bonus_factor() * depth - params::bonus_offset()).min(params::bonus_max())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_within_the_limit() {
        let mut counter = Counter::default();
        for _ in 0..1_000 {
            counter.update(3_000);
            assert!(counter.get() <= LIMIT);
        }
        assert!(counter.get() > LIMIT * 9 / 10);
        for _ in 0..1_000 {
            counter.update(-LIMIT);
        }
        assert_eq!(counter.get(), -LIMIT);
    }
}
