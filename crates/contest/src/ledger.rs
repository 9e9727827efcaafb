//! An append-only text with one JSON value on each line, so that work can be killed and resumed.
//!
//! Every journal of this program is one: of a match, a ladder, a tuning, the findings of an experiment. A killed program
//! can leave the last line unfinished; it is cut off when the text is read again.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::{FileStore, LineStore};

/// The error of a journal or another file of a match that cannot be used.
#[derive(Debug)]
pub enum LedgerError {
    /// The storage of this name cannot be read or written.
    Io(String, io::Error),
    /// The text under this name is not the expected one, for this reason.
    Wrong(String, String),
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(name, error) => write!(f, "cannot use {name}: {error}"),
            Self::Wrong(name, reason) => write!(f, "cannot resume from {name}: {reason}"),
        }
    }
}

impl std::error::Error for LedgerError {}

/// A text of lines that is open for appending.
pub struct Ledger {
    store: Box<dyn LineStore>,
    /// The length of the unfinished line that was removed, in bytes, and whether it was the only one.
    removed: Option<(u64, bool)>,
}

impl Ledger {
    /// Creates a ledger on a store.
    #[must_use]
    pub fn new(store: Box<dyn LineStore>) -> Self {
        Self {
            store,
            removed: None,
        }
    }

    /// Opens or creates a file, and locks it.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        Ok(Self::new(Box::new(FileStore::open(path)?)))
    }

    /// Calls `each` with the number of every complete line, from 1, and the line. Then removes an unfinished last line.
    ///
    /// # Errors
    /// A line has another form, `each` rejects it, or there is no complete line and the text does not agree with
    /// `beginning`: then it is the file of another program, and remains unchanged.
    pub fn resume<L: DeserializeOwned>(
        &mut self,
        beginning: &[u8],
        each: impl FnMut(usize, L) -> Result<(), String>,
    ) -> Result<(), LedgerError> {
        let reader = self.store.read().map_err(|error| self.io(error))?;
        let (complete, unfinished) = read_lines(reader, &self.store.name(), each)?;
        if complete == 0 {
            let reader = self.store.read().map_err(|error| self.io(error))?;
            let mut start = Vec::new();
            let read = reader.take(beginning.len() as u64).read_to_end(&mut start);
            read.map_err(|error| self.io(error))?;
            if !beginning.starts_with(&start) {
                return Err(self.wrong("it is not a journal of this program"));
            }
        }
        let cut = self.store.truncate(complete);
        cut.map_err(|error| self.io(error))?;
        self.removed = (unfinished > 0).then_some((unfinished, complete == 0));
        Ok(())
    }

    /// Returns a sentence about the unfinished line that [`Ledger::resume`] removed, if there was one.
    #[must_use]
    pub fn lost(&self) -> Option<String> {
        let name = self.store.name();
        self.removed.map(|(bytes, is_all)| match is_all {
            true => format!("{name} was cut within its first line ({bytes} bytes): nothing in it can be resumed, and it begins again"),
            false => format!("the last line of {name} was unfinished ({bytes} bytes) and is removed: its part of the work is done again"),
        })
    }

    /// Calls `each` with the number and the value of every complete line of a file, which remains unchanged.
    ///
    /// # Errors
    /// The file cannot be read, a line has another form, or `each` rejects it.
    pub fn read<L: DeserializeOwned>(
        path: &Path,
        each: impl FnMut(usize, L) -> Result<(), String>,
    ) -> Result<(), LedgerError> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| LedgerError::Io(name.clone(), error))?;
        read_lines(BufReader::new(file), &name, each).map(drop)
    }

    /// Calls `each` with every complete line.
    pub(crate) fn for_each<L: DeserializeOwned>(
        &self,
        mut each: impl FnMut(L),
    ) -> Result<(), LedgerError> {
        let reader = self.store.read().map_err(|error| self.io(error))?;
        let each = |_, line| {
            each(line);
            Ok(())
        };
        read_lines(reader, &self.store.name(), each).map(drop)
    }

    /// Appends a line.
    pub fn add(&mut self, line: &impl Serialize) -> Result<(), LedgerError> {
        let bytes = to_line(line).map_err(|error| self.io(error.into()))?;
        self.append(&bytes)
    }

    /// Appends whole lines.
    pub(crate) fn append(&mut self, lines: &[u8]) -> Result<(), LedgerError> {
        let done = self.store.append(lines);
        done.map_err(|error| self.io(error))
    }

    /// Returns the error of a text that cannot be resumed, with the reason.
    #[must_use]
    pub fn wrong(&self, reason: impl Into<String>) -> LedgerError {
        LedgerError::Wrong(self.store.name(), reason.into())
    }

    fn io(&self, error: io::Error) -> LedgerError {
        LedgerError::Io(self.store.name(), error)
    }
}

