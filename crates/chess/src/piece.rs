//! Kinds of pieces, and pieces with a colour.

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::Color;

/// A kind of piece, without its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum PieceKind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl PieceKind {
    /// All kinds, from pawn to king.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// Returns the English letter in lower case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Returns the kind with this English letter, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Self::Pawn),
            'n' => Some(Self::Knight),
            'b' => Some(Self::Bishop),
            'r' => Some(Self::Rook),
            'q' => Some(Self::Queen),
            'k' => Some(Self::King),
            _ => None,
        }
    }
}

/// A piece: kind and colour. Bit 0 is the colour, the other bits are the kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

// A piece or an empty square is one byte.
const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// All pieces, indexed by their number.
    pub const ALL: [Self; 12] = [
        Self::WhitePawn,
        Self::BlackPawn,
        Self::WhiteKnight,
        Self::BlackKnight,
        Self::WhiteBishop,
        Self::BlackBishop,
        Self::WhiteRook,
        Self::BlackRook,
        Self::WhiteQueen,
        Self::BlackQueen,
        Self::WhiteKing,
        Self::BlackKing,
    ];

    /// Returns the piece of this colour and kind.
    #[inline(always)]
    #[must_use]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self::ALL[kind as usize * 2 + color as usize]
    }

    /// Returns the colour of the piece.
    #[inline(always)]
    #[must_use]
    pub const fn color(self) -> Color {
        match self as u8 & 1 {
            0 => Color::White,
            _ => Color::Black,
        }
    }

    /// Returns the kind of the piece.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        // SAFETY: a piece's number is below 12, so half of it is the number of one of the six kinds. (The compiler turns a
        // `match` into a jump in the middle of `Position::play_into`.)
        unsafe { std::mem::transmute::<u8, PieceKind>(self as u8 >> 1) }
    }

    /// Returns the letter of the piece in a FEN: upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }

    /// Returns the piece with this FEN letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl<T> Index<PieceKind> for [T; 6] {
    type Output = T;

    #[inline(always)]
    fn index(&self, kind: PieceKind) -> &T {
        &self[kind as usize]
    }
}

impl<T> IndexMut<PieceKind> for [T; 6] {
    #[inline(always)]
    fn index_mut(&mut self, kind: PieceKind) -> &mut T {
        &mut self[kind as usize]
    }
}

impl<T> Index<Piece> for [T; 12] {
    type Output = T;

    #[inline(always)]
    fn index(&self, piece: Piece) -> &T {
        &self[piece as usize]
    }
}

impl<T> IndexMut<Piece> for [T; 12] {
    #[inline(always)]
    fn index_mut(&mut self, piece: Piece) -> &mut T {
        &mut self[piece as usize]
    }
}
