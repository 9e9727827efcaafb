//! Setups: the fields of a FEN, and their validation.

use std::fmt;

use super::{Position, keys};
use crate::{Bitboard, Castling, Color, Piece, PieceKind, Rank, Square, attacks};

/// The fields of a FEN, not validated. `Position::try_from(&setup)` validates them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each square.
    pub board: [Option<Piece>; 64],
    /// The side to move.
    pub side: Color,
    /// The squares of the rooks with castling rights.
    pub castling: Bitboard,
    /// The square behind a pawn that just made a double push, even if it cannot be captured.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The move number.
    pub fullmove_number: u16,
}

impl Default for Setup {
    /// Returns the empty board, White to move.
    fn default() -> Self {
        Self {
            board: [None; 64],
            side: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }
}

/// Why a [`Setup`] is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king.
    SeveralKings(Color, u32),
    /// A pawn stands on the first or eighth rank.
    PawnOnLastRank(Color, Square),
    /// A side has more than eight pawns.
    TooManyPawns(Color, u32),
    /// A side has more pieces than its missing pawns could have promoted to.
    TooManyPieces(Color),
    /// The side that just moved left its king attacked.
    OpponentInCheck {
        /// The side that just moved.
        color: Color,
        /// The square of its king.
        king: Square,
        /// A piece that attacks it.
        attacker: Square,
    },
    /// More than two pieces give check.
    TooManyCheckers(u32),
    /// A castling right, but the king is not on its first rank.
    CastlingWithoutKing(Color, Square),
    /// A castling right, but no rook of that side is on its square.
    CastlingWithoutRook(Color, Square),
    /// Two castling rights on the same side of the king.
    CastlingTwice(Color, Castling),
    /// The en-passant square is not on the rank that a double push passes.
    EnPassantRank(Square),
    /// No pawn stands in front of the en-passant square.
    EnPassantWithoutPawn(Square),
    /// The en-passant square, or the origin of the double push, is not empty.
    EnPassantBlocked {
        /// The en-passant square.
        square: Square,
        /// The square that is not empty.
        occupied: Square,
    },
    /// The side to move would have been in check before the double push.
    EnPassantCheck(Square),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::SeveralKings(color, n) => write!(f, "{color} has {n} kings instead of one"),
            Self::PawnOnLastRank(color, square) => {
                write!(
                    f,
                    "{color} has a pawn on {square}, and pawns cannot stand on the first or last rank"
                )
            }
            Self::TooManyPawns(color, n) => write!(f, "{color} has {n} pawns, more than eight"),
            Self::TooManyPieces(color) => write!(
                f,
                "{color} has more pieces than eight pawns could have promoted to"
            ),
            Self::OpponentInCheck {
                color,
                king,
                attacker,
            } => write!(
                f,
                "{color} just moved, but its king on {king} is attacked from {attacker}"
            ),
            Self::TooManyCheckers(n) => {
                write!(f, "{n} pieces give check at once, and at most two can")
            }
            Self::CastlingWithoutKing(color, rook) => write!(
                f,
                "the castling right with the rook on {rook} needs the king of {color} on the same rank"
            ),
            Self::CastlingWithoutRook(color, square) => write!(
                f,
                "the castling right needs a rook of {color} on {square}, and there is none"
            ),
            Self::CastlingTwice(color, side) => write!(
                f,
                "{color} has two castling rights on the {} side",
                match side {
                    Castling::KingSide => "king's",
                    Castling::QueenSide => "queen's",
                }
            ),
            Self::EnPassantRank(square) => write!(
                f,
                "the en-passant square {square} is not on the rank that a double push by the opponent of the side to move passes"
            ),
            Self::EnPassantWithoutPawn(square) => write!(
                f,
                "no pawn of the opponent stands in front of the en-passant square {square}"
            ),
            Self::EnPassantBlocked { square, occupied } => write!(
                f,
                "the en-passant square {square} is impossible, since {occupied} is not empty"
            ),
            Self::EnPassantCheck(square) => write!(
                f,
                "the en-passant square {square} is impossible: the king was already attacked before that push"
            ),
        }
    }
}

