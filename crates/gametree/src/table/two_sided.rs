//! A table that keeps a lower *and* an upper bound per position.

use crate::score::{INF, Score};

/// An entry: bounds of one position at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundsEntry<M> {
    /// The whole key of the position.
    pub key: u64,
    /// A lower bound of the true value. Distances are counted from the position.
    pub low: Score,
    /// An upper bound of the true value.
    pub high: Score,
    /// The move that last raised `low`.
    pub best: Option<M>,
    /// The remaining depth of its search.
    pub depth: u8,
}

/// A transposition table with two bounds per entry.
///
/// MTD(f) searches the same position repeatedly with null windows on both sides
/// of its value and gets lower and upper bounds in turn. With room for
/// a single bound, each would replace the other, and the search would repeat
/// the same tree.
///
/// A new position always replaces; an entry of the same position and depth is narrowed.
#[derive(Clone, Debug)]
pub struct BoundsTable<M> {
    slots: Vec<Option<BoundsEntry<M>>>,
}

impl<M: Copy> BoundsTable<M> {
    /// Creates a table of `entries` positions (at least one).
    #[must_use]
    pub fn new(entries: usize) -> Self {
        Self {
            slots: [None].repeat(entries.max(1)),
        }
    }

    /// Returns the entry of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<&BoundsEntry<M>> {
        self.slots[self.slot_of(key)]
            .as_ref()
            .filter(|entry| entry.key == key)
    }

    /// Narrows the bounds to `low` and `high` (`-INF` and `INF` if unknown).
    #[inline]
    pub fn store(&mut self, key: u64, depth: u32, low: Score, high: Score, best: Option<M>) {
        let slot = self.slot_of(key);
        let mut entry = BoundsEntry {
            key,
            low,
            high,
            best,
            depth: depth as u8,
        };
        if let Some(old) = &self.slots[slot]
            && old.key == key
        {
            entry.best = best.or(old.best);
            if u32::from(old.depth) == depth {
                entry.low = low.max(old.low);
                entry.high = high.min(old.high);
            }
        }
        debug_assert!(-INF <= entry.low && entry.low <= entry.high && entry.high <= INF);
        self.slots[slot] = Some(entry);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    #[inline]
    fn slot_of(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_the_same_depth_close_in_and_others_replace() {
        let mut table = BoundsTable::<u8>::new(1);
        table.store(5, 3, 10, INF, Some(1));
        table.store(5, 3, -INF, 12, None);
        let entry = *table.probe(5).unwrap();
        assert_eq!((entry.low, entry.high, entry.best), (10, 12, Some(1)));
        table.store(5, 4, -INF, 40, None);
        let entry = *table.probe(5).unwrap();
        assert_eq!((entry.low, entry.high, entry.best), (-INF, 40, Some(1)));
        assert!(
            table.probe(6).is_none(),
            "another key in the same slot is another position"
        );
    }
}
