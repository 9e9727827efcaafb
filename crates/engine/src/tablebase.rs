//! End-game tables, as the search sees them.

use chess::{Move, Position};

/// How a position ends with best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TableResult {
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

/// Somebody who knows the results of positions with few pieces.
pub trait Tablebase: Send + Sync {
    /// The most pieces, kings included, that any table has.
    fn most_pieces(&self) -> u32;

    /// The result for the side to move, if the tables have the position. Only exact right after a capture or pawn
    /// move, so only then is it asked for.
    fn result(&self, position: &Position) -> Option<TableResult>;

    /// The moves that keep the best result and make progress, best first, with the value of each for the side to
    /// move; `None` if a table is missing. `repeated` says that a position has come back since the last capture or
    /// pawn move.
    fn root_moves(&self, position: &Position, repeated: bool) -> Option<Vec<(Move, TableResult)>>;
}
