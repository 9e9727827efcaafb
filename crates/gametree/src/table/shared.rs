//! A transposition table for several threads.

use super::slot::Slot;
use crate::result::Bound;
use crate::score::Score;
use std::sync::atomic::{AtomicU8, Ordering};

/// Slots per group.
const WAYS: usize = 4;

/// The slots in which a position can be: one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Group([Slot; WAYS]);

/// An entry of the shared table. It has one word of data: 32 bits of value, 8 of depth, 2 of bound, 12 of move, 8 of age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedEntry {
    /// The value, with distances counted from the position.
    pub value: Score,
    /// The place of the best move in the order of the generator, if a best move is known. Moves of any game fit so into 12 bits.
    pub best: Option<usize>,
    /// The remaining depth of its search.
    pub depth: u32,
    /// The bound of the value.
    pub bound: Bound,
}

impl SharedEntry {
    /// Returns whether `value` (of this entry, counted from the root) settles the window.
    #[inline]
    #[must_use]
    pub const fn settles(&self, value: Score, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    /// The data word: never 0, because a bound is not.
    const fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let best = match self.best {
            Some(place) if place < 0xFFF => place as u64 + 1,
            _ => 0,
        };
        (self.value as u32 as u64)
            | ((self.depth & 0xFF) as u64) << 32
            | bound << 40
            | best << 42
            | (age as u64) << 54
    }

    const fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 40 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Self {
            value: data as u32 as Score,
            best: match data >> 42 & 0xFFF {
                0 => None,
                place => Some(place as usize - 1),
            },
            depth: (data >> 32 & 0xFF) as u32,
            bound,
        })
    }
}

/// A table of fixed size that threads read and write without a lock.
#[derive(Debug)]
pub struct SharedTable {
    groups: Box<[Group]>,
    age: AtomicU8,
}

impl SharedTable {
    /// Creates a table of about `entries` positions (at least one group of slots).
    #[must_use]
    pub fn new(entries: usize) -> Self {
        let groups = (entries / WAYS).max(1);
        let groups: Box<[Group]> = (0..groups).map(|_| Group::default()).collect();
        // The operating system provides a page when it is first written: here, not during a search.
        groups.iter().for_each(|group| group.0[0].write(0, 0));
        Self {
            groups,
            age: AtomicU8::new(0),
        }
    }

    /// Creates a table of about this many mebibytes.
    #[must_use]
    pub fn with_mebibytes(mebibytes: usize) -> Self {
        Self::new((mebibytes << 20) / size_of::<Slot>())
    }

    /// Returns the entry of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<SharedEntry> {
        let read = self.group(key).iter().map(Slot::read);
        let mut same = read.filter(|&(found, data)| found == key && data != 0);
        same.next().and_then(|(_, data)| SharedEntry::unpack(data))
    }

    /// Stores an entry: in the slot of the same position, in an empty one, or in the least deep one, those of earlier searches first.
    /// Without a best move it keeps an older one of the same position.
    #[inline]
    pub fn store(&self, key: u64, mut entry: SharedEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let group = self.group(key);
        let worth = |slot: &Slot| match slot.read() {
            (found, data) if found == key && data != 0 => 0,
            (_, 0) => 1,
            (_, data) => 2 + (data >> 32 & 0xFF) + 1_000 * u64::from((data >> 54) as u8 == age),
        };
        let place = group.iter().min_by_key(|slot| worth(slot));
        let Some(slot) = place else { return };
        let (found, old) = slot.read();
        if found == key && old != 0 {
            entry.best = (entry.best).or_else(|| SharedEntry::unpack(old)?.best);
        }
        slot.write(key, entry.pack(age));
    }

    /// Starts a new search: all entries become old.
    pub fn new_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the slots of a position.
    #[inline]
    fn group(&self, key: u64) -> &[Slot] {
        let group = ((u128::from(key) * self.groups.len() as u128) >> 64) as usize;
        &self.groups[group].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_fits_into_a_word() {
        for value in [-1_000_000, -1, 0, 1, 999_999] {
            for best in [None, Some(0), Some(217), Some(0xFFE)] {
                for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                    let entry = SharedEntry {
                        value,
                        best,
                        depth: 200,
                        bound,
                    };
                    assert_eq!(SharedEntry::unpack(entry.pack(255)), Some(entry));
                }
            }
        }
    }

    #[test]
    fn a_full_group_keeps_deep_entries_until_they_are_old() {
        let table = SharedTable::new(1);
        let entry = |depth| SharedEntry {
            value: 7,
            best: Some(depth as usize),
            depth,
            bound: Bound::Exact,
        };
        for key in 1..=5 {
            table.store(key, entry(key as u32));
        }
        assert_eq!(table.probe(1), None, "the least deep entry is replaced");
        assert_eq!(table.probe(5), Some(entry(5)));
        table.new_search();
        table.store(6, entry(1));
        table.store(7, entry(1));
        assert!(table.probe(6).is_some() && table.probe(2).is_none());
        // The best move of a position survives a bound without one.
        let bound = SharedEntry {
            best: None,
            ..entry(9)
        };
        table.store(7, bound);
        assert_eq!(table.probe(7).and_then(|entry| entry.best), Some(1));
    }
}
