//! Passed pawns.

use chess::{Bitboard, Color, PieceKind, Square};

use super::context::Context;
use super::geometry::{ahead, distance, edge_distance, rank_of};
use super::layout::weight;
use super::trace::Trace;

impl<T: Trace> Context<'_, T> {
    /// Evaluates the passed pawns of `us`.
    #[inline(always)]
    pub(super) fn passed_pawns_of(&mut self, us: Color) {
        let them = !us;
        let passed = self.structure.passed[us];
        for square in passed {
            let here = square.bitboard();
            let rank = rank_of(square, us);
            let stop = here.forward(us);
            let can_go = !self.occupied.meets(stop);
            let is_safe = !self.attacked[them].meets(stop);
            let state = usize::from(can_go) * 2 + usize::from(is_safe);
            self.add_at(us, weight!(passed[state * 8 + rank]), square);
            self.add_at(us, weight!(passed_file[edge_distance(square)]), square);

            let beside = here.left() | here.right();
            if passed.meets(beside | beside.forward(them) | beside.forward(us)) {
                self.add_at(us, weight!(passed_connected[rank]), square);
            }
            // The remaining terms apply from the fourth rank on.
            if rank >= 3 {
                self.advanced_passed_pawn(us, square, rank);
            }
        }
    }

    #[inline(always)]
    fn advanced_passed_pawn(&mut self, us: Color, square: Square, rank: usize) {
        let them = !us;
        let here = square.bitboard();
        let Some(stop) = here.forward(us).first() else {
            return;
        };
        let own_steps = distance(self.kings[us], stop);
        self.add(us, weight!(passed_own_king[rank]), own_steps, here);
        let enemy_steps = distance(self.kings[them], stop);
        self.add(us, weight!(passed_enemy_king[rank]), enemy_steps, here);

        let path = ahead(here, us);
        let rooks = self.position.kind(PieceKind::Rook);
        let behind = ahead(here, them);
        let own_rook = behind & rooks & self.position.color(us);
        let enemy_rook = behind & rooks & self.position.color(them);
        if own_rook.any() && self.sees(own_rook, square) {
            self.add_at(us, weight!(passed_rook_behind[0]), square);
        }
        let chased = enemy_rook.any() && self.sees(enemy_rook, square);
        if chased {
            self.add_at(us, weight!(passed_rook_behind[1]), square);
        }
        if !path.meets(self.occupied) && !path.meets(self.attacked[them]) && !chased {
            self.add_at(us, weight!(passed_free_path[rank]), square);
        }
        if !path.meets(self.occupied) && self.is_unstoppable(us, square, rank) {
            self.add_at(us, weight!(passed_unstoppable), square);
        }
    }

    /// Returns whether one of these rooks attacks the pawn along its file.
    #[inline(always)]
    fn sees(&self, rooks: Bitboard, pawn: Square) -> bool {
        rooks
            .into_iter()
            .any(|rook| !chess::attacks::between(rook, pawn).meets(self.occupied))
    }

    /// Returns whether the enemy has only pawns and a king that cannot reach the promotion square in time (the *rule of the
    /// square*).
    #[inline(always)]
    fn is_unstoppable(&self, us: Color, square: Square, rank: usize) -> bool {
        let them = !us;
        let enemies = self.position.color(them);
        if enemies != self.pawns[them] | self.kings[them].bitboard() {
            return false;
        }
        let goal = Square::masked(match us {
            Color::White => square as u8 & 7 | 56,
            Color::Black => square as u8 & 7,
        });
        let moves_first = i32::from(self.position.side_to_move() == them);
        distance(self.kings[them], goal) - moves_first > 7 - rank as i32
    }
}
