//! One row of a comparison: the answer of one player on one position.

use games::{BoardGame, Record};
use gametree::{Info, Value};
use players::measured::Measured;
use serde::Serialize;

/// One player on one position. `compare --json` writes it, and the Race page shows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "RaceRow", optional_fields))]
pub struct Row {
    /// The answer and its cost.
    #[serde(flatten)]
    pub answer: Measured,
    /// The value as text, for the side to move; empty if the player has none.
    pub value: String,
    /// The move in the notation of the game, in chess SAN; `None` if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The principal variation in the notation of the game.
    pub line: Vec<String>,
    /// The effective branching factor: see [`Measured::branching_factor`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ebf: Option<f64>,
    /// Whether the value is that of minimax with the same depth and evaluator. `None` if minimax was not searched: the limit
    /// is not a depth, the player has no evaluator setting, or minimax needs too many nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equals_minimax: Option<bool>,
    /// The evaluator of that minimax, or the name of a document's minimax.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimax_eval: Option<String>,
    /// Nodes for depth 1, 2, ... up to the limit, if the limit is a depth. Starts at `first_depth`.
    pub nodes_by_depth: Vec<u64>,
    /// The lowest depth of the player: 0 or 1.
    pub first_depth: u32,
    /// The result of each depth: separate searches if the limit is a depth, otherwise the iterations of a watched search.
    pub by_depth: Vec<Step>,
    /// Beta cutoffs by the index of the move that caused them, from a watched search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u64>>"))]
    pub cut_places: Vec<u64>,
}

impl Row {
    /// Creates a row with the move and the line as text, and nothing else but the answer.
    pub(super) fn new<G: BoardGame>(
        game: &G,
        record: &Record<G>,
        answer: Measured,
        best: Option<G::Move>,
        line: &[G::Move],
    ) -> Self {
        Self {
            value: answer.value_text(),
            san: best.map(|mv| game.display_move(record.state(), mv)),
            line: game.line_texts(record.state(), line).0,
            ebf: answer.branching_factor(),
            answer,
            ..Self::default()
        }
    }

    /// Returns whether the value equals minimax and with which evaluator: `yes (material)`, `no (material)` or `not searched`.
    #[must_use]
    pub fn minimax_text(&self) -> String {
        let text = match self.equals_minimax {
            Some(true) => "yes",
            Some(false) => "no",
            None => return "not searched".to_owned(),
        };
        match &self.minimax_eval {
            Some(evaluator) => format!("{text} ({evaluator})"),
            None => text.to_owned(),
        }
    }
}

/// The result of one depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "RaceStep", optional_fields))]
pub struct Step {
    /// The depth.
    pub depth: u32,
    /// Nodes up to this depth.
    pub nodes: u64,
    /// Milliseconds up to this depth.
    pub time_ms: f64,
    /// The value for the side to move: pawns in chess, the units of the document for some course players. `None` if the
    /// result of the game is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The value as text.
    pub score: String,
    /// The used part of the table, in thousandths, if the player reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u32>,
}

impl Step {
    /// Creates the step of an iteration that ended after `time_ms`.
    pub(super) fn of_iteration<M>(info: &Info<M>, time_ms: f64) -> Self {
        Self {
            depth: info.depth,
            nodes: info.nodes,
            time_ms,
            value: info.score.charted(),
            score: info.score.to_string(),
            hashfull: info.hash_full,
        }
    }
}

impl From<&Measured> for Step {
    fn from(answer: &Measured) -> Self {
        Self {
            depth: answer.depth,
            nodes: answer.nodes,
            time_ms: answer.time_ms,
            value: answer.score.and_then(Value::charted),
            score: answer.value_text(),
            hashfull: answer.hashfull,
        }
    }
}
