//! What is known about one position, in 64 bits.

use chess::Move;

use crate::score::Value;

/// What a value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: only the static value is known.
    None,
    /// The true value is this or less.
    Upper,
    /// The true value is this or more.
    Lower,
    /// It is the true value.
    Exact,
}

impl Bound {
    /// Whether the value settles the question if it is at least `beta` or at most `beta - 1`.
    #[inline(always)]
    #[must_use]
    pub fn settles(self, value: Value, beta: Value) -> bool {
        if value >= beta {
            matches!(self, Self::Lower | Self::Exact)
        } else {
            matches!(self, Self::Upper | Self::Exact)
        }
    }
}

/// What the table has about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move known. It was legal where it was stored; look again before playing it.
    pub best: Option<Move>,
    /// Its value.
    pub value: Value,
    /// The static value before any correction.
    pub eval: Value,
    /// Plies that were searched below.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
    /// Whether the position was on a principal variation once.
    pub on_pv: bool,
    /// The age of the search that stored it.
    pub(super) age: u8,
}

/// Depths are kept from this one up, so that they fit in a byte.
const LEAST_DEPTH: i32 = -8;

impl Entry {
    /// Move 16 bits, value 16, static value 16, depth 8, bound 2, on a principal variation 1, age 5.
    #[inline(always)]
    pub(super) fn pack(self) -> u64 {
        let depth = (self.depth - LEAST_DEPTH).clamp(0, 255) as u64;
        u64::from(self.best.map_or(0, Move::bits))
            | u64::from(self.value as i16 as u16) << 16
            | u64::from(self.eval as i16 as u16) << 32
            | depth << 48
            | (self.bound as u64) << 56
            | u64::from(self.on_pv) << 58
            | u64::from(self.age) << 59
    }

    #[inline(always)]
    pub(super) fn unpack(data: u64) -> Self {
        Self {
            best: Move::from_bits(data as u16),
            value: Value::from((data >> 16) as i16),
            eval: Value::from((data >> 32) as i16),
            depth: (data >> 48 & 255) as i32 + LEAST_DEPTH,
            bound: match data >> 56 & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            on_pv: data >> 58 & 1 != 0,
            age: (data >> 59) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{NO_VALUE, mated_in};

    #[test]
    fn entries_survive_packing() {
        let best = chess::Position::startpos().legal_moves()[7];
        for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
            for depth in [-2, 0, 63, 127] {
                for (value, eval) in [(0, 0), (mated_in(5), NO_VALUE), (-1, 31_000)] {
                    for (best, on_pv, age) in [(None, false, 31), (Some(best), true, 0)] {
                        let entry = Entry {
                            best,
                            value,
                            eval,
                            depth,
                            bound,
                            on_pv,
                            age,
                        };
                        assert_eq!(Entry::unpack(entry.pack()), entry);
                    }
                }
            }
        }
    }
}
