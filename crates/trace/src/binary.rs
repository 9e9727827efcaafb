//! The compact form of a trace.
//!
//! ```text
//! magic      "ESPT"
//! version    1 byte, now 2 (1 had no marks, and is read too)
//! game, position, search        strings: length, then UTF-8
//! truncated  1 byte, 0 or 1
//! moves      count, then that many strings
//! events     count, then that many events: a tag byte, then its fields in order
//! ```
//!
//! All numbers are LEB128 (seven bits per byte, low ones first); signed ones are
//! zigzag-coded first (0, -1, 1, -2, ...). An absent value is 0 and a present one is
//! one more than itself. Enumerations are one byte, in the order they are declared.

use std::fmt;

use gametree::observer::{Cut, Enter, How, Leave, Probe, Try, View};
use gametree::ordering::Source;
use gametree::{Bound, Mark};

use crate::event::{Completed, Entered, Event, Left, Ranked, Trace};

/// The version that this program writes. It reads this one and all earlier ones.
pub const VERSION: u8 = 2;
const MAGIC: &[u8; 4] = b"ESPT";

/// Why bytes are not a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// They do not begin with `ESPT`.
    NotATrace,
    /// An unknown version.
    Version(u8),
    /// The bytes end too early.
    Cut {
        /// The number of bytes.
        at: usize,
    },
    /// An invalid byte or number.
    Bad {
        /// The expected content.
        what: &'static str,
        /// The offset of the byte.
        at: usize,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATrace => write!(f, "not a trace: it does not begin with ESPT"),
            Self::Version(found) => write!(
                f,
                "trace version {found}; this program reads versions 1 to {VERSION}"
            ),
            Self::Cut { at } => write!(f, "the trace ends in the middle, after {at} bytes"),
            Self::Bad { what, at } => write!(f, "bad {what} at byte {at}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// The input, and the place of the next byte.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn bad<T>(&self, what: &'static str) -> Result<T, ReadError> {
        Err(ReadError::Bad {
            what,
            at: self.at - 1,
        })
    }

    fn next(&mut self) -> Result<u8, ReadError> {
        let byte = self.bytes.get(self.at);
        let byte = *byte.ok_or(ReadError::Cut { at: self.at })?;
        self.at += 1;
        Ok(byte)
    }

    /// Reads a count of items of at least one byte each, so it is at most the remaining length.
    fn count(&mut self) -> Result<usize, ReadError> {
        let n = u64::read(self)?;
        if n > (self.bytes.len() - self.at) as u64 {
            return Err(ReadError::Cut {
                at: self.bytes.len(),
            });
        }
        Ok(n as usize)
    }
}

/// A value in the compact form.
trait Field: Sized {
    /// Appends the value.
    fn write(&self, out: &mut Vec<u8>);
    /// Reads a value.
    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError>;
}

impl Field for u64 {
    fn write(&self, out: &mut Vec<u8>) {
        let mut n = *self;
        while n >= 0x80 {
            out.push(n as u8 | 0x80);
            n >>= 7;
        }
        out.push(n as u8);
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let byte = input.next()?;
            n |= Self::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(n);
            }
        }
        input.bad("number")
    }
}

impl Field for u32 {
    fn write(&self, out: &mut Vec<u8>) {
        u64::from(*self).write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
        let n = u64::read(input)?;
        Self::try_from(n).or_else(|_| input.bad("number"))
    }
}

impl Field for i32 {
    fn write(&self, out: &mut Vec<u8>) {
        (((self << 1) ^ (self >> 31)) as u32).write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
        let n = u32::read(input)?;
        Ok((n >> 1) as Self ^ -((n & 1) as Self))
    }
}

impl Field for Option<u32> {
    fn write(&self, out: &mut Vec<u8>) {
        self.map_or(0, |n| u64::from(n) + 1).write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
        Ok(u32::read(input)?.checked_sub(1))
    }
}

impl Field for bool {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
        match input.next()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => input.bad("flag"),
        }
    }
}

impl Field for String {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u64).write(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
        let length = input.count()?;
        let bytes = &input.bytes[input.at..input.at + length];
        input.at += length;
        Self::from_utf8(bytes.to_vec()).or_else(|_| input.bad("text"))
    }
}

impl<T: Field> Field for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u64).write(out);
        self.iter().for_each(|item| item.write(out));
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
        (0..input.count()?).map(|_| T::read(input)).collect()
    }
}

impl Field for (Mark, i32) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
        Ok((Field::read(input)?, Field::read(input)?))
    }
}

