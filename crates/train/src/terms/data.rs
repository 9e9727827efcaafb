//! The data set: positions with game results, stored as the coefficients of the weights.

use std::fmt;
use std::num::NonZeroUsize;
use std::thread;

use chess::{Bitboard, Color};

use super::model::Position;
use engine::eval::{COUNT, Summary, Term, Trace, term_of, traced};

/// Positions with game results.
///
/// A position needs about 350 bytes: for each weight it uses, the weight's index (two bytes) and its coefficient (one).
#[derive(Default, Debug)]
pub struct Dataset {
    parts: Vec<Part>,
    /// The number of the first position of each part, and the number of all positions.
    starts: Vec<usize>,
    left_out: usize,
}

/// The positions that one thread read.
#[derive(Default, Debug)]
struct Part {
    items: Vec<Item>,
    indices: Vec<u16>,
    counts: Vec<i8>,
    left_out: usize,
}

/// One position: where its coefficients are, and the factors that do not depend on the weights.
#[derive(Clone, Copy, Debug)]
struct Item {
    start: u32,
    /// The number of coefficients of the linear sum, of the danger to White's and to Black's king, and of complexity.
    lens: [u8; 4],
    phase: u8,
    scale: u8,
    fifty_move_factor: u16,
    result: f32,
    /// The score of a search for White in centipawns; NaN if there is none.
    score: f32,
}

/// A line that is not a position with a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataError {
    /// The name of the file.
    pub file: String,
    /// The line number, from 1.
    pub line: usize,
    /// The reason, for people.
    pub reason: String,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.file, self.line, self.reason)
    }
}

impl std::error::Error for DataError {}

impl Dataset {
    /// Creates an empty data set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            starts: vec![0],
            ..Self::default()
        }
    }

    /// Adds the positions of a text with lines `FEN|result` or `FEN|result|score`: the result is 1, 0.5 or 0, the score is
    /// in centipawns, both for White. Ignores empty lines and lines that begin with `#`.
    ///
    /// Skips positions in check and known endgames, because they use no weights.
    ///
    /// # Errors
    /// Returns the first line that has another form.
    pub fn read(&mut self, file: &str, text: &str, threads: NonZeroUsize) -> Result<(), DataError> {
        let lines: Vec<&str> = text.lines().collect();
        let share = lines.len().div_ceil(threads.get()).max(1);
        let parts: Vec<Result<Part, DataError>> = thread::scope(|scope| {
            let workers: Vec<_> = lines
                .chunks(share)
                .enumerate()
                .map(|(n, lines)| scope.spawn(move || Part::read(file, n * share, lines)))
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.join().expect("the reader does not panic"))
                .collect()
        });
        for part in parts {
            let part = part?;
            let end = self.len() + part.items.len();
            self.left_out += part.left_out;
            self.parts.push(part);
            self.starts.push(end);
        }
        Ok(())
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Returns whether the data set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of skipped positions: checks and known endgames.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Returns the position with this number.
    ///
    /// # Panics
    /// If the number is not below [`len`](Self::len).
    #[must_use]
    pub fn position(&self, number: usize) -> Position<'_> {
        let after = self.starts.partition_point(|&start| start <= number);
        let part = &self.parts[after - 1];
        part.position(number - self.starts[after - 1])
    }
}

