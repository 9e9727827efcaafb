//! Moves as the UCI protocol writes them: `e2e4`, `e7e8q`, and castling in two styles.

use std::fmt;

use crate::{Castling, Color, Move, PieceKind, Position, Rank, Square};

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// Where the king goes: `e1g1`. What programs expect in standard chess.
    #[default]
    KingMoves,
    /// The rook the king castles with: `e1h1`. What programs expect when `UCI_Chess960` is on.
    KingTakesRook,
}

/// Why a text is not a move here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciMoveError {
    /// Not two squares and perhaps a letter.
    Syntax(String),
    /// A move, but not a legal one in this position.
    Illegal(String),
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) => write!(f, "{text:?} is not a move such as e2e4 or e7e8q"),
            Self::Illegal(text) => write!(f, "the move {text} is not legal here"),
        }
    }
}

impl std::error::Error for UciMoveError {}

impl Move {
    /// The move in UCI's notation.
    ///
    /// ```
    /// use chess::{Position, uci::{self, CastlingStyle}};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// let castle = uci::parse(&position, "e1g1").unwrap();
    /// assert_eq!(castle.to_uci(CastlingStyle::KingMoves), "e1g1");
    /// assert_eq!(castle.to_uci(CastlingStyle::KingTakesRook), "e1h1");
    /// ```
    #[must_use]
    pub fn to_uci(self, style: CastlingStyle) -> String {
        if self.is_castle() && style == CastlingStyle::KingMoves {
            let color = match self.from().rank() {
                Rank::First => Color::White,
                _ => Color::Black,
            };
            let target = Castling::of(self.from(), self.to()).king_target(color);
            return format!("{}{target}", self.from());
        }
        self.to_string()
    }
}

/// Reads a legal move. Castling is taken in both styles: king takes own rook always means castling; a king that goes
/// two squares or more to the g- or c-file does too.
pub fn parse(position: &Position, text: &str) -> Result<Move, UciMoveError> {
    let syntax = || UciMoveError::Syntax(text.chars().take(20).collect());
    if !text.is_ascii() || !(4..=5).contains(&text.len()) {
        return Err(syntax());
    }
    let from: Square = text[..2].parse().map_err(|_| syntax())?;
    let to: Square = text[2..4].parse().map_err(|_| syntax())?;
    let promotion = match text[4..].chars().next() {
        None => None,
        Some(letter) => match PieceKind::from_letter(letter) {
            None | Some(PieceKind::Pawn | PieceKind::King) => return Err(syntax()),
            kind => kind,
        },
    };
    let is_meant = |m: &Move| {
        if m.from() != from || m.promotion() != promotion {
            return false;
        }
        let far = (from as u8).abs_diff(to as u8) >= 2;
        m.to() == to
            || m.is_castle()
                && far
                && to == Castling::of(from, m.to()).king_target(position.side_to_move())
    };
    position
        .legal_moves()
        .iter()
        .copied()
        .find(is_meant)
        .ok_or_else(|| UciMoveError::Illegal(text.to_owned()))
}
