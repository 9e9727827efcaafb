//! Squares, files and ranks.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use crate::{Bitboard, Color};

/// A file (column), `a` to `h`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files from `a` to `h`.
    pub const ALL: [Self; 8] = [
        Self::A,
        Self::B,
        Self::C,
        Self::D,
        Self::E,
        Self::F,
        Self::G,
        Self::H,
    ];

    /// Returns the lower-case letter of the file.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file with this letter, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            c @ 'a'..='h' => Some(Self::ALL[c as usize - 'a' as usize]),
            _ => None,
        }
    }
}

/// A rank (row), 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks from 1 to 8.
    pub const ALL: [Self; 8] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
    ];

    /// Returns the digit of the rank.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank with this digit.
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            c @ '1'..='8' => Some(Self::ALL[c as usize - '1' as usize]),
            _ => None,
        }
    }

    /// Returns the rank counted from the side of `color`: for Black, `First` is the eighth.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self as usize],
        }
    }
}

/// A square; `A1` is 0, `B1` is 1, `H8` is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

// `Option<Square>` uses the niche above 63.
const _: () = assert!(size_of::<Option<Square>>() == 1);

impl Square {
    /// All squares, `A1` to `H8`.
    pub const ALL: [Self; 64] = {
        let mut all = [Self::A1; 64];
        let mut index = 0;
        while index < 64 {
            all[index as usize] = Self::masked(index);
            index += 1;
        }
        all
    };

    /// Returns the square on this file and rank.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::masked(rank as u8 * 8 + file as u8)
    }

    /// Returns the square with the number `index % 64`.
    #[inline(always)]
    #[must_use]
    pub const fn masked(index: u8) -> Self {
        // SAFETY: `Square` is `repr(u8)` with a variant for each of 0..64, and the mask keeps the value there.
        unsafe { std::mem::transmute::<u8, Self>(index & 63) }
    }

    /// Returns the file of the square.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// Returns the rank of the square.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// Returns the set of this square only.
    #[inline(always)]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::new(1 << self as u8)
    }

    /// Returns the square with the rank mirrored: `e2` becomes `e7`.
    #[inline]
    #[must_use]
    pub const fn flip_rank(self) -> Self {
        Self::masked(self as u8 ^ 56)
    }

    /// Returns the square with the file mirrored: `e2` becomes `d2`.
    #[inline]
    #[must_use]
    pub const fn flip_file(self) -> Self {
        Self::masked(self as u8 ^ 7)
    }

    /// Returns the square from the point of view of `color`: unchanged for White, rank-mirrored for Black.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }

    /// Returns the square `files` to the right and `ranks` up, or `None` if that is off the board.
    ///
    /// ```
    /// use chess::Square;
    /// assert_eq!(Square::E4.offset(1, 2), Some(Square::F6));
    /// assert_eq!(Square::A1.offset(-1, 0), None);
    /// ```
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self as i8 & 7) + files;
        let rank = (self as i8 >> 3) + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self::masked((rank * 8 + file) as u8))
        } else {
            None
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

/// The text is not a square such as `e4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a file a-h and a rank 1-8, such as e4")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(file @ 'a'..='h'), Some(rank), None) => {
                let file = File::from_letter(file).ok_or(ParseSquareError)?;
                let rank = Rank::from_digit(rank).ok_or(ParseSquareError)?;
                Ok(Self::new(file, rank))
            }
            _ => Err(ParseSquareError),
        }
    }
}

impl<T> Index<Square> for [T; 64] {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        &self[square as usize]
    }
}

impl<T> IndexMut<Square> for [T; 64] {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self[square as usize]
    }
}
