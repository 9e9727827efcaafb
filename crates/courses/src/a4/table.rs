//! Alpha-beta with the hash table of assignment 4.
//!
//! * **The document.** It looks up each child before searching it. If the entry has at least the depth of the
//!   current *pass*, the stored value *replaces* the best value.
//!   Otherwise the child is searched, and its value is stored with the depth of the pass.
//! * **The error.**
//!   1. A hit overwrites a better move found before it.
//!   2. The depth of the pass is not the depth below the child: if the table is kept for the next move, a value from
//!      one ply is used as if it came from three plies.
//!   3. After a cutoff the value is only a bound, but it is stored as exact.
//! * **The effect on the play.** The document's own test, that minimax and alpha-beta play the
//!   same moves, fails: with the table kept from move to move the program is mated at move 5.
//! * **The fixed player.** `a4-abp-trans-fixed` compares on a hit, and stores the remaining depth of the
//!   child and the kind of bound. It plays the same game as minimax. (The first two changes are enough for that game.
//!   The third matters at depth 4, already in the start position.)

use super::sorting::Sorting;
use super::{Node, Run};
pub use crate::report::table::Hit;
use gametree::{Bound, Score};
use std::collections::HashMap;

/// The lifetime of the table, which the document does not specify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// The table is cleared before each move.
    Move,
    /// The table is kept for the whole game.
    Game,
}

/// The depth that is stored and compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthTest {
    /// The depth of the pass, as in the document.
    Pass,
    /// The remaining depth of the child.
    Remaining,
}

/// The treatment of values that are only bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// They are used as exact values, as in the document.
    TakenForExact,
    /// They are marked and used only where a bound is sufficient.
    Marked,
}

/// The settings of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRules {
    /// The effect of a hit.
    pub hit: Hit,
    /// The lifetime of the table.
    pub lifetime: Lifetime,
    /// The depth that is compared.
    pub depth: DepthTest,
    /// The treatment of bounds.
    pub bounds: Bounds,
    /// The order of the moves.
    pub sorting: Sorting,
}

impl TableRules {
    /// As printed in the document, with the table cleared before each move.
    pub const FAITHFUL: Self = Self {
        hit: Hit::Overwrites,
        lifetime: Lifetime::Move,
        depth: DepthTest::Pass,
        bounds: Bounds::TakenForExact,
        sorting: Sorting::Off,
    };

    /// Hits are compared; the remaining depth and the kind of bound are stored.
    pub const FIXED: Self = Self {
        hit: Hit::Compares,
        lifetime: Lifetime::Move,
        depth: DepthTest::Remaining,
        bounds: Bounds::Marked,
        sorting: Sorting::Off,
    };
}

/// A table entry.
#[derive(Clone, Copy, Debug)]
struct Entry {
    depth: u32,
    value: Score,
    bound: Bound,
}

/// The hash table, by position key.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    entries: HashMap<u64, Entry>,
}

impl Table {
    pub(super) fn new_move(&mut self, lifetime: Lifetime) {
        if lifetime == Lifetime::Move {
            self.entries.clear();
        }
    }

    /// Returns the stored value of a position at any depth.
    pub(super) fn value(&self, node: &Node) -> Option<Score> {
        self.entries
            .get(&node.position.key())
            .map(|entry| entry.value)
    }

    /// Returns the stored value if it has at least `depth` and is exact or causes a cutoff in the window.
    pub(super) fn get(
        &self,
        node: &Node,
        depth: u32,
        (alpha, beta): (Score, Score),
    ) -> Option<Score> {
        let entry = self.entries.get(&node.position.key())?;
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value >= beta,
            Bound::Upper => entry.value <= alpha,
        };
        (entry.depth >= depth && settles).then_some(entry.value)
    }

    /// Stores the result of a search of `node` with this window.
    pub(super) fn put(
        &mut self,
        node: &Node,
        depth: u32,
        value: Score,
        (alpha, beta): (Score, Score),
        bounds: Bounds,
    ) {
        let bound = match bounds {
            Bounds::TakenForExact => Bound::Exact,
            Bounds::Marked => Bound::of(value, alpha, beta),
        };
        let entry = Entry {
            depth,
            value,
            bound,
        };
        self.entries.insert(node.position.key(), entry);
    }
}

impl Run<'_, '_> {
    /// Returns the depth stored for a child of a node at `depth`.
    pub(super) fn depth_of_child(&self, depth: u32, rules: TableRules) -> u32 {
        match rules.depth {
            DepthTest::Pass => self.max_depth,
            DepthTest::Remaining => self.max_depth - depth - 1,
        }
    }
}
