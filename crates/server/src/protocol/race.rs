//! Several players on one position.

use serde::Serialize;

/// How a player did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RaceRow {
    /// The player.
    pub spec: String,
    /// Its move as people write it; none if the game is over.
    pub san: Option<String>,
    /// The same as messages have it.
    pub mv: Option<String>,
    /// The value for people, for the side to move.
    pub score: String,
    /// The depth it completed.
    pub depth: u32,
    /// The deepest ply.
    pub seldepth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Calls of the evaluator.
    pub evals: u64,
    /// Milliseconds.
    pub ms: f64,
    /// The effective branching factor.
    pub ebf: Option<f64>,
    /// Look-ups that found something in the table, if there is one.
    pub tt_hits: Option<u64>,
    /// The share of cuts by the first move tried.
    pub first_move_cuts: Option<f64>,
    /// Whether the value is that of minimax, if it was checked.
    pub equals_minimax: Option<bool>,
    /// Nodes for depth 1, 2, 3 and so on, if the limit was a depth.
    pub nodes_by_depth: Vec<u64>,
    /// The line both sides are expected to play, as people write it.
    pub line: Vec<String>,
}
