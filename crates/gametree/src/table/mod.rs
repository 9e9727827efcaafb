//! The transposition table.
//!
//! Different lines reach the same position. For each position the table stores the
//! value, the depth of its search, its bound, and
//! the best move. Four rules keep it correct:
//!
//! 1. **A value has a bound.** Alpha-beta often finds only a lower or an
//!    upper bound. Such a value may cut a node only if it settles the window.
//! 2. **A value has a depth**, the *remaining* depth of its search. See [`DepthMatch`].
//! 3. **Distances to the end of the game are counted from the position**, not from
//!    the root ([`score::to_node`](crate::score::to_node)).
//! 4. **The whole key is compared**, so two positions in one slot are never confused.
//!
//! The key must contain everything that the rules depend on: side to move, castling rights,
//! en passant. Values that depend on the path (draws by repetition) must not be stored.
//! Reference: R. Greenblatt et al., "The Greenblatt chess program", AFIPS 1967;
//! D. Breuker, "Memory versus search in games", Maastricht 1998 (replacement).

mod replacement;
mod shared;
mod slot;
mod two_sided;

pub use replacement::Replacement;
pub use shared::{SharedEntry, SharedTable};
pub use two_sided::{BoundsEntry, BoundsTable};

use crate::result::Bound;
use crate::score::Score;

/// Which entries may be used at a node of remaining depth `d`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DepthMatch {
    /// Only entries of exactly depth `d`. The result then equals fixed-depth minimax.
    #[default]
    Exact,
    /// Entries of depth `d` or more. A deeper value is usually better, so
    /// playing programs use this; but the root value is then not that of
    /// any fixed depth.
    AtLeast,
}

impl DepthMatch {
    /// Returns whether an entry of depth `entry` may be used at remaining depth `depth`.
    #[inline]
    #[must_use]
    pub const fn allows(self, entry: u32, depth: u32) -> bool {
        match self {
            Self::Exact => entry == depth,
            Self::AtLeast => entry >= depth,
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<M> {
    /// The whole key of the position.
    pub key: u64,
    /// The value, with distances counted from the position.
    pub value: Score,
    /// The best move, if one is known.
    pub best: Option<M>,
    /// The remaining depth of its search.
    pub depth: u8,
    /// The bound of the value.
    pub bound: Bound,
    /// The age: the number of the search that wrote it.
    pub generation: u8,
}

impl<M> Entry<M> {
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
}

/// A table of fixed size.
#[derive(Clone, Debug)]
pub struct Table<M> {
    slots: Vec<Option<Entry<M>>>,
    replacement: Replacement,
    generation: u8,
}

impl<M: Copy> Table<M> {
    /// Creates a table of about `entries` positions (at least one group of slots).
    #[must_use]
    pub fn new(entries: usize, replacement: Replacement) -> Self {
        let group = replacement.group();
        Self {
            // Copied in blocks, which is fast in unoptimised builds too.
            slots: [None].repeat((entries / group).max(1) * group),
            replacement,
            generation: 0,
        }
    }

    /// Creates a table of about this many mebibytes, in buckets of four.
    #[must_use]
    pub fn with_mebibytes(mebibytes: usize) -> Self {
        let entries = (mebibytes << 20) / size_of::<Option<Entry<M>>>();
        Self::new(entries, Replacement::Bucket)
    }

    /// Returns the entry of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<&Entry<M>> {
        self.slots[self.group_of(key)]
            .iter()
            .flatten()
            .find(|entry| entry.key == key)
    }

    /// Stores an entry. Without a best move it keeps an older one of the same position.
    #[inline]
    pub fn store(&mut self, key: u64, depth: u32, value: Score, bound: Bound, best: Option<M>) {
        let best = best.or_else(|| self.probe(key).and_then(|old| old.best));
        let entry = Entry {
            key,
            value,
            best,
            depth: depth as u8,
            bound,
            generation: self.generation,
        };
        let group = self.group_of(key);
        let slots = &mut self.slots[group];
        if let Some(place) = self.replacement.place(slots, &entry) {
            slots[place] = Some(entry);
        }
    }

    /// Starts a new search: all entries become old.
    pub fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.slots.fill(None);
        self.generation = 0;
    }

    /// Returns the number of slots.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Returns the number of slots in use.
    #[must_use]
    pub fn filled(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// Returns the slots of a position.
    #[inline]
    fn group_of(&self, key: u64) -> std::ops::Range<usize> {
        let size = self.replacement.group();
        let groups = self.slots.len() / size;
        let group = ((u128::from(key) * groups as u128) >> 64) as usize;
        group * size..(group + 1) * size
    }
}
