//! What a move changes on the board, as a network sees it.

use chess::{Castling, Color, Move, MoveKind, Piece, PieceKind, Position, Square};

use crate::features::{self, INPUTS};

/// A man on a square, in one number, so that it is noted and read back in one piece: 512 for Black, 64 for each kind below its
/// own, and the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Man(u16);

impl Man {
    #[inline(always)]
    fn new(piece: Piece, square: Square) -> Self {
        Self((piece.color() as u16) << 9 | (piece.kind() as u16) << 6 | square as u16)
    }

    /// Its input in a perspective.
    #[inline(always)]
    pub(crate) fn feature(self, perspective: Color, is_mirrored: bool) -> usize {
        let man = usize::from(self.0);
        let theirs = man >> 9 ^ perspective as usize;
        theirs * (INPUTS / 2) + (man & 511 ^ features::flip(perspective, is_mirrored))
    }
}

/// The men that a move takes off their squares and puts on others. There are only three shapes besides no change at all, so
/// each can have its own loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Changes(pub(crate) Shape);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// The side to move passed.
    Nothing,
    /// A man goes from one square to another; a pawn may become something else.
    Step { added: Man, removed: Man },
    /// A man goes and takes another.
    Capture { added: Man, removed: [Man; 2] },
    /// King and rook go. One may come to where it or the other was.
    Castle { added: [Man; 2], removed: [Man; 2] },
}

impl Changes {
    /// What passing changes: nothing.
    pub const NONE: Self = Self(Shape::Nothing);

    /// What a legal move changes.
    ///
    /// # Panics
    /// If there is nothing to move, or nothing to take by a move that says it takes.
    #[inline(always)]
    #[must_use]
    pub fn of(before: &Position, m: Move) -> Self {
        let (from, to) = (m.from(), m.to());
        let Some(piece) = before.piece_at(from) else {
            nothing_there(m, from);
        };
        let us = piece.color();
        let removed = Man::new(piece, from);
        if m.is_castle() {
            let side = Castling::of(from, to);
            let rook = Piece::new(us, PieceKind::Rook);
            return Self(Shape::Castle {
                added: [
                    Man::new(piece, side.king_target(us)),
                    Man::new(rook, side.rook_target(us)),
                ],
                removed: [removed, Man::new(rook, to)],
            });
        }
        let arriving = match m.promotion() {
            Some(kind) => Piece::new(us, kind),
            None => piece,
        };
        let added = Man::new(arriving, to);
        if !m.is_capture() {
            return Self(Shape::Step { added, removed });
        }
        let square = if m.kind() == MoveKind::EnPassant {
            Square::masked(to as u8 ^ 8)
        } else {
            to
        };
        let Some(taken) = before.piece_at(square) else {
            nothing_there(m, square);
        };
        Self(Shape::Capture {
            added,
            removed: [removed, Man::new(taken, square)],
        })
    }
}

#[cold]
#[inline(never)]
fn nothing_there(m: Move, square: Square) -> ! {
    panic!("nothing stands on {square}, so {m} cannot be played");
}