impl Part {
    fn read(file: &str, first: usize, lines: &[&str]) -> Result<Self, DataError> {
        let mut part = Self::default();
        let mut counts = Counts::new();
        for (n, line) in lines.iter().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            part.add(line, &mut counts).map_err(|reason| DataError {
                file: file.to_owned(),
                line: first + n + 1,
                reason,
            })?;
        }
        part.indices.shrink_to_fit();
        part.counts.shrink_to_fit();
        Ok(part)
    }

    fn add(&mut self, line: &str, counts: &mut Counts) -> Result<(), String> {
        let mut fields = line.split('|').map(str::trim);
        let fen = fields.next().unwrap_or_default();
        let result = match fields.next() {
            Some("1" | "1.0") => 1.0,
            Some("0.5") => 0.5,
            Some("0" | "0.0") => 0.0,
            Some(other) => {
                return Err(format!(
                    "the result should be 1, 0.5 or 0 for White, and is {other:?}"
                ));
            }
            None => return Err("a line should be FEN|result, and has no |".to_owned()),
        };
        let score = match fields.next() {
            None | Some("") => f32::NAN,
            Some(text) => text
                .parse::<i32>()
                .map(|score| score as f32)
                .map_err(|_| format!("the score should be a whole number, and is {text:?}"))?,
        };
        let position = chess::Position::from_fen(fen).map_err(|error| error.to_string())?;
        if position.in_check() {
            self.left_out += 1;
            return Ok(());
        }
        counts.clear();
        _ = traced(&position, counts);
        match counts.pack(self.indices.len(), result, score) {
            Some((item, uses)) => {
                self.items.push(item);
                for (index, count) in uses {
                    self.indices.push(index);
                    self.counts.push(count);
                }
            }
            None => self.left_out += 1,
        }
        Ok(())
    }

    fn position(&self, number: usize) -> Position<'_> {
        let item = &self.items[number];
        let mut at = item.start as usize;
        let mut take = |len: u8| {
            let range = at..at + usize::from(len);
            at = range.end;
            (&self.indices[range.clone()], &self.counts[range])
        };
        Position {
            linear: take(item.lens[0]),
            danger: [take(item.lens[1]), take(item.lens[2])],
            complexity: take(item.lens[3]),
            phase: f64::from(item.phase),
            scale: f64::from(item.scale),
            fifty_move_factor: f64::from(item.fifty_move_factor),
            result: f64::from(item.result),
            score: (!item.score.is_nan()).then_some(f64::from(item.score)),
        }
    }
}

/// A tracer that counts the uses of each weight.
struct Counts {
    /// White's uses minus Black's.
    linear: Vec<i32>,
    /// The uses for the danger to each king.
    danger: [Vec<i32>; 2],
    complexity: Vec<i32>,
    terms: Vec<Term>,
    summary: Option<Summary>,
}

impl Counts {
    fn new() -> Self {
        Self {
            linear: vec![0; COUNT],
            danger: [vec![0; COUNT], vec![0; COUNT]],
            complexity: vec![0; COUNT],
            terms: (0..COUNT).map(term_of).collect(),
            summary: None,
        }
    }

    fn clear(&mut self) {
        self.linear.fill(0);
        self.danger[0].fill(0);
        self.danger[1].fill(0);
        self.complexity.fill(0);
        self.summary = None;
    }

    /// Returns the item and its coefficients in order, or `None` if nothing was traced or a coefficient does not fit a byte.
    fn pack(&self, start: usize, result: f32, score: f32) -> Option<(Item, Vec<(u16, i8)>)> {
        let summary = self.summary?;
        let mut uses = Vec::with_capacity(160);
        let mut lens = [0; 4];
        let nothing = &Vec::new();
        let danger = |side: usize| {
            if summary.in_danger[side] {
                &self.danger[side]
            } else {
                nothing
            }
        };
        let groups = [&self.linear, danger(0), danger(1), &self.complexity];
        for (len, counts) in lens.iter_mut().zip(groups) {
            let before = uses.len();
            for (index, &count) in counts.iter().enumerate() {
                if count != 0 {
                    uses.push((u16::try_from(index).ok()?, i8::try_from(count).ok()?));
                }
            }
            *len = u8::try_from(uses.len() - before).ok()?;
        }
        let item = Item {
            start: u32::try_from(start).ok()?,
            lens,
            phase: summary.phase as u8,
            scale: summary.scale as u8,
            fifty_move_factor: summary.fifty_move_factor as u16,
            result,
            score,
        };
        Some((item, uses))
    }
}

impl Trace for Counts {
    const ACTIVE: bool = true;

    fn weight(&mut self, side: Color, index: usize, count: i32, _squares: Bitboard) {
        let sign = match side {
            Color::White => 1,
            Color::Black => -1,
        };
        match self.terms[index] {
            Term::Danger => self.danger[side][index] += count,
            Term::Complexity => self.complexity[index] += count,
            _ => self.linear[index] += sign * count,
        }
    }

    fn finish(&mut self, summary: &Summary) {
        self.summary = Some(*summary);
    }
}
