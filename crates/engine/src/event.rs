//! What a player tells while it thinks, and what it has decided.

use std::time::Duration;

use chess::Move;

use crate::Score;

/// What a reported value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScoreBound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
}

/// Chances in thousandths, for the side to move. They add up to 1,000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

/// What a player knows so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Plies looked ahead.
    pub depth: u32,
    /// Plies of the longest line.
    pub selective_depth: u32,
    /// Which of the best moves this is about, from 1.
    pub rank: usize,
    /// Its value.
    pub score: Score,
    /// Whether the value is exact, or the true one is above or below it.
    pub bound: ScoreBound,
    /// How likely a win, a draw and a loss are, where the player can tell.
    pub wdl: Option<Wdl>,
    /// Positions looked at.
    pub nodes: u64,
    /// How full the table is, in thousandths, where there is one.
    pub hash_full: Option<u32>,
    /// Positions found in end-game tables.
    pub table_hits: u64,
    /// Time since the start.
    pub time: Duration,
    /// The best line: legal moves from the position asked about.
    pub line: Vec<Move>,
}

/// What happens while a player thinks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line and its value.
    Info(Info),
    /// Something to be read by people.
    Remark(String),
}

/// What a player has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The move; `None` only if there is no legal one.
    pub best: Option<Move>,
    /// The answer it expects.
    pub ponder: Option<Move>,
}
