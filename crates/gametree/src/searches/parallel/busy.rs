//! The moves that threads are searching now.

use crate::sync::{AtomicU64, Ordering};

/// Keys per group.
const WAYS: usize = 4;

/// A small table of keys that several threads mark and unmark without a lock.
///
/// A mark is a hint. If two threads write the same slot at the same time one mark is lost, and a move is searched twice. No result
/// depends on a mark.
#[derive(Debug)]
pub(crate) struct Busy {
    slots: Box<[AtomicU64]>,
}

impl Busy {
    /// Creates a table of this many groups, at least one.
    pub(crate) fn new(groups: usize) -> Self {
        Self {
            slots: (0..groups.max(1) * WAYS)
                .map(|_| AtomicU64::new(0))
                .collect(),
        }
    }

    /// Marks a move.
    pub(crate) fn start(&self, key: u64) {
        let group = self.group(key);
        let free = |slot: &&AtomicU64| [0, key].contains(&slot.load(Ordering::Relaxed));
        let slot = group.iter().find(free).unwrap_or(&group[0]);
        slot.store(key, Ordering::Relaxed);
    }

    /// Removes the mark of a move.
    pub(crate) fn finish(&self, key: u64) {
        for slot in self.group(key) {
            if slot.load(Ordering::Relaxed) == key {
                slot.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Returns whether a thread is searching the move.
    pub(crate) fn is_busy(&self, key: u64) -> bool {
        let same = |slot: &AtomicU64| slot.load(Ordering::Relaxed) == key;
        self.group(key).iter().any(same)
    }

    fn group(&self, key: u64) -> &[AtomicU64] {
        let groups = self.slots.len() / WAYS;
        let group = ((u128::from(key) * groups as u128) >> 64) as usize;
        &self.slots[group * WAYS..(group + 1) * WAYS]
    }
}
