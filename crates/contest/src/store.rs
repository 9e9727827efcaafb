//! Storage for the text of a journal, and the access of this crate to files.
//!
//! A journal is a sequence of lines. Natively they are in a file ([`FileStore`]). A browser keeps the text in memory
//! ([`MemoryStore`]) and copies the appended lines to a database.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use crate::ledger::LedgerError;

/// The text of one journal, to which lines are appended.
pub trait LineStore: Send {
    /// Returns a name for error messages, such as a path.
    fn name(&self) -> String;

    /// Reads the whole text from its beginning.
    fn read(&self) -> io::Result<Box<dyn BufRead + '_>>;

    /// Removes everything after the first `length` bytes.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Appends whole lines.
    fn append(&mut self, lines: &[u8]) -> io::Result<()>;
}

/// A journal in a file.
pub struct FileStore {
    file: File,
    path: PathBuf,
}

impl FileStore {
    /// Opens or creates a file, and locks it: two programs that write the same journal would play each game twice.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let open = || {
            let mut options = OpenOptions::new();
            options.read(true).append(true).create(true).open(path)
        };
        let name = || path.display().to_string();
        let file = open().map_err(|error| LedgerError::Io(name(), error))?;
        if file.try_lock().is_err() {
            let reason = "another program is writing it".to_owned();
            return Err(LedgerError::Wrong(name(), reason));
        }
        Ok(Self {
            file,
            path: path.to_owned(),
        })
    }
}

impl LineStore for FileStore {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn read(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(BufReader::new(File::open(&self.path)?)))
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)
    }

    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        self.file.write_all(lines)
    }
}

/// A journal in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryStore {
    text: Vec<u8>,
}

impl MemoryStore {
    /// Creates a store with the text of an earlier journal, or with none.
    #[must_use]
    pub fn new(text: impl Into<Vec<u8>>) -> Self {
        Self { text: text.into() }
    }
}

impl LineStore for MemoryStore {
    fn name(&self) -> String {
        "the journal".to_owned()
    }

    fn read(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(&self.text[..]))
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.text.truncate(length as usize);
        Ok(())
    }

    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        self.text.extend_from_slice(lines);
        Ok(())
    }
}

/// Reads a file. The error is a sentence.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Writes a temporary file and renames it, so that the file is never incomplete.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    fs::write(&name, bytes)?;
    fs::rename(&name, path)
}
