//! One slot of a table that threads share without a lock.

use crate::sync::{AtomicU64, Ordering};

/// An entry of two words, of which each is written alone.
///
/// The first word is the key combined with the data by exclusive or. If two threads write at the same time, the words may be
/// of different entries. Then the combination does not give back the key, and the reader finds nothing: a false entry is never read.
/// Reference: R. Hyatt and T. Mann, "A lockless transposition-table implementation for parallel search", ICGA Journal 25(1), 2002.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// Returns the key and the data; the data is 0 if the slot is empty.
    #[inline]
    pub(crate) fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    /// Writes an entry; 0 and 0 empty the slot.
    #[inline]
    pub(crate) fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}
