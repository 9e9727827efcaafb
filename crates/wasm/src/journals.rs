//! The journals of matches. JavaScript gives the instance those that a request needs, and stores what is appended to them.

use std::io::{self, BufRead, Cursor};
use std::sync::{Mutex, MutexGuard, PoisonError};

use web_api::{LineStore, MatchFiles, Store};

use crate::imports;

/// The name and the text of each journal, the last written first.
static JOURNALS: Mutex<Vec<(String, Vec<u8>)>> = Mutex::new(Vec::new());

fn journals() -> MutexGuard<'static, Vec<(String, Vec<u8>)>> {
    JOURNALS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a journal: its name, a line end, and its text.
pub(crate) fn restore(message: &[u8]) {
    journals().push(named(message));
}

/// Splits a message into a name, before the first line end, and the bytes after it.
pub(crate) fn named(message: &[u8]) -> (String, Vec<u8>) {
    let end = message.iter().position(|&byte| byte == b'\n');
    let (name, bytes) = message.split_at(end.unwrap_or(message.len()));
    let name = String::from_utf8_lossy(name).into_owned();
    (name, bytes.get(1..).unwrap_or_default().to_vec())
}

/// Removes all journals from memory.
pub(crate) fn forget() {
    journals().clear();
}

/// Runs `f` with the text of a journal, which is empty if there is none yet.
fn with<T>(name: &str, f: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    let mut all = journals();
    let index = all.iter().position(|(other, _)| other == name);
    let index = index.unwrap_or_else(|| {
        all.push((name.to_owned(), Vec::new()));
        all.len() - 1
    });
    f(&mut all[index].1)
}

/// The store of an instance.
pub(crate) struct Journals;

impl Store for Journals {
    fn has(&self, name: &str) -> bool {
        journals().iter().any(|(other, _)| other == name)
    }

    fn journal(&self, name: &str) -> Result<Box<dyn LineStore>, String> {
        Ok(Box::new(Journal(name.to_owned())))
    }

    fn files(&self, _: &str) -> Result<Option<MatchFiles>, String> {
        Ok(None)
    }

    fn names(&self) -> Vec<String> {
        journals().iter().map(|(name, _)| name.clone()).collect()
    }

    fn read(&self, name: &str, from: u64, most: usize) -> io::Result<Vec<u8>> {
        Ok(with(name, |text| {
            let rest = text.get(from as usize..).unwrap_or_default();
            rest[..rest.len().min(most)].to_vec()
        }))
    }

    fn remove(&self, name: &str) -> Result<(), String> {
        journals().retain(|(other, _)| other != name);
        imports::remove(name);
        Ok(())
    }
}

/// One journal.
struct Journal(String);

impl LineStore for Journal {
    fn name(&self) -> String {
        self.0.clone()
    }

    fn read(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(Cursor::new(with(&self.0, |text| text.clone()))))
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        with(&self.0, |text| text.truncate(length as usize));
        imports::store(&self.0, length as usize, b"");
        Ok(())
    }

    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        let from = with(&self.0, |text| {
            text.extend_from_slice(lines);
            text.len() - lines.len()
        });
        imports::store(&self.0, from, lines);
        Ok(())
    }
}
