//! The transposition table, shared by all threads.
//!
//! An entry consists of two 64-bit words: the data, and the position's key exclusive-or'd with the data. Threads read and write
//! the words without locks, in any order. If a reader gets words of two different writes, they do not match and the entry
//! counts as empty (Hyatt and Mann, "A lock-less transposition table implementation", 2002). So no torn entry is ever used, and
//! "relaxed" ordering suffices.

mod entry;
mod memory;
mod room;
pub mod slot;

pub use entry::Entry;
pub use room::{NotEnoughMemory, check_memory};

use chess::Move;
use gametree::Bound;

use crate::params;
use crate::score::{MATE_BOUND, MAX_PLY, Value, WIN_BOUND};
use crate::sync::{AtomicU8, Ordering};
use memory::Memory;
use slot::Slot;

/// Entries in a bucket. A position may be in any of them.
const WAYS: usize = 4;

/// The number of different ages.
const AGES: u8 = 32;

/// Four entries on one cache line of 64 bytes.
#[derive(Default)]
#[repr(C, align(64))]
struct Bucket([Slot; WAYS]);

#[cfg(not(loom))]
const _: () = assert!(size_of::<Bucket>() == 64);

// SAFETY: a bucket is eight atomic integers.
#[cfg(not(loom))]
unsafe impl memory::Zeros for Bucket {}

/// The transposition table.
pub struct TranspositionTable {
    memory: Memory<Bucket>,
    /// The number of the search, modulo [`AGES`]. Entries of older searches are replaced first.
    age: AtomicU8,
}

/// A search result to store.
#[derive(Clone, Copy, Debug)]
pub struct NewEntry {
    /// The best move, or the one that caused the cutoff.
    pub best: Option<Move>,
    /// The value.
    pub value: Value,
    /// The bound of the value; `None` if there is only a static evaluation.
    pub bound: Option<Bound>,
    /// The search depth.
    pub depth: i32,
    /// The static evaluation before correction.
    pub eval: Value,
    /// Whether the position is or was on a principal variation.
    pub on_pv: bool,
}

impl TranspositionTable {
    /// Creates a table of this size in MiB, with at least one bucket.
    ///
    /// # Errors
    /// The table does not fit in memory.
    pub fn new(mebibytes: u64) -> Result<Self, NotEnoughMemory> {
        room::check(mebibytes, 0)?;
        let mut memory = allocate(mebibytes)?;
        memory.write_if_large();
        Ok(Self {
            memory,
            age: AtomicU8::new(0),
        })
    }

    /// Replaces the table by an empty one of another size in MiB.
    ///
    /// # Errors
    /// The new table does not fit in memory. The old one is kept.
    pub fn resize(&mut self, mebibytes: u64) -> Result<(), NotEnoughMemory> {
        room::check(mebibytes, size_of_val(self.memory.as_slice()) as u64)?;
        // The old table is freed before the new one is written, so both need not fit at once.
        self.memory = allocate(mebibytes)?;
        self.memory.write_if_large();
        self.age.store(0, Ordering::Relaxed);
        Ok(())
    }

    /// Clears all entries.
    pub fn clear(&mut self) {
        self.memory.clear();
        self.age.store(0, Ordering::Relaxed);
    }

    /// Starts a new search, so that entries of earlier ones may be replaced.
    pub fn next_age(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Returns the bucket of a key: the key's upper half, scaled to the number of buckets.
    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.memory.as_slice();
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Prefetches the bucket of a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.bucket(key));
    }

    /// Returns the entry of a position `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let (of, data) = slot.read();
            if of == key && data != 0 {
                let mut entry = Entry::unpack(data);
                entry.value = value_from_table(entry.value, ply);
                return Some(entry);
            }
        }
        None
    }

    /// Stores a result. It replaces the least valuable entry of the bucket: old and shallow ones first.
    pub fn store(&self, key: u64, ply: usize, new: &NewEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = &self.bucket(key).0;
        let mut place = &bucket[0];
        let mut least = i32::MAX;
        let mut best = new.best;
        for slot in bucket {
            let (of, data) = slot.read();
            if of == key && data != 0 {
                let old = Entry::unpack(data);
                // Keep an old move if there is no new one, and keep an entry of this search that is much deeper.
                best = best.or(old.best);
                let shallow = new.depth
                    + params::table_keep_depth()
                    + params::table_keep_pv() * i32::from(new.on_pv)
                    < old.depth;
                if new.bound != Some(Bound::Exact) && shallow && old.age == age {
                    return;
                }
                place = slot;
                break;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                let old = Entry::unpack(data);
                let ages = i32::from((AGES + age - old.age) % AGES);
                old.depth - params::table_age() * ages
                    + params::table_keep_pv() * i32::from(old.on_pv)
            };
            if worth < least {
                least = worth;
                place = slot;
            }
        }
        let data = Entry {
            best,
            value: value_to_table(new.value, ply),
            eval: new.eval,
            depth: new.depth,
            bound: new.bound,
            on_pv: new.on_pv,
            age,
        }
        .pack();
        place.write(key, data);
    }

    /// Returns the share of slots with entries of this search, in thousandths, from a sample.
    #[must_use]
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let buckets = self.memory.as_slice();
        let sample = &buckets[..buckets.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| slot.read().1)
            .filter(|&data| data != 0 && Entry::unpack(data).age == age)
            .count();
        (used * 1_000 / (sample.len() * WAYS)) as u32
    }
}

