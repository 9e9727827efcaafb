//! What a position is worth: inside the search a whole number, outside what people read.
//!
//! Inside, a won game is `MATE` less the plies to its end, so that the shorter of two mates is the better one. Values
//! fit in 16 bits, because the transposition table keeps them so.

/// A value inside the search, for the side to move.
pub type Value = i32;

/// No line is longer than this many plies.
pub const MAX_PLY: usize = 128;

/// The side to move has mated: a mate in `n` plies is `MATE - n`.
pub const MATE: Value = 32_000;

/// Larger than every value.
pub const INFINITE: Value = MATE + 1;

/// No value: a static evaluation in check, say.
pub const NO_VALUE: Value = MATE + 2;

/// From here up, a value says that there is a mate.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;

/// Won by the end-game tables, `n` plies after the root it is `ENDGAME_WIN - n`.
pub const ENDGAME_WIN: Value = MATE_BOUND - 1;

/// From here up, a value says that the game is won, by mate or by the end-game tables.
pub const WIN_BOUND: Value = ENDGAME_WIN - MAX_PLY as Value;

/// The value of being mated `ply` plies from the root.
#[inline]
#[must_use]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The value of giving mate `ply` plies from the root.
#[inline]
#[must_use]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Whether the value says that the game is decided.
#[inline]
#[must_use]
pub const fn is_decisive(value: Value) -> bool {
    value >= WIN_BOUND || value <= -WIN_BOUND
}

/// What a value of the search means to people. A game that the tables call won is worth 200 pawns less the plies to get
/// there: it is not a mate that was seen.
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
    fn values_become_moves_to_mate() {
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
