//! Forsyth-Edwards Notation (FEN): a position in one line.
//!
//! Reads FEN, X-FEN (`KQkq` means the outermost rook) and Shredder-FEN (castling rooks by the letter of their file).
//! The two counters may be missing, as in EPD. Writes X-FEN, which equals plain FEN unless that is ambiguous, with an
//! en-passant square only if a capture there is legal.

use std::fmt;
use std::str::FromStr;

use crate::{
    Bitboard, Castling, Color, File, Piece, PieceKind, Position, PositionError, Rank, Setup, Square,
};

/// The start position.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The largest counter that is accepted. No game of chess is longer than 8,849 moves.
pub const MAX_COUNTER: u16 = 9_999;

/// Why a text is not a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Not four, five or six fields.
    Fields(usize),
    /// Not eight ranks.
    Ranks(usize),
    /// A rank has fewer or more than eight squares.
    Files {
        /// The rank.
        rank: Rank,
        /// The number of squares it has.
        found: usize,
    },
    /// A letter that is not a piece.
    PieceLetter(char),
    /// Not `w` or `b`.
    Side(String),
    /// Not `-` or letters for castling rights.
    Castling(String),
    /// A right without a rook on that side of the king.
    CastlingRook(char),
    /// Not `-` or a square.
    EnPassant(String),
    /// Not a number from 0 to [`MAX_COUNTER`].
    HalfmoveClock(String),
    /// Not a number from 0 to [`MAX_COUNTER`].
    FullmoveNumber(String),
    /// The fields are well-formed, but the position is not legal.
    Position(PositionError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(n) => write!(
                f,
                "a FEN has six fields (pieces, side, castling, en passant, two counters), and this has {n}"
            ),
            Self::Ranks(n) => write!(f, "the pieces of a FEN have 8 ranks, and this has {n}"),
            Self::Files { rank, found } => {
                write!(f, "rank {} has {found} squares instead of 8", rank.digit())
            }
            Self::PieceLetter(c) => {
                write!(f, "{c:?} among the pieces is none of pnbrqkPNBRQK1-8/")
            }
            Self::Side(text) => write!(f, "the side to move is {text:?} instead of w or b"),
            Self::Castling(text) => write!(
                f,
                "the castling rights {text:?} are neither - nor letters of KQkq or A-H, a-h"
            ),
            Self::CastlingRook(c) => write!(
                f,
                "the castling right {c:?} has no rook on that side of a king on its first rank"
            ),
            Self::EnPassant(text) => write!(
                f,
                "the en-passant field {text:?} is neither - nor a square such as e3"
            ),
            Self::HalfmoveClock(text) => write!(
                f,
                "the half-move clock {text:?} is not a number from 0 to {MAX_COUNTER}"
            ),
            Self::FullmoveNumber(text) => write!(
                f,
                "the move number {text:?} is not a number from 0 to {MAX_COUNTER}"
            ),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FenError {}

impl From<PositionError> for FenError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

/// Shortens untrusted text for an error message.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 20;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

impl Setup {
    /// Reads the fields of a FEN without validating the position.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let count = text.split_ascii_whitespace().count();
        if !(4..=6).contains(&count) {
            return Err(FenError::Fields(count));
        }
        Self::from_fields(text.split_ascii_whitespace())
    }

    /// Reads a FEN from its fields. The first four are required, fields after the sixth are ignored.
    pub(crate) fn from_fields<'a>(
        mut fields: impl Iterator<Item = &'a str>,
    ) -> Result<Self, FenError> {
        let mut missing = 0;
        let mut field = || {
            missing += 1;
            fields.next().ok_or(FenError::Fields(missing - 1))
        };
        let board = parse_board(field()?)?;
        let side = match field()? {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::Side(excerpt(other))),
        };
        let castling = parse_castling(field()?, &board)?;
        let en_passant = match field()? {
            "-" => None,
            text => Some(
                text.parse()
                    .map_err(|_| FenError::EnPassant(excerpt(text)))?,
            ),
        };
        let halfmove_clock = match field() {
            Ok(text) => {
                parse_counter(text).ok_or_else(|| FenError::HalfmoveClock(excerpt(text)))?
            }
            Err(_) => 0,
        };
        let fullmove_number = match field() {
            Ok(text) => {
                parse_counter(text).ok_or_else(|| FenError::FullmoveNumber(excerpt(text)))?
            }
            Err(_) => 1,
        };
        Ok(Self {
            board,
            side,
            castling,
            en_passant,
            halfmove_clock,
            // Some programs count from 0.
            fullmove_number: fullmove_number.max(1),
        })
    }
}

