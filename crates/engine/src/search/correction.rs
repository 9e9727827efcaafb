//! Correction history: corrects the static evaluation by earlier errors in similar positions.
//!
//! The difference between a search result and the static evaluation is recorded under features of the position: its pawns, the
//! pieces of each side, the last two moves. Later positions that share a feature are corrected by the recorded difference.

use chess::{Color, Move, Position};
use gametree::Observer;

use super::Search;
use super::history::Step;
use crate::params;
use crate::score::{Value, WIN_BOUND};
use crate::techniques::{Switches, Technique};

/// The number of entries for each side and feature.
const CORRECTIONS: usize = 16_384;

/// Corrections are stored in this fraction of a centipawn.
const SCALE: i32 = 256;

/// The correction tables.
pub struct Corrections {
    /// By side and pawns, and by side and pieces of each colour.
    by_pieces: [[[i16; CORRECTIONS]; 2]; 3],
    /// By pieces and targets of the last two moves.
    after_moves: [[i16; 768]; 768],
}

impl Corrections {
    /// Creates empty tables.
    pub fn new() -> Box<Self> {
        // SAFETY: all fields are integers, for which zero is valid. Building the value on the stack would overflow it.
        unsafe { Box::<Self>::new_zeroed().assume_init() }
    }

    /// Returns the correction of the static evaluation of a position after two moves.
    pub fn of(&self, position: &Position, steps: [Option<Step>; 2]) -> Value {
        let side = position.side_to_move() as usize;
        let [pawns, white, black] = indices(position);
        let mut sum = i32::from(self.by_pieces[0][side][pawns]);
        sum += i32::from(self.by_pieces[1][side][white]);
        sum += i32::from(self.by_pieces[2][side][black]);
        if let Some((earlier, later)) = step_indices(steps) {
            sum += i32::from(self.after_moves[earlier][later]);
        }
        sum / SCALE
    }

    /// Records that the search result was `difference` above the corrected static evaluation.
    pub fn update(
        &mut self,
        position: &Position,
        steps: [Option<Step>; 2],
        depth: i32,
        difference: Value,
    ) {
        let side = position.side_to_move() as usize;
        let [pawns, white, black] = indices(position);
        // A deeper search is more reliable, so it changes the correction more.
        let weight = (depth + 1).min(params::correction_depth());
        let most = params::correction_difference();
        let limit = params::correction_limit() * SCALE;
        let bonus = difference.clamp(-most, most) * weight * params::correction_speed() / 4;
        let bonus = bonus.clamp(-limit / 4, limit / 4);
        // The same update as in the other histories: bounded by the limit, fast if wrong, slow if right.
        let update = |old: &mut i16| {
            let value = i32::from(*old);
            *old = (value + bonus - value * bonus.abs() / limit) as i16;
        };
        update(&mut self.by_pieces[0][side][pawns]);
        update(&mut self.by_pieces[1][side][white]);
        update(&mut self.by_pieces[2][side][black]);
        if let Some((earlier, later)) = step_indices(steps) {
            update(&mut self.after_moves[earlier][later]);
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
    /// Returns the static evaluation with its correction.
    #[inline]
    pub(super) fn corrected(&self, ply: usize, raw: Value) -> Value {
        if !self.has(Technique::Correction) {
            return raw;
        }
        let steps = self.last_steps(ply);
        let correction = self.worker.corrections.of(self.position(ply), steps);
        (raw + correction).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// Records that the corrected static evaluation at `ply` was wrong by `difference`.
    pub(super) fn update_correction(&mut self, ply: usize, depth: i32, difference: Value) {
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
    fn corrections_converge_and_stay_bounded() {
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
