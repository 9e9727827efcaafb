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
    /// What each technique is worth to the engine.
    pub techniques: Vec<Technique>,
}

/// A technique of the engine: what the engine with it scores against the engine without it, whatever else differs taken into
/// account.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Technique {
    /// Its name.
    pub name: String,
    /// The engine without it.
    pub spec: String,
    /// One sentence.
    pub about: String,
    /// At equal nodes, `ablation_nodes` a move.
    pub at_nodes: Option<Step>,
    /// At equal time.
    pub at_time: Option<Step>,
}

/// How much was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderGames {
    /// The fewest games of a step.
    pub least: u64,
    /// The most.
    pub games: u64,
    /// The least difference worth naming, in Elo.
    pub margin: f64,
    /// Nodes a move for the engine at equal nodes.
    pub nodes: u64,
    /// Nodes a move for textbook players.
    pub textbook_nodes: u64,
    /// Milliseconds a move at equal time.
    pub movetime: u64,
    /// Nodes a move for the engine without some of its techniques.
    pub ablation_nodes: u64,
    /// Games that ask about most techniques together.
    pub technique_games: u64,
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
    /// What a test said that looked at every pair; none where the number of games was fixed beforehand.
    pub answer: Option<Answer>,
}

/// What the games say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// It is stronger.
    Stronger,
    /// It is weaker.
    Weaker,
    /// There is no difference worth naming.
    Alike,
    /// It is not decided.
    Open,
}
