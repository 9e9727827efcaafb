//! The journal of a match: its name, exclusive access, and the games as they are written.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use contest::{GameLine, LineStore, MemoryStore, when};
use gametree::clock::{self, Stopwatch};
use serde::Deserialize;

use crate::job::Job;
use crate::store::{MatchFiles, Store};

/// The time that a reloaded page waits until its previous job has released the files.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(5);

/// The bytes of a journal that are read at once.
pub(super) const PIECE: usize = 256 << 10;

/// The journals in use by this process, by their path or name.
static OPEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// The games of a match as they are written to its journal.
pub(super) struct Record {
    journal: Journal,
    /// The bytes of the journal read so far.
    read: u64,
}

enum Journal {
    Kept(Kept),
    /// A match that is not stored has its journal in memory.
    Memory(Memory),
}

/// The journal of a match, with exclusive access within this process.
pub(super) struct Kept {
    pub(super) name: String,
    /// `None` if the journal is not in a file.
    pub(super) files: Option<MatchFiles>,
    pub(super) store: Arc<dyn Store>,
    /// Its entry in `OPEN`.
    key: String,
}

/// A journal in memory that is read while it is written.
#[derive(Clone, Default)]
pub(super) struct Memory(Arc<Mutex<MemoryStore>>);

impl Memory {
    fn lock(&self) -> MutexGuard<'_, MemoryStore> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns at most `PIECE` bytes after the first `from`.
    fn piece(&self, from: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let store = self.lock();
        let mut text = store.read()?;
        io::copy(&mut text.by_ref().take(from), &mut io::sink())?;
        text.take(PIECE as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl LineStore for Memory {
    fn name(&self) -> String {
        self.lock().name()
    }

    fn read(&self) -> io::Result<Box<dyn BufRead + '_>> {
        let mut text = Vec::new();
        self.lock().read()?.read_to_end(&mut text)?;
        Ok(Box::new(io::Cursor::new(text)))
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.lock().truncate(length)
    }

    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        self.lock().append(lines)
    }
}

/// A line of a journal; only games are of interest here.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    game: Option<GameLine>,
}

impl Kept {
    /// Chooses a name for a new match and acquires its files.
    pub(super) fn create(store: &Arc<dyn Store>, game: &str) -> Result<Self, String> {
        let time: String = when::timestamp(when::now())
            .chars()
            .take("2026-08-30T12:34:56".len())
            .map(|letter| if letter == 'T' { '-' } else { letter })
            .filter(|letter| *letter != ':')
            .collect();
        // Two matches can start in the same second.
        let random = RandomState::new().build_hasher().finish() % 0x1_0000;
        Self::acquire(store, format!("{game}-{time}-{random:04x}"))
            .ok_or_else(|| "another match has the same name: try again".to_owned())?
    }

    /// Acquires the files of an existing match. Waits a while if they are in use, because a reloaded page can ask before the
    /// job of the old page has ended.
    pub(super) fn resume(store: &Arc<dyn Store>, name: &str, job: &Job) -> Result<Self, String> {
        check(store, name)?;
        let watch = Stopwatch::new();
        loop {
            if let Some(record) = Self::acquire(store, name.to_owned()) {
                return record;
            }
            if job.is_stopped() {
                return Err("the job was cancelled before the match resumed".to_owned());
            }
            if watch.elapsed() >= RELEASE_TIMEOUT {
                return Err(format!("another page is playing the match {name}"));
            }
            clock::pause(Duration::from_millis(20));
        }
    }

    /// Acquires the files of a name, or returns `None` if they are in use.
    pub(super) fn acquire(store: &Arc<dyn Store>, name: String) -> Option<Result<Self, String>> {
        let files = match store.files(&name) {
            Ok(files) => files,
            Err(reason) => return Some(Err(reason)),
        };
        let key = files.as_ref().map(|it| it.journal.display().to_string());
        let key = key.unwrap_or_else(|| name.clone());
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if !open.insert(key.clone()) {
            return None;
        }
        Some(Ok(Self {
            name,
            files,
            store: Arc::clone(store),
            key,
        }))
    }
}

impl Record {
    /// Reads the games of a stored match.
    pub(super) const fn kept(kept: Kept) -> Self {
        let journal = Journal::Kept(kept);
        Self { journal, read: 0 }
    }

    /// Reads the games of a match that is not stored.
    pub(super) const fn memory(memory: Memory) -> Self {
        let journal = Journal::Memory(memory);
        Self { journal, read: 0 }
    }

    /// Returns the journal of a stored match.
    pub(super) const fn stored(&self) -> Option<&Kept> {
        match &self.journal {
            Journal::Kept(kept) => Some(kept),
            Journal::Memory(_) => None,
        }
    }

    /// Reads the next games of the journal. Returns an empty list if there are none yet.
    pub(super) fn games(&mut self) -> Vec<GameLine> {
        loop {
            let bytes = match &self.journal {
                Journal::Kept(Kept { name, store, .. }) => store.read(name, self.read, PIECE),
                Journal::Memory(memory) => memory.piece(self.read),
            };
            let Ok(bytes) = bytes else {
                return Vec::new();
            };
            let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n') else {
                return Vec::new();
            };
            self.read += end as u64 + 1;
            let lines = bytes[..end].split(|&byte| byte == b'\n');
            let lines = lines.filter_map(|line| serde_json::from_slice::<Line>(line).ok());
            let games: Vec<GameLine> = lines.filter_map(|line| line.game).collect();
            if !games.is_empty() {
                return games;
            }
        }
    }
}

/// Checks the name of a match that has a journal.
pub(super) fn check(store: &Arc<dyn Store>, name: &str) -> Result<(), String> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() || name.len() > 64 || !name.bytes().all(is_plain) {
        return Err(
            "the name of a match consists of at most 64 lowercase letters, digits and hyphens"
                .to_owned(),
        );
    }
    match store.has(name) {
        true => Ok(()),
        false => Err(format!(
            "there is no match {name} to resume: start a new one"
        )),
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.remove(&self.key);
    }
}
