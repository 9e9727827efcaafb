//! The alternatives to alpha-beta, as they were measured.

use serde::{Deserialize, Serialize};

use super::{GameId, Step};

/// What was measured in one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Alternatives {
    /// The game.
    pub game: GameId,
    /// Games of each match.
    pub games: u64,
    /// Decides openings and positions.
    pub seed: u64,
    /// Positions with a known truth.
    pub positions: u64,
    /// Alpha-beta first, then everybody who was measured against it.
    pub players: Vec<AlternativePlayer>,
}

/// What was measured about one of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlternativePlayer {
    /// Its name.
    pub name: String,
    /// The player.
    pub spec: String,
    /// Matches against alpha-beta at equal nodes, evaluations, milliseconds and mebibytes, in that order.
    pub matches: [Vec<AlternativeMatch>; 4],
    /// Where the truth is known, at each budget of nodes.
    pub truth: Vec<AlternativeTruth>,
}

/// A match against alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlternativeMatch {
    /// Nodes, evaluations, milliseconds or mebibytes.
    pub budget: u64,
    /// What came of it.
    pub step: Step,
}

/// How good the moves are where the value of every move is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlternativeTruth {
    /// Nodes a move.
    pub nodes: u64,
    /// The share of positions in which the move is one of the best.
    pub agreement: f64,
    /// What the moves cost in points of the finished game, the mean.
    pub regret: f64,
    /// Microseconds a node.
    pub microseconds: f64,
}
