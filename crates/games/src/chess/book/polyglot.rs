//! Polyglot books.
//!
//! A book is a file of 16-byte big-endian records, sorted by key:
//! the key of the position (8 bytes), the move (2), its weight (2), and 4 bytes of learning data that
//! are ignored. The move has three bits each for the file and rank it goes to, the file and
//! rank it comes from, and the promotion (1 knight to 4 queen). Castling goes from the king to its
//! rook. See <http://hgm.nubati.net/book_format.html>.

use ::chess::{Move, Position, Square, uci};
use gametree::SplitMix64;
use std::fmt;

const RECORD: usize = 16;

/// Why a file is not a Polyglot book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolyglotError {
    /// The file has no record.
    Empty,
    /// The size is not a multiple of the record size.
    Truncated {
        /// The size in bytes.
        bytes: usize,
    },
    /// The key of a record is smaller than that of the previous one.
    Unsorted {
        /// The record, from 0.
        record: usize,
    },
    /// The move of a record has equal squares or an invalid promotion.
    BadMove {
        /// The record, from 0.
        record: usize,
        /// The 16 bits of the move.
        bits: u16,
    },
}

impl fmt::Display for PolyglotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the book is empty"),
            Self::Truncated { bytes } => write!(
                f,
                "the book has {bytes} bytes, which is not a multiple of {RECORD}: it is truncated or not a Polyglot book"
            ),
            Self::Unsorted { record } => write!(
                f,
                "record {record} of the book is out of order: it is not a Polyglot book"
            ),
            Self::BadMove { record, bits } => write!(
                f,
                "record {record} of the book has the impossible move {bits:#06x}"
            ),
        }
    }
}

impl std::error::Error for PolyglotError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    key: u64,
    bits: u16,
    weight: u16,
}

impl Entry {
    fn source(self) -> Square {
        Square::masked((self.bits >> 6 & 63) as u8)
    }

    fn target(self) -> Square {
        Square::masked((self.bits & 63) as u8)
    }

    /// Returns the move in UCI notation.
    fn text(self) -> String {
        let promotion = ["", "n", "b", "r", "q"][usize::from(self.bits >> 12)];
        format!("{}{}{promotion}", self.source(), self.target())
    }

    fn is_possible(self) -> bool {
        self.bits >> 12 <= 4 && self.source() != self.target()
    }
}

/// A Polyglot book in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolyglotBook {
    entries: Vec<Entry>,
}

impl PolyglotBook {
    /// Reads a book from its bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, PolyglotError> {
        let (records, rest) = bytes.as_chunks::<RECORD>();
        if !rest.is_empty() {
            return Err(PolyglotError::Truncated { bytes: bytes.len() });
        }
        if records.is_empty() {
            return Err(PolyglotError::Empty);
        }
        let mut entries: Vec<Entry> = Vec::with_capacity(records.len());
        for (record, &bytes) in records.iter().enumerate() {
            let number = u128::from_be_bytes(bytes);
            let entry = Entry {
                key: (number >> 64) as u64,
                bits: (number >> 48) as u16,
                weight: (number >> 32) as u16,
            };
            if entries.last().is_some_and(|last| last.key > entry.key) {
                return Err(PolyglotError::Unsorted { record });
            }
            if !entry.is_possible() {
                let bits = entry.bits;
                return Err(PolyglotError::BadMove { record, bits });
            }
            entries.push(entry);
        }
        Ok(Self { entries })
    }

    /// Returns the legal moves of the book in this position, with their weights.
    ///
    /// Records with moves that are not legal in this position (colliding keys) are skipped.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        let key = position.polyglot_key();
        let start = self.entries.partition_point(|entry| entry.key < key);
        self.entries[start..]
            .iter()
            .take_while(|entry| entry.key == key)
            .filter_map(|entry| {
                let m = uci::parse(position, &entry.text()).ok()?;
                Some((m, entry.weight))
            })
            .collect()
    }

    /// Chooses a move at random in proportion to its weight.
    pub fn choose(&self, position: &Position, rng: &mut SplitMix64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        if total == 0 {
            return None;
        }
        let mut ticket = rng.below(total);
        for (m, weight) in moves {
            let weight = u64::from(weight);
            if ticket < weight {
                return Some(m);
            }
            ticket -= weight;
        }
        None
    }
}
