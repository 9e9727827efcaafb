//! What the search has learned about moves: which ones cut off, where, and after what.
//!
//! Every table is a set of counters that a good move draws up and a bad one down. A counter moves by
//! `bonus - counter * |bonus| / LIMIT`, so it can never pass the limit, moves quickly when it is wrong and slowly when
//! it is right ("history gravity").

use chess::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};
use gametree::Observer;

use super::Search;
use super::ordering::taken;
use crate::params;
use crate::score::Value;
use crate::techniques::{Switches, Technique};

/// The size that no counter passes.
const LIMIT: i32 = 16_384;

/// A counter between `-LIMIT` and `LIMIT`.
#[derive(Clone, Copy, Default)]
pub struct Counter(i16);

impl Counter {
    /// Its value.
    #[inline(always)]
    pub fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Draws it towards a bonus, or a malus below zero.
    #[inline(always)]
    pub fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }
}

/// Counters for each piece and target square.
pub type ByTarget = [[Counter; 64]; 12];

/// A piece that went to a square: what continuation histories are indexed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The piece, as it was before a promotion.
    pub piece: Piece,
    /// Where it went; the rook's square for castling.
    pub to: Square,
}

impl Step {
    /// The step of a move that is legal here.
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

/// How many pawn structures have counters of their own.
const PAWN_STRUCTURES: usize = 512;

/// What was learned.
pub struct History {
    /// Side, whether the squares it leaves and goes to are attacked, from, to.
    quiet: [[[[Counter; 64]; 64]; 4]; 2],
    /// Piece, target, kind taken.
    capture: [[[Counter; 6]; 64]; 12],
    /// Piece and target of an earlier move, piece and target of this one.
    continuation: [[ByTarget; 64]; 12],
    /// Pawn structure, piece, target.
    pawn: [ByTarget; PAWN_STRUCTURES],
}

impl History {
    /// Nothing learned yet.
    pub fn new() -> Box<Self> {
        // SAFETY: it is made of integers only, and zero is a value of each. Building it on the stack would overflow.
        unsafe { Box::<Self>::new_zeroed().assume_init() }
    }
}

/// The bits of the quiet history's second index.
#[inline(always)]
pub fn threat_index(threats: Bitboard, m: Move) -> usize {
    usize::from(threats.has(m.from())) | usize::from(threats.has(m.to())) << 1
}

impl History {
    /// The counter of a quiet move.
    #[inline(always)]
    pub fn quiet(&self, side: Color, threats: Bitboard, m: Move) -> i32 {
        self.quiet[side as usize][threat_index(threats, m)][m.from()][m.to()].get()
    }

    /// Learns about a quiet move.
    pub fn update_quiet(&mut self, side: Color, threats: Bitboard, m: Move, bonus: i32) {
        self.quiet[side as usize][threat_index(threats, m)][m.from()][m.to()].update(bonus);
    }

    /// The counter of a move that takes `taken` (a pawn for a promotion that takes nothing).
    #[inline(always)]
    pub fn capture(&self, step: Step, taken: PieceKind) -> i32 {
        self.capture[step.piece][step.to][taken].get()
    }

    /// Learns about a capture.
    pub fn update_capture(&mut self, step: Step, taken: PieceKind, bonus: i32) {
        self.capture[step.piece][step.to][taken].update(bonus);
    }

    /// The counters of moves that follow an earlier step.
    #[inline(always)]
    pub fn after(&self, earlier: Option<Step>) -> Option<&ByTarget> {
        earlier.map(|step| &self.continuation[step.piece][step.to])
    }

    /// The counter of a step after an earlier one.
    #[inline(always)]
    pub fn continuation(&self, earlier: Option<Step>, step: Step) -> i32 {
        self.after(earlier)
            .map_or(0, |table| table[step.piece][step.to].get())
    }

    /// Learns about a step after an earlier one.
    pub fn update_continuation(&mut self, earlier: Option<Step>, step: Step, bonus: i32) {
        if let Some(earlier) = earlier {
            self.continuation[earlier.piece][earlier.to][step.piece][step.to].update(bonus);
        }
    }

    /// The counters of moves in a pawn structure.
    #[inline(always)]
    pub fn in_structure(&self, position: &Position) -> &ByTarget {
        &self.pawn[position.pawn_key() as usize % PAWN_STRUCTURES]
    }

    /// Learns about a step in a pawn structure.
    pub fn update_structure(&mut self, position: &Position, step: Step, bonus: i32) {
        self.pawn[position.pawn_key() as usize % PAWN_STRUCTURES][step.piece][step.to]
            .update(bonus);
    }
}

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// How a quiet move did before.
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

    /// How a capture did before.
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

    /// A move was best: it gains credit, and those tried before it lose some.
    pub(super) fn learn(
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
            self.learn_capture(ply, best, gain);
        } else {
            self.worker.frame_mut(ply).killer = Some(best);
            self.learn_quiet(ply, threats, best, gain);
            for &m in quiets {
                self.learn_quiet(ply, threats, m, -gain);
            }
        }
        for &m in captures {
            self.learn_capture(ply, m, -gain);
        }
    }

    pub(super) fn learn_capture(&mut self, ply: usize, m: Move, gain: i32) {
        let step = Step::of(self.position(ply), m);
        let kind = taken(self.position(ply), m);
        self.worker.history.update_capture(step, kind, gain);
    }

    pub(super) fn learn_quiet(&mut self, ply: usize, threats: Bitboard, m: Move, gain: i32) {
        let position = self.worker.frame(ply).position;
        let step = Step::of(&position, m);
        let history = &mut self.worker.history;
        history.update_quiet(position.side_to_move(), threats, m, gain);
        history.update_structure(&position, step, gain);
        self.learn_continuation(ply, step, gain);
    }

    /// The move made at `ply` changed the static value by `gain` for who made it.
    pub(super) fn learn_at_sight(&mut self, ply: usize, gain: Value) {
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

    /// Nothing helped in the position at `ply`: the quiet move that led there was good.
    pub(super) fn learn_fail_low(&mut self, ply: usize, depth: i32) {
        let before = self.worker.frame(ply - 1);
        let threats = before.threats;
        if let Some(m) = before.m.filter(|m| !m.is_noisy()) {
            let credit = bonus(depth) * params::fail_low_credit() / 100;
            self.learn_quiet(ply - 1, threats, m, credit);
        }
    }

    pub(super) fn learn_continuation(&mut self, ply: usize, step: Step, gain: i32) {
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

/// How much is learned at a depth.
#[inline(always)]
pub(super) fn bonus(depth: i32) -> i32 {
    (params::bonus_factor() * depth - params::bonus_offset()).min(params::bonus_max())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_within_their_limit() {
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
