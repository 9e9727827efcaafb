//! Chesspresso's measure of square control.
//!
//! For each square, count the pieces of each colour that attack it (a piece's own square counts
//! if others defend it; pins do not matter; sliders look through own sliders of their kind). The
//! colour with more attackers gets the weight of the square.
//!
//! Counting square by square is slow. This module keeps all 64 counts as bit-sliced numbers in five bitboards: adding a
//! set of attacks takes five carry steps, and comparing the colours takes five comparison steps.

use chess::{Bitboard, Color, PieceKind, Position, Square, attacks};
use gametree::Score;

/// The weight of each square, `a1` first. The fourth and fifth rank have a 1 on the g-file where symmetry would have a
/// 2, as in the library.
#[rustfmt::skip]
pub const WEIGHTS: [Score; 64] = [
    1, 1, 1,  1,  1, 1, 1, 1,
    1, 2, 2,  2,  2, 2, 2, 1,
    1, 2, 4,  6,  6, 4, 2, 1,
    1, 2, 5, 10, 10, 5, 1, 1,
    1, 2, 5, 10, 10, 5, 1, 1,
    1, 2, 4,  6,  6, 4, 2, 1,
    1, 2, 2,  2,  2, 2, 2, 1,
    1, 1, 1,  1,  1, 1, 1, 1,
];

/// The squares of each weight that occurs.
const BY_WEIGHT: [(Score, u64); 6] = {
    let mut sets = [(1, 0), (2, 0), (4, 0), (5, 0), (6, 0), (10, 0)];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 6 {
            if sets[i].0 == WEIGHTS[square] {
                sets[i].1 |= 1 << square;
            }
            i += 1;
        }
        square += 1;
    }
    sets
};

/// A count for each square; bit `i` of a count is in `bits[i]`.
#[derive(Clone, Copy, Default)]
struct Counts {
    bits: [u64; 5],
}

impl Counts {
    /// Adds 1 for each square of the set.
    #[inline(always)]
    fn add(&mut self, set: Bitboard) {
        let mut carry = set.bits();
        for plane in &mut self.bits {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// Returns the squares with a larger count here, and those with a smaller one.
    fn compare(&self, other: &Self) -> (u64, u64) {
        let (mut larger, mut smaller) = (0, 0);
        // From the highest bit down; the first difference decides.
        for (a, b) in self.bits.iter().zip(&other.bits).rev() {
            let undecided = !(larger | smaller);
            larger |= undecided & a & !b;
            smaller |= undecided & b & !a;
        }
        (larger, smaller)
    }
}

/// Counts the attackers of each square by `color`.
fn attackers(position: &Position, color: Color, passed: Option<Square>) -> Counts {
    let mut counts = Counts::default();
    let occupied = position.occupied();
    let own = |kind| position.pieces(color, kind);
    let pawns = own(PieceKind::Pawn);
    let ahead = pawns.forward(color);
    counts.add(ahead.left());
    counts.add(ahead.right());
    for square in own(PieceKind::Knight) {
        counts.add(attacks::knight(square));
    }
    counts.add(attacks::king(position.king(color)));
    let diagonal = own(PieceKind::Bishop) | own(PieceKind::Queen);
    for square in diagonal {
        counts.add(attacks::bishop(square, occupied - diagonal));
    }
    let straight = own(PieceKind::Rook) | own(PieceKind::Queen);
    for square in straight {
        counts.add(attacks::rook(square, occupied - straight));
    }
    // A quirk of the library: a pawn next to a pawn that just made a double step also counts for the passed square.
    if let Some(square) = passed {
        let beside = match color {
            Color::White => square.offset(0, -1),
            Color::Black => square.offset(0, 1),
        };
        if let Some(beside) = beside {
            for _ in attacks::pawn(!color, beside) & pawns {
                counts.add(square.bitboard());
            }
        }
    }
    counts
}

/// Returns White's squares minus Black's, by weight. `passed` is the square passed by a double step in the last move.
#[must_use]
pub fn domination(position: &Position, passed: Option<Square>) -> Score {
    let white = attackers(position, Color::White, passed);
    let black = attackers(position, Color::Black, passed);
    let (larger, smaller) = white.compare(&black);
    BY_WEIGHT
        .iter()
        .map(|&(weight, set)| {
            let balance =
                (larger & set).count_ones() as Score - (smaller & set).count_ones() as Score;
            weight * balance
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, evaluated square by square.
    fn slowly(position: &Position) -> Score {
        let count = |square: Square, color| {
            let own = |kind| position.pieces(color, kind);
            let diagonal = own(PieceKind::Bishop) | own(PieceKind::Queen);
            let straight = own(PieceKind::Rook) | own(PieceKind::Queen);
            let occupied = position.occupied();
            (attacks::knight(square) & own(PieceKind::Knight)).count()
                + (attacks::king(square) & own(PieceKind::King)).count()
                + (attacks::pawn(!color, square) & own(PieceKind::Pawn)).count()
                + (attacks::bishop(square, occupied - diagonal) & diagonal).count()
                + (attacks::rook(square, occupied - straight) & straight).count()
        };
        Square::ALL
            .into_iter()
            .map(|square| {
                let balance =
                    count(square, Color::White) as i32 - count(square, Color::Black) as i32;
                WEIGHTS[square as usize] * balance.signum()
            })
            .sum()
    }

    #[test]
    fn all_at_once_equals_one_by_one() {
        for (_, fen, _) in games::chess::named::NAMED {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(domination(&position, None), slowly(&position), "{fen}");
            for m in &position.legal_moves() {
                let next = position.after(m);
                assert_eq!(domination(&next, None), slowly(&next), "{next}");
            }
        }
        assert_eq!(domination(&Position::startpos(), None), 0);
    }

    #[test]
    fn nine_queens_and_more_fit_into_the_counts() {
        let crowd = Position::from_fen("k7/8/2QQQ3/2Q1Q3/2QQQ3/8/1N1N4/K2R3R b - - 0 1").unwrap();
        assert_eq!(domination(&crowd, None), slowly(&crowd));
    }

    #[test]
    fn a_passed_square_counts_for_pawns_beside_the_pawn() {
        // After e2-e4 the pawn on d5 also counts on e3, in addition to White's d2 and f2.
        let after = "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1";
        let position = Position::from_fen(after).unwrap();
        assert_eq!(
            domination(&position, Some(Square::E3)),
            domination(&position, None) - WEIGHTS[Square::E3 as usize]
        );
    }
}
