//! Alpha-beta with a hash table, as assignment 4 has it.
//!
//! * **What the document does.** Before a child is searched it is looked up. If it is there with
//!   a depth at least that of the present *pass*, the best value *becomes* the stored one.
//!   Otherwise the child is searched, and its value is stored with the depth of the pass.
//! * **Why it is wrong.**
//!   1. A hit overwrites a better move found before it.
//!   2. The depth of the pass is not the depth below the child: with a table that outlives the
//!      move, a value from one ply below is taken for one from three plies below.
//!   3. After a cut the value is only a bound, but it is stored as if it were exact.
//! * **What it does to the play.** The document's own test, that minimax and alpha-beta play the
//!   same moves, fails: with the table kept from move to move the program is mated at move 5.
//! * **What the mended player does.** `a4-abp-trans-mended` compares on a hit, and stores the depth
//!   below the child and what kind of value it is; it plays minimax's game again. (The first two
//!   are enough for that game. The third shows at depth 4, already in the start position.)

use super::sorting::Sorting;
use super::{MoveVal, Node, Run};
use gametree::observer::View;
use gametree::{Bound, Score};
use std::collections::HashMap;

/// What a table hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The stored value replaces the best one, as in the document.
    Overwrites,
    /// The stored value is compared like the value of any move.
    Compares,
}

/// How long the table lives. The document does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// It is emptied before each move.
    Move,
    /// It is kept for the whole game.
    Game,
}

/// Which depth is stored and asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthTest {
    /// The depth of the pass, as in the document.
    Pass,
    /// The plies still to search below the child.
    Remaining,
}

/// What is done about values that are only bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// They are taken for exact, as in the document.
    TakenForExact,
    /// They are marked, and used only where a bound is enough.
    Marked,
}

/// One way to use a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRules {
    /// What a hit does.
    pub hit: Hit,
    /// How long the table lives.
    pub lifetime: Lifetime,
    /// Which depth is tested.
    pub depth: DepthTest,
    /// What is done about bounds.
    pub bounds: Bounds,
    /// Whether moves are sorted by what the table knows.
    pub sorting: Sorting,
}

impl TableRules {
    /// As the document prints it, the table emptied before each move.
    pub const FAITHFUL: Self = Self {
        hit: Hit::Overwrites,
        lifetime: Lifetime::Move,
        depth: DepthTest::Pass,
        bounds: Bounds::TakenForExact,
        sorting: Sorting::Off,
    };

    /// Compared on a hit, with the depth below the child and the kind of its value.
    pub const MENDED: Self = Self {
        hit: Hit::Compares,
        lifetime: Lifetime::Move,
        depth: DepthTest::Remaining,
        bounds: Bounds::Marked,
        sorting: Sorting::Off,
    };
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    depth: u32,
    value: Score,
    bound: Bound,
}

/// Positions with the depth and value of their search.
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

    /// The value of a position, however deep it was searched.
    pub(super) fn value(&self, node: &Node) -> Option<Score> {
        self.entries
            .get(&node.position.key())
            .map(|entry| entry.value)
    }

    /// The value of a position if it was searched to `depth` and settles the window.
    fn get(&self, node: &Node, depth: u32, (alpha, beta): (Score, Score)) -> Option<Score> {
        let entry = self.entries.get(&node.position.key())?;
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value >= beta,
            Bound::Upper => entry.value <= alpha,
        };
        (entry.depth >= depth && settles).then_some(entry.value)
    }

    /// Keep what a search of `node` with this window returned.
    fn put(
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
    /// The depth that goes with a child of a node at `depth`.
    fn depth_of_child(&self, depth: u32, rules: TableRules) -> u32 {
        match rules.depth {
            DepthTest::Pass => self.max_depth,
            DepthTest::Remaining => self.max_depth - depth - 1,
        }
    }

    /// The player at the root moves and wants much.
    pub(super) fn table_max(
        &mut self,
        node: &Node,
        depth: u32,
        mut alpha: Score,
        beta: Score,
        rules: TableRules,
    ) -> MoveVal {
        self.call(depth, (alpha, beta), View::Max);
        let mut best = MoveVal {
            best: None,
            value: Score::MIN,
        };
        match self.cut_off(node, depth) {
            Err(value) => best.value = value,
            Ok(mut moves) => {
                rules
                    .sorting
                    .sort(moves.as_mut_slice(), node, self.table, true);
                for m in &moves {
                    let child = node.after(m);
                    let wanted = self.depth_of_child(depth, rules);
                    let known = self.table.get(&child, wanted, (alpha, beta));
                    let value = if let Some(value) = known {
                        self.log.known(m, self.max_depth - depth - 1, value);
                        value
                    } else {
                        self.log.unknown();
                        self.log.try_move(m);
                        let value = self.table_min(&child, depth + 1, alpha, beta, rules).value;
                        if self.log.stopped() {
                            break;
                        }
                        let window = (alpha, beta);
                        self.table.put(&child, wanted, value, window, rules.bounds);
                        value
                    };
                    let overwrites = known.is_some() && rules.hit == Hit::Overwrites;
                    if overwrites || best.value < value {
                        best = MoveVal {
                            best: Some(m),
                            value,
                        };
                    }
                    alpha = best.value;
                    if alpha >= beta {
                        best.value = beta;
                        self.log.cut(&moves);
                        break;
                    }
                }
                if !self.log.stopped() {
                    self.log.leave(best.value);
                }
            }
        }
        best
    }

    /// The opponent moves and wants little.
    fn table_min(
        &mut self,
        node: &Node,
        depth: u32,
        alpha: Score,
        mut beta: Score,
        rules: TableRules,
    ) -> MoveVal {
        self.call(depth, (alpha, beta), View::Min);
        let mut best = MoveVal {
            best: None,
            value: Score::MAX,
        };
        match self.cut_off(node, depth) {
            Err(value) => best.value = value,
            Ok(mut moves) => {
                rules
                    .sorting
                    .sort(moves.as_mut_slice(), node, self.table, false);
                for m in &moves {
                    let child = node.after(m);
                    let wanted = self.depth_of_child(depth, rules);
                    let known = self.table.get(&child, wanted, (alpha, beta));
                    let value = if let Some(value) = known {
                        self.log.known(m, self.max_depth - depth - 1, value);
                        value
                    } else {
                        self.log.unknown();
                        self.log.try_move(m);
                        let value = self.table_max(&child, depth + 1, alpha, beta, rules).value;
                        if self.log.stopped() {
                            break;
                        }
                        let window = (alpha, beta);
                        self.table.put(&child, wanted, value, window, rules.bounds);
                        value
                    };
                    let overwrites = known.is_some() && rules.hit == Hit::Overwrites;
                    if overwrites || best.value > value {
                        best = MoveVal {
                            best: Some(m),
                            value,
                        };
                    }
                    beta = best.value;
                    if beta <= alpha {
                        best.value = alpha;
                        self.log.cut(&moves);
                        break;
                    }
                }
                if !self.log.stopped() {
                    self.log.leave(best.value);
                }
            }
        }
        best
    }
}
