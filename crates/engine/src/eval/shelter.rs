//! King shelter and pawn storm.

use chess::{Bitboard, Color, File, PieceKind, Position, Rank, Square};

use super::geometry::{distance, fill, flank, rank_of};
use super::layout::weight;
use super::pawns::by_file_and_rank;
use super::placement::counted;
use super::tapered::Tapered;
use super::trace::Trace;

/// The evaluation of the pawns around one king.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Shelter {
    /// The score for the king's side.
    pub score: Tapered,
    /// The contribution to the danger sum, which counts if pieces attack.
    pub danger: Tapered,
}

/// Evaluates the pawns of both sides on the king's file and the neighbouring files, from the king's rank on.
pub(super) fn shelter<T: Trace>(position: &Position, us: Color, trace: &mut T) -> Shelter {
    let king = position.king(us);
    let pawns = position.kind(PieceKind::Pawn);
    // Pawns behind the king do not count.
    let in_front = fill(row(king), us);
    let own = position.pieces(us, PieceKind::Pawn) & in_front;
    let enemy = position.pieces(!us, PieceKind::Pawn) & in_front;

    let mut score = Tapered::ZERO;
    let mut danger = Tapered::ZERO;
    let middle = (king as usize & 7).clamp(1, 6);
    for file in &File::ALL[middle - 1..=middle + 1] {
        let column = Bitboard::from(*file);
        let on_file = Square::new(*file, Rank::First);
        // The traced square is the pawn's, or the king's if there is no pawn.
        let (guard, guard_at) = nearest(own & column, us, king);
        let (attacker, attacker_at) = nearest(enemy & column, us, king);

        let n = by_file_and_rank(on_file, guard);
        score += counted(us, weight!(shelter[n]), 1, guard_at, trace);
        danger += counted(us, weight!(danger_shelter[guard]), 1, guard_at, trace);
        danger += counted(us, weight!(danger_storm[attacker]), 1, attacker_at, trace);
        let blocked = guard > 0 && attacker == guard + 1;
        score += if blocked {
            counted(us, weight!(storm_blocked[attacker]), 1, attacker_at, trace)
        } else {
            let n = by_file_and_rank(on_file, attacker);
            counted(us, weight!(storm[n]), 1, attacker_at, trace)
        };
    }

    if pawns.any() {
        let nearest = pawns
            .into_iter()
            .map(|pawn| distance(king, pawn))
            .min()
            .unwrap_or(0);
        let here = king.bitboard();
        score += counted(us, weight!(king_pawn_distance), nearest, here, trace);
        let bare = i32::from(!pawns.meets(flank(king)));
        score += counted(us, weight!(pawnless_flank), bare, here, trace);
    }
    Shelter { score, danger }
}

/// Returns the rank of a square as a set.
fn row(square: Square) -> Bitboard {
    Bitboard::from(square.rank())
}

/// Returns the rank and the square of the pawn nearest to the back rank of `us`.
fn nearest(pawns: Bitboard, us: Color, king: Square) -> (usize, Bitboard) {
    let pawn = match us {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    match pawn {
        Some(pawn) => (rank_of(pawn, us), pawn.bitboard()),
        None => (0, king.bitboard()),
    }
}
