//! Reports of a running search.

use std::time::Duration;

use crate::result::Bound;
use crate::value::Value;

/// Probabilities in thousandths, for the side to move. Their sum is 1,000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Wdl {
    /// Of a win.
    pub win: u32,
    /// Of a draw.
    pub draw: u32,
    /// Of a loss.
    pub loss: u32,
}

/// The current result for one of the best moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info<M> {
    /// The depth of the search in plies.
    pub depth: u32,
    /// The length of the longest line in plies.
    pub selective_depth: u32,
    /// The rank of the move among the best, from 1.
    pub rank: usize,
    /// Its value for the side to move.
    pub score: Value,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The probabilities of a win, a draw and a loss, if the player computes them.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: u64,
    /// The used part of the transposition table in thousandths, if there is one.
    pub hash_full: Option<u32>,
    /// Positions found in endgame tablebases.
    pub table_hits: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// The principal variation: legal moves from the root.
    pub line: Vec<M>,
}

/// A report of a player during its search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<M> {
    /// A line and its value.
    Info(Info<M>),
    /// A text for the user.
    Remark(String),
}
