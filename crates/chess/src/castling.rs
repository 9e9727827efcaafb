//! King-side and queen-side castling, in standard chess and Chess960.

use crate::{Color, File, Rank, Square};

/// The side of a castling move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Castling {
    /// The king ends on the g-file, the rook on the f-file.
    KingSide,
    /// The king ends on the c-file, the rook on the d-file.
    QueenSide,
}

impl Castling {
    /// Both sides, king side first.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// Returns the side on which a king castles with a rook.
    #[inline]
    #[must_use]
    pub fn of(king: Square, rook: Square) -> Self {
        if rook > king {
            Self::KingSide
        } else {
            Self::QueenSide
        }
    }

    /// Returns the target square of the king of `color`.
    #[inline]
    #[must_use]
    pub fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        };
        Square::new(file, Rank::First.relative_to(color))
    }

    /// Returns the target square of the rook of `color`.
    #[inline]
    #[must_use]
    pub fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        };
        Square::new(file, Rank::First.relative_to(color))
    }
}
