//! What somebody who looks for a move tells meanwhile.

use std::time::Duration;

use crate::result::Bound;
use crate::value::Value;

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

/// What is known so far about one of the best moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info<M> {
    /// Plies looked ahead.
    pub depth: u32,
    /// Plies of the longest line.
    pub selective_depth: u32,
    /// Which of the best moves this is about, from 1.
    pub rank: usize,
    /// Its value for the side to move.
    pub score: Value,
    /// Whether the value is exact, or the true one is above or below it.
    pub bound: Bound,
    /// How likely a win, a draw and a loss are, where the player can tell.
    pub wdl: Option<Wdl>,
    /// Positions looked at.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths, where there is one.
    pub hash_full: Option<u32>,
    /// Positions found in end-game tables.
    pub table_hits: u64,
    /// Time since the start.
    pub time: Duration,
    /// The best line: legal moves from the position asked about.
    pub line: Vec<M>,
}

/// What happens while somebody looks for a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<M> {
    /// A line and its value.
    Info(Info<M>),
    /// Something to be read by people.
    Remark(String),
}
