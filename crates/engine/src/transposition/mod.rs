//! The transposition table: what is known about positions, shared by all threads.
//!
//! An entry is two 64-bit words: the knowledge, and the position's key exclusive-or'd with it. Threads read and write
//! them without locks, in any order. If a reader gets words of two different writes, they do not fit together and the
//! entry counts as empty (Hyatt and Mann, "A lock-less transposition table implementation", 2002). So no torn entry
//! is ever believed, and the words need no stronger order than "relaxed".

mod entry;
mod memory;
pub mod slot;

pub use entry::Entry;

use chess::Move;
use gametree::Bound;

use crate::params;
use crate::score::{MATE_BOUND, MAX_PLY, Value, WIN_BOUND};
use crate::sync::{AtomicU8, Ordering};
use memory::Memory;
use slot::Slot;

/// Entries that share a cache line: a position may be in any of them.
const WAYS: usize = 4;

/// How many ages there are before they repeat.
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

/// What is known about positions.
pub struct TranspositionTable {
    memory: Memory<Bucket>,
    /// The number of the search, modulo [`AGES`]: older entries are replaced first.
    age: AtomicU8,
}

/// What is to be remembered about a position.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// The best move, or the one that was good enough.
    pub best: Option<Move>,
    /// The value.
    pub value: Value,
    /// What the value says about the true one; nothing if only the static value is known.
    pub bound: Option<Bound>,
    /// Plies that were searched below.
    pub depth: i32,
    /// The static value before any correction.
    pub eval: Value,
    /// Whether the position was on a principal variation once.
    pub on_pv: bool,
}

impl TranspositionTable {
    /// A table of so many MiB; at least one bucket.
    #[must_use]
    pub fn new(mebibytes: u64) -> Self {
        let buckets = (mebibytes as usize).saturating_mul(1 << 20) / size_of::<Bucket>();
        Self {
            memory: Memory::zeroed(buckets.max(1)),
            age: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.memory.clear();
        self.age.store(0, Ordering::Relaxed);
    }

    /// A new search begins: what earlier ones left may be overwritten.
    pub fn next_age(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// The bucket of a key: the key's upper half, scaled to the number of buckets.
    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.memory.as_slice();
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Asks the processor to bring the bucket of a key closer.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.bucket(key));
    }

    /// What is known about a position `ply` plies from the root.
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

    /// Remembers a finding, in place of what is least worth keeping: old and shallow entries.
    pub fn store(&self, key: u64, ply: usize, finding: &Finding) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = &self.bucket(key).0;
        let mut place = &bucket[0];
        let mut least = i32::MAX;
        let mut best = finding.best;
        for slot in bucket {
            let (of, data) = slot.read();
            if of == key && data != 0 {
                let old = Entry::unpack(data);
                // A move is better than none, and a much deeper result is better than this one.
                best = best.or(old.best);
                let shallow = finding.depth
                    + params::table_keep_depth()
                    + params::table_keep_pv() * i32::from(finding.on_pv)
                    < old.depth;
                if finding.bound != Some(Bound::Exact) && shallow && old.age == age {
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
            value: value_to_table(finding.value, ply),
            eval: finding.eval,
            depth: finding.depth,
            bound: finding.bound,
            on_pv: finding.on_pv,
            age,
        }
        .pack();
        place.write(key, data);
    }

    /// How full it is with entries of this search, in thousandths, from a sample.
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

/// Distances to mate are counted from the root in the search, but from the position itself in the table: the same
/// position can be reached at any ply.
fn value_to_table(value: Value, ply: usize) -> Value {
    if value >= WIN_BOUND {
        value + ply as Value
    } else if value <= -WIN_BOUND {
        value - ply as Value
    } else {
        value
    }
}

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

    fn finding(value: Value) -> Finding {
        Finding {
            best: None,
            value,
            bound: Some(Bound::Exact),
            depth: 7,
            eval: -31,
            on_pv: true,
        }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = TranspositionTable::new(1);
        assert!(table.probe(77, 0).is_none());
        table.store(77, 3, &finding(215));
        let entry = table.probe(77, 9).expect("stored");
        assert_eq!((entry.value, entry.eval, entry.depth), (215, -31, 7));
        assert_eq!((entry.bound, entry.on_pv), (Some(Bound::Exact), true));
        assert!(table.probe(78, 9).is_none());
    }

    #[test]
    fn mates_are_counted_from_where_they_are_asked_for() {
        let table = TranspositionTable::new(1);
        table.store(5, 4, &finding(mate_in(9)));
        assert_eq!(table.probe(5, 10).map(|e| e.value), Some(mate_in(15)));
        table.store(6, 4, &finding(mated_in(8)));
        assert_eq!(table.probe(6, 0).map(|e| e.value), Some(mated_in(4)));
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = TranspositionTable::new(0);
        for key in 1..=4 {
            let depth = if key == 3 { 2 } else { 10 };
            let finding = Finding {
                depth,
                ..finding(0)
            };
            table.store(key, 0, &finding);
        }
        table.store(9, 0, &finding(0));
        assert!(table.probe(3, 0).is_none());
        assert!(
            [1, 2, 4, 9]
                .iter()
                .all(|&key| table.probe(key, 0).is_some())
        );
    }

    #[test]
    fn clearing_forgets() {
        let mut table = TranspositionTable::new(3);
        table.store(5, 0, &finding(1));
        assert!(table.fullness() <= 4);
        table.clear();
        assert!(table.probe(5, 0).is_none());
    }
}