impl Position {
    /// Returns the start position of standard chess.
    ///
    /// # Panics
    /// Never: the FEN is a constant.
    #[must_use]
    pub fn startpos() -> Self {
        Self::from_fen(START).expect("the start position is legal")
    }

    /// Reads a FEN, X-FEN or Shredder-FEN. `text.parse::<Position>()` does the same.
    ///
    /// ```
    /// use chess::Position;
    /// let error = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "rank 2 has 7 squares instead of 8");
    /// ```
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        Ok(Self::try_from(&Setup::from_fen(text)?)?)
    }
}

/// Reads a FEN, like [`Position::from_fen`].
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

/// Reads a FEN, like [`Setup::from_fen`].
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

/// The FEN of the position.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&self.to_setup(), f)
    }
}

fn parse_board(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(FenError::Ranks(ranks));
    }
    let mut board = [None; 64];
    for (line, rank) in text.split('/').zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in line.chars() {
            match letter {
                '1'..='8' => file += letter as usize - '0' as usize,
                _ => {
                    let piece = Piece::from_letter(letter).ok_or(FenError::PieceLetter(letter))?;
                    if let Some(&file) = File::ALL.get(file) {
                        board[Square::new(file, rank)] = Some(piece);
                    }
                    file += 1;
                }
            }
        }
        if file != 8 {
            return Err(FenError::Files { rank, found: file });
        }
    }
    Ok(board)
}

fn parse_castling(text: &str, board: &[Option<Piece>; 64]) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    if text == "-" {
        return Ok(rooks);
    }
    let mut seen = String::new();
    for letter in text.chars() {
        if seen.contains(letter) {
            return Err(FenError::Castling(excerpt(text)));
        }
        seen.push(letter);
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let rank = Rank::First.relative_to(color);
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(board, color, Castling::KingSide),
            'q' => outermost_rook(board, color, Castling::QueenSide),
            'a'..='h' => File::from_letter(letter).map(|file| Square::new(file, rank)),
            _ => return Err(FenError::Castling(excerpt(text))),
        };
        rooks |= rook.ok_or(FenError::CastlingRook(letter))?.bitboard();
    }
    Ok(rooks)
}

/// Returns the rook farthest from the king on one side: the meaning of `K` and `Q` in X-FEN.
fn outermost_rook(board: &[Option<Piece>; 64], color: Color, side: Castling) -> Option<Square> {
    let on_rank = |kind| {
        let piece = Piece::new(color, kind);
        let rank = Rank::First.relative_to(color);
        File::ALL
            .into_iter()
            .map(move |file| Square::new(file, rank))
            .filter(move |&square| board[square] == Some(piece))
    };
    let king = on_rank(PieceKind::King).next()?;
    let mut rooks = on_rank(PieceKind::Rook).filter(|&rook| Castling::of(king, rook) == side);
    match side {
        Castling::KingSide => rooks.next_back(),
        Castling::QueenSide => rooks.next(),
    }
}

fn parse_counter(text: &str) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number: u16 = text.parse().ok()?;
    (digits && number <= MAX_COUNTER).then_some(number)
}

pub(crate) fn write(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_fields(setup, f)?;
    write!(f, " {} {}", setup.halfmove_clock, setup.fullmove_number)
}

/// Returns the four fields of an EPD: pieces, side, castling, en passant.
pub(crate) fn write_fields(setup: &Setup, f: &mut impl fmt::Write) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match setup.board[Square::new(file, rank)] {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                        empty = 0;
                    }
                    f.write_char(piece.letter())?;
                }
            }
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if rank != Rank::First {
            f.write_char('/')?;
        }
    }
    write!(f, " {} ", setup.side.letter())?;
    write_castling(setup, f)?;
    match setup.en_passant {
        Some(square) => write!(f, " {square}"),
        None => f.write_str(" -"),
    }
}

fn write_castling(setup: &Setup, f: &mut impl fmt::Write) -> fmt::Result {
    if setup.castling.is_empty() {
        return f.write_char('-');
    }
    for color in Color::ALL {
        let rank = Bitboard::from(Rank::First.relative_to(color));
        let rooks: Vec<Square> = (setup.castling & rank).into_iter().collect();
        // King side first: from the h-file to the a-file.
        for &rook in rooks.iter().rev() {
            let plain = Castling::ALL
                .into_iter()
                .find(|&side| outermost_rook(&setup.board, color, side) == Some(rook));
            let letter = match plain {
                Some(Castling::KingSide) => 'k',
                Some(Castling::QueenSide) => 'q',
                None => rook.file().letter(),
            };
            f.write_char(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            })?;
        }
    }
    Ok(())
}
