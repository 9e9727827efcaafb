//! A table entry, packed into 64 bits.

use chess::Move;
use gametree::Bound;

use crate::score::Value;

/// The entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move. It was legal where it was stored; check again before playing it.
    pub best: Option<Move>,
    /// The value.
    pub value: Value,
    /// The static evaluation before correction.
    pub eval: Value,
    /// The search depth.
    pub depth: i32,
    /// The bound of the value; `None` if the entry has only a static evaluation.
    pub bound: Option<Bound>,
    /// Whether the position was ever on a principal variation.
    pub on_pv: bool,
    /// The age of the search that stored it.
    pub(super) age: u8,
}

/// The smallest depth that can be stored.
const LEAST_DEPTH: i32 = -8;

impl Entry {
    /// Returns whether the value proves that the true value is at least `beta`, or that it is below.
    #[inline(always)]
    #[must_use]
    pub fn settles(&self, beta: Value) -> bool {
        match self.bound {
            None => false,
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.value >= beta,
            Some(Bound::Upper) => self.value < beta,
        }
    }

    /// Packs the entry: move 16 bits, value 16, static evaluation 16, depth 8, bound 2, principal variation 1, age 5.
    #[inline(always)]
    pub(super) fn pack(self) -> u64 {
        let bound = match self.bound {
            None => 0_u64,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        let depth = (self.depth - LEAST_DEPTH).clamp(0, 255) as u64;
        u64::from(self.best.map_or(0, Move::bits))
            | u64::from(self.value as i16 as u16) << 16
            | u64::from(self.eval as i16 as u16) << 32
            | depth << 48
            | bound << 56
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
                0 => None,
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Exact),
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
    fn packing_round_trips() {
        let best = chess::Position::startpos().legal_moves()[7];
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact].map(Some);
        for bound in bounds.into_iter().chain([None]) {
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
