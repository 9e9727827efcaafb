//! Chesspresso.
//!
//! Not in check: knights, bishops, rooks, queens, king, castling (king's side first), pawns.
//! In check: the king first, then knights, bishops, rooks, queens, pawns. Each kind from `a1` up.
//!
//! * Knights and kings go to their targets from `a1` up.
//! * Sliders go ray by ray, each outwards: down-left, down, down-right, right, up-right, up,
//!   up-left, left.
//! * A pawn: single step, double step, captures from `a1` up; promotions to queen, rook, bishop, knight.

use super::{mover, promotion_rank};
use chess::{Move, PieceKind, Position, Square};

/// A number that is smaller the earlier the move comes.
pub(super) fn key(position: &Position, m: Move) -> u32 {
    let (from, to) = (m.from(), m.to());
    let kind = mover(position, m);
    let (group, within) = match kind {
        _ if m.is_castle() => (6, u32::from(to < from)),
        PieceKind::Knight => (1, to as u32),
        PieceKind::Bishop => (2, along_ray(from, to)),
        PieceKind::Rook => (3, along_ray(from, to)),
        PieceKind::Queen => (4, along_ray(from, to)),
        PieceKind::King if position.in_check() => (0, to as u32),
        PieceKind::King => (5, to as u32),
        PieceKind::Pawn => {
            let step = match m {
                _ if m.is_capture() => 2 + to as u32,
                _ => u32::from(m.is_double_push()),
            };
            (7, step)
        }
    };
    group << 16 | (from as u32) << 10 | within << 2 | promotion_rank(m)
}

/// Rays in their order, eight steps to a ray.
fn along_ray(from: Square, to: Square) -> u32 {
    let files = to.file() as i32 - from.file() as i32;
    let ranks = to.rank() as i32 - from.rank() as i32;
    let ray = match (files.signum(), ranks.signum()) {
        (-1, -1) => 0,
        (0, -1) => 1,
        (1, -1) => 2,
        (1, 0) => 3,
        (1, 1) => 4,
        (0, 1) => 5,
        (-1, 1) => 6,
        _ => 7,
    };
    ray * 8 + files.abs().max(ranks.abs()) as u32
}

#[cfg(test)]
mod tests {
    use super::super::MoveOrder;
    use chess::Position;

    fn order(fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let moves = MoveOrder::Chesspresso.moves(&position);
        let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    #[test]
    fn the_start_position() {
        assert_eq!(
            order(chess::fen::START),
            "b1a3 b1c3 g1f3 g1h3 a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 \
             e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4"
        );
    }

    #[test]
    fn rays_castling_and_pawns() {
        let moves = order("1n2k3/P7/8/3Q4/8/8/8/R3K2R w KQ - 0 1");
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
}