/// Returns a value as a line with its line break.
pub(crate) fn to_line(line: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Reads the complete lines of a text, calls `each` with the number and the value of each, and returns their total
/// length in bytes, and that of an unfinished last line. `name` is the name of the text in error messages.
pub(crate) fn read_lines<L: DeserializeOwned>(
    mut reader: impl BufRead,
    name: &str,
    mut each: impl FnMut(usize, L) -> Result<(), String>,
) -> Result<(u64, u64), LedgerError> {
    let io = |error| LedgerError::Io(name.to_owned(), error);
    let wrong = |reason| LedgerError::Wrong(name.to_owned(), reason);
    let (mut complete, mut bytes) = (0, Vec::new());
    for number in 1.. {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes).map_err(io)?;
        if bytes.last() != Some(&b'\n') {
            return Ok((complete, length as u64));
        }
        complete += length as u64;
        if bytes.len() == 1 {
            continue;
        }
        let line = serde_json::from_slice(&bytes)
            .map_err(|error| wrong(format!("line {number} is not one of a journal: {error}")))?;
        each(number, line).map_err(wrong)?;
    }
    Ok((complete, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn open(path: &Path) -> Result<(Ledger, Vec<Vec<u32>>), LedgerError> {
        let mut ledger = Ledger::open(path)?;
        let mut lines = Vec::new();
        ledger.resume(b"[", |_, line| {
            lines.push(line);
            Ok(())
        })?;
        Ok((ledger, lines))
    }

    #[test]
    fn an_unfinished_line_is_cut_off_and_another_file_is_unchanged() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ledger.jsonl");
        let (mut ledger, lines) = open(&path).expect("a new file");
        assert!(lines.is_empty());
        ledger.add(&[1, 2]).expect("a line");
        ledger.add(&[3]).expect("a line");
        let second = open(&path).err().expect("it is locked");
        assert!(second.to_string().contains("another program"), "{second}");
        drop(ledger);
        let whole = fs::read(&path).expect("the file");
        for end in 0..=whole.len() {
            fs::write(&path, &whole[..end]).expect("a killed program");
            let (ledger, lines) = open(&path).expect("the rest");
            let complete = whole[..end].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(lines.len(), complete, "{end}");
            // What was lost is reported, also if it is everything.
            let lost = ledger.lost().unwrap_or_default();
            let expected = match (end, complete) {
                (0 | 6 | 10, _) => "",
                (_, 0) => "nothing in it can be resumed",
                _ => "its part of the work is done again",
            };
            assert!(
                lost.contains(expected) && lost.is_empty() == expected.is_empty(),
                "{end} {lost}"
            );
        }
        fs::write(&path, "[1]\nnonsense\n").expect("a file");
        let error = open(&path).err().expect("a wrong line");
        assert!(error.to_string().contains("line 2"), "{error}");
        fs::write(&path, "a diary").expect("a file");
        let error = open(&path).err().expect("another file");
        assert!(error.to_string().contains("not a journal"), "{error}");
        assert_eq!(fs::read(&path).expect("the file"), b"a diary");
    }
}