/// A root has no reason to be tried.
impl Field for Option<Try> {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            None => out.push(0xFF),
            Some(why) => why.write(out),
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
        if input.bytes.get(input.at) == Some(&0xFF) {
            input.at += 1;
            return Ok(None);
        }
        Try::read(input).map(Some)
    }
}

/// Enumerations: one byte, the place in the list of variants.
macro_rules! enumerations {
    ($($kind:ident: $name:literal,)+) => {$(
        impl Field for $kind {
            fn write(&self, out: &mut Vec<u8>) {
                let place = Self::ALL.iter().position(|other| other == self);
                out.push(place.expect("every variant is listed") as u8);
            }

            fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
                let found = Self::ALL.get(usize::from(input.next()?));
                found.copied().map_or_else(|| input.bad($name), Ok)
            }
        }
    )+};
}

enumerations! {
    View: "view",
    Try: "reason to try",
    Cut: "reason to cut",
    How: "origin of the value",
    Bound: "bound",
    Source: "source",
    Mark: "mark",
}

/// Structures: their fields in order.
macro_rules! structures {
    ($($kind:ty: $($field:ident),+;)+) => {$(
        impl Field for $kind {
            fn write(&self, out: &mut Vec<u8>) {
                $(self.$field.write(out);)+
            }

            fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
                Ok(Self { $($field: Field::read(input)?),+ })
            }
        }
    )+};
}

structures! {
    Enter: ply, depth, alpha, beta, view;
    Entered<u32>: id, parent, mv, why, node;
    Probe: depth, score, bound, deep_enough;
    Ranked<u32>: mv, score, source;
    Leave<u32>: score, bound, best, how;
    Left<u32>: id, node, nodes;
    Completed<u32>: depth, score, bound, pv, nodes;
}

/// A tag and the fields.
impl Field for Event<u32> {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Enter(entered) => tagged(0, entered, out),
            Self::Probe(None) => out.push(1),
            Self::Probe(Some(found)) => tagged(2, found, out),
            Self::Order { moves } => tagged(3, moves, out),
            Self::Cut { reason, skipped } => {
                tagged(4, reason, out);
                skipped.write(out);
            }
            Self::Leave(left) => tagged(5, left, out),
            Self::Iteration(completed) => tagged(6, completed, out),
            Self::Stopped => out.push(7),
            Self::Marks { child, marks } => {
                tagged(8, child, out);
                marks.write(out);
            }
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Self, ReadError> {
        Ok(match input.next()? {
            0 => Self::Enter(Field::read(input)?),
            1 => Self::Probe(None),
            2 => Self::Probe(Some(Field::read(input)?)),
            3 => Self::Order {
                moves: Field::read(input)?,
            },
            4 => Self::Cut {
                reason: Field::read(input)?,
                skipped: Field::read(input)?,
            },
            5 => Self::Leave(Field::read(input)?),
            6 => Self::Iteration(Field::read(input)?),
            7 => Self::Stopped,
            8 => Self::Marks {
                child: Field::read(input)?,
                marks: Field::read(input)?,
            },
            _ => return input.bad("event"),
        })
    }
}

fn tagged(tag: u8, fields: &impl Field, out: &mut Vec<u8>) {
    out.push(tag);
    fields.write(out);
}

impl Trace {
    /// Writes the trace in its compact form.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.push(VERSION);
        for text in [&self.game, &self.position, &self.search] {
            text.write(&mut out);
        }
        self.truncated.write(&mut out);
        self.moves.write(&mut out);
        self.events.write(&mut out);
        out
    }

    /// Reads a trace. Any bytes result in a trace or an error, never in a panic.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        if !bytes.starts_with(MAGIC) {
            return Err(ReadError::NotATrace);
        }
        let at = MAGIC.len();
        let input = &mut Reader { bytes, at };
        let version = input.next()?;
        if !(1..=VERSION).contains(&version) {
            return Err(ReadError::Version(version));
        }
        let mut trace = Self {
            game: Field::read(input)?,
            position: Field::read(input)?,
            search: Field::read(input)?,
            truncated: Field::read(input)?,
            moves: Field::read(input)?,
            events: Vec::new(),
        };
        for _ in 0..input.count()? {
            let mut is_named = true;
            let event = Event::read(input)?.map(|mv: u32| {
                is_named &= (mv as usize) < trace.moves.len();
                mv
            });
            if !is_named {
                return input.bad("move");
            }
            trace.events.push(event);
        }
        Ok(trace)
    }
}
