//! python-chess (0.17.0 and later; earlier versions differ).
//!
//! 1. Pieces other than pawns, from `h8` down to `a1`, each with its targets from `h8` down to `a1`.
//!    In check the king's moves come before all others.
//! 2. Castling, the king's side first.
//! 3. Pawn captures, from `h8` down, each with its targets from `h8` down.
//! 4. Single steps, then double steps, by target from `h8` down.
//! 5. En passant, from `h8` down.

use super::{moved_kind, promotion_rank};
use chess::{Move, MoveKind, PieceKind, Position};

/// Returns the sort key of a move; earlier moves have smaller keys.
pub(super) fn key(position: &Position, m: Move) -> u32 {
    let down = |square: chess::Square| 63 - square as u32;
    let kind = moved_kind(position, m);
    let group = match m.kind() {
        MoveKind::Castle => 2,
        MoveKind::EnPassant => 6,
        MoveKind::DoublePush => 5,
        _ if kind == PieceKind::King && position.in_check() => 0,
        _ if kind != PieceKind::Pawn => 1,
        _ if m.is_capture() => 3,
        _ => 4,
    };
    group << 14 | down(m.from()) << 8 | down(m.to()) << 2 | promotion_rank(m)
}
