//! Chesspresso.
//!
//! Not in check: knights, bishops, rooks, queens, king, castling (king's side first), pawns.
//! In check: the king first, then knights, bishops, rooks, queens, pawns. Each kind from `a1` up.
//!
//! * Targets of knights and kings from `a1` up.
//! * Targets of sliders ray by ray, each outwards: down-left, down, down-right, right, up-right, up,
//!   up-left, left.
//! * A pawn: single step, double step, captures from `a1` up; promotions to queen, rook, bishop, knight.

use super::{moved_kind, promotion_rank};
use chess::{Move, PieceKind, Position, Square};

/// Returns the sort key of a move; earlier moves have smaller keys.
pub(super) fn key(position: &Position, m: Move) -> u32 {
    let (from, to) = (m.from(), m.to());
    let kind = moved_kind(position, m);
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

/// Returns the place of a square on the rays, eight steps for each ray.
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
