//! The order in which two well-known libraries of chess rules generate moves.
//!
//! Alpha-beta's node count depends on the order, and so does the choice between moves of equal
//! value. A figure printed by a program can only be reproduced with the order of its library.
//! Both orders are written down here as sort keys over our own legal moves.

mod chesspresso;
mod ordered;
mod python_chess;

pub use ordered::{Ordered, OrderedChess};

use chess::{Move, MoveList, PieceKind, Position};

/// An order of the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrder {
    /// As python-chess from version 0.17.0 on.
    PythonChess,
    /// As the Java library Chesspresso.
    Chesspresso,
}

impl MoveOrder {
    /// The legal moves in this order.
    #[must_use]
    pub fn moves(self, position: &Position) -> MoveList {
        match self {
            Self::PythonChess => sorted(position, |m| python_chess::key(position, m)),
            Self::Chesspresso => sorted(position, |m| chesspresso::key(position, m)),
        }
    }
}

/// The legal moves by ascending key; no two moves may have the same one.
fn sorted(position: &Position, key: impl Fn(Move) -> u32) -> MoveList {
    let mut list = position.legal_moves();
    let moves = list.as_mut_slice();
    // Key and move in one number, so that keys are computed once and nothing is allocated.
    let mut keyed = [0_u64; 324];
    let keyed = &mut keyed[..moves.len()];
    for (place, &m) in keyed.iter_mut().zip(&*moves) {
        *place = u64::from(key(m)) << 16 | u64::from(m.bits());
    }
    keyed.sort_unstable();
    for (place, &number) in moves.iter_mut().zip(&*keyed) {
        *place = Move::from_bits(number as u16).expect("these bits were a move");
    }
    list
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

/// The kind of piece that moves.
fn mover(position: &Position, m: Move) -> PieceKind {
    position
        .piece_at(m.from())
        .map_or(PieceKind::Pawn, chess::Piece::kind)
}
