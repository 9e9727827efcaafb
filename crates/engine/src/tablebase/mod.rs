//! End-game tables, as the search sees them.
//!
//! [`Tablebase`] is what the search asks. With the feature `syzygy` (on unless switched off) [`syzygy`] answers from
//! Syzygy files; [`open`] looks for them. [`kbnk`] needs no files: it is solved while the program runs.

#[cfg(feature = "syzygy")]
mod files;
pub mod kbnk;
#[cfg(feature = "syzygy")]
pub mod syzygy;

use std::sync::Arc;

use chess::{Game, Move, Position};

/// How a position ends with best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EndgameResult {
    /// Lost.
    Loss,
    /// Lost, but saved by the fifty-move rule.
    BlessedLoss,
    /// A draw.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

/// What the tables say about a move of the position asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameMove {
    /// The move.
    pub m: Move,
    /// How the game ends after it, for the side that makes it.
    pub result: EndgameResult,
    /// The higher, the better. Between moves of one rank the tables have no preference: the search may choose.
    pub rank: i32,
}

/// What the tables say about the position asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// All legal moves, in no order.
    pub moves: Vec<EndgameMove>,
    /// Whether the ranks know the way, not only the result: following them always makes progress.
    pub knows_the_way: bool,
}

/// Somebody who knows the results of positions with few pieces.
pub trait Tablebase: Send + Sync {
    /// The most pieces, kings included, that any table has.
    fn most_pieces(&self) -> u32;

    /// The least depth at which it pays to look up a position with [`most_pieces`](Self::most_pieces); smaller ones
    /// are looked up at any depth.
    fn least_depth(&self) -> i32;

    /// The result for the side to move, if the tables have the position. Only exact right after a capture or pawn
    /// move, so only then is it asked for.
    fn result(&self, position: &Position) -> Option<EndgameResult>;

    /// What to play in the last position of a game; `None` if a table is missing.
    fn advice(&self, game: &Game) -> Option<Advice>;
}

/// Where the tables are, and what they are used for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablebaseSettings {
    /// Folders with Syzygy files, separated as the system separates paths; empty is none.
    pub path: String,
    /// The least depth at which positions with the most pieces are looked up.
    pub probe_depth: u32,
    /// Positions with more pieces are not looked up.
    pub probe_limit: u32,
    /// Whether a win that the fifty-move rule takes away is a draw.
    pub fifty_move_rule: bool,
}

impl Default for TablebaseSettings {
    fn default() -> Self {
        Self {
            path: String::new(),
            probe_depth: 1,
            probe_limit: 7,
            fifty_move_rule: true,
        }
    }
}

/// Looks for tables. What was found, and what is wrong, is said in one line; nothing is said where no path is set.
#[must_use]
pub fn open(settings: &TablebaseSettings) -> (Option<Arc<dyn Tablebase>>, Option<String>) {
    if settings.path.trim().is_empty() {
        return (None, None);
    }
    #[cfg(feature = "syzygy")]
    {
        let (tables, remark) = syzygy::Syzygy::open(settings);
        let tables = tables.map(|tables| -> Arc<dyn Tablebase> { Arc::new(tables) });
        (tables, Some(remark))
    }
    #[cfg(not(feature = "syzygy"))]
    (
        None,
        Some("this program was built without Syzygy tables".to_owned()),
    )
}
