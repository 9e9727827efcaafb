//! The move orders of two well-known chess libraries.
//!
//! Alpha-beta's node count depends on the order, and so does the choice between moves of equal
//! value. A printed count can only be reproduced with the move order of the library that the program used. Both orders
//! are implemented as sort keys over the legal moves of the crate `chess`.

mod chesspresso;
mod ordered;
mod python_chess;

pub use ordered::{Ordered, OrderedChess};

use chess::{Move, MoveList, PieceKind, Position};

/// An order of the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrder {
    /// The order of python-chess 0.17.0 and later.
    PythonChess,
    /// The order of the Java library Chesspresso.
    Chesspresso,
}

impl MoveOrder {
    /// Returns the legal moves in this order.
    #[must_use]
    pub fn moves(self, position: &Position) -> MoveList {
        match self {
            Self::PythonChess => sorted(position, |m| python_chess::key(position, m)),
            Self::Chesspresso => sorted(position, |m| chesspresso::key(position, m)),
        }
    }
}

/// Returns the legal moves by ascending key. The keys must be distinct.
fn sorted(position: &Position, key: impl Fn(Move) -> u32) -> MoveList {
    let mut list = position.legal_moves();
    let moves = list.as_mut_slice();
    // Few positions have more moves, and a large array is slow to fill.
    if moves.len() <= 64 {
        sort(moves, &mut [0; 64], key);
    } else {
        sort(moves, &mut [0; MoveList::CAPACITY], key);
    }
    list
}

/// Sorts moves by ascending key with the help of an array of at least their number.
#[inline]
fn sort(moves: &mut [Move], keyed: &mut [u64], key: impl Fn(Move) -> u32) {
    // A key and its move in one number: keys are computed once and nothing is allocated.
    let keyed = &mut keyed[..moves.len()];
    for (place, &m) in keyed.iter_mut().zip(&*moves) {
        *place = u64::from(key(m)) << 16 | u64::from(m.bits());
    }
    keyed.sort_unstable();
    for (place, &number) in moves.iter_mut().zip(&*keyed) {
        *place = Move::from_bits(number as u16).expect("these bits were a move");
    }
}

/// Queen, rook, bishop, knight: both libraries promote in this order.
fn promotion_rank(m: Move) -> u32 {
    match m.promotion() {
        None | Some(PieceKind::Queen) => 0,
        Some(PieceKind::Rook) => 1,
        Some(PieceKind::Bishop) => 2,
        Some(_) => 3,
    }
}

/// Returns the kind of piece that moves.
fn moved_kind(position: &Position, m: Move) -> PieceKind {
    position
        .piece_at(m.from())
        .map_or(PieceKind::Pawn, chess::Piece::kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(order: MoveOrder, fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let moves = order.moves(&position);
        let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    fn chesspresso(fen: &str) -> String {
        order(MoveOrder::Chesspresso, fen)
    }

    fn python_chess(fen: &str) -> String {
        order(MoveOrder::PythonChess, fen)
    }

    #[test]
    fn chesspresso_at_the_start() {
        assert_eq!(
            chesspresso(chess::fen::START),
            "b1a3 b1c3 g1f3 g1h3 a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 \
             e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4"
        );
    }

    #[test]
    fn chesspresso_with_rays_castling_and_pawns() {
        let moves = chesspresso("1n2k3/P7/8/3Q4/8/8/8/R3K2R w KQ - 0 1");
        assert_eq!(
            moves,
            "a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 \
             h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 h1g1 h1f1 \
             d5c4 d5b3 d5a2 d5d4 d5d3 d5d2 d5d1 d5e4 d5f3 d5g2 \
             d5e5 d5f5 d5g5 d5h5 d5e6 d5f7 d5g8 d5d6 d5d7 d5d8 d5c6 d5b7 d5a8 d5c5 d5b5 d5a5 \
             e1d1 e1f1 e1d2 e1e2 e1f2 e1h1 e1a1 \
             a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n"
        );
    }

    #[test]
    fn python_chess_at_the_start() {
        assert_eq!(
            python_chess(chess::fen::START),
            "g1h3 g1f3 b1c3 b1a3 h2h3 g2g3 f2f3 e2e3 d2d3 c2c3 b2b3 a2a3 \
             h2h4 g2g4 f2f4 e2e4 d2d4 c2c4 b2b4 a2a4"
        );
    }

    #[test]
    fn python_chess_with_castling_captures_promotions_and_en_passant() {
        // Castling is written king takes rook.
        assert_eq!(
            python_chess("1n4k1/P7/8/4Pp2/8/8/8/R3K2R w KQ f6 0 1"),
            "h1h8 h1h7 h1h6 h1h5 h1h4 h1h3 h1h2 h1g1 h1f1 e1f2 e1e2 e1d2 e1f1 e1d1 \
             a1a6 a1a5 a1a4 a1a3 a1a2 a1d1 a1c1 a1b1 e1h1 e1a1 \
             a7b8q a7b8r a7b8b a7b8n a7a8q a7a8r a7a8b a7a8n e5e6 e5f6"
        );
    }

    #[test]
    fn python_chess_in_check_moves_the_king_first() {
        let moves = python_chess("4k3/8/8/8/8/8/4q3/R2QK2N w - - 0 1");
        assert!(moves.starts_with("e1e2"), "{moves}");
    }
}
