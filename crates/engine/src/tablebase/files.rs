//! How table files are read.
//!
//! Mapping them into memory would be quickest, but it is not safe: whoever changes a file meanwhile breaks the
//! program. So small files are read into memory when they are first needed, as long as there is room, and all others
//! piece by piece. All tables of up to five pieces are small.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

/// Larger files are read piece by piece.
const LARGEST: u64 = 32 << 20;

/// Memory for files in all.
const ROOM: u64 = 512 << 20;

/// The files of the system, the small ones kept in memory.
pub struct Files {
    system: OsFilesystem,
    room: AtomicU64,
}

impl Files {
    /// Nothing read yet.
    pub fn new() -> Self {
        Self {
            system: OsFilesystem::new(),
            room: AtomicU64::new(ROOM),
        }
    }

    /// Takes so much of the room, if there is as much.
    fn take(&self, bytes: u64) -> bool {
        bytes <= LARGEST
            && self
                .room
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| {
                    room.checked_sub(bytes)
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
        if self.take(self.regular_file_size(path)?) {
            Ok(Box::new(InMemory(std::fs::read(path)?)))
        } else {
            self.system.open(path)
        }
    }
}

/// A file that was read as a whole.
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
    fn reads_what_is_there_and_no_more() {
        let file = InMemory(vec![1, 2, 3]);
        let mut buffer = [0; 2];
        for (offset, count) in [(0, 2), (2, 1), (3, 0), (u64::MAX, 0)] {
            let read = file.read_at(&mut buffer, offset, ReadHint::Data);
            assert_eq!(read.expect("memory"), count, "{offset}");
        }
        assert!(file.read_exact_at(&mut buffer, 2, ReadHint::Data).is_err());
    }

    #[test]
    fn memory_is_not_used_up() {
        let files = Files::new();
        assert!(!files.take(LARGEST + 1));
        assert!((0..ROOM / LARGEST).all(|_| files.take(LARGEST)));
        assert!(!files.take(1));
    }
}
