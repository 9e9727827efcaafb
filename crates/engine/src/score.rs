//! Values: integers inside the search, centipawns or mate distances outside.
//!
//! A won game has the value `MATE` less the plies to its end, so that shorter mates are better. Values fit in 16 bits, as the
//! transposition table requires.

/// A value of the search, for the side to move.
pub type Value = i32;

/// The maximum number of plies from the root.
pub const MAX_PLY: usize = 128;

/// The value of mate at the root; a mate in `n` plies is `MATE - n`.
pub const MATE: Value = 32_000;

/// Larger than every value.
pub const INFINITE: Value = MATE + 1;

/// No value: for example the static evaluation in check.
pub const NO_VALUE: Value = MATE + 2;

/// Values of at least this are mates.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;

/// The value of a tablebase win at the root; `n` plies from the root it is `ENDGAME_WIN - n`.
pub const ENDGAME_WIN: Value = MATE_BOUND - 1;

/// Values of at least this are won, by mate or by tablebases.
pub const WIN_BOUND: Value = ENDGAME_WIN - MAX_PLY as Value;

/// Returns the value of being mated `ply` plies from the root.
#[inline]
#[must_use]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Returns the value of giving mate `ply` plies from the root.
#[inline]
#[must_use]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Returns whether a value is a proven win or loss.
#[inline]
#[must_use]
pub const fn is_decisive(value: Value) -> bool {
    value >= WIN_BOUND || value <= -WIN_BOUND
}

/// Converts a value for output. A tablebase win is 200 pawns less the plies to reach it, because no mate was found.
#[must_use]
pub const fn shown(value: Value) -> gametree::Value {
    use gametree::Value::{Centipawns, Mate};
    if value >= MATE_BOUND {
        Mate((MATE - value + 1) / 2)
    } else if value <= -MATE_BOUND {
        Mate(-(MATE + value) / 2)
    } else if value >= WIN_BOUND {
        Centipawns(20_000 - (ENDGAME_WIN - value))
    } else if value <= -WIN_BOUND {
        Centipawns(-20_000 + (ENDGAME_WIN + value))
    } else {
        Centipawns(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_values_are_shown_in_moves() {
        assert_eq!(shown(mate_in(1)), gametree::Value::Mate(1));
        assert_eq!(shown(mate_in(3)), gametree::Value::Mate(2));
        assert_eq!(shown(mated_in(0)), gametree::Value::Mate(0));
        assert_eq!(shown(mated_in(2)), gametree::Value::Mate(-1));
        assert_eq!(shown(mated_in(4)), gametree::Value::Mate(-2));
        assert_eq!(shown(-37), gametree::Value::Centipawns(-37));
        assert_eq!(shown(ENDGAME_WIN - 4), gametree::Value::Centipawns(19_996));
        assert_eq!(shown(4 - ENDGAME_WIN), gametree::Value::Centipawns(-19_996));
    }
}
