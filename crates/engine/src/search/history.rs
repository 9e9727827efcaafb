//! What the search has learned about moves: which ones cut off, where, and after what.
//!
//! Every table is a set of counters that a good move draws up and a bad one down. A counter moves by
//! `bonus - counter * |bonus| / LIMIT`, so it can never pass the limit, moves quickly when it is wrong and slowly when
//! it is right ("history gravity").

use chess::{Color, Move, Piece, PieceKind, Position, Square};

use crate::score::Value;

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

/// How many sizes of difference a correction is kept for.
const CORRECTIONS: usize = 16_384;

/// Corrections are kept in this many parts of a centipawn.
const CORRECTION_GRAIN: i32 = 256;

/// A correction is at most this many centipawns by one table.
const CORRECTION_LIMIT: i32 = 48 * CORRECTION_GRAIN;

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
    /// By how much the static value was wrong: by side and pawn structure, and by side and each side's pieces.
    corrections: [[[i16; CORRECTIONS]; 2]; 3],
    /// The same after a pair of moves, by their pieces and targets.
    after_moves: [[i16; 768]; 768],
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
pub fn threat_index(threats: chess::Bitboard, m: Move) -> usize {
    usize::from(threats.has(m.from())) | usize::from(threats.has(m.to())) << 1
}

impl History {
    /// The counter of a quiet move.
    #[inline(always)]
    pub fn quiet(&self, side: Color, threats: chess::Bitboard, m: Move) -> i32 {
        self.quiet[side as usize][threat_index(threats, m)][m.from()][m.to()].get()
    }

    /// Learns about a quiet move.
    pub fn update_quiet(&mut self, side: Color, threats: chess::Bitboard, m: Move, bonus: i32) {
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

    /// What to add to the static value, by what searches found in positions like this one.
    pub fn correction(&self, position: &Position, steps: [Option<Step>; 2]) -> Value {
        let side = position.side_to_move() as usize;
        let [pawns, white, black] = correction_indices(position);
        let mut sum = i32::from(self.corrections[0][side][pawns]);
        sum += i32::from(self.corrections[1][side][white]);
        sum += i32::from(self.corrections[2][side][black]);
        if let Some((earlier, later)) = step_indices(steps) {
            sum += i32::from(self.after_moves[earlier][later]);
        }
        sum / CORRECTION_GRAIN
    }

    /// Learns that the true value was `difference` above the corrected static one.
    pub fn update_correction(
        &mut self,
        position: &Position,
        steps: [Option<Step>; 2],
        depth: i32,
        difference: Value,
    ) {
        let side = position.side_to_move() as usize;
        let [pawns, white, black] = correction_indices(position);
        // A deeper search knows better, and moves the correction further.
        let weight = (depth + 1).min(16);
        let learn = |old: &mut i16| {
            let target = i32::from(*old) + difference.clamp(-256, 256) * CORRECTION_GRAIN / 4;
            let new = (i32::from(*old) * (256 - weight) + target * weight) / 256;
            *old = new.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
        };
        learn(&mut self.corrections[0][side][pawns]);
        learn(&mut self.corrections[1][side][white]);
        learn(&mut self.corrections[2][side][black]);
        if let Some((earlier, later)) = step_indices(steps) {
            learn(&mut self.after_moves[earlier][later]);
        }
    }
}

#[inline(always)]
fn correction_indices(position: &Position) -> [usize; 3] {
    [
        position.pawn_key(),
        position.non_pawn_key(Color::White),
        position.non_pawn_key(Color::Black),
    ]
    .map(|key| key as usize % CORRECTIONS)
}

#[inline(always)]
fn step_indices([earlier, later]: [Option<Step>; 2]) -> Option<(usize, usize)> {
    let index = |step: Step| step.piece as usize * 64 + step.to as usize;
    Some((index(earlier?), index(later?)))
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

    #[test]
    fn corrections_go_towards_the_truth_and_no_further_than_allowed() {
        let mut history = History::new();
        let position = Position::startpos();
        for _ in 0..10_000 {
            let corrected = history.correction(&position, [None; 2]);
            history.update_correction(&position, [None; 2], 10, 40 - corrected);
        }
        assert!((history.correction(&position, [None; 2]) - 40).abs() <= 2);
        for _ in 0..10_000 {
            history.update_correction(&position, [None; 2], 20, 900);
        }
        assert!(history.correction(&position, [None; 2]) <= 3 * 48);
    }
}
