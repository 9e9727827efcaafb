//! Replacement policies.

use super::Entry;

/// Which entry to replace when all slots of a position are full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Replacement {
    /// The new entry always replaces. Simple, and keeps what the search needs next.
    Always,
    /// The deeper entry stays, unless it is from an earlier
    /// search. Keeps expensive entries, but fills up with them.
    DepthPreferred,
    /// Two slots: one for the deeper entry, one that always takes the other.
    TwoTier,
    /// Four slots: the least deep entry is replaced, those of earlier searches first.
    #[default]
    Bucket,
}

impl Replacement {
    /// All policies, for tests and menus.
    pub const ALL: [Self; 4] = [
        Self::Always,
        Self::DepthPreferred,
        Self::TwoTier,
        Self::Bucket,
    ];

    /// Slots per group.
    #[inline]
    pub(super) const fn group(self) -> usize {
        match self {
            Self::Always | Self::DepthPreferred => 1,
            Self::TwoTier => 2,
            Self::Bucket => 4,
        }
    }

    /// Returns the slot for `new` in its group; `None` to drop it.
    #[inline]
    pub(super) fn place<M>(self, slots: &[Option<Entry<M>>], new: &Entry<M>) -> Option<usize> {
        // Does the depth of the new entry justify replacing this slot?
        let wins = |slot: &Option<Entry<M>>| {
            slot.as_ref().is_none_or(|old| {
                old.key == new.key || old.generation != new.generation || new.depth >= old.depth
            })
        };
        match self {
            Self::Always => Some(0),
            Self::DepthPreferred => wins(&slots[0]).then_some(0),
            Self::TwoTier => Some(usize::from(!wins(&slots[0]))),
            Self::Bucket => {
                let same = slots
                    .iter()
                    .position(|slot| slot.as_ref().is_some_and(|old| old.key == new.key));
                // Replace an empty slot first, then an old entry, then a shallow one.
                let worth = |slot: &Option<Entry<M>>| match slot {
                    None => 0,
                    Some(old) if old.generation != new.generation => 1 + u32::from(old.depth),
                    Some(old) => 1_000 + u32::from(old.depth),
                };
                same.or_else(|| (0..slots.len()).min_by_key(|&place| worth(&slots[place])))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Table;
    use super::*;
    use crate::result::Bound;

    fn depth_of(table: &Table<u8>, key: u64) -> Option<u8> {
        table.probe(key).map(|entry| entry.depth)
    }

    #[test]
    fn always_keeps_the_newest() {
        let mut table = Table::<u8>::new(1, Replacement::Always);
        table.store(1, 9, 0, Bound::Exact, None);
        table.store(2, 1, 0, Bound::Exact, None);
        assert_eq!((depth_of(&table, 1), depth_of(&table, 2)), (None, Some(1)));
    }

    #[test]
    fn depth_preferred_keeps_the_deeper_until_it_is_old() {
        let mut table = Table::<u8>::new(1, Replacement::DepthPreferred);
        table.store(1, 9, 0, Bound::Exact, None);
        table.store(2, 1, 0, Bound::Exact, None);
        assert_eq!((depth_of(&table, 1), depth_of(&table, 2)), (Some(9), None));
        table.new_search();
        table.store(2, 1, 0, Bound::Exact, None);
        assert_eq!((depth_of(&table, 1), depth_of(&table, 2)), (None, Some(1)));
    }

    #[test]
    fn two_tiers_keep_the_deepest_and_the_newest() {
        let mut table = Table::<u8>::new(2, Replacement::TwoTier);
        for (key, depth) in [(1, 9), (2, 3), (3, 1)] {
            table.store(key, depth, 0, Bound::Exact, None);
        }
        let kept = [1, 2, 3].map(|key| depth_of(&table, key));
        assert_eq!(kept, [Some(9), None, Some(1)]);
    }

    #[test]
    fn a_bucket_drops_its_shallowest_and_old_ones_first() {
        let mut table = Table::<u8>::new(4, Replacement::Bucket);
        for (key, depth) in [(1, 9), (2, 3), (3, 7), (4, 5), (5, 4)] {
            table.store(key, depth, 0, Bound::Exact, None);
        }
        assert_eq!(
            [1, 2, 3, 4, 5].map(|key| depth_of(&table, key).is_some()),
            [true, false, true, true, true]
        );
        table.new_search();
        for key in 6..9 {
            table.store(key, 1, 0, Bound::Exact, None);
        }
        // The deepest of the old entries stays longest.
        assert_eq!(
            [1, 3, 4, 5, 6].map(|key| depth_of(&table, key).is_some()),
            [true, false, false, false, true]
        );
    }

    #[test]
    fn a_move_outlives_an_entry_without_one() {
        let mut table = Table::<u8>::new(4, Replacement::Bucket);
        table.store(1, 3, 0, Bound::Lower, Some(7));
        table.store(1, 4, -5, Bound::Upper, None);
        assert_eq!(table.probe(1).unwrap().best, Some(7));
    }
}
