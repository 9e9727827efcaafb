//! Knights, bishops, rooks and queens: placement, mobility and attacks on the king.

use chess::{Bitboard, Color, PieceKind, Square, attacks};

use super::context::Context;
use super::geometry::{CENTER, LONG_DIAGONALS, distance, rank_of, ranks};
use super::layout::{Weight, weight};
use super::placement::piece_square;
use super::trace::Trace;

impl<T: Trace> Context<'_, T> {
    /// Evaluates the pieces of `us`, without pawns.
    #[inline(always)]
    pub(super) fn pieces_of(&mut self, us: Color) {
        self.knights(us);
        self.bishops(us);
        self.rooks(us);
        self.queens(us);
        let king = self.kings[us];
        let value = piece_square(us, PieceKind::King, king, self.trace);
        match us {
            Color::White => self.score += value,
            Color::Black => self.score -= value,
        }
    }

    /// Evaluates what all pieces have in common: placement, attacks, mobility and attacks on the king. `mobility` returns the weight
    /// for a number of free squares.
    #[inline(always)]
    fn piece(
        &mut self,
        us: Color,
        kind: PieceKind,
        square: Square,
        seen: Bitboard,
        mobility: impl Fn(usize) -> Weight,
    ) -> (Bitboard, usize) {
        let them = !us;
        let value = piece_square(us, kind, square, self.trace);
        match us {
            Color::White => self.score += value,
            Color::Black => self.score -= value,
        }
        // A pinned piece can move only along the pin.
        let seen = if self.pinned[us].has(square) {
            seen & attacks::line(self.kings[us], square)
        } else {
            seen
        };
        self.attacked_twice[us] |= self.attacked[us] & seen;
        self.attacked[us] |= seen;
        self.by[us][kind] |= seen;

        let at_king = seen & self.rings[them];
        if at_king.any() {
            self.king_attackers[them] += 1;
            let n = kind as usize - 1;
            self.endanger(them, weight!(danger_attacker[n]), 1, square.bitboard());
            let count = at_king.count() as i32;
            self.endanger(them, weight!(danger_ring_attack), count, square.bitboard());
        }
        let free = (seen & self.free[us]).count() as usize;
        self.add_at(us, mobility(free), square);
        (seen, free)
    }

    /// Returns the outposts: squares in or near the enemy's half that no enemy pawn can ever attack.
    #[inline(always)]
    fn outposts(&self, us: Color) -> Bitboard {
        ranks(us, 4, 6) - self.structure.reach[!us]
    }

    #[inline(always)]
    fn knights(&mut self, us: Color) {
        let knights = self.pieces(us, PieceKind::Knight);
        if knights.is_empty() {
            return;
        }
        let outposts = self.outposts(us);
        let by_pawn = self.by[us][PieceKind::Pawn];
        for square in knights {
            let seen = attacks::knight(square);
            let (seen, _) = self.piece(us, PieceKind::Knight, square, seen, |n| {
                weight!(knight_mobility[n.min(8)])
            });
            if outposts.has(square) {
                let n = usize::from(by_pawn.has(square));
                self.add_at(us, weight!(knight_outpost[n]), square);
            } else if seen.meets((outposts & by_pawn) - self.position.color(us)) {
                self.add_at(us, weight!(reachable_outpost), square);
            }
            let steps = distance(square, self.kings[us]);
            self.add(
                us,
                weight!(minor_king_distance[0]),
                steps,
                square.bitboard(),
            );
        }
        let closed = usize::from(self.structure.closed.min(8));
        self.add_each(us, weight!(knight_closed[closed]), knights);
        let behind = knights & self.position.kind(PieceKind::Pawn).forward(!us);
        self.add_each(us, weight!(minor_behind_pawn[0]), behind);
    }

    #[inline(always)]
    fn bishops(&mut self, us: Color) {
        let them = !us;
        let bishops = self.pieces(us, PieceKind::Bishop);
        if bishops.is_empty() {
            return;
        }
        let outposts = self.outposts(us);
        let by_pawn = self.by[us][PieceKind::Pawn];
        // A bishop attacks through queens.
        let blockers = self.occupied - self.position.kind(PieceKind::Queen);
        let rammed = self.pawns[us] & self.pawns[them].forward(them);
        for square in bishops {
            let seen = attacks::bishop(square, blockers);
            self.piece(us, PieceKind::Bishop, square, seen, |n| {
                weight!(bishop_mobility[n.min(13)])
            });
            let here = square.bitboard();
            if outposts.has(square) {
                let n = usize::from(by_pawn.has(square));
                self.add_at(us, weight!(bishop_outpost[n]), square);
            }
            let steps = distance(square, self.kings[us]);
            self.add(us, weight!(minor_king_distance[1]), steps, here);
            let color = if here.meets(Bitboard::DARK) {
                Bitboard::DARK
            } else {
                !Bitboard::DARK
            };
            let own = (self.pawns[us] & color).count() as i32;
            self.add(us, weight!(bishop_pawns), own, here);
            let held = (rammed & color).count() as i32;
            self.add(us, weight!(bishop_rammed_pawns), held, here);
            let ahead = (self.pawns[them] & attacks::bishop_rays(square)).count() as i32;
            self.add(us, weight!(bishop_xray_pawns), ahead, here);
            // Sees both centre squares of a long diagonal, with only pawns as blockers.
            let pawns = self.pawns[us] | self.pawns[them];
            let sees_center = LONG_DIAGONALS.has(square)
                && (attacks::bishop(square, pawns) & CENTER).has_several();
            if sees_center {
                self.add_at(us, weight!(bishop_long_diagonal), square);
            }
        }
        if bishops.has_several() {
            self.add(us, weight!(bishop_pair), 1, bishops);
        }
        let behind = bishops & self.position.kind(PieceKind::Pawn).forward(!us);
        self.add_each(us, weight!(minor_behind_pawn[1]), behind);
    }

    #[inline(always)]
    fn rooks(&mut self, us: Color) {
        let them = !us;
        let rooks = self.pieces(us, PieceKind::Rook);
        if rooks.is_empty() {
            return;
        }
        let queens = self.position.kind(PieceKind::Queen);
        // Rooks see through own rooks and through queens.
        let blockers = self.occupied - queens - rooks;
        for square in rooks {
            let seen = attacks::rook(square, blockers);
            let (_, free) = self.piece(us, PieceKind::Rook, square, seen, |n| {
                weight!(rook_mobility[n.min(14)])
            });
            let file = Bitboard::from(square.file());
            if !file.meets(self.pawns[us]) {
                let n = usize::from(!file.meets(self.pawns[them]));
                self.add_at(us, weight!(rook_file[n]), square);
            } else if free <= 3 {
                self.trapped_rook(us, square);
            }
            if file.meets(queens) {
                self.add_at(us, weight!(rook_queen_file), square);
            }
        }
        let closed = usize::from(self.structure.closed.min(8));
        self.add_each(us, weight!(rook_closed[closed]), rooks);
        let king_at_home = rank_of(self.kings[them], us) == 7;
        let seventh = ranks(us, 7, 7);
        if king_at_home || seventh.meets(self.pawns[them]) {
            self.add_each(us, weight!(rook_seventh), rooks & seventh);
        }
    }

    /// Evaluates a rook without mobility between its king and the edge.
    #[inline(always)]
    fn trapped_rook(&mut self, us: Color, rook: Square) {
        let king = self.kings[us];
        let (king_file, rook_file) = (king as u8 & 7, rook as u8 & 7);
        // A king on the king side traps rooks to its right, on the queen side to its left.
        let is_trapped = if king_file >= 4 {
            rook_file > king_file
        } else {
            rook_file < king_file
        };
        if is_trapped && rank_of(king, us) == 0 {
            let can_castle = self
                .position
                .castling_rooks()
                .meets(self.position.color(us));
            let n = usize::from(!can_castle);
            self.add_at(us, weight!(trapped_rook[n]), rook);
        }
    }

    #[inline(always)]
    fn queens(&mut self, us: Color) {
        let them = !us;
        for square in self.pieces(us, PieceKind::Queen) {
            let seen = attacks::queen(square, self.occupied);
            self.piece(us, PieceKind::Queen, square, seen, |n| {
                weight!(queen_mobility[n.min(27)])
            });
            if self.is_behind_one_piece(us, square) {
                self.add_at(us, weight!(queen_discovered), square);
            }
            let safe_half = ranks(us, 5, 8) - self.structure.reach[them];
            if safe_half.has(square) {
                self.add_at(us, weight!(queen_infiltration), square);
            }
        }
    }

    /// Returns whether an enemy rook or bishop attacks the square through exactly one piece.
    #[inline(always)]
    fn is_behind_one_piece(&self, us: Color, square: Square) -> bool {
        let snipers = attacks::rook_rays(square) & self.pieces(!us, PieceKind::Rook)
            | attacks::bishop_rays(square) & self.pieces(!us, PieceKind::Bishop);
        snipers.into_iter().any(|sniper| {
            let blockers = attacks::between(square, sniper) & self.occupied;
            blockers.any() && !blockers.has_several()
        })
    }
}
