//! Correction history: by how much the static value was wrong in positions like this one.
//!
//! A search finds out what a position is really worth. The difference to its static value is kept for what the position has in
//! common with others: its pawns, the pieces of each side, the last two moves. The next static value with the same pawns, say,
//! is corrected by it.

use chess::{Color, Move, Position};
use gametree::Observer;

use super::Search;
use super::history::Step;
use crate::params;
use crate::score::{Value, WIN_BOUND};
use crate::techniques::{Switches, Technique};

/// How many sets of pawns or pieces have a correction of their own.
const CORRECTIONS: usize = 16_384;

/// Corrections are kept in this many parts of a centipawn.
const GRAIN: i32 = 256;

/// What was learned about static values.
pub struct Corrections {
    /// By side and pawns, and by side and each side's pieces.
    by_pieces: [[[i16; CORRECTIONS]; 2]; 3],
    /// After a pair of moves, by their pieces and targets.
    after_moves: [[i16; 768]; 768],
}

impl Corrections {
    /// Nothing learned yet.
    pub fn new() -> Box<Self> {
        // SAFETY: it is made of integers only, and zero is a value of each. Building it on the stack would overflow.
        unsafe { Box::<Self>::new_zeroed().assume_init() }
    }

    /// What to add to the static value of a position after two steps.
    pub fn of(&self, position: &Position, steps: [Option<Step>; 2]) -> Value {
        let side = position.side_to_move() as usize;
        let [pawns, white, black] = indices(position);
        let mut sum = i32::from(self.by_pieces[0][side][pawns]);
        sum += i32::from(self.by_pieces[1][side][white]);
        sum += i32::from(self.by_pieces[2][side][black]);
        if let Some((earlier, later)) = step_indices(steps) {
            sum += i32::from(self.after_moves[earlier][later]);
        }
        sum / GRAIN
    }

    /// Learns that the true value was `difference` above the corrected static one.
    pub fn update(
        &mut self,
        position: &Position,
        steps: [Option<Step>; 2],
        depth: i32,
        difference: Value,
    ) {
        let side = position.side_to_move() as usize;
        let [pawns, white, black] = indices(position);
        // A deeper search knows better, and moves the correction further.
        let weight = (depth + 1).min(params::correction_depth());
        let most = params::correction_difference();
        let limit = params::correction_limit() * GRAIN;
        let bonus = difference.clamp(-most, most) * weight * params::correction_speed() / 4;
        let bonus = bonus.clamp(-limit / 4, limit / 4);
        // As in the other histories: quickly when it is wrong, slowly when it is right, and never past the limit.
        let learn = |old: &mut i16| {
            let value = i32::from(*old);
            *old = (value + bonus - value * bonus.abs() / limit) as i16;
        };
        learn(&mut self.by_pieces[0][side][pawns]);
        learn(&mut self.by_pieces[1][side][white]);
        learn(&mut self.by_pieces[2][side][black]);
        if let Some((earlier, later)) = step_indices(steps) {
            learn(&mut self.after_moves[earlier][later]);
        }
    }
}

#[inline(always)]
fn indices(position: &Position) -> [usize; 3] {
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

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// The static value with its correction.
    #[inline]
    pub(super) fn corrected(&self, ply: usize, raw: Value) -> Value {
        if !self.has(Technique::Correction) {
            return raw;
        }
        let steps = self.last_steps(ply);
        let correction = self.worker.corrections.of(self.position(ply), steps);
        (raw + correction).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// The corrected static value of the position at `ply` was wrong by `difference`.
    pub(super) fn learn_correction(&mut self, ply: usize, depth: i32, difference: Value) {
        let steps = self.last_steps(ply);
        let position = self.worker.frame(ply).position;
        self.worker
            .corrections
            .update(&position, steps, depth, difference);
    }

    #[inline(always)]
    fn last_steps(&self, ply: usize) -> [Option<Step>; 2] {
        [2, 1].map(|back| self.worker.step_before(ply, back))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_go_towards_the_truth_and_no_further_than_allowed() {
        let mut corrections = Corrections::new();
        let position = Position::startpos();
        for _ in 0..10_000 {
            let corrected = corrections.of(&position, [None; 2]);
            corrections.update(&position, [None; 2], 10, 40 - corrected);
        }
        assert!((corrections.of(&position, [None; 2]) - 40).abs() <= 2);
        for _ in 0..10_000 {
            corrections.update(&position, [None; 2], 20, 900);
        }
        assert!(corrections.of(&position, [None; 2]) <= 3 * params::correction_limit());
    }
}
