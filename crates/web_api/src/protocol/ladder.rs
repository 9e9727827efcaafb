//! The ladder.

use serde::{Deserialize, Serialize};

use super::GameId;

/// The ladder of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ladder {
    /// The game.
    pub game: GameId,
    /// The parameters of the measurement.
    pub size: Option<LadderGames>,
    /// The rungs, lowest first.
    pub rungs: Vec<Rung>,
    /// The measured effect of each technique of the engine.
    pub techniques: Vec<Technique>,
}

/// A technique of the engine, with its effect in Elo by factorial regression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Technique {
    /// Its name.
    pub name: String,
    /// The engine without it.
    pub spec: String,
    /// A description, in one sentence.
    pub about: String,
    /// The effect at equal nodes, `ablation_nodes` per move.
    pub at_nodes: Option<Step>,
    /// The effect at equal time.
    pub at_time: Option<Step>,
}

/// The parameters of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LadderGames {
    /// The least games of a step.
    pub least: u64,
    /// The most games of a step.
    pub games: u64,
    /// The smallest relevant difference, in Elo.
    pub margin: f64,
    /// Nodes per move of the engine at equal nodes.
    pub nodes: u64,
    /// Nodes per move of textbook players.
    pub textbook_nodes: u64,
    /// Milliseconds per move at equal time.
    pub movetime: u64,
    /// Nodes per move of the engine without some of its techniques.
    pub ablation_nodes: u64,
    /// The games that measure most techniques together.
    pub technique_games: u64,
    /// The depth of the node counts.
    pub depth: u32,
}

/// A rung of the ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rung {
    /// Its name.
    pub name: String,
    /// The player.
    pub spec: String,
    /// The new technique, its benefit and its cost.
    pub about: String,
    /// The result against the rung below at equal nodes.
    pub at_nodes: Option<Step>,
    /// The result against the rung below at equal time.
    pub at_time: Option<Step>,
    /// The nodes of a search to a fixed depth.
    pub nodes: Option<f64>,
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Step {
    /// Games won, drawn and lost.
    pub wdl: [u64; 3],
    /// The difference in Elo; `None` if it is not finite.
    pub elo: Option<f64>,
    /// The lower end of the 95% confidence interval.
    pub lower: Option<f64>,
    /// Its upper end.
    pub upper: Option<f64>,
    /// The verdict of the sequential test; `None` if the number of games was fixed.
    pub answer: Option<Answer>,
}

/// The verdict of a three-way sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// The player is stronger.
    Stronger,
    /// The player is weaker.
    Weaker,
    /// The difference is smaller than the margin.
    Alike,
    /// The test is undecided.
    Open,
}
