//! What a search learns from its cuts, and how it reads that back: see [`history`](super::history).

use chess::{Bitboard, Color, Move};
use gametree::Observer;

use super::Search;
use super::history::Step;
use super::picker::taken;
use crate::params;
use crate::score::Value;
use crate::techniques::{Switches, Technique};

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

    pub(super) fn learn_continuation(&mut self, ply: usize, step: Step, gain: i32) {
        for back in [1, 2, 4, 6] {
            let earlier = self.worker.step_before(ply, back);
            let gain = if back > 2 { gain / 2 } else { gain };
            self.worker.history.update_continuation(earlier, step, gain);
        }
    }
}

/// How much is learned at a depth.
#[inline(always)]
pub(super) fn bonus(depth: i32) -> i32 {
    (params::bonus_factor() * depth - 60).min(params::bonus_max())
}