impl std::error::Error for PositionError {}

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: &Setup) -> Result<Self, PositionError> {
        let mut position = place(setup);
        check_material(&position)?;
        position.castling = setup.castling;
        check_castling(&position)?;
        check_checks(&mut position)?;
        if let Some(square) = setup.en_passant {
            check_en_passant(&position, square)?;
            if position.can_capture_en_passant(square) {
                position.en_passant = Some(square);
            }
        }
        position.refresh_keys();
        Ok(position)
    }
}

fn place(setup: &Setup) -> Position {
    let mut position = Position {
        kinds: [Bitboard::EMPTY; 6],
        colors: [Bitboard::EMPTY; 2],
        board: setup.board,
        placement: [0; 3],
        state: 0,
        checkers: Bitboard::EMPTY,
        castling: Bitboard::EMPTY,
        halfmove_clock: setup.halfmove_clock,
        fullmove_number: setup.fullmove_number,
        side: setup.side,
        en_passant: None,
    };
    for square in Square::ALL {
        if let Some(piece) = setup.board[square] {
            position.kinds[piece.kind()] |= square.bitboard();
            position.colors[piece.color()] |= square.bitboard();
        }
    }
    position
}

fn check_material(position: &Position) -> Result<(), PositionError> {
    let ends = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
    for color in Color::ALL {
        let count = |kind| position.pieces(color, kind).count();
        match count(PieceKind::King) {
            0 => return Err(PositionError::NoKing(color)),
            1 => {}
            n => return Err(PositionError::SeveralKings(color, n)),
        }
        let pawns = position.pieces(color, PieceKind::Pawn);
        if let Some(square) = (pawns & ends).first() {
            return Err(PositionError::PawnOnLastRank(color, square));
        }
        if pawns.count() > 8 {
            return Err(PositionError::TooManyPawns(color, pawns.count()));
        }
        // Every piece beyond the initial set is a promoted pawn.
        let promoted = count(PieceKind::Knight).saturating_sub(2)
            + count(PieceKind::Bishop).saturating_sub(2)
            + count(PieceKind::Rook).saturating_sub(2)
            + count(PieceKind::Queen).saturating_sub(1);
        if promoted + pawns.count() > 8 {
            return Err(PositionError::TooManyPieces(color));
        }
    }
    Ok(())
}

fn check_castling(position: &Position) -> Result<(), PositionError> {
    for rook in position.castling {
        let color = match rook.rank() {
            Rank::First => Color::White,
            Rank::Eighth => Color::Black,
            _ => return Err(PositionError::CastlingWithoutRook(position.side, rook)),
        };
        if !position.pieces(color, PieceKind::Rook).has(rook) {
            return Err(PositionError::CastlingWithoutRook(color, rook));
        }
        let king = position.king(color);
        if king.rank() != rook.rank() {
            return Err(PositionError::CastlingWithoutKing(color, rook));
        }
        let side = Castling::of(king, rook);
        let same = (position.castling & Bitboard::from(rook.rank()))
            .into_iter()
            .filter(|&other| Castling::of(king, other) == side);
        if same.count() > 1 {
            return Err(PositionError::CastlingTwice(color, side));
        }
    }
    Ok(())
}

fn check_checks(position: &mut Position) -> Result<(), PositionError> {
    let (us, them) = (position.side, !position.side);
    let occupied = position.occupied();
    let king = position.king(them);
    let attackers = position.attackers_to(king, occupied) & position.color(us);
    if let Some(attacker) = attackers.first() {
        return Err(PositionError::OpponentInCheck {
            color: them,
            king,
            attacker,
        });
    }
    position.checkers = position.attackers_to(position.king(us), occupied) & position.color(them);
    if position.checkers.count() > 2 {
        return Err(PositionError::TooManyCheckers(position.checkers.count()));
    }
    Ok(())
}

