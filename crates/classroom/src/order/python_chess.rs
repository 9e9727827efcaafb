//! python-chess (0.17.0 and later; earlier versions differ).
//!
//! 1. Pieces other than pawns, from `h8` down to `a1`; each goes to its targets from `h8` down to `a1`.
//!    In check the king's moves come before all others.
//! 2. Castling, the king's side first.
//! 3. Pawn captures, from `h8` down, each with its targets from `h8` down.
//! 4. Single steps, then double steps, by target from `h8` down.
//! 5. En passant, from `h8` down.

use super::{mover, promotion_rank};
use chess::{Move, MoveKind, PieceKind, Position};

/// A number that is smaller the earlier the move comes.
pub(super) fn key(position: &Position, m: Move) -> u32 {
    let down = |square: chess::Square| 63 - square as u32;
    let kind = mover(position, m);
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

#[cfg(test)]
mod tests {
    use super::super::MoveOrder;
    use chess::Position;

    fn order(fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let moves = MoveOrder::PythonChess.moves(&position);
        let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    #[test]
    fn the_start_position() {
        assert_eq!(
            order(chess::fen::START),
            "g1h3 g1f3 b1c3 b1a3 h2h3 g2g3 f2f3 e2e3 d2d3 c2c3 b2b3 a2a3 \
             h2h4 g2g4 f2f4 e2e4 d2d4 c2c4 b2b4 a2a4"
        );
    }

    #[test]
    fn castling_captures_promotions_and_en_passant() {
        // Castling is written king takes rook.
        assert_eq!(
            order("1n4k1/P7/8/4Pp2/8/8/8/R3K2R w KQ f6 0 1"),
            "h1h8 h1h7 h1h6 h1h5 h1h4 h1h3 h1h2 h1g1 h1f1 e1f2 e1e2 e1d2 e1f1 e1d1 \
             a1a6 a1a5 a1a4 a1a3 a1a2 a1d1 a1c1 a1b1 e1h1 e1a1 \
             a7b8q a7b8r a7b8b a7b8n a7a8q a7a8r a7a8b a7a8n e5e6 e5f6"
        );
    }

    #[test]
    fn in_check_the_king_moves_first() {
        let moves = order("4k3/8/8/8/8/8/4q3/R2QK2N w - - 0 1");
        assert!(moves.starts_with("e1e2"), "{moves}");
    }
}
