//! Tracing of the evaluation.
//!
//! There is one evaluation for play, explanations and tuning. It reports every use of a weight to a tracer. For play the tracer is
//! [`NoTrace`], which does nothing, so that the compiler removes the calls.

use chess::{Bitboard, Color};

use super::tapered::Tapered;

/// Receives the uses of weights.
pub trait Trace {
    /// Whether the tracer records anything. If so, caches are not used.
    const ACTIVE: bool;

    /// Called when the weight with this index counts `count` times for `side`, because of these squares. For the term
    /// [`Danger`](super::Term::Danger) the side is that of the endangered king.
    fn weight(&mut self, side: Color, index: usize, count: i32, squares: Bitboard);

    /// Called at the end with the combination of the sums.
    fn finish(&mut self, summary: &Summary);
}

/// The combination of the sums into a value.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// The penalty for danger to each side's king, at most zero; zero if too few pieces attack.
    pub danger: [Tapered; 2],
    /// Whether danger counts for each king.
    pub in_danger: [bool; 2],
    /// The complexity term of the endgame value, for White.
    pub complexity: i32,
    /// The sum of all terms for White, before interpolation.
    pub sum: Tapered,
    /// The phase, from 24 (all pieces) to 0 (none).
    pub phase: i32,
    /// The scale factor of the endgame value, in 128ths.
    pub scale: i32,
    /// The factor for the fifty-move rule, in 256ths.
    pub fifty_move_factor: i32,
    /// The value for White.
    pub value: i32,
}

/// A tracer that records nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoTrace;

impl Trace for NoTrace {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn weight(&mut self, _side: Color, _index: usize, _count: i32, _squares: Bitboard) {}

    #[inline(always)]
    fn finish(&mut self, _summary: &Summary) {}
}
