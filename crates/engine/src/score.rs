//! Values as people read them.

/// A value from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; below zero is being mated, zero is mate on the board.
    Mate(i32),
}
