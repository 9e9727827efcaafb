//! One entry's place in memory: two words that any thread may read and write at any time.

use crate::sync::{AtomicU64, Ordering};

/// A place for one entry.
///
/// `check` is the position's key exclusive-or'd with `data`. Whoever reads words of two different writes finds that
/// they do not fit together, so nothing more than "relaxed" is needed: `tests/loom.rs` goes through every order.
#[derive(Default)]
#[repr(C)]
pub struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// What is there: the key it is about and the packed entry. No entry is packed as zero.
    #[inline(always)]
    pub fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    /// Replaces what is there.
    #[inline(always)]
    pub fn write(&self, key: u64, data: u64) {
        self.data.store(data, Ordering::Relaxed);
        self.check.store(key ^ data, Ordering::Relaxed);
    }
}
