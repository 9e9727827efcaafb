//! Why a move is not legal.

use std::fmt;

use super::Position;
use super::legality::{pawn_can_go, piece_can_land};
use crate::{Bitboard, Castling, Move, MoveKind, Piece, PieceKind, Rank, Square, attacks};

/// A move that is not legal in a position, with the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// The move.
    pub m: Move,
    /// The first rule that it breaks.
    pub reason: IllegalReason,
}

/// A rule that an illegal move breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The square that the move starts from is empty.
    NoPiece,
    /// The piece belongs to the side that is not to move.
    OpponentsPiece(Piece),
    /// The piece has no move of this kind to the target square.
    Unreachable(Piece),
    /// No en-passant capture is legal on the target square.
    NoEnPassant,
    /// The side to move has no castling right with this rook.
    NoCastlingRight,
    /// A king in check cannot castle.
    CastlingInCheck,
    /// A piece stands between king and rook or on one of their target squares.
    CastlingBlocked(Square),
    /// The king would pass or reach an attacked square.
    CastlingThroughCheck(Square),
    /// After the move the own king could be captured.
    ExposesKing {
        /// The square of the king after the move.
        king: Square,
        /// The square of a piece that attacks it.
        attacker: Square,
    },
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let m = self.m;
        let (from, to) = (m.from(), m.to());
        write!(f, "the move {m} is not legal: ")?;
        match self.reason {
            IllegalReason::NoPiece => write!(f, "there is no piece on {from}"),
            IllegalReason::OpponentsPiece(piece) => {
                let (owner, kind) = (piece.color(), name(piece.kind()));
                write!(
                    f,
                    "the {kind} on {from} is {owner}'s, and {} is to move",
                    !owner
                )
            }
            IllegalReason::Unreachable(piece) => {
                let kind = match m.kind() {
                    MoveKind::Quiet => "quiet move to",
                    MoveKind::DoublePush => "double push to",
                    MoveKind::Castle => "castling move with a rook on",
                    MoveKind::Capture => "capture on",
                    MoveKind::EnPassant => "en-passant capture on",
                    _ if m.is_capture() => "capture with promotion on",
                    _ => "promotion on",
                };
                write!(f, "the {} on {from} has no {kind} {to}", name(piece.kind()))
            }
            IllegalReason::NoEnPassant => {
                write!(f, "no en-passant capture is legal on {to}")
            }
            IllegalReason::NoCastlingRight => {
                write!(f, "there is no right to castle with a rook on {to}")
            }
            IllegalReason::CastlingInCheck => f.write_str("a king in check cannot castle"),
            IllegalReason::CastlingBlocked(square) => {
                write!(f, "castling is blocked by the piece on {square}")
            }
            IllegalReason::CastlingThroughCheck(square) => {
                write!(f, "castling is prevented by an attack on {square}")
            }
            IllegalReason::ExposesKing { king, attacker } => {
                write!(f, "the king on {king} would be attacked from {attacker}")
            }
        }
    }
}

impl std::error::Error for IllegalMove {}

const fn name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Knight => "knight",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::Queen => "queen",
        PieceKind::King => "king",
    }
}

impl Position {
    /// Explains why a move is not legal.
    #[cold]
    pub(super) fn illegal(&self, m: Move) -> IllegalMove {
        IllegalMove {
            m,
            reason: self.illegal_reason(m),
        }
    }

    fn illegal_reason(&self, m: Move) -> IllegalReason {
        let (us, them) = (self.side, !self.side);
        let (from, to) = (m.from(), m.to());
        let Some(piece) = self.board[from] else {
            return IllegalReason::NoPiece;
        };
        if piece.color() != us {
            return IllegalReason::OpponentsPiece(piece);
        }
        match (piece.kind(), m.kind()) {
            (PieceKind::King, MoveKind::Castle) => return self.castling_reason(from, to),
            // `en_passant` is set only if a capture there is legal.
            (PieceKind::Pawn, MoveKind::EnPassant) if self.en_passant != Some(to) => {
                return IllegalReason::NoEnPassant;
            }
            _ => {}
        }
        if !self.is_pseudo_legal(piece.kind(), m) {
            return IllegalReason::Unreachable(piece);
        }
        let mut occupied = (self.occupied() - from.bitboard()) | to.bitboard();
        let mut enemies = self.colors[them] - to.bitboard();
        if m.kind() == MoveKind::EnPassant {
            let taken = Square::masked(to as u8 ^ 8).bitboard();
            occupied -= taken;
            enemies -= taken;
        }
        let king = match piece.kind() {
            PieceKind::King => to,
            _ => self.king(us),
        };
        match (self.attackers_to(king, occupied) & enemies).first() {
            Some(attacker) => IllegalReason::ExposesKing { king, attacker },
            None => IllegalReason::Unreachable(piece),
        }
    }

    /// Returns whether the piece has this move if the safety of the king does not count.
    fn is_pseudo_legal(&self, kind: PieceKind, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        match kind {
            PieceKind::Pawn if m.kind() == MoveKind::EnPassant => {
                attacks::pawn(self.side, from).has(to)
            }
            PieceKind::Pawn => pawn_can_go(self, m),
            _ => {
                attacks::of(self.side, kind, from, self.occupied()).has(to)
                    && piece_can_land(self, m)
            }
        }
    }

    fn castling_reason(&self, king: Square, rook: Square) -> IllegalReason {
        let us = self.side;
        let home = Bitboard::from(Rank::First.relative_to(us));
        if !(self.castling & home).has(rook) {
            return IllegalReason::NoCastlingRight;
        }
        if self.in_check() {
            return IllegalReason::CastlingInCheck;
        }
        let side = Castling::of(king, rook);
        let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
        let king_path = attacks::between(king, king_to) | king_to.bitboard();
        let rook_path = attacks::between(rook, rook_to) | rook_to.bitboard();
        let others = self.occupied() - king.bitboard() - rook.bitboard();
        if let Some(square) = ((king_path | rook_path) & others).first() {
            return IllegalReason::CastlingBlocked(square);
        }
        let occupied = others | rook_to.bitboard();
        let attacked =
            |&square: &Square| self.attackers_to(square, occupied).meets(self.color(!us));
        let square = king_path.into_iter().find(attacked).unwrap_or(king_to);
        IllegalReason::CastlingThroughCheck(square)
    }
}
