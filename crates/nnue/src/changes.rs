//! The inputs of the network that a move changes.

use chess::{Castling, Color, Move, MoveKind, Piece, PieceKind, Position, Square};

use crate::features::{self, INPUTS};

/// A piece on a square as one number: 512 for Black, plus 64 times the index of the kind, plus the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Man(u16);

impl Man {
    #[inline(always)]
    fn new(piece: Piece, square: Square) -> Self {
        Self((piece.color() as u16) << 9 | (piece.kind() as u16) << 6 | square as u16)
    }

    /// Returns its input in a perspective.
    #[inline(always)]
    pub(crate) fn feature(self, perspective: Color, is_mirrored: bool) -> usize {
        let man = usize::from(self.0);
        let theirs = man >> 9 ^ perspective as usize;
        theirs * (INPUTS / 2) + (man & 511 ^ features::flip(perspective, is_mirrored))
    }
}

/// The pieces that a move adds to and removes from squares. There are three shapes besides the null move, each with its own
/// loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Changes(pub(crate) Shape);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A null move.
    Nothing,
    /// A piece moves to an empty square; a pawn may promote.
    Step { added: Man, removed: Man },
    /// A piece moves and captures another.
    Capture { added: Man, removed: [Man; 2] },
    /// Castling. The squares of king and rook before and after the move may overlap.
    Castle { added: [Man; 2], removed: [Man; 2] },
}

impl Changes {
    /// The changes of a null move: none.
    pub(crate) const NONE: Self = Self(Shape::Nothing);

    /// Returns the changes of a legal move.
    ///
    /// # Panics
    /// If the origin of the move is empty, or the square of the captured piece is.
    #[inline(always)]
    pub(crate) fn of(before: &Position, m: Move) -> Self {
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
    panic!("there is no piece on {square}, so {m} cannot be played");
}
