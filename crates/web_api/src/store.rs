//! Storage of matches, so that they can be resumed.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use contest::{FileStore, LineStore};

/// The files of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchFiles {
    /// The journal.
    pub journal: PathBuf,
    /// The games as PGN.
    pub pgn: PathBuf,
}

/// Stores the journals of matches by name. A name consists of lowercase letters, digits and hyphens.
pub trait Store: Send + Sync {
    /// Returns whether a journal of this name exists.
    fn has(&self, name: &str) -> bool;

    /// Opens or creates a journal to write, or returns an error message.
    fn journal(&self, name: &str) -> Result<Box<dyn LineStore>, String>;

    /// Returns the paths of the files of a name, or `None` if its journal is not in a file. Creates their folder, or returns an
    /// error message.
    fn files(&self, name: &str) -> Result<Option<MatchFiles>, String>;

    /// Returns the names of the journals, the last written first.
    fn names(&self) -> Vec<String>;

    /// Reads up to `most` bytes of a journal from the offset `from`. Returns no bytes at its end.
    fn read(&self, name: &str, from: u64, most: usize) -> io::Result<Vec<u8>>;

    /// Deletes a journal and what belongs to it, or returns an error message.
    fn remove(&self, name: &str) -> Result<(), String>;
}

/// Stores two files for each match in a folder.
pub struct Folder(PathBuf);

impl Folder {
    /// Uses this folder, which is created when it is first needed.
    #[must_use]
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(Path::new(name).with_extension("jsonl"))
    }
}

impl Store for Folder {
    fn has(&self, name: &str) -> bool {
        self.path(name).is_file()
    }

    fn journal(&self, name: &str) -> Result<Box<dyn LineStore>, String> {
        let store = FileStore::open(&self.path(name)).map_err(|error| error.to_string())?;
        Ok(Box::new(store))
    }

    fn files(&self, name: &str) -> Result<Option<MatchFiles>, String> {
        fs::create_dir_all(&self.0)
            .map_err(|error| format!("cannot create the folder {}: {error}", self.0.display()))?;
        let journal = self.path(name);
        Ok(Some(MatchFiles {
            pgn: journal.with_extension("pgn"),
            journal,
        }))
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let journals = entries.filter_map(|entry| {
            let path = entry.path();
            let is_journal = path.extension().is_some_and(|end| end == "jsonl");
            let written = entry.metadata().and_then(|data| data.modified()).ok()?;
            let name = path.file_stem()?.to_str()?.to_owned();
            is_journal.then_some((written, name))
        });
        let mut journals: Vec<_> = journals.collect();
        journals.sort_by(|a, b| b.cmp(a));
        journals.into_iter().map(|(_, name)| name).collect()
    }

    fn read(&self, name: &str, from: u64, most: usize) -> io::Result<Vec<u8>> {
        let mut file = File::open(self.path(name))?;
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.take(most as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn remove(&self, name: &str) -> Result<(), String> {
        let journal = self.path(name);
        fs::remove_file(&journal)
            .map_err(|error| format!("cannot delete {}: {error}", journal.display()))?;
        // A match without a finished game has no PGN.
        _ = fs::remove_file(journal.with_extension("pgn"));
        Ok(())
    }
}
