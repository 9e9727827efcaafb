//! A folder for a while: what a program of the course reads and writes, and what is compiled for it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, io};

/// A new folder, gone with its owner.
#[derive(PartialEq, Eq, Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Makes one.
    pub fn new() -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        // Somebody else's folder of this name, left behind perhaps, is not taken.
        const ATTEMPTS: u32 = 1_000;
        let mut result = Err(io::ErrorKind::AlreadyExists.into());
        for _ in 0..ATTEMPTS {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("espalier-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            result = fs::create_dir(&path).map(|()| Self(path));
            match &result {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                _ => break,
            }
        }
        result
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_new_and_vanish() {
        let (a, b) = (
            TemporaryFolder::new().expect("a folder"),
            TemporaryFolder::new().expect("another"),
        );
        assert_ne!(a.0, b.0);
        let path = a.0.clone();
        assert!(path.is_dir());
        drop(a);
        assert!(!path.exists());
    }
}
