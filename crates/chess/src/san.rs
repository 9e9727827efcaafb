//! Standard Algebraic Notation (SAN): `Nbd7`, `exd6`, `O-O-O`, `e8=Q+`, `Qh4#`.
//!
//! The writer is strict: it writes one text for each legal move, with the shortest origin that identifies it. The reader
//! is lenient: it accepts any text that matches exactly one legal move. If several moves match, the error lists them.

use std::fmt;

use crate::{Castling, File, Move, MoveKind, Piece, PieceKind, Position, Rank, Square};

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SanError {
    /// The text does not have the form of a move.
    Syntax(String),
    /// No legal move matches the text.
    Illegal(String),
    /// Several legal moves match the text.
    Ambiguous {
        /// The text.
        text: String,
        /// The matching moves, in strict notation.
        candidates: Vec<String>,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(text) => write!(f, "{text:?} is not a move such as e4, Nbd7 or O-O"),
            Self::Illegal(text) => write!(f, "there is no legal move {text} here"),
            Self::Ambiguous { text, candidates } => {
                write!(f, "{text} may be any of {}", candidates.join(", "))
            }
        }
    }
}

impl std::error::Error for SanError {}

impl Move {
    /// Writes the move in SAN. The move must be legal in the position, as for [`Position::play_unchecked`].
    ///
    /// ```
    /// use chess::{Position, san};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/3N4/4KN2 w - - 0 1").unwrap();
    /// let m = san::parse(&position, "Nd2-e4").unwrap();
    /// assert_eq!(m.to_san(&position), "Ne4");
    /// let m = san::parse(&position, "Ndb3").unwrap();
    /// assert_eq!(m.to_san(&position), "Nb3");
    /// ```
    #[must_use]
    pub fn to_san(self, position: &Position) -> String {
        write(position, self)
    }
}

/// Writes a legal move in SAN, with `+` for check and `#` for checkmate.
#[must_use]
pub fn write(position: &Position, m: Move) -> String {
    let mut text = String::with_capacity(8);
    write_body(position, m, &mut text);
    let after = position.after(m);
    if after.in_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

fn write_body(position: &Position, m: Move, text: &mut String) {
    let (from, to) = (m.from(), m.to());
    if m.is_castle() {
        text.push_str(match Castling::of(from, to) {
            Castling::KingSide => "O-O",
            Castling::QueenSide => "O-O-O",
        });
        return;
    }
    let kind = kind_at(position, from);
    if kind == PieceKind::Pawn {
        if m.is_capture() {
            text.push(from.file().letter());
        }
    } else {
        text.push(kind.letter().to_ascii_uppercase());
        push_origin(position, m, kind, text);
    }
    if m.is_capture() {
        text.push('x');
    }
    push_square(to, text);
    if let Some(promotion) = m.promotion() {
        text.push('=');
        text.push(promotion.letter().to_ascii_uppercase());
    }
}

/// Appends the part of the origin that distinguishes `m` from other legal moves of the same kind of piece to the same
/// square: the file if that is enough, else the rank if that is enough, else both.
fn push_origin(position: &Position, m: Move, kind: PieceKind, text: &mut String) {
    let from = m.from();
    let (mut alone, mut file_is_taken, mut rank_is_taken) = (true, false, false);
    for other in &position.legal_moves() {
        let rival =
            other.to() == m.to() && other.from() != from && kind_at(position, other.from()) == kind;
        if rival {
            alone = false;
            file_is_taken |= other.from().file() == from.file();
            rank_is_taken |= other.from().rank() == from.rank();
        }
    }
    match (alone, file_is_taken, rank_is_taken) {
        (true, ..) => {}
        (_, false, _) => text.push(from.file().letter()),
        (_, true, false) => text.push(from.rank().digit()),
        (_, true, true) => push_square(from, text),
    }
}

fn push_square(square: Square, text: &mut String) {
    text.push(square.file().letter());
    text.push(square.rank().digit());
}

/// Returns the kind of the piece on the origin of a legal move.
fn kind_at(position: &Position, square: Square) -> PieceKind {
    position
        .piece_at(square)
        .map_or(PieceKind::Pawn, Piece::kind)
}

/// Reads a legal move in SAN.
///
/// Also accepts: castling with zeros or lower-case letters (`0-0`); `+`, `++`, `#`, `mate`, `!` and `?` at the end, not
/// checked; `e.p.`; promotions as `e8Q`, `e8(Q)`, `e8/Q`, `e8=q`; captures without `x` and pawn captures by files
/// (`ed5`, `ed`); a longer origin than needed (`Ng1f3`); long algebraic notation (`e2-e4`) and coordinates (`e2e4`,
/// `e7e8q`, castling as `e1g1` or `e1h1`).
///
/// ```
/// use chess::{Position, san};
/// let start = Position::startpos();
/// assert_eq!(san::parse(&start, "Ng1-f3!?"), san::parse(&start, "Nf3"));
/// assert_eq!(san::parse(&start, "e5").unwrap_err().to_string(), "there is no legal move e5 here");
/// let two = Position::from_fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").unwrap();
/// assert_eq!(san::parse(&two, "Nd2").unwrap_err().to_string(), "Nd2 may be any of Nbd2, Nfd2");
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    let pattern = Pattern::read(text).ok_or_else(|| SanError::Syntax(excerpt(text.trim())))?;
    let mut found = position.legal_moves();
    found.retain(|m| pattern.matches(position, m));
    match *found {
        [] => Err(SanError::Illegal(excerpt(text.trim()))),
        [m] => Ok(m),
        _ => Err(SanError::Ambiguous {
            text: excerpt(text.trim()),
            candidates: found.iter().map(|&m| write(position, m)).collect(),
        }),
    }
}

