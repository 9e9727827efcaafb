//! Moves in two bytes, and move lists on the stack.

use std::fmt;
use std::mem::MaybeUninit;
use std::num::NonZeroU16;
use std::ops::Deref;

use crate::{Bitboard, PieceKind, Square};

/// The kind of a move. Bit 2 marks captures, bit 3 promotions. No kind is zero, so no [`Move`] is zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Neither captures nor promotes.
    Quiet = 0b0001,
    /// A pawn moves two squares.
    DoublePush = 0b0010,
    /// The king castles with the rook on the target square.
    Castle = 0b0011,
    /// Captures the piece on the target square.
    Capture = 0b0101,
    /// Captures a pawn that just made a double push.
    EnPassant = 0b0110,
    /// Promotes to a knight.
    PromoteKnight = 0b1000,
    /// Promotes to a bishop.
    PromoteBishop = 0b1001,
    /// Promotes to a rook.
    PromoteRook = 0b1010,
    /// Promotes to a queen.
    PromoteQueen = 0b1011,
    /// Captures and promotes to a knight.
    CapturePromoteKnight = 0b1100,
    /// Captures and promotes to a bishop.
    CapturePromoteBishop = 0b1101,
    /// Captures and promotes to a rook.
    CapturePromoteRook = 0b1110,
    /// Captures and promotes to a queen.
    CapturePromoteQueen = 0b1111,
}

impl MoveKind {
    const fn from_bits(bits: u16) -> Option<Self> {
        Some(match bits {
            0b0001 => Self::Quiet,
            0b0010 => Self::DoublePush,
            0b0011 => Self::Castle,
            0b0101 => Self::Capture,
            0b0110 => Self::EnPassant,
            0b1000 => Self::PromoteKnight,
            0b1001 => Self::PromoteBishop,
            0b1010 => Self::PromoteRook,
            0b1011 => Self::PromoteQueen,
            0b1100 => Self::CapturePromoteKnight,
            0b1101 => Self::CapturePromoteBishop,
            0b1110 => Self::CapturePromoteRook,
            0b1111 => Self::CapturePromoteQueen,
            _ => return None,
        })
    }

    /// Returns the kind of a promotion to `piece`; a queen unless `piece` is a knight, bishop or rook.
    #[must_use]
    pub const fn promotion(piece: PieceKind, captures: bool) -> Self {
        match (piece, captures) {
            (PieceKind::Knight, false) => Self::PromoteKnight,
            (PieceKind::Bishop, false) => Self::PromoteBishop,
            (PieceKind::Rook, false) => Self::PromoteRook,
            (_, false) => Self::PromoteQueen,
            (PieceKind::Knight, true) => Self::CapturePromoteKnight,
            (PieceKind::Bishop, true) => Self::CapturePromoteBishop,
            (PieceKind::Rook, true) => Self::CapturePromoteRook,
            (_, true) => Self::CapturePromoteQueen,
        }
    }
}

/// A move: from (bits 0 to 5), to (6 to 11), kind (12 to 15).
///
/// Castling is encoded as a move from the king's square to the **rook's** square, in standard chess too: the only form
/// that is unambiguous in Chess960. [`crate::uci`] writes castling in either style.
///
/// A `Move` does not contain its position: [`crate::Position::is_legal`] checks it. For the same reason a move is read from
/// text with a position, by [`crate::uci::parse`] or [`crate::san::parse`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

