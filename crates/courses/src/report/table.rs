//! Alpha-beta with the report's table: five mistakes in one `if`.
//!
//! * **The document.** It looks up the child's board (as text, with the pieces only) before searching it. On
//!   a hit `v` is *replaced* by the stored value. On a miss the child is searched, `v` is compared with its value, and
//!   *the running `v`* is stored for the child.
//! * **The error.**
//!   1. A hit overwrites `v`: a better value found earlier is lost.
//!   2. The running `v` is the best of all moves so far, not the value of this child.
//!   3. The text contains neither the side to move nor the depth of the search.
//!   4. After a cutoff the value is only a bound, but it is stored as exact.
//!   5. Castling rights and en passant are missing too.
//! * **The effect on the result.** On board 3 the program chooses a wrong move at depth 2 *and* at depth 3. The
//!   report noticed the first by its value (1 instead of 2). The second has the correct value by chance, but the
//!   value of its move is -3.
//! * **The fixed player.** `report-trans-fixed` uses the table search of `gametree`,
//!   with key, depth and bound. The settings of this module fix one mistake at a time.

use super::{Method, Run};
use chess::{Color, Move, Position};
use gametree::{Score, mix};

/// The effect of a table hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The stored value replaces the best one so far, as in both documents with a table.
    Overwrites,
    /// The stored value is compared like the value of a searched move.
    Compares,
}

/// The value stored for a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The best value of the parent so far, as in the document.
    Running,
    /// The value of the child.
    Child,
}

/// The key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The pieces, as in the document.
    Pieces,
    /// The pieces, the side to move and the distance from the root.
    PiecesTurnAndPly,
}

/// The settings of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRules {
    /// The effect of a hit.
    pub hit: Hit,
    /// The value that is stored.
    pub stored: Stored,
    /// The key of a position.
    pub key: Key,
}

impl TableRules {
    /// The settings of the document.
    pub const FAITHFUL: Self = Self {
        hit: Hit::Overwrites,
        stored: Stored::Running,
        key: Key::Pieces,
    };
}

/// Returns the table key of a position.
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
    /// Returns the running value `v` after a table hit for `child`. `None` on a miss and without a table.
    pub(super) fn look_up(
        &mut self,
        v: Score,
        m: Move,
        child: &Position,
        depth: u32,
        better: fn(Score, Score) -> Score,
    ) -> Option<Score> {
        let Method::Table(rules) = self.settings.method else {
            return None;
        };
        let Some(&known) = self.table.get(&key_of(rules.key, child, depth)) else {
            self.walk.table_miss();
            return None;
        };
        let left = self.leaf.depth.saturating_sub(depth + 1);
        self.walk.table_hit(m, left, known);
        Some(match rules.hit {
            Hit::Overwrites => known,
            Hit::Compares => better(v, known),
        })
    }

    /// Stores a value for `child`, if there is a table.
    pub(super) fn store(&mut self, child: &Position, depth: u32, running: Score, value: Score) {
        if let Method::Table(rules) = self.settings.method {
            let value = match rules.stored {
                Stored::Running => running,
                Stored::Child => value,
            };
            self.table.insert(key_of(rules.key, child, depth), value);
        }
    }
}
