//! Threats: attacked pieces, and pieces that can be attacked with the next move.

use chess::{Color, PieceKind, Square, attacks};

use super::context::Context;
use super::geometry::ranks;
use super::layout::weight;
use super::trace::Trace;

impl<T: Trace> Context<'_, T> {
    /// Evaluates the threats of `us`.
    #[inline(always)]
    pub(super) fn threats_by(&mut self, us: Color) {
        let them = !us;
        let enemies = self.position.color(them);
        let pieces = enemies - self.pawns[them] - self.kings[them].bitboard();
        let by_their_pawns = self.by[them][PieceKind::Pawn];
        let by_our_pawns = self.by[us][PieceKind::Pawn];
        let (ours, theirs) = (self.attacked[us], self.attacked[them]);
        let ours_twice = self.attacked_twice[us];

        // Strongly protected squares: defended by a pawn, or more often than attacked.
        let firm = by_their_pawns | (self.attacked_twice[them] - ours_twice);
        let weak = (enemies & ours) - firm - self.kings[them].bitboard();
        let held = pieces & firm;

        // A minor piece threatens every piece, a rook only weak ones.
        let minors = self.by[us][PieceKind::Knight] | self.by[us][PieceKind::Bishop];
        let by_minor = (weak | held) & minors;
        let by_rook = weak & self.by[us][PieceKind::Rook];
        for square in by_minor {
            self.add_at(us, weight!(threat_by_minor[self.kind_at(square)]), square);
        }
        for square in by_rook {
            self.add_at(us, weight!(threat_by_rook[self.kind_at(square)]), square);
        }
        let by_king = weak & self.by[us][PieceKind::King];
        self.add_each(us, weight!(threat_by_king), by_king);
        let hanging = weak & (!theirs | pieces & ours_twice);
        self.add_each(us, weight!(hanging), hanging);

        // Attacks by safe pawns, and by safe pawn pushes.
        let safe = !theirs | ours;
        let attacked = (self.pawns[us] & safe).pawn_attacks(us) & pieces;
        for square in attacked {
            let n = self.kind_at(square) - 1;
            self.add_at(us, weight!(threat_by_pawn[n]), square);
        }
        let step = self.pawns[us].forward(us) - self.occupied;
        let second = (step & ranks(us, 3, 3)).forward(us) - self.occupied;
        let pushes = ((step | second) & safe) - by_their_pawns;
        let soon = (pushes.pawn_attacks(us) & pieces) - by_our_pawns;
        self.add_each(us, weight!(threat_by_push), soon);

        let contested = (theirs & ours) - firm;
        self.add_each(us, weight!(restricted), contested);

        let queens = self.pieces(them, PieceKind::Queen);
        if let (Some(queen), false) = (queens.first(), queens.has_several()) {
            let landing = self.free[us] - firm - self.pawns[us];
            let knights = attacks::knight(queen) & self.by[us][PieceKind::Knight] & landing;
            self.add_each(us, weight!(threat_on_queen[0]), knights);
            let diagonal = attacks::bishop(queen, self.occupied) & self.by[us][PieceKind::Bishop];
            let straight = attacks::rook(queen, self.occupied) & self.by[us][PieceKind::Rook];
            let sliders = (diagonal | straight) & landing & ours_twice;
            self.add_each(us, weight!(threat_on_queen[1]), sliders);
        }
    }
    /// Returns the index of the kind of piece on an occupied square.
    #[inline(always)]
    fn kind_at(&self, square: Square) -> usize {
        let piece = self.position.piece_at(square);
        piece.map_or(0, |piece| piece.kind() as usize)
    }
}