// `None` uses the value zero.
const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// Creates a move, or returns `None` if the two squares are the same.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Option<Self> {
        if from as u8 == to as u8 {
            return None;
        }
        Some(Self::pack(from, to, kind as u16))
    }

    /// Packs the parts. No kind is zero, so the compiler removes the second arm.
    #[inline(always)]
    const fn pack(from: Square, to: Square, kind: u16) -> Self {
        let bits = from as u16 | (to as u16) << 6 | kind << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MAX),
        }
    }

    /// Creates a move from [`Move::bits`], or returns `None` if the bits are not a move.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits & 63 == bits >> 6 & 63 || MoveKind::from_bits(bits >> 12).is_none() {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// Returns the 16 bits.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the origin square.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::masked(self.bits() as u8)
    }

    /// Returns the target square; for castling, the square of the rook.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::masked((self.bits() >> 6) as u8)
    }

    /// Returns the kind of the move.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.bits() >> 12) {
            Some(kind) => kind,
            None => MoveKind::Quiet,
        }
    }

    /// Returns whether the move captures a piece, en passant included.
    #[inline(always)]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.bits() & 0b0100 << 12 != 0
    }

    /// Returns whether the move promotes a pawn.
    #[inline(always)]
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.bits() & 0b1000 << 12 != 0
    }

    /// Returns whether the move captures or promotes. All other moves are *quiet*.
    #[inline(always)]
    #[must_use]
    pub const fn is_noisy(self) -> bool {
        self.bits() & 0b1100 << 12 != 0
    }

    /// Returns whether the move is not castling, en passant or a promotion.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn is_ordinary(self) -> bool {
        const ORDINARY: u16 = 1 << MoveKind::Quiet as u16
            | 1 << MoveKind::DoublePush as u16
            | 1 << MoveKind::Capture as u16;
        ORDINARY >> (self.bits() >> 12) & 1 != 0
    }

    /// Returns whether the move is a double push of a pawn.
    #[inline(always)]
    #[must_use]
    pub const fn is_double_push(self) -> bool {
        self.bits() >> 12 == MoveKind::DoublePush as u16
    }

    /// Returns whether the move is castling.
    #[inline(always)]
    #[must_use]
    pub const fn is_castle(self) -> bool {
        self.bits() >> 12 == MoveKind::Castle as u16
    }

    /// Returns the piece that a pawn promotes to.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceKind> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.bits() >> 12 & 3 {
            0 => PieceKind::Knight,
            1 => PieceKind::Bishop,
            2 => PieceKind::Rook,
            _ => PieceKind::Queen,
        })
    }
}

/// Origin, target and promotion letter, castling as king takes rook: `e2e4`, `e7e8q`, `e1h1`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}({:?})", self.kind())
    }
}

/// A list of moves with fixed capacity, stored on the stack.
///
/// ```
/// use chess::Position;
/// let moves = Position::startpos().legal_moves();
/// assert_eq!(moves.len(), 20);
/// ```
pub struct MoveList {
    len: usize,
    moves: [MaybeUninit<Move>; MoveList::CAPACITY],
}

impl MoveList {
    /// An upper bound for the legal moves of any [`crate::Position`]: nine queens, two rooks, two bishops, two knights
    /// and the king, each alone on an empty board, have at most 321 moves, castling adds two, and a pawn has fewer moves
    /// than a queen. (The maximum in a reachable position is 218.)
    pub const CAPACITY: usize = 324;

    /// Creates an empty list.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self {
            len: 0,
            moves: [const { MaybeUninit::uninit() }; Self::CAPACITY],
        }
    }

    /// Appends a move.
    ///
    /// # Panics
    /// If the list is full. The legal moves of one position never fill it.
    #[inline(always)]
    pub const fn push(&mut self, m: Move) {
        self.moves[self.len] = MaybeUninit::new(m);
        self.len += 1;
    }

    /// Appends a move to each square of `targets`; those onto `enemies` are captures.
    #[inline(always)]
    pub(crate) fn push_targets(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) {
        self.extend(targets, |to| {
            let captures = (enemies.bits() >> to as u8 & 1) as u16;
            Move::pack(from, to, MoveKind::Quiet as u16 | captures << 2)
        });
    }

    /// Appends a move to each square of `targets` from the square with the number `target - step`.
    #[inline(always)]
    pub(crate) fn push_pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        self.extend(targets, |to| {
            let from = Square::masked((to as u8).wrapping_sub(step as u8));
            Move::pack(from, to, kind as u16)
        });
    }

    /// Appends one move for each target, with a single capacity check.
    #[inline(always)]
    fn extend(&mut self, targets: Bitboard, make: impl Fn(Square) -> Move) {
        let end = self.len + targets.count() as usize;
        for (slot, to) in self.moves[self.len..end].iter_mut().zip(targets) {
            *slot = MaybeUninit::new(make(to));
        }
        self.len = end;
    }

    /// Keeps only the moves for which `keep` returns true, in the same order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            let m = self[index];
            if keep(m) {
                self.moves[kept] = MaybeUninit::new(m);
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Returns the moves as a mutable slice, for sorting.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        // SAFETY: only `push`, `extend` and `retain` change `len`, and they write every element below it first.
        unsafe { std::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.len) }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        // SAFETY: only `push`, `extend` and `retain` change `len`, and they write every element below it first.
        unsafe { std::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::iter::Map<
        std::iter::Take<std::array::IntoIter<MaybeUninit<Move>, { MoveList::CAPACITY }>>,
        fn(MaybeUninit<Move>) -> Move,
    >;

    fn into_iter(self) -> Self::IntoIter {
        // SAFETY: `take` stops at `len`, and every element below it was written.
        self.moves
            .into_iter()
            .take(self.len)
            .map(|m| unsafe { m.assume_init() })
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
