//! Legal positions.

mod generate;
mod illegal;
pub(crate) mod keys;
mod legality;
mod play;
mod see;
mod setup;
mod sink;

pub use illegal::{IllegalMove, IllegalReason};
pub use see::EXCHANGE_VALUES;
pub use setup::{PositionError, Setup};

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::attacks::sliders::{self, Gather, Job, Sliders};
use crate::{Bitboard, Castling, Color, Piece, PieceKind, Square, attacks};

/// A legal position of chess or Chess960, ready to be played.
///
/// Guarantees: each side has one king; the side that just moved is not in check; each castling right has its king and
/// rook; the en-passant square is set only if an en-passant capture is legal.
///
/// A position is made from a FEN ([`Position::from_fen`] or `parse`), from a [`Setup`], or by playing moves. There is no
/// undo: a position takes three cache lines, and copying it is cheaper than restoring it. Two positions are equal if all
/// six fields of their FENs are; their hash is [`Position::key`].
///
/// ```
/// use chess::Position;
/// let start = Position::startpos();
/// let mut position = start;
/// let e4 = position.legal_moves().iter().copied().find(|m| m.to_string() == "e2e4").unwrap();
/// position.play(e4).unwrap();
/// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Position {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
    board: [Option<Piece>; 64],
    /// The Zobrist key of the pieces in three parts, see [`keys`].
    placement: [u64; 3],
    /// The Zobrist key of castling rights, en passant and side to move.
    state: u64,
    /// The pieces that give check to the side to move.
    checkers: Bitboard,
    /// The rooks that may still castle.
    castling: Bitboard,
    halfmove_clock: u16,
    fullmove_number: u16,
    side: Color,
    en_passant: Option<Square>,
}

// Three cache lines.
const _: () = assert!(size_of::<Position>() == 192);

impl Position {
    /// Returns the side to move.
    #[inline(always)]
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Returns the pieces of one kind, both colours.
    #[inline(always)]
    #[must_use]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind]
    }

    /// Returns the pieces of one colour.
    #[inline(always)]
    #[must_use]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// Returns the pieces of one colour and kind.
    #[inline(always)]
    #[must_use]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.kinds[kind] & self.colors[color]
    }

    /// Returns all squares with a piece on them.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Returns the piece on a square.
    #[inline(always)]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square]
    }

    /// Returns the square of the king of `color`.
    #[inline(always)]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        Square::masked(self.pieces(color, PieceKind::King).bits().trailing_zeros() as u8)
    }

    /// Returns the pieces that give check to the side to move.
    #[inline(always)]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns whether the side to move is in check.
    #[inline(always)]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Returns the rooks that may still castle.
    #[inline(always)]
    #[must_use]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// Returns the square of the rook with which `color` may still castle on this side.
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: Castling) -> Option<Square> {
        let rooks = self.castling & self.colors[color];
        let king = self.king(color);
        rooks
            .into_iter()
            .find(|&rook| Castling::of(king, rook) == side)
    }

    /// Returns the square behind a pawn that just made a double push, if an en-passant capture there is legal.
    #[inline(always)]
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    #[inline(always)]
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the move number: 1 at the start, incremented after each move by Black.
    #[inline(always)]
    #[must_use]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Returns the Zobrist key: equal for positions with the same pieces, side to move, castling rights and en-passant
    /// square. Different positions have the same key only by a collision of 64-bit hashes.
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.placement[0] ^ self.placement[1] ^ self.placement[2] ^ self.state
    }

    /// Returns the exclusive or of the keys before and after a quiet move of `piece`. If the keys of two positions differ by
    /// this value, the positions are one quiet move apart (used to detect upcoming repetitions).
    #[inline]
    #[must_use]
    pub fn key_of_step(piece: Piece, from: Square, to: Square) -> u64 {
        keys::piece(piece, from) ^ keys::piece(piece, to) ^ keys::black_to_move()
    }

    /// Returns the Zobrist key of the pawns of both sides.
    #[inline(always)]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.placement[keys::PAWNS]
    }

    /// Returns the Zobrist key of one side's king and pieces, without its pawns.
    #[inline(always)]
    #[must_use]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.placement[keys::part_of_color(color)]
    }

    /// Returns the pieces of both colours that attack `square`, with sliding pieces blocked by `occupied` squares only.
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        sliders::dispatch(AttackersTo {
            position: self,
            square,
            occupied,
        })
    }

    /// Returns whether any piece of `by` attacks `square`.
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        (self.attackers_to(square, self.occupied()) & self.colors[by]).any()
    }

    /// Returns all squares that pieces of `by` attack, including the squares of its own pieces, which they defend.
    #[must_use]
    pub fn attacked_squares(&self, by: Color) -> Bitboard {
        let occupied = self.occupied();
        let mut attacked = self.pieces(by, PieceKind::Pawn).pawn_attacks(by);
        for kind in &PieceKind::ALL[1..] {
            for square in self.pieces(by, *kind) {
                attacked |= attacks::of(by, *kind, square, occupied);
            }
        }
        attacked
    }

    /// Returns the pieces of `color` that are pinned: each is the only piece between its king and an enemy slider.
    #[must_use]
    pub fn pinned(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let enemy = self.colors[!color];
        let snipers = (attacks::rook_rays(king) & self.straight_sliders()
            | attacks::bishop_rays(king) & self.diagonal_sliders())
            & enemy;
        let occupied = self.occupied();
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if !blockers.has_several() {
                pinned |= blockers;
            }
        }
        pinned & self.colors[color]
    }

    /// Rooks and queens of both colours.
    #[inline(always)]
    fn straight_sliders(&self) -> Bitboard {
        self.kinds[PieceKind::Rook] | self.kinds[PieceKind::Queen]
    }

    /// Bishops and queens of both colours.
    #[inline(always)]
    fn diagonal_sliders(&self) -> Bitboard {
        self.kinds[PieceKind::Bishop] | self.kinds[PieceKind::Queen]
    }

    #[inline(always)]
    fn attackers<G: Gather>(
        &self,
        sliders: &Sliders,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let pawns = self.kinds[PieceKind::Pawn];
        attacks::knight(square) & self.kinds[PieceKind::Knight]
            | attacks::king(square) & self.kinds[PieceKind::King]
            | attacks::pawn(Color::White, square) & pawns & self.colors[Color::Black]
            | attacks::pawn(Color::Black, square) & pawns & self.colors[Color::White]
            | sliders.rook::<G>(square, occupied) & self.straight_sliders()
            | sliders.bishop::<G>(square, occupied) & self.diagonal_sliders()
    }

    /// Returns whether no series of legal moves can lead to mate: bare kings, one minor piece, or only bishops on
    /// squares of one colour.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let heavy = self.kinds[PieceKind::Pawn] | self.straight_sliders();
        if heavy.any() {
            return false;
        }
        let knights = self.kinds[PieceKind::Knight];
        let bishops = self.kinds[PieceKind::Bishop];
        if knights.any() {
            return !(knights | bishops).has_several();
        }
        !bishops.meets(Bitboard::DARK) || !bishops.meets(!Bitboard::DARK)
    }
}

struct AttackersTo<'a> {
    position: &'a Position,
    square: Square,
    occupied: Bitboard,
}

impl Job for AttackersTo<'_> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<G: Gather>(self, sliders: &Sliders) -> Bitboard {
        self.position
            .attackers::<G>(sliders, self.square, self.occupied)
    }
}

/// The start position of standard chess.
impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}

/// Equal positions have equal keys, so the key alone is a valid hash.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