fn check_en_passant(position: &Position, square: Square) -> Result<(), PositionError> {
    let them = !position.side;
    if square.rank() != Rank::Third.relative_to(them) {
        return Err(PositionError::EnPassantRank(square));
    }
    // The pawn moved from the square behind to the square in front, as seen by its own side.
    let (origin, target) = match them {
        Color::White => (square.offset(0, -1), square.offset(0, 1)),
        Color::Black => (square.offset(0, 1), square.offset(0, -1)),
    };
    let (Some(origin), Some(target)) = (origin, target) else {
        return Err(PositionError::EnPassantRank(square));
    };
    if position.piece_at(target) != Some(Piece::new(them, PieceKind::Pawn)) {
        return Err(PositionError::EnPassantWithoutPawn(square));
    }
    for empty in [square, origin] {
        if position.piece_at(empty).is_some() {
            return Err(PositionError::EnPassantBlocked {
                square,
                occupied: empty,
            });
        }
    }
    // Undo the double push: the side to move now must not have been in check then.
    let before = position.occupied() ^ target.bitboard() ^ origin.bitboard();
    let attackers = position.attackers_to(position.king(position.side), before)
        & (position.color(them) - target.bitboard());
    if attackers.any() {
        return Err(PositionError::EnPassantCheck(square));
    }
    Ok(())
}

impl Position {
    /// Returns the same position with swapped colours, or `None` if it is not valid.
    ///
    /// ```
    /// use chess::Position;
    /// let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    /// let position = Position::from_fen(fen).unwrap();
    /// let flipped = position.flipped().unwrap();
    /// assert_eq!(flipped.count_moves(), position.count_moves());
    /// assert_eq!(flipped.flipped(), Some(position));
    /// ```
    #[must_use]
    pub fn flipped(&self) -> Option<Self> {
        let mut setup = self.to_setup();
        for square in Square::ALL {
            let piece = self.board[square.flip_rank()];
            setup.board[square] = piece.map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        setup.side = !self.side;
        setup.castling = self.castling.flip_ranks();
        setup.en_passant = self.en_passant.map(Square::flip_rank);
        Self::try_from(&setup).ok()
    }

    /// Returns the setup of this position.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            side: self.side,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// Returns whether the side to move has a legal en-passant capture on `square`.
    pub(super) fn can_capture_en_passant(&self, square: Square) -> bool {
        let capturers = attacks::pawn(!self.side, square) & self.pieces(self.side, PieceKind::Pawn);
        capturers
            .into_iter()
            .any(|from| self.en_passant_is_safe(from, square))
    }

    /// Returns whether the king is safe after the en-passant capture from `from` on `to`, which removes two pawns from
    /// a rank.
    fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let (us, them) = (self.side, !self.side);
        let taken = Square::masked(to as u8 ^ 8).bitboard();
        let occupied = self.occupied() ^ from.bitboard() ^ taken | to.bitboard();
        let enemies = self.color(them) - taken;
        (self.attackers_to(self.king(us), occupied) & enemies).is_empty()
    }

    /// Sets the keys from scratch.
    fn refresh_keys(&mut self) {
        let (placement, state) = self.computed_keys();
        self.placement = placement;
        self.state = state;
    }

    /// Computes the parts of the key from scratch.
    fn computed_keys(&self) -> ([u64; 3], u64) {
        let mut placement = [0; 3];
        for square in Square::ALL {
            if let Some(piece) = self.board[square] {
                placement[keys::part_of(piece)] ^= keys::piece(piece, square);
            }
        }
        let mut state = 0;
        for rook in self.castling {
            state ^= keys::castling(rook);
        }
        if let Some(square) = self.en_passant {
            state ^= keys::en_passant(square.file());
        }
        if self.side == Color::Black {
            state ^= keys::black_to_move();
        }
        (placement, state)
    }

    /// Returns whether the incrementally updated data (bitboards, keys, checkers, en passant) equals the data computed
    /// from the board. For tests and assertions.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let mut setup = self.to_setup();
        setup.en_passant = None;
        let Ok(fresh) = Self::try_from(&setup) else {
            return false;
        };
        let en_passant_is_legal = self
            .en_passant
            .is_none_or(|square| self.can_capture_en_passant(square));
        fresh.kinds == self.kinds
            && fresh.colors == self.colors
            && fresh.checkers == self.checkers
            && en_passant_is_legal
            && self.computed_keys() == (self.placement, self.state)
    }
}
