//! Alpha-beta with a table, as the report has it: five mistakes in one `if`.
//!
//! * **What the document does.** Before a child is searched, its board (as text: the pieces and
//!   nothing else) is looked up. If it is there, `v` *becomes* the stored value. If not, the child
//!   is searched, `v` is compared with its value, and *the running `v`* is stored for the child.
//! * **Why it is wrong.**
//!   1. A hit overwrites `v`: a good move found earlier is forgotten.
//!   2. The running `v` is the best of all moves so far, not the value of this child.
//!   3. The text says neither who is to move nor how deep the child was searched.
//!   4. After a cut the value is only a bound, but it is stored as if it were exact.
//!   5. Castling rights and en passant are left out too.
//! * **What it does to the result.** On board 3 the program picks a wrong move at depth 2 *and* at
//!   depth 3. The report noticed the first by its value (1 instead of 2); the second returns the
//!   right value by luck, with a move whose true value is -3.
//! * **What the mended player does.** `report-trans-mended` uses the table search of `gametree`,
//!   with key, depth and bound. The switches here mend one mistake at a time.

use super::{INFINITY, Run};
use chess::{Color, Position};
use gametree::observer::View;
use gametree::{Score, mix};

/// What a table hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The stored value replaces the running one, as in the document.
    Overwrites,
    /// The stored value is compared like the value of any move.
    Compares,
}

/// What is stored for a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The best value of the parent so far, as in the document.
    Running,
    /// The value of the child.
    Child,
}

/// By what a position is found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The pieces, as in the document.
    Pieces,
    /// The pieces, who is to move, and how far from the root.
    PiecesTurnAndPly,
}

/// One way to use a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRules {
    /// What a hit does.
    pub hit: Hit,
    /// What is stored.
    pub stored: Stored,
    /// By what a position is found.
    pub key: Key,
}

impl TableRules {
    /// As the document has it.
    pub const FAITHFUL: Self = Self {
        hit: Hit::Overwrites,
        stored: Stored::Running,
        key: Key::Pieces,
    };
}

/// The number that stands for what the table looks at.
fn key_of(key: Key, position: &Position, depth: u32) -> u64 {
    let pieces = position.pawn_key()
        ^ position.non_pawn_key(Color::White)
        ^ position.non_pawn_key(Color::Black);
    match key {
        Key::Pieces => pieces,
        Key::PiecesTurnAndPly => {
            let turn = position.side_to_move() as u64;
            pieces ^ mix(1 + 2 * u64::from(depth) + turn)
        }
    }
}

impl Run<'_, '_> {
    /// The player at the root moves and wants much.
    pub(super) fn table_max(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: Score,
        beta: Score,
        rules: TableRules,
    ) -> Score {
        self.call(depth, (alpha, beta), View::Max);
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = -INFINITY;
        for m in &moves {
            let child = position.after(m);
            let key = key_of(rules.key, &child, depth);
            if let Some(&known) = self.table.get(&key) {
                self.log
                    .known(m, self.leaf.depth.saturating_sub(depth + 1), known);
                v = match rules.hit {
                    Hit::Overwrites => known,
                    Hit::Compares => v.max(known),
                };
            } else {
                self.log.unknown();
                self.log.try_move(m);
                let value = self.table_min(&child, depth + 1, alpha, beta, rules);
                if self.log.stopped() {
                    return v;
                }
                v = v.max(value);
                self.remember(rules, key, v, value);
            }
            if v >= beta {
                self.log.cut(&moves);
                break;
            }
            alpha = alpha.max(v);
        }
        self.log.leave(v)
    }

    /// The opponent moves and wants little.
    pub(super) fn table_min(
        &mut self,
        position: &Position,
        depth: u32,
        alpha: Score,
        mut beta: Score,
        rules: TableRules,
    ) -> Score {
        self.call(depth, (alpha, beta), View::Min);
        let moves = match self.cut_off(position, depth) {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        let mut v = INFINITY;
        for m in &moves {
            let child = position.after(m);
            let key = key_of(rules.key, &child, depth);
            if let Some(&known) = self.table.get(&key) {
                self.log
                    .known(m, self.leaf.depth.saturating_sub(depth + 1), known);
                v = match rules.hit {
                    Hit::Overwrites => known,
                    Hit::Compares => v.min(known),
                };
            } else {
                self.log.unknown();
                self.log.try_move(m);
                let value = self.table_max(&child, depth + 1, alpha, beta, rules);
                if self.log.stopped() {
                    return v;
                }
                v = v.min(value);
                self.remember(rules, key, v, value);
            }
            if v <= alpha {
                self.log.cut(&moves);
                break;
            }
            beta = beta.min(v);
        }
        self.log.leave(v)
    }

    fn remember(&mut self, rules: TableRules, key: u64, running: Score, child: Score) {
        let value = match rules.stored {
            Stored::Running => running,
            Stored::Child => child,
        };
        self.table.insert(key, value);
    }
}
