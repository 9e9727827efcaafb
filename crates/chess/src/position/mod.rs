//! A position that can always be played.

mod generate;
pub(crate) mod keys;
mod legality;
mod play;
mod see;
mod setup;

pub use play::IllegalMove;
pub use see::EXCHANGE_VALUES;
pub use setup::{PositionError, Setup};

use std::fmt;

use crate::attacks::sliders::{self, Gather, Job, Sliders};
use crate::{Bitboard, Castling, Color, Piece, PieceKind, Square, attacks};

/// A legal position of chess or Chess960, ready to be played.
///
/// Whoever holds one can rely on: one king a side, the side that just moved is not in check, castling rights have
/// their king and rook, and the en-passant square is there only if an en-passant capture is legal. It is made from a
/// FEN ([`Position::from_fen`]), from a [`Setup`], or by playing moves, and it is copied rather than undone: it is
/// three cache lines long, and a copy costs less than putting everything back.
///
/// ```
/// use chess::Position;
/// let start = Position::startpos();
/// let mut position = start;
/// let e4 = position.legal_moves().iter().copied().find(|m| m.to_string() == "e2e4").unwrap();
/// position.play(e4);
/// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Position {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
    board: [Option<Piece>; 64],
    /// The placement key in three parts, see [`keys`].
    placement: [u64; 3],
    /// The rest of the key: castling, en passant, side to move.
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

// What the copy costs.
const _: () = assert!(size_of::<Position>() == 192);

impl Position {
    /// The side to move.
    #[inline(always)]
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// The pieces of one kind, both colours.
    #[inline(always)]
    #[must_use]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind]
    }

    /// The pieces of one colour.
    #[inline(always)]
    #[must_use]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The pieces of one colour and kind.
    #[inline(always)]
    #[must_use]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.kinds[kind] & self.colors[color]
    }

    /// All squares with a piece on them.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// What stands on a square.
    #[inline(always)]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square]
    }

    /// Where the king of `color` stands.
    #[inline(always)]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        Square::masked(self.pieces(color, PieceKind::King).bits().trailing_zeros() as u8)
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The rooks that may still castle.
    #[inline(always)]
    #[must_use]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// The rook `color` may still castle with on this side, if any.
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: Castling) -> Option<Square> {
        let rooks = self.castling & self.colors[color];
        let king = self.king(color);
        rooks
            .into_iter()
            .find(|&rook| Castling::of(king, rook) == side)
    }

    /// The square behind a pawn that just went two squares, if an en-passant capture there is legal.
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

    /// The number of the move, 1 at the start and one more after each move by Black.
    #[inline(always)]
    #[must_use]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The key of the position: equal for positions with the same pieces, side to move, castling rights and
    /// en-passant captures, and practically never otherwise.
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.placement[0] ^ self.placement[1] ^ self.placement[2] ^ self.state
    }

    /// How the key changes when a piece goes from one empty square to another and the other side is to move: two
    /// positions whose keys differ by just this are one quiet move apart.
    #[inline]
    #[must_use]
    pub fn key_of_step(piece: Piece, from: Square, to: Square) -> u64 {
        keys::piece(piece, from) ^ keys::piece(piece, to) ^ keys::black_to_move()
    }

    /// The key of the pawns of both sides.
    #[inline(always)]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.placement[keys::PAWNS]
    }

    /// The key of the king and pieces of one side, without the pawns.
    #[inline(always)]
    #[must_use]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        self.placement[keys::part_of_color(color)]
    }

    /// All pieces of both colours that attack `square` if just the `occupied` squares stop sliding pieces.
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        sliders::dispatch(AttackersTo {
            position: self,
            square,
            occupied,
        })
    }

    /// Whether any piece of `by` attacks `square`.
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        (self.attackers_to(square, self.occupied()) & self.colors[by]).any()
    }

    /// Every square that some piece of `by` attacks, own pieces' squares (which it defends) included.
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

    /// The pieces of `color` that stand alone between their king and an enemy slider.
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

    /// Whether neither side can mate by any series of legal moves for lack of pieces: bare kings, one minor piece, or
    /// bishops that all stand on squares of one colour.
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

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
