//! Tapered evaluation: a middlegame and an endgame value in one number.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value, in centipawns.
///
/// A king should hide while queens are on the board and centralise once they are gone. So each feature has two values, and the
/// evaluation interpolates between them as pieces leave the board.
///
/// Both halves share one `i32`, the middlegame in the low 16 bits. Adding two such numbers adds both halves; reading the high half
/// corrects the borrow of the low one.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct Tapered(i32);

impl Tapered {
    /// Zero in both phases.
    pub const ZERO: Self = Self(0);

    /// Creates a pair of values. Each must fit in 16 bits, with room for sums.
    #[inline(always)]
    #[must_use]
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << 16) + middlegame)
    }

    /// Returns the middlegame value.
    #[inline(always)]
    #[must_use]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the endgame value.
    #[inline(always)]
    #[must_use]
    pub const fn endgame(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }

    /// Returns the sum, in constants.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Tapered {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline(always)]
    fn mul(self, by: i32) -> Self {
        Self(self.0.wrapping_mul(by))
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_keep_both_halves_exact() {
        let values = [-300, -1, 0, 1, 7, 299];
        for a in values {
            for b in values {
                for c in values {
                    let sum = Tapered::new(a, b) + Tapered::new(b, c) * 3 - Tapered::new(c, a);
                    assert_eq!(sum.middlegame(), a + 3 * b - c);
                    assert_eq!(sum.endgame(), b + 3 * c - a);
                    assert_eq!((-sum).middlegame(), -sum.middlegame());
                    assert_eq!((-sum).endgame(), -sum.endgame());
                }
            }
        }
    }
}
