//! The data files that requests read. JavaScript provides each one with the request that reads it.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The name and the bytes of each file.
static FILES: Mutex<Vec<(String, Vec<u8>)>> = Mutex::new(Vec::new());

fn files() -> MutexGuard<'static, Vec<(String, Vec<u8>)>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a file: its name, a line end, and its bytes. A file that is there already is kept.
pub(crate) fn provide(message: &[u8]) {
    let (name, bytes) = crate::journals::named(message);
    let mut files = files();
    if files.iter().all(|(other, _)| *other != name) {
        files.push((name, bytes));
    }
}

/// Returns the file of this name, if it was provided.
pub(crate) fn read(name: &str) -> Option<Cow<'static, [u8]>> {
    let files = files();
    let (_, bytes) = files.iter().find(|(other, _)| other == name)?;
    Some(Cow::Owned(bytes.clone()))
}
