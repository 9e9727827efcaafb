//! Watching the evaluation at work.
//!
//! There is one evaluation, not one for play, one for explanations and one for the tuner. It tells a tracer about every
//! weight it uses. For play the tracer is [`NoTrace`], which does nothing, and the compiler removes every call.

use chess::{Bitboard, Color};

use super::tapered::Tapered;

/// Somebody who is told which weights the evaluation uses.
pub trait Trace {
    /// Whether anyone listens. If so, nothing comes out of a cache.
    const LISTENS: bool;

    /// The weight with this number counts `count` times for `side`, because of these squares. For the term
    /// [`Danger`](super::Term::Danger) the side is the one whose king is in danger.
    fn weight(&mut self, side: Color, index: usize, count: i32, squares: Bitboard);

    /// All weights are told; this is how they were put together.
    fn finish(&mut self, summary: &Summary);
}

/// How the value was made from the sums.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// What danger costs each side, below zero or zero; both halves are zero where too few pieces attack.
    pub danger: [Tapered; 2],
    /// Whether danger counts for each king.
    pub in_danger: [bool; 2],
    /// What complexity does to the endgame, for White.
    pub complexity: i32,
    /// Everything together for White, before it is blended.
    pub sum: Tapered,
    /// How much of the middlegame is left, from 24 (all pieces) to 0 (none).
    pub phase: i32,
    /// How much of the endgame's advantage can be won, in 128ths.
    pub scale: i32,
    /// What the fifty-move rule leaves of the value, in 256ths.
    pub patience: i32,
    /// The value for White.
    pub value: i32,
}

/// Nobody.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoTrace;

impl Trace for NoTrace {
    const LISTENS: bool = false;

    #[inline(always)]
    fn weight(&mut self, _side: Color, _index: usize, _count: i32, _squares: Bitboard) {}

    #[inline(always)]
    fn finish(&mut self, _summary: &Summary) {}
}
