//! Players, and what they think.

use serde::{Deserialize, Serialize};

use super::GameId;

/// A player of the registry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerInfo {
    /// What its spec begins with.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// The one game it plays; any if none.
    pub game: Option<GameId>,
    /// Its settings.
    pub settings: Vec<Setting>,
}

/// A setting of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Setting {
    /// Its key.
    pub key: String,
    /// What it is if it is not given, in words.
    pub default: String,
    /// The same as a spec writes it; nothing if it is absent then, or if it depends on the game.
    pub value: Option<String>,
    /// One line about it.
    pub about: String,
    /// What it takes.
    pub kind: SettingKind,
}

/// What a setting takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "takes", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SettingKind {
    /// On or off.
    Switch,
    /// A whole number.
    Number {
        /// The least.
        least: u64,
        /// The most, if there is one.
        most: Option<u64>,
    },
    /// One of these words.
    Choice {
        /// The words.
        words: Vec<String>,
    },
    /// Some of these words.
    List {
        /// The words.
        words: Vec<String>,
    },
    /// An evaluator of the game.
    Evaluator {
        /// Whether it is the best one of the game if it is not given, and not the first.
        best: bool,
    },
}

/// A spec that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SpecInfo {
    /// As the desk writes it.
    pub text: String,
    /// The name.
    pub name: String,
    /// Keys and values; a switch that is given alone has an empty value.
    pub settings: Vec<(String, String)>,
}

/// What a search may spend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct Limit {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub movetime: Option<u64>,
}

/// What a page sets for the engine's analysis. More than a page may have is taken as the most it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineSettings {
    /// How many of the best moves to tell of.
    pub lines: usize,
    /// How many threads may work.
    pub threads: usize,
    /// Mebibytes of the table.
    pub hash: u64,
}

/// The clocks of a game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clocks {
    /// What is left to each side.
    pub left: [u64; 2],
    /// What each move adds.
    pub increment: u64,
}

/// What a player thinks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thought {
    /// The depth of the last completed search.
    pub depth: u32,
    /// The deepest ply.
    pub seldepth: u32,
    /// Which of several lines this is, from 1.
    pub rank: u32,
    /// The value for people, for the first side; empty if the player has none.
    pub score: String,
    /// The value as a share of winning from -1 to 1 for the first side, for bars and graphs.
    pub balance: Option<f64>,
    /// What the value says about the true one: `exact`, `lower` or `upper`, for the first side.
    pub bound: String,
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: f64,
    /// Shares of winning, drawing and losing in thousandths, if the player knows them.
    pub wdl: Option<[u32; 3]>,
    /// How full the table is in thousandths, if the player says.
    pub hashfull: Option<u32>,
    /// Look-ups that found something in the table, if it has one.
    pub tt_hits: Option<u64>,
    /// The line both sides are expected to play, as people write it.
    pub line: Vec<String>,
    /// The same as messages have it.
    pub moves: Vec<String>,
}
