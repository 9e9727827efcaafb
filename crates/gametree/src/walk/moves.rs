//! The moves of a node, in a buffer that all nodes share.

use crate::score::Score;
use std::ops::Range;

/// The moves of one node: a range of the buffer that all nodes share.
#[derive(Clone, Copy, Debug)]
pub struct MoveList {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl MoveList {
    /// Returns the indices in [`Walk::moves`](super::Walk::moves).
    #[inline]
    #[must_use]
    pub fn indices(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns whether this is the first move of the list.
    #[inline]
    #[must_use]
    pub fn is_first(self, index: usize) -> bool {
        index == self.start
    }

    /// Returns the number of moves.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns whether there are no moves.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A node after [`Walk::expand`](super::Walk::expand): finished, or with moves.
#[derive(Clone, Copy, Debug)]
pub enum Expanded {
    /// The game is over; the value for the side to move, counted from the root.
    Over(Score),
    /// The legal moves.
    Moves(MoveList),
}
