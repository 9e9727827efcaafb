//! King danger: attacks on the king add up, and the penalty is quadratic in the sum.

use chess::{Color, PieceKind, attacks};

use super::context::Context;
use super::geometry::{flank, ranks};
use super::layout::weight;
use super::tapered::Tapered;
use super::trace::Trace;

/// The middlegame penalty is the square of the danger sum, divided by this.
pub const SQUARE_DIVISOR: i32 = 1024;
/// The endgame penalty is the danger sum, divided by this.
pub const LINEAR_DIVISOR: i32 = 16;
/// The cap of the danger sum.
pub const MAX: i32 = 2000;

impl<T: Trace> Context<'_, T> {
    /// Returns the penalty for danger to the king of `us`, or `None` if too few pieces attack.
    #[inline(always)]
    pub(super) fn danger_of(&mut self, us: Color) -> Option<Tapered> {
        let them = !us;
        let queens = self.pieces(them, PieceKind::Queen);
        // A queen is dangerous alone, other pieces only together.
        let enough = if queens.any() { 1 } else { 2 };
        if self.king_attackers[us] < enough {
            return None;
        }
        let king = self.kings[us];
        let here = king.bitboard();

        // Weak squares: attacked, and defended at most by king and queen.
        let by_queen = self.by[us][PieceKind::Queen];
        let by_king = self.by[us][PieceKind::King];
        let held_badly = !self.attacked[us] | by_queen | by_king;
        let weak = (self.attacked[them] & held_badly) - self.attacked_twice[us];
        let weak_ring = weak & self.rings[us];
        self.endanger(
            us,
            weight!(danger_weak_square),
            weak_ring.count() as i32,
            weak_ring,
        );

        // Squares from which pieces can give check, safely or not.
        let safe =
            !self.position.color(them) & (!self.attacked[us] | weak & self.attacked_twice[them]);
        let through = self.occupied - self.pieces(us, PieceKind::Queen);
        let straight = attacks::rook(king, through);
        let diagonal = attacks::bishop(king, through);
        let by = &self.by[them];
        let checks = [
            attacks::knight(king) & by[PieceKind::Knight],
            diagonal & by[PieceKind::Bishop],
            straight & by[PieceKind::Rook],
            (straight | diagonal) & by[PieceKind::Queen],
        ];
        let mut unsafe_checks = chess::Bitboard::EMPTY;
        for (n, squares) in checks.into_iter().enumerate() {
            let good = squares & safe;
            self.endanger(us, weight!(danger_safe_check[n]), good.count() as i32, good);
            unsafe_checks |= squares - safe - self.position.color(them);
        }
        self.endanger(
            us,
            weight!(danger_unsafe_check),
            unsafe_checks.count() as i32,
            unsafe_checks,
        );

        let pinned = self.pinned[us];
        self.endanger(us, weight!(danger_pinned), pinned.count() as i32, pinned);

        let flank = flank(king) & ranks(us, 1, 5);
        let storm = self.attacked[them] & flank;
        let twice = storm & self.attacked_twice[them];
        let count = (storm.count() + twice.count()) as i32;
        self.endanger(us, weight!(danger_flank[0]), count, here);
        let held = (self.attacked[us] & flank).count() as i32;
        self.endanger(us, weight!(danger_flank[1]), held, here);

        let minors = self.pieces(us, PieceKind::Knight) | self.pieces(us, PieceKind::Bishop);
        let guards = minors & self.rings[us];
        self.endanger(us, weight!(danger_defender), guards.count() as i32, guards);
        if queens.is_empty() {
            self.endanger(us, weight!(danger_no_queen), 1, here);
        }
        self.endanger(us, weight!(danger_base), 1, here);

        let sum = self.danger[us];
        let middlegame = sum.middlegame().clamp(0, MAX);
        let endgame = sum.endgame().clamp(0, MAX);
        Some(Tapered::new(
            -(middlegame * middlegame / SQUARE_DIVISOR),
            -(endgame / LINEAR_DIVISOR),
        ))
    }
}