/// Shortens untrusted text for an error message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 20;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The parts of a move text.
enum Pattern {
    Castle(Castling),
    Piece {
        /// Missing in coordinates such as `g1f3`.
        kind: Option<PieceKind>,
        from_file: Option<File>,
        from_rank: Option<Rank>,
        to_file: File,
        /// Missing in pawn captures such as `ed`.
        to_rank: Option<Rank>,
        /// Written with `x`.
        captures: bool,
        /// Written with `e.p.`
        en_passant: bool,
        promotion: Option<PieceKind>,
    },
}

impl Pattern {
    fn read(text: &str) -> Option<Self> {
        let (text, en_passant) = strip_marks(text);
        if let Some(side) = read_castling(text) {
            return (!en_passant).then_some(Self::Castle(side));
        }
        let (text, promotion) = strip_promotion(text)?;
        // A lower-case b is the file; the other lower-case letters are pieces.
        let (letter, rest) = match text.chars().next()? {
            c @ ('N' | 'B' | 'R' | 'Q' | 'K' | 'P' | 'n' | 'r' | 'q' | 'k') => {
                (PieceKind::from_letter(c), &text[1..])
            }
            _ => (None, text),
        };
        let (origin, separator, target) = split_squares(rest)?;
        let (from_file, from_rank) = read_origin(origin)?;
        let (to_file, to_rank) = read_target(target)?;
        let full_origin = from_file.is_some() && from_rank.is_some();
        let kind = match letter {
            None if !full_origin => Some(PieceKind::Pawn),
            _ => letter,
        };
        let is_pawn = kind == Some(PieceKind::Pawn);
        let file_alone = to_rank.is_none();
        if file_alone && !(is_pawn && from_file.is_some() && from_rank.is_none())
            || separator == Some('-') && letter.is_none() && from_file.is_none()
        {
            return None;
        }
        Some(Self::Piece {
            kind,
            from_file,
            from_rank,
            to_file,
            to_rank,
            captures: separator == Some('x'),
            en_passant,
            promotion,
        })
    }

    fn matches(&self, position: &Position, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        match *self {
            Self::Castle(side) => m.is_castle() && Castling::of(from, to) == side,
            Self::Piece {
                kind,
                from_file,
                from_rank,
                to_file,
                to_rank,
                captures,
                en_passant,
                promotion,
            } => {
                let here = kind_at(position, from);
                if kind.is_some_and(|kind| kind != here)
                    || from_file.is_some_and(|file| file != from.file())
                    || from_rank.is_some_and(|rank| rank != from.rank())
                    || promotion != m.promotion() && promotion.is_some()
                    || captures && !m.is_capture()
                    || en_passant && m.kind() != MoveKind::EnPassant
                {
                    return false;
                }
                let is_target = |square: Square| {
                    square.file() == to_file && to_rank.is_none_or(|rank| rank == square.rank())
                };
                if m.is_castle() {
                    // Only in coordinates: to the rook, or by two or more squares to the target of the king.
                    let end = Castling::of(from, to).king_target(position.side_to_move());
                    let far = (from as u8).abs_diff(end as u8) >= 2;
                    let full_origin = from_file.is_some() && from_rank.is_some();
                    return full_origin && (is_target(to) || far && is_target(end));
                }
                // `d5` is a push, even if a pawn can also capture there.
                if here == PieceKind::Pawn && m.is_capture() && !captures && from_file.is_none() {
                    return false;
                }
                // With `e.p.` the square may also be that of the captured pawn.
                is_target(to) || en_passant && is_target(Square::masked(to as u8 ^ 8))
            }
        }
    }
}

