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
    /// The same as the player's document counts it, where that is something else.
    pub counted: Option<u64>,
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
    /// The evaluator with which minimax was asked.
    pub minimax_eval: Option<String>,
    /// What each depth took and found: searches of their own if the limit was a depth, else the iterations.
    pub by_depth: Vec<RaceStep>,
    /// Cuts by the first, the second, the third move tried and so on, among the first nodes.
    pub cut_places: Vec<u64>,
    /// How full the table is in thousandths, if the player says.
    pub hashfull: Option<u32>,
    /// The line both sides are expected to play, as people write it.
    pub line: Vec<String>,
}

/// What a depth took and found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RaceStep {
    /// The depth.
    pub depth: u32,
    /// Nodes until it was complete.
    pub nodes: u64,
    /// The same as the player's document counts it, where that is something else.
    pub counted: Option<u64>,
    /// Milliseconds until it was complete.
    pub ms: f64,
    /// The value in the units of the player for the side to move: pawns in chess, but for some course documents. None if the game is decided.
    pub value: Option<f64>,
    /// The value for people.
    pub score: String,
    /// How full the table was in thousandths, if the player says.
    pub hashfull: Option<u32>,
}
