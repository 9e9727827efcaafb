//! Tablebases, as the search uses them.
//!
//! [`Tablebase`] is the interface to the search. With the feature `syzygy`, on by default, `syzygy` implements it for Syzygy files,
//! and [`open`] searches for them. WebAssembly has no files, so that module does not exist there. [`kbnk`] needs no files: it is
//! generated at run time.

#[cfg(all(feature = "syzygy", not(target_arch = "wasm32")))]
mod files;
pub mod kbnk;
#[cfg(all(feature = "syzygy", not(target_arch = "wasm32")))]
pub mod syzygy;

use std::sync::Arc;

use chess::{Game, Move, Position};

/// The result of a position with best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EndgameResult {
    /// Lost.
    Loss,
    /// Lost, but drawn by the fifty-move rule.
    BlessedLoss,
    /// A draw.
    Draw,
    /// Won, but drawn by the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

/// A root move and its tablebase result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameMove {
    /// The move.
    pub m: Move,
    /// The result for the side that makes the move.
    pub result: EndgameResult,
    /// The rank: higher is better. The search chooses between moves of equal rank.
    pub rank: i32,
}

/// The tablebase results of a root position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// All legal moves, unordered.
    pub moves: Vec<EndgameMove>,
    /// Whether the ranks include distances, so that following them always makes progress.
    pub has_distances: bool,
}

/// A source of exact results for positions with few pieces.
pub trait Tablebase: Send + Sync {
    /// Returns the maximum number of pieces, kings included.
    fn most_pieces(&self) -> u32;

    /// Returns the minimum depth for probing positions with [`most_pieces`](Self::most_pieces). Positions with fewer pieces are
    /// probed at any depth.
    fn least_depth(&self) -> i32;

    /// Returns the result for the side to move, if the tables contain the position. It is exact only right after a capture or
    /// pawn move, so it is requested only then.
    fn result(&self, position: &Position) -> Option<EndgameResult>;

    /// Returns the results of all moves in the last position of a game; `None` if a table is missing.
    fn advice(&self, game: &Game) -> Option<Advice>;
}

/// The tablebase settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablebaseSettings {
    /// Folders with Syzygy files, separated as the system separates paths; empty for none.
    pub path: String,
    /// The minimum depth for probing positions with the maximum number of pieces.
    pub probe_depth: u32,
    /// Positions with more pieces are not probed.
    pub probe_limit: u32,
    /// Whether a win that the fifty-move rule prevents counts as a draw.
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

/// Opens the tables. The remark reports the tables and the problems in one line; there is none if no path is set.
#[must_use]
pub fn open(settings: &TablebaseSettings) -> (Option<Arc<dyn Tablebase>>, Option<String>) {
    if settings.path.trim().is_empty() {
        return (None, None);
    }
    #[cfg(all(feature = "syzygy", not(target_arch = "wasm32")))]
    {
        let (tables, remark) = syzygy::Syzygy::open(settings);
        let tables = tables.map(|tables| -> Arc<dyn Tablebase> { Arc::new(tables) });
        (tables, Some(remark))
    }
    #[cfg(not(all(feature = "syzygy", not(target_arch = "wasm32"))))]
    (None, Some(UNAVAILABLE.to_owned()))
}

/// Why tables cannot be opened in this build.
#[cfg(target_arch = "wasm32")]
const UNAVAILABLE: &str = "tablebases are not available in the browser: use the installed program";
#[cfg(all(not(feature = "syzygy"), not(target_arch = "wasm32")))]
const UNAVAILABLE: &str = "this program was built without Syzygy tables";