/// Strips marks after the move. Returns the rest, and whether the marks include `e.p.`
fn strip_marks(text: &str) -> (&str, bool) {
    let mut text = text.trim();
    let mut en_passant = false;
    loop {
        let shorter = text.trim_end_matches(['+', '#', '!', '?', ' ', '\t']);
        let shorter = shorter.strip_suffix("mate").unwrap_or(shorter);
        let shorter = ["e.p.", "e.p", "ep"]
            .iter()
            .find_map(|mark| shorter.strip_suffix(mark))
            .inspect(|_| en_passant = true)
            .unwrap_or(shorter);
        if shorter.len() == text.len() {
            return (text, en_passant);
        }
        text = shorter;
    }
}

fn read_castling(text: &str) -> Option<Castling> {
    match text {
        "O-O" | "o-o" | "0-0" | "OO" | "00" | "oo" => Some(Castling::KingSide),
        "O-O-O" | "o-o-o" | "0-0-0" | "OOO" | "000" | "ooo" => Some(Castling::QueenSide),
        _ => None,
    }
}

/// Strips a promotion from the end: `=Q`, `/Q`, `(Q)`, or a letter right after a rank. Returns `None` for a promotion
/// sign without a piece.
fn strip_promotion(text: &str) -> Option<(&str, Option<PieceKind>)> {
    let (inner, bracketed) = match text.strip_suffix(')') {
        Some(inner) => (inner, true),
        None => (text, false),
    };
    let Some(letter) = inner.chars().next_back().filter(char::is_ascii_alphabetic) else {
        return (!bracketed).then_some((text, None));
    };
    let before = &inner[..inner.len() - 1];
    let sign = before.chars().next_back();
    let rest = match (bracketed, sign) {
        (true, Some('(')) | (false, Some('=' | '/')) => &before[..before.len() - 1],
        (false, Some('1'..='8')) => before,
        (true, _) => return None,
        // The file of a capture such as `ed`.
        (false, _) => return Some((text, None)),
    };
    let kind = PieceKind::from_letter(letter)
        .filter(|kind| !matches!(kind, PieceKind::Pawn | PieceKind::King))?;
    Some((rest.strip_suffix('=').unwrap_or(rest), Some(kind)))
}

/// Splits the text into origin, separator and target.
fn split_squares(text: &str) -> Option<(&str, Option<char>, &str)> {
    if let Some((origin, target)) = text.split_once(['x', 'X', ':']) {
        return Some((origin, Some('x'), target));
    }
    if let Some((origin, target)) = text.split_once('-') {
        return Some((origin, Some('-'), target));
    }
    if !text.is_ascii() {
        return None;
    }
    // The target is a square, or the second of two files.
    let ends_in_rank = text.ends_with(|c: char| c.is_ascii_digit());
    let (origin, target) =
        text.split_at_checked(text.len().checked_sub(1 + usize::from(ends_in_rank))?)?;
    Some((origin, None, target))
}

fn read_origin(text: &str) -> Option<(Option<File>, Option<Rank>)> {
    match text.as_bytes() {
        [] => Some((None, None)),
        [c @ b'1'..=b'8'] => Some((None, Rank::from_digit(char::from(*c)))),
        _ => read_target(text).map(|(file, rank)| (Some(file), rank)),
    }
}

fn read_target(text: &str) -> Option<(File, Option<Rank>)> {
    let file = |c: u8| File::from_letter(char::from(c));
    match *text.as_bytes() {
        [f @ b'a'..=b'h'] => Some((file(f)?, None)),
        [f @ b'a'..=b'h', r @ b'1'..=b'8'] => Some((file(f)?, Rank::from_digit(char::from(r)))),
        _ => None,
    }
}
