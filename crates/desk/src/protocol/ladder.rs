//! The ladder.

use serde::{Deserialize, Serialize};

use super::GameId;

/// The ladder of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ladder {
    /// The game.
    pub game: GameId,
    /// How it was measured.
    pub size: Option<LadderGames>,
    /// The rungs, lowest first.
    pub rungs: Vec<Rung>,
    /// What each technique is worth to the engine that has all the others.
    pub techniques: Vec<Technique>,
}

/// A technique of the engine: what the whole engine scores against itself without it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Technique {
    /// Its name.
    pub name: String,
    /// The engine without it.
    pub spec: String,
    /// One sentence.
    pub about: String,
    /// The match, at `ablation_nodes` nodes a move.
    pub at_nodes: Step,
}

/// How much was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderGames {
    /// Games for each step.
    pub games: u64,
    /// Nodes a move at equal nodes.
    pub nodes: u64,
    /// Milliseconds a move at equal time.
    pub movetime: u64,
    /// Nodes a move for the engine without one of its techniques.
    pub ablation_nodes: u64,
    /// The depth to which nodes are counted.
    pub depth: u32,
}

/// A rung.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rung {
    /// Its name.
    pub name: String,
    /// The player.
    pub spec: String,
    /// What is new, why it should help, and what it costs.
    pub about: String,
    /// Against the rung below at equal nodes.
    pub at_nodes: Option<Step>,
    /// Against the rung below at equal time.
    pub at_time: Option<Step>,
    /// Nodes to a fixed depth.
    pub nodes: Option<f64>,
}

/// What a rung gains on the one below.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Step {
    /// Games won, drawn and lost.
    pub wdl: [u64; 3],
    /// Elo; none if there is no telling.
    pub elo: Option<f64>,
    /// The 95% interval.
    pub lower: Option<f64>,
    /// See `lower`.
    pub upper: Option<f64>,
}
