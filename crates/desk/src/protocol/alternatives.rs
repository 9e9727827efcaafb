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
    /// Positions whose moves are held to the reference.
    pub positions: u64,
    /// What they are held to.
    pub reference: Option<AlternativeReference>,
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
    /// How good its moves are beside the reference, at each budget of nodes.
    pub truth: Vec<AlternativeTruth>,
}

/// What the moves of a game are held to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlternativeReference {
    /// Whether it is the truth.
    pub exact: bool,
    /// The positions and who values their moves, in a sentence.
    pub about: String,
    /// What a regret counts.
    pub unit: String,
    /// Which moves are nearly best, in words.
    pub near: String,
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

/// How good the moves are at one budget.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlternativeTruth {
    /// Nodes a move.
    pub nodes: u64,
    /// The share of positions in which the move is one of the best.
    pub agreement: f64,
    /// The share in which it is nearly best.
    pub near: f64,
    /// What the moves cost in the unit of the reference, the mean.
    pub regret: f64,
    /// Positions in which the move is better than alpha-beta's at the same budget.
    pub better: u64,
    /// Positions in which it is worse.
    pub worse: u64,
    /// How likely so uneven a count is by chance.
    pub chance: f64,
    /// Calls of the evaluator for each node.
    pub evals: f64,
    /// Microseconds a node.
    pub microseconds: f64,
}
