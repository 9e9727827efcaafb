//! Reading of table files.
//!
//! Memory mapping would be fastest, but is not safe: a change of the file by another process is undefined behaviour. So small files
//! are read into memory on first use, within a memory limit, and large ones piece by piece. All tables of up to five pieces
//! are small.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

/// Files larger than this are read piece by piece.
const MAX_IN_MEMORY: u64 = 32 << 20;

/// The memory limit for all files.
const MEMORY_LIMIT: u64 = 512 << 20;

/// The file system, with small files kept in memory.
pub struct Files {
    system: OsFilesystem,
    available: AtomicU64,
}

impl Files {
    /// Creates an empty cache.
    pub fn new() -> Self {
        Self {
            system: OsFilesystem::new(),
            available: AtomicU64::new(MEMORY_LIMIT),
        }
    }

    /// Reserves memory, if that much is available.
    fn reserve(&self, bytes: u64) -> bool {
        bytes <= MAX_IN_MEMORY
            && self
                .available
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |available| {
                    available.checked_sub(bytes)
                })
                .is_ok()
    }
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        if self.reserve(self.regular_file_size(path)?) {
            Ok(Box::new(InMemory(std::fs::read(path)?)))
        } else {
            self.system.open(path)
        }
    }
}

/// A file that was read into memory.
struct InMemory(Vec<u8>);

impl RandomAccessFile for InMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.0.get(start..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_stop_at_the_end_of_the_file() {
        let file = InMemory(vec![1, 2, 3]);
        let mut buffer = [0; 2];
        for (offset, count) in [(0, 2), (2, 1), (3, 0), (u64::MAX, 0)] {
            let read = file.read_at(&mut buffer, offset, ReadHint::Data);
            assert_eq!(read.expect("memory"), count, "{offset}");
        }
        assert!(file.read_exact_at(&mut buffer, 2, ReadHint::Data).is_err());
    }

    #[test]
    fn memory_limit_is_kept() {
        let files = Files::new();
        assert!(!files.reserve(MAX_IN_MEMORY + 1));
        assert!((0..MEMORY_LIMIT / MAX_IN_MEMORY).all(|_| files.reserve(MAX_IN_MEMORY)));
        assert!(!files.reserve(1));
    }
}
