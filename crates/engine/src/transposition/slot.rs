//! The memory of one entry: two words that threads read and write without locks.

use crate::sync::{AtomicU64, Ordering};

/// A slot for one entry.
///
/// `check` is the position's key, exclusive-or'd with `data`. If a reader gets words of two different writes, they do not match
/// any key, so "relaxed" ordering suffices. `tests/loom.rs` tests every interleaving.
#[derive(Default)]
#[repr(C)]
pub struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// Returns the key and the packed entry. No entry is packed as zero.
    #[inline(always)]
    pub fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    /// Replaces the entry.
    #[inline(always)]
    pub fn write(&self, key: u64, data: u64) {
        self.data.store(data, Ordering::Relaxed);
        self.check.store(key ^ data, Ordering::Relaxed);
    }
}
