//! Opening books.
//!
//! [`lines`] reads a repertoire written as lines of moves; [`polyglot`] reads the binary books
//! that most chess programs share. A [`Book`] is either; [`Book::open`] chooses by the file
//! name.
//!
//! ```
//! use chess::Position;
//! use games::chess::book::Book;
//! let book = Book::read("mine.txt", b"white | Mine | g1f3 d7d5 g2g3").unwrap();
//! let start = Position::startpos();
//! assert_eq!(book.choose_by_seed(&start, 7).unwrap().to_string(), "g1f3");
//! ```

pub mod lines;
pub mod polyglot;

use ::chess::{Move, Position};
use gametree::{SplitMix64, mix};
use lines::{LineError, Repertoire};
use polyglot::{PolyglotBook, PolyglotError};
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;

/// An opening book in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Book {
    /// A repertoire: one opening per line.
    Lines(Repertoire),
    /// Polyglot: moves with weights.
    Polyglot(PolyglotBook),
}

/// Why a file is not an opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    /// The file cannot be read.
    Unreadable {
        /// The file.
        file: String,
        /// The error of the operating system.
        why: String,
    },
    /// The file is not text.
    NotText {
        /// The file.
        file: String,
    },
    /// A line is not an opening.
    Line {
        /// The file.
        file: String,
        /// The error in the line.
        error: LineError,
    },
    /// The file is not a Polyglot book.
    Polyglot {
        /// The file.
        file: String,
        /// The error.
        error: PolyglotError,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { file, why } => write!(f, "the book cannot be read: {file}: {why}"),
            Self::NotText { file } => write!(
                f,
                "{file}: the book is not text: expected lines `colour | name | moves`, or a name that ends in .bin for Polyglot"
            ),
            Self::Line { file, error } => write!(f, "{file}: {error}"),
            Self::Polyglot { file, error } => write!(f, "{file}: {error}"),
        }
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// Returns the built-in repertoire.
    #[must_use]
    pub fn standard() -> Self {
        Self::Lines(Repertoire::standard())
    }

    /// Reads a book from a file. The name determines the format, as in [`read`](Book::read).
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let file = path.display().to_string();
        match std::fs::read(path) {
            Ok(bytes) => Self::read(&file, &bytes),
            Err(error) => Err(BookError::Unreadable {
                file,
                why: error.to_string(),
            }),
        }
    }

    /// Reads a book from the bytes of a file. A file whose name ends in `.bin` is a Polyglot book,
    /// any other has lines `colour | name | moves`.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, BookError> {
        let file = file.to_owned();
        let is_polyglot = Path::new(&file)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("bin"));
        if is_polyglot {
            return PolyglotBook::read(bytes)
                .map(Self::Polyglot)
                .map_err(|error| BookError::Polyglot { file, error });
        }
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err(BookError::NotText { file });
        };
        Repertoire::parse(text)
            .map(Self::Lines)
            .map_err(|error| BookError::Line { file, error })
    }

    /// Chooses a legal move at random by weight. In a repertoire the weight of a move is the number
    /// of lines that play it.
    pub fn choose(&self, position: &Position, rng: &mut SplitMix64) -> Option<Move> {
        match self {
            Self::Lines(lines) => lines.choose(position, rng).map(|(m, _)| m),
            Self::Polyglot(book) => book.choose(position, rng),
        }
    }

    /// Chooses a legal move by weight: the same move for the same seed and position. A seed of 0
    /// uses a different random seed in every call.
    #[must_use]
    pub fn choose_by_seed(&self, position: &Position, seed: u64) -> Option<Move> {
        let start = match seed {
            // `RandomState` has a random seed.
            0 => RandomState::new().build_hasher().finish(),
            seed => mix(seed) ^ position.key(),
        };
        self.choose(position, &mut SplitMix64::new(start))
    }
}
