//! UCI move notation: `e2e4`, `e7e8q`, and castling in two styles.

use std::fmt;

use crate::{Castling, Color, File, Move, PieceKind, Position, Rank, Square};

/// The style in which castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// The target square of the king: `e1g1`. The style of standard chess.
    #[default]
    KingMoves,
    /// The square of the rook: `e1h1`. The style with the option `UCI_Chess960`.
    KingTakesRook,
}

impl CastlingStyle {
    /// Returns the style that fits a position: king takes rook if a king or rook with castling rights is not on its square of
    /// standard chess.
    ///
    /// ```
    /// use chess::{Position, uci::CastlingStyle};
    /// let style = |fen| CastlingStyle::of(&Position::from_fen(fen).unwrap());
    /// assert_eq!(style("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), CastlingStyle::KingMoves);
    /// assert_eq!(style("6k1/8/8/8/8/8/8/RN4K1 w - - 0 1"), CastlingStyle::KingMoves);
    /// assert_eq!(style("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1"), CastlingStyle::KingTakesRook);
    /// assert_eq!(style("r2k4/8/8/8/8/8/8/4K2R w Kq - 0 1"), CastlingStyle::KingTakesRook);
    /// ```
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let rooks = position.castling_rooks();
        let is_chess960 = Color::ALL.into_iter().any(|color| {
            let home = rooks & position.color(color);
            let mut files = home.into_iter().map(Square::file);
            home.any()
                && (position.king(color).file() != File::E
                    || files.any(|file| file != File::A && file != File::H))
        });
        if is_chess960 {
            Self::KingTakesRook
        } else {
            Self::KingMoves
        }
    }
}

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciMoveError {
    /// The text is not two squares with an optional promotion letter.
    Syntax(String),
    /// The move is not legal in this position.
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
    /// Writes the move in UCI notation.
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

/// Reads a legal move in UCI notation. Accepts castling in both styles: a king move to the own rook, or by two or more
/// squares to the g- or c-file.
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
