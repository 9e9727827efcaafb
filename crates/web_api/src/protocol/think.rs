//! Players, search limits and reports of searches.

use serde::{Deserialize, Serialize};

use super::GameId;

/// A player of the registry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerInfo {
    /// The name, with which its specs begin.
    pub name: String,
    /// A description, in one line.
    pub about: String,
    /// The only game it plays; `None` if it plays every game.
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
    /// The default, in words.
    pub default: String,
    /// The default as a spec writes it; `None` if there is none or it depends on the game.
    pub value: Option<String>,
    /// A description, in one line.
    pub about: String,
    /// The type of its values.
    pub kind: SettingKind,
}

/// The type of a setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "takes", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SettingKind {
    /// On or off.
    Switch,
    /// An integer.
    Number {
        /// The smallest value.
        least: u64,
        /// The largest value, if there is one.
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
        /// Whether the default is the strongest evaluator of the game instead of the first one.
        best: bool,
    },
}

/// A parsed spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SpecInfo {
    /// The spec in canonical form.
    pub text: String,
    /// The name of the player.
    pub name: String,
    /// Keys and values; a switch without a value has an empty one.
    pub settings: Vec<(String, String)>,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct Limit {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// The time in milliseconds.
    pub movetime: Option<u64>,
}

/// The clocks of a game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clocks {
    /// The time left to each side.
    pub left: [u64; 2],
    /// The increment per move.
    pub increment: u64,
}

/// A report of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thought {
    /// The depth of the last completed search.
    pub depth: u32,
    /// The selective depth.
    pub seldepth: u32,
    /// The rank of this line among several, from 1.
    pub rank: u32,
    /// The value as text, for the first side; empty if unknown.
    pub score: String,
    /// The value scaled to -1 (loss) to 1 (win) for the first side, for bars and graphs.
    pub balance: Option<f64>,
    /// The bound type of the value: `exact`, `lower` or `upper`, for the first side.
    pub bound: String,
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: f64,
    /// The probabilities of win, draw and loss in thousandths, if the player reports them.
    pub wdl: Option<[u32; 3]>,
    /// The share of the table in use, in thousandths, if the player reports it.
    pub hashfull: Option<u32>,
    /// The hits of the transposition table, if the player has one.
    pub tt_hits: Option<u64>,
    /// The principal variation in the notation of the game.
    pub line: Vec<String>,
    /// The principal variation in the wire format.
    pub moves: Vec<String>,
}
