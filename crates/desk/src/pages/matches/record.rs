//! The files of a match: a name for them, the right to write them, and the games as they are written.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use contest::{GameLine, when};
use serde::Deserialize;

use crate::job::Job;
use crate::store::{MatchFiles, Store};

/// How long a page that came again waits for the job it left behind.
const PATIENCE: Duration = Duration::from_secs(5);

/// So much of a journal is read at once.
const PIECE: usize = 256 << 10;

/// The journals that are written here.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The files of a match that nobody else in this program writes.
pub(super) struct Record {
    pub(super) name: String,
    pub(super) files: MatchFiles,
    store: Arc<dyn Store>,
    /// How much of the journal was read.
    read: u64,
}

/// A line of a journal, as far as it is about a game.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    game: Option<GameLine>,
}

impl Record {
    /// The files of a new match.
    pub(super) fn begin(store: &Arc<dyn Store>, game: &str) -> Result<Self, String> {
        let time: String = when::timestamp(when::now())
            .chars()
            .take("2026-08-30T12:34:56".len())
            .map(|letter| if letter == 'T' { '-' } else { letter })
            .filter(|letter| *letter != ':')
            .collect();
        // Two matches can begin in one second.
        let chance = RandomState::new().build_hasher().finish() % 0x1_0000;
        Self::take(store, format!("{game}-{time}-{chance:04x}"))
            .ok_or_else(|| "another match has the same name: try again".to_owned())?
    }

    /// The files of a match that goes on. Whoever loads a page again comes back before the job of the old page has ended,
    /// so this waits for it a while.
    pub(super) fn resume(store: &Arc<dyn Store>, name: &str, job: &Job) -> Result<Self, String> {
        let is_plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if name.is_empty() || name.len() > 64 || !name.bytes().all(is_plain) {
            return Err(
                "the name of a match has small letters, digits and hyphens, 64 at most".to_owned(),
            );
        }
        if !store.has(name) {
            return Err(format!(
                "there is no match {name} to go on with: begin a new one"
            ));
        }
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(taken) = Self::take(store, name.to_owned()) {
                return taken;
            }
            if job.is_stopped() {
                return Err("it was stopped before it went on".to_owned());
            }
            if Instant::now() >= end {
                return Err(format!("another page is playing the match {name}"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Takes the files of a name; `None` if somebody has them.
    fn take(store: &Arc<dyn Store>, name: String) -> Option<Result<Self, String>> {
        let files = match store.files(&name) {
            Ok(files) => files,
            Err(reason) => return Some(Err(reason)),
        };
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if !open.insert(files.journal.clone()) {
            return None;
        }
        Some(Ok(Self {
            name,
            files,
            store: Arc::clone(store),
            read: 0,
        }))
    }

    /// The next games that are written and were not read yet; empty if there are none for now.
    pub(super) fn games(&mut self) -> Vec<GameLine> {
        loop {
            let Ok(bytes) = self.store.read(&self.name, self.read, PIECE) else {
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

impl Drop for Record {
    fn drop(&mut self) {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.remove(&self.files.journal);
    }
}
