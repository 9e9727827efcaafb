//! A file of lines that is only ever added to, so that work can be killed and gone on with.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// One JSON object a line. A killed program can leave one line unfinished; it is cut off when the file is opened again.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    path: PathBuf,
}

/// Why a ledger cannot be used.
#[derive(Debug)]
pub enum LedgerError {
    /// It cannot be read or written.
    Io(PathBuf, io::Error),
    /// It is another file. The text says why.
    Wrong(PathBuf, String),
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "cannot use {}: {error}", path.display()),
            Self::Wrong(path, reason) => {
                write!(f, "cannot go on from {}: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for LedgerError {}

impl Ledger {
    /// Opens a ledger, or begins one, and gives the lines that it has already.
    pub fn open<L: DeserializeOwned>(path: &Path) -> Result<(Self, Vec<L>), LedgerError> {
        let io = |error| LedgerError::Io(path.to_owned(), error);
        let wrong = |reason: String| LedgerError::Wrong(path.to_owned(), reason);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(io)?;
        // Two programs that write the same file would do everything twice.
        if file.try_lock().is_err() {
            return Err(wrong("another program is writing it".to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let complete = bytes.iter().rposition(|&byte| byte == b'\n');
        let complete = complete.map_or(0, |last| last + 1);
        // What has no line at all and does not begin like one is somebody else's file, and is not to be touched.
        if complete == 0 && bytes.first().is_some_and(|&byte| byte != b'{') {
            return Err(wrong("it is not a file of this program".to_owned()));
        }
        let mut lines = Vec::new();
        for (index, line) in bytes[..complete].split(|&byte| byte == b'\n').enumerate() {
            if line.is_empty() {
                continue;
            }
            let read = serde_json::from_slice(line);
            lines.push(read.map_err(|error| wrong(format!("line {}: {error}", index + 1)))?);
        }
        file.set_len(complete as u64).map_err(io)?;
        let ledger = Self {
            file,
            path: path.to_owned(),
        };
        Ok((ledger, lines))
    }

    /// Adds a line.
    pub fn add(&mut self, line: &impl Serialize) -> Result<(), LedgerError> {
        let mut text = serde_json::to_vec(line)
            .map_err(|error| LedgerError::Io(self.path.clone(), error.into()))?;
        text.push(b'\n');
        let written = self.file.write_all(&text);
        written.map_err(|error| LedgerError::Io(self.path.clone(), error))
    }

    /// Why this file cannot be gone on with.
    #[must_use]
    pub fn wrong(&self, reason: impl Into<String>) -> LedgerError {
        LedgerError::Wrong(self.path.clone(), reason.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn an_unfinished_line_is_cut_off_and_a_stranger_is_left_alone() {
        let name = format!("espalier-ledger-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        _ = fs::remove_file(&path);
        let (mut ledger, lines) = Ledger::open::<Vec<u32>>(&path).expect("a new file");
        assert!(lines.is_empty());
        ledger.add(&[1, 2]).expect("a line");
        ledger.add(&[3]).expect("a line");
        let second = Ledger::open::<Vec<u32>>(&path).expect_err("it is being written");
        assert!(second.to_string().contains("another program"), "{second}");
        drop(ledger);
        let whole = fs::read(&path).expect("the file");
        for end in 0..=whole.len() {
            fs::write(&path, &whole[..end]).expect("a killed program");
            let opened = Ledger::open::<Vec<u32>>(&path);
            // Nothing of these lines begins an object, so a first line that is cut looks like a stranger's file.
            if (1..6).contains(&end) {
                assert!(opened.is_err(), "{end}");
                continue;
            }
            let lines = opened.expect("the rest").1;
            let complete = whole[..end].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(lines.len(), complete, "{end}");
        }
        fs::write(&path, "{\"a\":1}\nnonsense\n").expect("a file");
        let error = Ledger::open::<serde_json::Value>(&path).expect_err("no line");
        assert!(error.to_string().contains("line 2"), "{error}");
        fs::remove_file(&path).expect("the file goes");
    }
}
