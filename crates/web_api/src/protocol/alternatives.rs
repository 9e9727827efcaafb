//! The measured comparison of the alternatives to alpha-beta.

use serde::{Deserialize, Serialize};

use super::{GameId, Step};

/// The results of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Alternatives {
    /// The game.
    pub game: GameId,
    /// Games of each match.
    pub games: u64,
    /// The seed of the openings and positions.
    pub seed: u64,
    /// The number of positions whose moves are compared with the reference.
    pub positions: u64,
    /// The reference.
    pub reference: Option<AlternativeReference>,
    /// Alpha-beta, then its opponents.
    pub players: Vec<AlternativePlayer>,
}

/// The results of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlternativePlayer {
    /// Its name.
    pub name: String,
    /// The player.
    pub spec: String,
    /// Matches against alpha-beta at equal nodes, evaluations, milliseconds and mebibytes, in that order.
    pub matches: [Vec<AlternativeMatch>; 4],
    /// The accuracy of its moves at each node budget.
    pub truth: Vec<AlternativeTruth>,
}

/// The reference values of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlternativeReference {
    /// Whether the reference values are exact.
    pub exact: bool,
    /// A sentence about the positions and the source of the values.
    pub about: String,
    /// The unit of a regret.
    pub unit: String,
    /// Which moves count as nearly best, in words.
    pub near: String,
}

/// A match against alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlternativeMatch {
    /// Nodes, evaluations, milliseconds or mebibytes.
    pub budget: u64,
    /// The result.
    pub step: Step,
}

/// The accuracy of a player's moves at one budget.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlternativeTruth {
    /// Nodes per move.
    pub nodes: u64,
    /// The share of positions in which the move is one of the best.
    pub agreement: f64,
    /// The share of positions in which it is nearly best.
    pub near: f64,
    /// The mean regret, in the unit of the reference.
    pub regret: f64,
    /// Positions in which the move is better than alpha-beta's at the same budget.
    pub better: u64,
    /// Positions in which it is worse.
    pub worse: u64,
    /// The p-value of `better` and `worse`.
    pub chance: f64,
    /// Evaluator calls per node.
    pub evals: f64,
    /// Microseconds per node.
    pub microseconds: f64,
}
