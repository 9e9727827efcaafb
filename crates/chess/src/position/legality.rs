//! Legality and check of a single move, without generating the others.

use super::Position;
use super::generate::{can_castle, en_passant_is_legal};
use crate::attacks::sliders::{self, Gather, Job, Sliders};
use crate::{Bitboard, Castling, Color, Move, MoveKind, PieceKind, Rank, Square, attacks};

impl Position {
    /// Returns whether the move is legal. Accepts any move, for example one from another position, or from the hash
    /// table entry of a colliding position.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        sliders::dispatch(IsLegal { position: self, m })
    }

    /// Returns whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, m: Move) -> bool {
        let (us, them) = (self.side, !self.side);
        let (from, to) = (m.from(), m.to());
        let king = self.king(them);
        let ours = self.colors[us] - from.bitboard();
        let mut occupied = (self.occupied() - from.bitboard()) | to.bitboard();
        let mut straight = self.straight_sliders() & ours;
        let diagonal = self.diagonal_sliders() & ours;

        match m.kind() {
            MoveKind::Castle => {
                let side = Castling::of(from, to);
                let rook = side.rook_target(us).bitboard();
                occupied = (occupied - to.bitboard()) | rook | side.king_target(us).bitboard();
                straight = (straight - to.bitboard()) | rook;
            }
            kind => {
                if kind == MoveKind::EnPassant {
                    occupied -= Square::masked(to as u8 ^ 8).bitboard();
                }
                // Direct check.
                let moved = match m.promotion() {
                    Some(promoted) => promoted,
                    None => match self.board[from] {
                        Some(piece) => piece.kind(),
                        None => return false,
                    },
                };
                if attacks::of(us, moved, to, occupied).has(king) {
                    return true;
                }
            }
        }
        // Discovered check.
        (attacks::rook_rays(king).meets(straight) && attacks::rook(king, occupied).meets(straight))
            || (attacks::bishop_rays(king).meets(diagonal)
                && attacks::bishop(king, occupied).meets(diagonal))
    }
}

struct IsLegal<'a> {
    position: &'a Position,
    m: Move,
}

impl Job for IsLegal<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<G: Gather>(self, sliders: &Sliders) -> bool {
        let Self { position, m } = self;
        let us = position.side;
        let (from, to) = (m.from(), m.to());
        let Some(piece) = position.board[from].filter(|piece| piece.color() == us) else {
            return false;
        };
        match piece.kind() {
            PieceKind::Pawn => {
                if m.kind() == MoveKind::EnPassant {
                    return position.en_passant == Some(to)
                        && attacks::pawn(us, from).has(to)
                        && en_passant_is_legal::<G>(position, sliders, from, to);
                }
                pawn_can_go(position, m) && respects_king(position, from, to)
            }
            PieceKind::King => {
                if m.is_castle() {
                    let home = Bitboard::from(Rank::First.relative_to(us));
                    return (position.castling & home).has(to)
                        && !position.in_check()
                        && can_castle::<G>(position, sliders, from, to);
                }
                let occupied = position.occupied() ^ from.bitboard();
                let attackers = position.attackers::<G>(sliders, to, occupied);
                attacks::king(from).has(to)
                    && piece_can_land(position, m)
                    && !attackers.meets(position.colors[!us])
            }
            kind => {
                let occupied = position.occupied();
                let reach = match kind {
                    PieceKind::Knight => attacks::knight(from),
                    PieceKind::Bishop => sliders.bishop::<G>(from, occupied),
                    PieceKind::Rook => sliders.rook::<G>(from, occupied),
                    _ => sliders.bishop::<G>(from, occupied) | sliders.rook::<G>(from, occupied),
                };
                reach.has(to) && piece_can_land(position, m) && respects_king(position, from, to)
            }
        }
    }
}

/// Returns whether the target square is empty for a quiet move and holds an enemy for a capture.
#[inline(always)]
pub(super) fn piece_can_land(position: &Position, m: Move) -> bool {
    match m.kind() {
        MoveKind::Quiet => !position.occupied().has(m.to()),
        MoveKind::Capture => position.colors[!position.side].has(m.to()),
        _ => false,
    }
}

/// Returns whether this pawn push, capture or promotion is pseudo-legal. En passant is not one of them.
#[inline(always)]
pub(super) fn pawn_can_go(position: &Position, m: Move) -> bool {
    let us = position.side;
    let (from, to) = (m.from(), m.to());
    if m.is_castle() || m.is_promotion() != (to.rank() == Rank::Eighth.relative_to(us)) {
        return false;
    }
    if m.is_capture() {
        return attacks::pawn(us, from).has(to) && position.colors[!us].has(to);
    }
    let empty = !position.occupied();
    let once = from.bitboard().forward(us) & empty;
    if m.is_double_push() {
        let third = Bitboard::from(Rank::Third.relative_to(us));
        return ((once & third).forward(us) & empty).has(to);
    }
    once.has(to)
}

/// Returns whether a move of another piece leaves the king safe.
#[inline(always)]
fn respects_king(position: &Position, from: Square, to: Square) -> bool {
    let us: Color = position.side;
    let king = position.king(us);
    if let Some(checker) = position.checkers.first() {
        let answers = attacks::between(king, checker) | checker.bitboard();
        if position.checkers.has_several() || !answers.has(to) {
            return false;
        }
    }
    !position.pinned(us).has(from) || attacks::line(king, from).has(to)
}