/// Allocates the buckets of a table, with at least one.
fn allocate(mebibytes: u64) -> Result<Memory<Bucket>, NotEnoughMemory> {
    let bytes = mebibytes.saturating_mul(1 << 20);
    let buckets = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<Bucket>();
    Memory::zeroed(buckets.max(1)).ok_or(NotEnoughMemory {
        requested: mebibytes,
        most: None,
    })
}

/// Converts a value for the table: the search counts mate distances from the root, the table from the position, which can be
/// reached at different plies.
fn value_to_table(value: Value, ply: usize) -> Value {
    if value >= WIN_BOUND {
        value + ply as Value
    } else if value <= -WIN_BOUND {
        value - ply as Value
    } else {
        value
    }
}

/// Converts a value of the table to one `ply` plies from the root.
fn value_from_table(value: Value, ply: usize) -> Value {
    if value >= WIN_BOUND {
        (value - ply as Value).max(WIN_BOUND)
    } else if value <= -WIN_BOUND {
        (value + ply as Value).min(-WIN_BOUND)
    } else {
        value
    }
}

const _: () = assert!(MATE_BOUND + 2 * (MAX_PLY as Value) < i16::MAX as Value);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in};

    fn table(mebibytes: u64) -> TranspositionTable {
        TranspositionTable::new(mebibytes).expect("memory")
    }

    fn result(value: Value) -> NewEntry {
        NewEntry {
            best: None,
            value,
            bound: Some(Bound::Exact),
            depth: 7,
            eval: -31,
            on_pv: true,
        }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = table(1);
        assert!(table.probe(77, 0).is_none());
        table.store(77, 3, &result(215));
        let entry = table.probe(77, 9).expect("stored");
        assert_eq!((entry.value, entry.eval, entry.depth), (215, -31, 7));
        assert_eq!((entry.bound, entry.on_pv), (Some(Bound::Exact), true));
        assert!(table.probe(78, 9).is_none());
    }

    #[test]
    fn mate_distances_depend_on_the_ply() {
        let table = table(1);
        table.store(5, 4, &result(mate_in(9)));
        assert_eq!(table.probe(5, 10).map(|e| e.value), Some(mate_in(15)));
        table.store(6, 4, &result(mated_in(8)));
        assert_eq!(table.probe(6, 0).map(|e| e.value), Some(mated_in(4)));
    }

    #[test]
    fn shallow_entries_are_replaced_first() {
        let table = table(0);
        for key in 1..=4 {
            let depth = if key == 3 { 2 } else { 10 };
            let new = NewEntry { depth, ..result(0) };
            table.store(key, 0, &new);
        }
        table.store(9, 0, &result(0));
        assert!(table.probe(3, 0).is_none());
        assert!(
            [1, 2, 4, 9]
                .iter()
                .all(|&key| table.probe(key, 0).is_some())
        );
    }

    #[test]
    fn clear_removes_all_entries() {
        let mut table = table(3);
        table.store(5, 0, &result(1));
        assert!(table.fullness() <= 4);
        table.clear();
        assert!(table.probe(5, 0).is_none());
    }

    #[test]
    fn a_table_that_does_not_fit_leaves_the_old_one() {
        let mut table = table(1);
        table.store(5, 0, &result(1));
        for mebibytes in [1 << 36, u64::MAX] {
            assert!(table.resize(mebibytes).is_err());
            assert!(TranspositionTable::new(mebibytes).is_err());
        }
        assert!(table.probe(5, 0).is_some());
        table.resize(2).expect("memory");
        assert!(table.probe(5, 0).is_none());
    }
}
