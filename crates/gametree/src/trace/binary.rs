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

use super::{Event, Trace};
use crate::mark::Mark;
use crate::observer::{Cut, How, Try, View};
use crate::ordering::Source;
use crate::result::Bound;
use std::fmt;

/// The version this program writes. It reads this one and all before it.
pub const VERSION: u8 = 2;
const MAGIC: &[u8; 4] = b"ESPT";

/// Why some bytes are not a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// They do not begin with `ESPT`.
    NotATrace,
    /// A version this program does not know.
    Version(u8),
    /// They end too early.
    Cut {
        /// The number of bytes there are.
        at: usize,
    },
    /// A byte or number that means nothing here.
    Bad {
        /// What was expected.
        what: &'static str,
        /// Where.
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

/// Enumerations that travel as one byte.
macro_rules! byte_enum {
    ($($kind:ident: $name:literal [$($variant:ident),+]),+ $(,)?) => {$(
        impl Byte for $kind {
            const NAME: &'static str = $name;
            const ALL: &'static [Self] = &[$(Self::$variant),+];
        }
    )+};
}

trait Byte: Copy + PartialEq + 'static {
    const NAME: &'static str;
    const ALL: &'static [Self];
}

byte_enum! {
    View: "view" [Mover, Max, Min, Quiescence],
    Try: "reason to try" [Full, Scout, Research, NullMove, Internal],
    Cut: "reason to cut" [Beta, Alpha, Table, NullMove, StandPat, Delta, ReverseFutility, Razor, ProbCut, MultiCut, LateMove, Futility, Exchange, History, Tablebase],
    How: "origin of the value" [Terminal, Horizon, Table, Searched],
    Bound: "bound" [Exact, Lower, Upper],
    Source: "source" [Generator, Hash, Pv, Capture, Killer, Countermove, History, Static, Replies, Random],
}

