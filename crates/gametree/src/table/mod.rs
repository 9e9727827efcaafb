//! The transposition table: what earlier searches found out about a position.
//!
//! Different lines reach the same position. The table keeps, per position, the
//! value that was found, how deep it was searched, what the value means, and
//! which move was best. Four rules keep it honest:
//!
//! 1. **A value has a bound type.** Alpha-beta often knows only "at least" or "at
//!    most". Such a value may end a node only if it settles the window.
//! 2. **A value has a depth**, the *remaining* depth it was searched to. See [`DepthMatch`].
//! 3. **Distances to the end of the game are counted from the position**, not from
//!    the root ([`score::to_node`](crate::score::to_node)).
//! 4. **The whole key is compared**, so two positions that share a slot are never mixed up.
//!
//! The key must contain everything the rules know: side to move, castling rights,
//! en passant. Values that depend on the way (draws by repetition) must stay out.
//! Reference: R. Greenblatt et al., "The Greenblatt chess program", AFIPS 1967;
//! D. Breuker, "Memory versus search in games", Maastricht 1998 (replacement).

mod replacement;
mod two_sided;

pub use replacement::Replacement;
pub use two_sided::{BoundsEntry, BoundsTable};

use crate::result::Bound;
use crate::score::Score;

/// Which entries may be used at a node with `d` plies to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DepthMatch {
    /// Only entries of exactly depth `d`. The result then equals fixed-depth minimax.
    #[default]
    Exact,
    /// Entries of depth `d` or more. A deeper value is usually a better one, so
    /// programs that play use this; but the root value is then no longer that of
    /// any fixed depth.
    AtLeast,
}

impl DepthMatch {
    /// May an entry of depth `entry` be used with `depth` plies to go?
    #[inline]
    #[must_use]
    pub const fn allows(self, entry: u32, depth: u32) -> bool {
        match self {
            Self::Exact => entry == depth,
            Self::AtLeast => entry >= depth,
        }
    }
}

/// What is known about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<M> {
    /// The whole key of the position.
    pub key: u64,
    /// The value, with distances counted from the position.
    pub value: Score,
    /// The best move, if one is known.
    pub best: Option<M>,
    /// The remaining depth it was searched to.
    pub depth: u8,
    /// What the value means.
    pub bound: Bound,
    /// The search that wrote it.
    pub generation: u8,
}

impl<M> Entry<M> {
    /// Does `value` (of this entry, counted from the root) settle the window?
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
    /// Room for about `entries` positions (at least one group of slots).
    #[must_use]
    pub fn new(entries: usize, replacement: Replacement) -> Self {
        let group = replacement.group();
        Self {
            // Copied by the block, which is quick in programs that are not optimised, too.
            slots: [None].repeat((entries / group).max(1) * group),
            replacement,
            generation: 0,
        }
    }

    /// A table of about this many mebibytes, in buckets of four.
    #[must_use]
    pub fn with_mebibytes(mebibytes: usize) -> Self {
        let entries = (mebibytes << 20) / size_of::<Option<Entry<M>>>();
        Self::new(entries, Replacement::Bucket)
    }

    /// What is known about the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<&Entry<M>> {
        self.slots[self.group_of(key)]
            .iter()
            .flatten()
            .find(|entry| entry.key == key)
    }

    /// Remember a position. If no best move is known now, an older one is kept.
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

    /// A new search begins: what is in the table now counts as old.
    pub fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Forget everything.
    pub fn clear(&mut self) {
        self.slots.fill(None);
        self.generation = 0;
    }

    /// The number of slots.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// The number of slots in use.
    #[must_use]
    pub fn filled(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// The slots in which a position may be.
    #[inline]
    fn group_of(&self, key: u64) -> std::ops::Range<usize> {
        let size = self.replacement.group();
        let groups = self.slots.len() / size;
        let group = ((u128::from(key) * groups as u128) >> 64) as usize;
        group * size..(group + 1) * size
    }
}
