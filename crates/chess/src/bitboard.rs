//! Sets of squares, one bit each.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub, SubAssign,
};

use crate::{Color, File, Rank, Square};

/// A set of squares. Bit 0 is `a1`, bit 63 is `h8`.
///
/// ```
/// use chess::{Bitboard, File, Rank, Square};
/// let corner = Bitboard::from(Rank::First) & Bitboard::from(File::A);
/// assert_eq!(corner, Bitboard::from(Square::A1));
/// assert_eq!((corner | Square::H8.bitboard()).into_iter().count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const FULL: Self = Self(!0);
    /// The dark squares, such as a1.
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);

    /// Returns the set with these bits.
    #[inline(always)]
    #[must_use]
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the bits of this set.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of squares in the set.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set is not empty.
    #[inline(always)]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns whether the set has two or more squares.
    #[inline(always)]
    #[must_use]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns whether `square` is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Returns whether the two sets share a square.
    #[inline(always)]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the lowest square of the set.
    #[inline(always)]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::masked(self.0.trailing_zeros() as u8))
        }
    }

    /// Returns the highest square of the set.
    #[inline(always)]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::masked(63 - self.0.leading_zeros() as u8))
        }
    }

    /// Returns the set shifted one rank up (`White`) or down (`Black`).
    #[inline(always)]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }

    /// Returns the set shifted one file towards `a`; squares shifted off the board are dropped.
    #[inline(always)]
    #[must_use]
    pub const fn left(self) -> Self {
        Self((self.0 & !FILE_A) >> 1)
    }

    /// Returns the set shifted one file towards `h`; squares shifted off the board are dropped.
    #[inline(always)]
    #[must_use]
    pub const fn right(self) -> Self {
        Self((self.0 & !FILE_H) << 1)
    }

    /// Returns the squares that pawns of `color` on these squares attack.
    #[inline(always)]
    #[must_use]
    pub const fn pawn_attacks(self, color: Color) -> Self {
        let ahead = self.forward(color);
        Self(ahead.left().0 | ahead.right().0)
    }

    /// Returns the squares that kings on these squares attack.
    #[inline]
    #[must_use]
    pub const fn king_attacks(self) -> Self {
        let beside = self.left().0 | self.right().0;
        let row = self.0 | beside;
        Self(beside | row << 8 | row >> 8)
    }

    /// Returns the set mirrored top to bottom.
    #[inline]
    #[must_use]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }
}

/// Iterator over the squares of a set, from `a1` to `h8`.
#[derive(Clone, Copy, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.bitboard())
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl From<File> for Bitboard {
    #[inline(always)]
    fn from(file: File) -> Self {
        Self(FILE_A << file as u8)
    }
}

impl From<Rank> for Bitboard {
    #[inline(always)]
    fn from(rank: Rank) -> Self {
        Self(0xFF << (rank as u8 * 8))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $a:ident, $b:ident, $result:expr) => {
        impl $trait for Bitboard {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, a, b, a & b);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, a, b, a | b);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, a, b, a ^ b);
operator!(Sub, sub, SubAssign, sub_assign, a, b, a & !b);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Shl<u32> for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        Self(self.0 << by)
    }
}

impl Shr<u32> for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Self(self.0 >> by)
    }
}

/// Draws the set as a board, White at the bottom.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.has(Square::new(file, rank)) {
                    'X'
                } else {
                    '.'
                };
                let end = if file == File::H { '\n' } else { ' ' };
                write!(f, "{mark}{end}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)
    }
}
