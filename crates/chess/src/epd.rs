//! Extended Position Description (EPD): a position with operations, in one line.
//!
//! A record is the first four fields of a FEN followed by operations, each an opcode with operands and a semicolon:
//! `... w KQkq - bm Nf3; id "opening 1";`. The reader also accepts forms found in test suites: a semicolon before each
//! operation (`;D1 20 ;D2 400`), the two counters of a FEN before the operations, and texts without quotation marks.

mod operation;
mod scan;

pub use operation::{Operand, Operation};

use std::fmt;
use std::str::FromStr;

use crate::san::excerpt;
use crate::{FenError, Move, Position, SanError, Setup, fen};

/// Why a line is not an EPD record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EpdError {
    /// Fewer than four fields.
    Fields(usize),
    /// The four fields and the counters are not a legal position.
    Position(FenError),
    /// An operation that does not begin with an opcode.
    Opcode(String),
    /// A quotation mark that is not closed.
    Quote(String),
    /// An operation with the wrong operands.
    Operands {
        /// The name of the operation.
        opcode: String,
        /// The operands it needs.
        needs: &'static str,
        /// The operands it has.
        found: String,
    },
    /// A move that is not legal.
    Move {
        /// The name of the operation.
        opcode: String,
        /// The error of the move.
        error: SanError,
    },
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(n) => write!(
                f,
                "an EPD record begins with four fields (pieces, side, castling, en passant), and this has {n}"
            ),
            Self::Position(error) => error.fmt(f),
            Self::Opcode(text) => write!(
                f,
                "an operation begins with a name such as bm or id, not with {text:?}"
            ),
            Self::Quote(text) => write!(f, "the quotation mark before {text:?} is not closed"),
            Self::Operands {
                opcode,
                needs,
                found,
            } => write!(f, "the operation {opcode} needs {needs}, and has {found:?}"),
            Self::Move { opcode, error } => write!(f, "in the operation {opcode}, {error}"),
        }
    }
}

impl std::error::Error for EpdError {}

impl From<FenError> for EpdError {
    fn from(error: FenError) -> Self {
        Self::Position(error)
    }
}

/// A position with operations.
///
/// The counters are part of the position, whether the line has them as operations (`hmvc 3; fmvn 20;`) or as in a FEN. They
/// are written as operations, and only if they are not 0 and 1.
///
/// ```
/// use chess::epd::Epd;
/// let epd: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn; two ways\";".parse().unwrap();
/// assert_eq!(epd.id(), Some("pawn; two ways"));
/// assert_eq!(epd.best_moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["e2e4", "e2e3"]);
/// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3; id \"pawn; two ways\";");
/// let error = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;".parse::<Epd>().unwrap_err();
/// assert_eq!(error.to_string(), "in the operation bm, there is no legal move e5 here");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, counters included.
    pub position: Position,
    /// The operations in their order. Their moves must be legal in the position.
    pub operations: Vec<Operation>,
}

impl Epd {
    /// Creates a record without operations.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            operations: Vec::new(),
        }
    }

    /// Returns the moves of `bm` (best moves): each of them is a solution.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> {
        self.moves(|operation| match operation {
            Operation::BestMoves(moves) => moves,
            _ => &[],
        })
    }

    /// Returns the moves of `am` (avoid moves): none of them is a solution.
    pub fn avoid_moves(&self) -> impl Iterator<Item = Move> {
        self.moves(|operation| match operation {
            Operation::AvoidMoves(moves) => moves,
            _ => &[],
        })
    }

    fn moves(&self, of: fn(&Operation) -> &[Move]) -> impl Iterator<Item = Move> {
        self.operations.iter().flat_map(of).copied()
    }

    /// Returns the name of the record.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.operations
            .iter()
            .find_map(|operation| match operation {
                Operation::Id(id) => Some(id.as_str()),
                _ => None,
            })
    }

    /// Returns the comment `c0` to `c9` with this number.
    #[must_use]
    pub fn comment(&self, number: u8) -> Option<&str> {
        self.operations
            .iter()
            .find_map(|operation| match operation {
                Operation::Comment(n, text) if *n == number => Some(text.as_str()),
                _ => None,
            })
    }

    /// Returns the number of moves to mate for the side to move, from `dm` or `ce`.
    #[must_use]
    pub fn mate_in(&self) -> Option<u32> {
        self.operations
            .iter()
            .find_map(|operation| match operation {
                Operation::DirectMate(moves) => Some(*moves),
                Operation::MateEvaluation(moves) => u32::try_from(*moves).ok(),
                _ => None,
            })
    }

    /// Depths with their perft counts.
    pub fn perft(&self) -> impl Iterator<Item = (u32, u64)> {
        self.operations
            .iter()
            .filter_map(|operation| match operation {
                Operation::Perft { depth, nodes } => Some((*depth, *nodes)),
                _ => None,
            })
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Self, EpdError> {
        // Control characters separate words, as spaces do.
        let line = line.replace(char::is_control, " ");
        let (fields, rest) = scan::fields(&line)?;
        let (counters, rest) = scan::counters(rest);
        let mut setup = Setup::from_fen(&fields.join(" "))?;
        for (index, text) in counters.into_iter().enumerate() {
            set_counter(&mut setup, index, text)?;
        }
        let operations = scan::operations(rest)?;
        for operation in &operations {
            let index = match operation.opcode.as_str() {
                "hmvc" => 0,
                "fmvn" => 1,
                _ => continue,
            };
            set_counter(&mut setup, index, &operation.single("one number")?)?;
        }
        let position = Position::try_from(&setup).map_err(FenError::from)?;
        let operations = operations
            .into_iter()
            .filter(|operation| !matches!(operation.opcode.as_str(), "hmvc" | "fmvn"))
            .map(|operation| operation.interpret(&position))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            position,
            operations,
        })
    }
}

/// Sets the half-move clock (0) or the move number (1).
fn set_counter(setup: &mut Setup, index: usize, text: &str) -> Result<(), EpdError> {
    let number = text
        .parse::<u16>()
        .ok()
        .filter(|&number| number <= fen::MAX_COUNTER);
    match (index, number) {
        (0, Some(number)) => setup.halfmove_clock = number,
        (0, None) => return Err(FenError::HalfmoveClock(excerpt(text)).into()),
        (_, Some(number)) => setup.fullmove_number = number.max(1),
        (_, None) => return Err(FenError::FullmoveNumber(excerpt(text)).into()),
    }
    Ok(())
}

/// The record in standard form. It reads back as the same record if its moves are legal and its texts have no control
/// characters (which become spaces, since a record is one line).
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.to_string();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        for operation in &self.operations {
            f.write_str(" ")?;
            operation.write(&self.position, f)?;
            f.write_str(";")?;
        }
        let counters = (
            self.position.halfmove_clock(),
            self.position.fullmove_number(),
        );
        if counters != (0, 1) {
            write!(f, " hmvc {}; fmvn {};", counters.0, counters.1)?;
        }
        Ok(())
    }
}

/// Reads the records of a text, each with its line number. Skips empty lines and lines that begin with `#`.
///
/// ```
/// let text = "# two records\n4k3/8/8/8/8/8/4P3/4K3 w - -\n\n4k3/8/8/8/8/8/4P3/4K3 w -\n";
/// let records: Vec<_> = chess::epd::lines(text).collect();
/// assert_eq!(records[0].0, 2);
/// assert!(records[0].1.is_ok());
/// assert_eq!(records[1].0, 4);
/// assert!(records[1].1.is_err());
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = (usize, Result<Epd, EpdError>)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| (number, line.parse()))
}
