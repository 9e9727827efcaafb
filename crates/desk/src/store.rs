//! Where matches are kept, so that they can be gone on with.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The files of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchFiles {
    /// Its journal.
    pub journal: PathBuf,
    /// Its games as PGN.
    pub pgn: PathBuf,
}

/// Keeps the files of matches by name. A name has small letters, digits and hyphens.
pub trait Store: Send + Sync {
    /// Whether there is a journal of this name.
    fn has(&self, name: &str) -> bool;

    /// The files of a name, in a place where they can be made. An error is a sentence.
    fn files(&self, name: &str) -> Result<MatchFiles, String>;

    /// What a journal has after `from` bytes: at most so many bytes, none at its end.
    fn read(&self, name: &str, from: u64, most: usize) -> io::Result<Vec<u8>>;
}

/// A folder with two files for each match.
pub struct Folder(PathBuf);

impl Folder {
    /// A folder, which is made when it is first needed.
    #[must_use]
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    fn journal(&self, name: &str) -> PathBuf {
        self.0.join(Path::new(name).with_extension("jsonl"))
    }
}

impl Store for Folder {
    fn has(&self, name: &str) -> bool {
        self.journal(name).is_file()
    }

    fn files(&self, name: &str) -> Result<MatchFiles, String> {
        fs::create_dir_all(&self.0)
            .map_err(|error| format!("cannot make the folder {}: {error}", self.0.display()))?;
        let journal = self.journal(name);
        Ok(MatchFiles {
            pgn: journal.with_extension("pgn"),
            journal,
        })
    }

    fn read(&self, name: &str, from: u64, most: usize) -> io::Result<Vec<u8>> {
        let mut file = File::open(self.journal(name))?;
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.take(most as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