impl Byte for Mark {
    const NAME: &'static str = "mark";
    const ALL: &'static [Self] = Self::ALL;
}

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }
    fn signed(&mut self, n: i32) {
        self.number(u64::from(((n << 1) ^ (n >> 31)) as u32));
    }
    fn option(&mut self, n: Option<u32>) {
        self.number(n.map_or(0, |n| u64::from(n) + 1));
    }
    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }
    fn list(&mut self, list: &[u32]) {
        self.number(list.len() as u64);
        list.iter().for_each(|&n| self.number(u64::from(n)));
    }
    fn byte<T: Byte>(&mut self, value: T) {
        let place = T::ALL.iter().position(|&other| other == value);
        self.0.push(place.expect("every variant is listed") as u8);
    }

    fn event(&mut self, event: &Event<u32>) {
        match event {
            Event::Enter {
                id,
                parent,
                mv,
                why,
                ply,
                depth,
                alpha,
                beta,
                view,
            } => {
                self.0.push(0);
                self.number(u64::from(*id));
                self.option(*parent);
                self.option(*mv);
                match why {
                    None => self.0.push(0xFF),
                    Some(why) => self.byte(*why),
                }
                self.number(u64::from(*ply));
                self.number(u64::from(*depth));
                self.signed(*alpha);
                self.signed(*beta);
                self.byte(*view);
            }
            Event::Miss => self.0.push(1),
            Event::Hit {
                depth,
                score,
                bound,
                deep_enough,
            } => {
                self.0.push(2);
                self.number(u64::from(*depth));
                self.signed(*score);
                self.byte(*bound);
                self.0.push(u8::from(*deep_enough));
            }
            Event::Order(moves) => {
                self.0.push(3);
                self.number(moves.len() as u64);
                for (mv, score, source) in moves {
                    self.number(u64::from(*mv));
                    self.signed(*score);
                    self.byte(*source);
                }
            }
            Event::Cut { reason, skipped } => {
                self.0.push(4);
                self.byte(*reason);
                self.list(skipped);
            }
            Event::Leave {
                id,
                score,
                bound,
                best,
                how,
                nodes,
            } => {
                self.0.push(5);
                self.number(u64::from(*id));
                self.signed(*score);
                self.byte(*bound);
                self.option(*best);
                self.byte(*how);
                self.number(*nodes);
            }
            Event::Iteration {
                depth,
                score,
                bound,
                pv,
                nodes,
            } => {
                self.0.push(6);
                self.number(u64::from(*depth));
                self.signed(*score);
                self.byte(*bound);
                self.list(pv);
                self.number(*nodes);
            }
            Event::Stopped => self.0.push(7),
            Event::Marks { child, marks } => {
                self.0.push(8);
                self.option(*child);
                self.number(marks.len() as u64);
                for (mark, number) in marks {
                    self.byte(*mark);
                    self.signed(*number);
                }
            }
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The number of moves with a name.
    moves: u64,
}

impl Reader<'_> {
    fn bad<T>(&self, what: &'static str) -> Result<T, ReadError> {
        Err(ReadError::Bad {
            what,
            at: self.at - 1,
        })
    }
    fn next(&mut self) -> Result<u8, ReadError> {
        let byte = self
            .bytes
            .get(self.at)
            .ok_or(ReadError::Cut { at: self.at })?;
        self.at += 1;
        Ok(*byte)
    }
    fn number(&mut self) -> Result<u64, ReadError> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.next()?;
            n |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(n);
            }
        }
        self.bad("number")
    }
    fn small(&mut self) -> Result<u32, ReadError> {
        let n = self.number()?;
        u32::try_from(n).or_else(|_| self.bad("number"))
    }
    fn signed(&mut self) -> Result<i32, ReadError> {
        let n = self.small()?;
        Ok((n >> 1) as i32 ^ -((n & 1) as i32))
    }
    fn option(&mut self) -> Result<Option<u32>, ReadError> {
        Ok(self.small()?.checked_sub(1))
    }
    fn flag(&mut self) -> Result<bool, ReadError> {
        match self.next()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => self.bad("flag"),
        }
    }
    fn byte<T: Byte>(&mut self) -> Result<T, ReadError> {
        let place = usize::from(self.next()?);
        T::ALL
            .get(place)
            .copied()
            .map_or_else(|| self.bad(T::NAME), Ok)
    }
    /// A count of things that take at least one byte each, so it cannot exceed what is left.
    fn count(&mut self) -> Result<usize, ReadError> {
        let n = self.number()?;
        let left = self.bytes.len() - self.at;
        if n > left as u64 {
            return Err(ReadError::Cut {
                at: self.bytes.len(),
            });
        }
        Ok(n as usize)
    }
    fn text(&mut self) -> Result<String, ReadError> {
        let length = self.count()?;
        let bytes = &self.bytes[self.at..self.at + length];
        self.at += length;
        String::from_utf8(bytes.to_vec()).or_else(|_| self.bad("text"))
    }
    fn mv(&mut self) -> Result<u32, ReadError> {
        let n = self.small()?;
        if u64::from(n) < self.moves {
            Ok(n)
        } else {
            self.bad("move")
        }
    }
    fn some_move(&mut self) -> Result<Option<u32>, ReadError> {
        match self.option()? {
            Some(n) if u64::from(n) >= self.moves => self.bad("move"),
            found => Ok(found),
        }
    }
    fn list(&mut self) -> Result<Vec<u32>, ReadError> {
        (0..self.count()?).map(|_| self.mv()).collect()
    }

    fn event(&mut self) -> Result<Event<u32>, ReadError> {
        Ok(match self.next()? {
            0 => Event::Enter {
                id: self.small()?,
                parent: self.option()?,
                mv: self.some_move()?,
                why: if self.bytes.get(self.at) == Some(&0xFF) {
                    self.at += 1;
                    None
                } else {
                    Some(self.byte()?)
                },
                ply: self.small()?,
                depth: self.small()?,
                alpha: self.signed()?,
                beta: self.signed()?,
                view: self.byte()?,
            },
            1 => Event::Miss,
            2 => Event::Hit {
                depth: self.small()?,
                score: self.signed()?,
                bound: self.byte()?,
                deep_enough: self.flag()?,
            },
            3 => {
                let count = self.count()?;
                let ranked = (0..count).map(|_| Ok((self.mv()?, self.signed()?, self.byte()?)));
                Event::Order(ranked.collect::<Result<_, _>>()?)
            }
            4 => Event::Cut {
                reason: self.byte()?,
                skipped: self.list()?,
            },
            5 => Event::Leave {
                id: self.small()?,
                score: self.signed()?,
                bound: self.byte()?,
                best: self.some_move()?,
                how: self.byte()?,
                nodes: self.number()?,
            },
            6 => Event::Iteration {
                depth: self.small()?,
                score: self.signed()?,
                bound: self.byte()?,
                pv: self.list()?,
                nodes: self.number()?,
            },
            7 => Event::Stopped,
            8 => {
                let child = self.some_move()?;
                let count = self.count()?;
                let marks = (0..count).map(|_| Ok((self.byte()?, self.signed()?)));
                Event::Marks {
                    child,
                    marks: marks.collect::<Result<_, _>>()?,
                }
            }
            _ => return self.bad("event"),
        })
    }
}

impl Trace {
    /// Write the trace in its compact form.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.0.extend_from_slice(MAGIC);
        out.0.push(VERSION);
        for text in [&self.game, &self.position, &self.search] {
            out.text(text);
        }
        out.0.push(u8::from(self.truncated));
        out.number(self.moves.len() as u64);
        self.moves.iter().for_each(|name| out.text(name));
        out.number(self.events.len() as u64);
        self.events.iter().for_each(|event| out.event(event));
        out.0
    }

    /// Read a trace back. Any bytes give a trace or an error, never a panic.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        if !bytes.starts_with(MAGIC) {
            return Err(ReadError::NotATrace);
        }
        let mut input = Reader {
            bytes,
            at: MAGIC.len(),
            moves: 0,
        };
        let version = input.next()?;
        if !(1..=VERSION).contains(&version) {
            return Err(ReadError::Version(version));
        }
        let (game, position, search) = (input.text()?, input.text()?, input.text()?);
        let truncated = input.flag()?;
        let moves: Vec<String> = (0..input.count()?)
            .map(|_| input.text())
            .collect::<Result<_, _>>()?;
        input.moves = moves.len() as u64;
        let events = (0..input.count()?)
            .map(|_| input.event())
            .collect::<Result<_, _>>()?;
        Ok(Self {
            game,
            position,
            search,
            truncated,
            moves,
            events,
        })
    }
}
