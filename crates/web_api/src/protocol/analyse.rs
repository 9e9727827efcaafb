//! The live analysis of the engine.

use serde::{Deserialize, Serialize};

/// Settings of the analysis engine. Values above the limits of a page are reduced to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineSettings {
    /// The number of lines.
    pub lines: usize,
    /// The number of threads.
    pub threads: usize,
    /// The size of the table in mebibytes.
    pub hash: u64,
}

/// The state of a live analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Analysis {
    /// The depth of the best line.
    pub depth: u32,
    /// The selective depth.
    pub seldepth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: f64,
    /// The share of the table in use, in thousandths.
    pub hashfull: Option<u32>,
    /// Positions found in endgame tablebases.
    pub tbhits: u64,
    /// The lines, the best first; `None` if they are those of the last message.
    pub lines: Option<Vec<EngineLine>>,
}

/// A line of the engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineLine {
    /// Its rank among the lines, from 1.
    pub rank: u32,
    /// Its depth.
    pub depth: u32,
    /// Its selective depth.
    pub seldepth: u32,
    /// The value as text, for White.
    pub score: String,
    /// `exact`, `lower` or `upper`, for White.
    pub bound: &'static str,
    /// White's winning chances in percent.
    pub win: f64,
    /// The probabilities of a win of White, a draw and a win of Black, in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// The moves in SAN.
    pub line: Vec<String>,
    /// The moves in the wire format.
    pub moves: Vec<String>,
}

/// A move of the opening book.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplorerMove {
    /// The move in the wire format.
    pub mv: String,
    /// Its name and its openings.
    #[serde(flatten)]
    pub book: analysis::openings::BookMove,
}

/// A move with its tablebase result.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TablebaseMove {
    /// The move in the wire format.
    pub mv: String,
    /// The move in SAN.
    pub san: String,
    /// The result for the side that makes it.
    pub result: TablebaseResult,
}

/// The result of a position with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TablebaseResult {
    /// Lost.
    Loss,
    /// Lost, but drawn by the fifty-move rule.
    BlessedLoss,
    /// A draw.
    Draw,
    /// Won, but drawn by the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}
