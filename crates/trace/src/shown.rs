//! The data of a recorded search that a page displays.

use gametree::observer::{Try, View};
use gametree::ordering::Source;
use serde::{Deserialize, Serialize};

/// The summary of a recording.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TraceSummary {
    /// The player.
    pub spec: String,
    /// The root position.
    pub fen: String,
    /// Its move, in display notation.
    pub best: Option<String>,
    /// Its value for the side to move.
    pub score: String,
    /// Nodes of the search.
    pub nodes: u64,
    /// Recorded nodes.
    pub recorded: u32,
    /// Whether nodes were omitted.
    pub truncated: bool,
    /// Recorded events.
    pub events: u32,
    /// The last roots, one for each iteration or re-search.
    pub roots: Vec<TreeNode>,
    /// Milliseconds of the search.
    pub ms: f64,
    /// The figures for charts.
    pub charts: TreeCharts,
    /// Whether the search stores its tree and descends from the root in each step; `roots` are the steps.
    pub growing: bool,
    /// The number of roots, listed or not.
    pub steps: u32,
}

/// Figures of a recording, for charts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TreeCharts {
    /// Recorded nodes at each ply, the root first.
    pub nodes_by_ply: Vec<u64>,
    /// Cutoffs by the first move tried, by the second one, and so on.
    pub cut_places: Vec<u64>,
    /// The reasons for cuts and skipped moves, each with its count, the most frequent first.
    pub reasons: Vec<(String, u64)>,
    /// The completed iterations of a deepening search.
    pub iterations: Vec<Iteration>,
}

/// A completed iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Iteration {
    /// Its depth.
    pub depth: u32,
    /// Nodes since the start of the search.
    pub nodes: u64,
    /// The value for the side to move in the units of a chart: pawns in chess. `None` if the game is decided.
    pub value: Option<f64>,
    /// The value as text.
    pub score: String,
}

/// The transpositions below a root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Meetings {
    /// Nodes below the root, itself included.
    pub nodes: u64,
    /// The number of different positions.
    pub positions: u64,
    /// The number of positions reached from several positions.
    pub met: u64,
    /// The most frequent transpositions.
    pub list: Vec<Meeting>,
}

/// A transposition: a position reached from several positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Meeting {
    /// The first node with this position.
    pub id: u32,
    /// The moves to it, in display notation.
    pub path: Vec<String>,
    /// The number of nodes with this position.
    pub times: u64,
    /// The number of different positions before it.
    pub ways: u64,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TreeNode {
    /// Its number.
    pub id: u32,
    /// The move to it; `None` for a root and a null move.
    pub mv: Option<String>,
    /// The reason for searching it; `None` for a root.
    pub why: Option<Try>,
    /// Plies from the root.
    pub ply: u32,
    /// The remaining depth in plies.
    pub depth: u32,
    /// The search window as text, lower end first.
    pub window: [String; 2],
    /// The view of the window and the value.
    pub view: View,
    /// The value as text, with `≥` or `≤` if it is a bound; `None` if the search stopped before.
    pub value: Option<String>,
    /// The value as text for the side to move at the root.
    pub root_value: Option<String>,
    /// The value from -1 to 1, for the side to move at the root.
    pub balance: Option<f64>,
    /// Nodes of the subtree, itself included, recorded or not.
    pub nodes: u64,
    /// The number of recorded children.
    pub children: u32,
    /// The cut that ended it: `beta`, `alpha`, `table`, `null-move`, `stand-pat`, `reverse-futility`,
    /// `razor`, `probcut`, `multi-cut` or `tablebase`.
    pub cut: Option<String>,
    /// The number of skipped moves that the search reported.
    pub skipped: u32,
    /// Whether it is on the principal variation of its root.
    pub best: bool,
    /// The numbers of the search besides the value.
    pub marks: Vec<TreeMark>,
}

/// A number of a search at a node besides its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TreeMark {
    /// Its name.
    pub name: String,
    /// The number as text.
    pub text: String,
}

/// A stored tree after a step of the search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Grown {
    /// The step, from 0.
    pub step: u32,
    /// The number of steps.
    pub steps: u32,
    /// The last event of the step.
    pub event: u32,
    /// The nodes, parents before their children.
    pub nodes: Vec<GrownNode>,
    /// The number of nodes that are not listed.
    pub left_out: u32,
}

/// A node of a stored tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GrownNode {
    /// Its number, the same in every step.
    pub key: u32,
    /// Its last node in the recording.
    pub id: u32,
    /// The index of its parent in the list.
    pub parent: Option<u32>,
    /// The move to it.
    pub mv: Option<String>,
    /// Its value as text; `None` if it has none yet.
    pub value: Option<String>,
    /// The value from -1 to 1, for the side to move at the root.
    pub balance: Option<f64>,
    /// The numbers of the search besides the value.
    pub marks: Vec<TreeMark>,
    /// The number of visits.
    pub times: u32,
    /// Whether this step created it.
    pub fresh: bool,
    /// Whether this step visited it.
    pub on_way: bool,
    /// Whether the next step expands it.
    pub next: bool,
}

/// A child of a node, or a skipped move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "child", rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Child {
    /// A child.
    Node {
        /// The node.
        node: Box<TreeNode>,
    },
    /// A skipped move.
    Skipped {
        /// The move.
        mv: String,
        /// The reason.
        reason: String,
    },
}

/// A bar of the overview.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Bar {
    /// The node.
    pub id: u32,
    /// Plies below the top of the overview.
    pub row: u32,
    /// Its left end, as a share of the whole width.
    pub x: f64,
    /// Its width, as a share of the whole width.
    pub w: f64,
    /// The move to it.
    pub mv: Option<String>,
    /// Its value as text.
    pub value: Option<String>,
    /// Its value as a share of winning for the player to move at the root, from -1 to 1.
    pub balance: Option<f64>,
    /// The cut that ended the node.
    pub cut: Option<String>,
    /// Whether the node is on the principal variation.
    pub best: bool,
}

/// The details of a node.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Inspected {
    /// The node.
    pub node: TreeNode,
    /// The moves from the root in display notation; `--` for a null move.
    pub path: Vec<String>,
    /// The nodes of that path, the root first.
    pub ids: Vec<u32>,
    /// The pieces, as in a FEN.
    pub board: String,
    /// The position.
    pub fen: String,
    /// The look-up in the transposition table, if there was one.
    pub probe: Option<Probed>,
    /// The moves in search order.
    pub order: Vec<Ordered>,
    /// The best move, if known.
    pub best: Option<String>,
    /// Other nodes with the same position.
    pub same: Vec<Same>,
    /// Its enter event.
    pub enter: u32,
    /// Its leave event.
    pub leave: Option<u32>,
    /// The search in pseudo-code.
    pub code: Vec<String>,
    /// The indices of the lines that decided this node.
    pub lines: Vec<u32>,
    /// An explanation in a sentence or two.
    pub story: String,
}

/// A look-up in the transposition table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Probed {
    /// Whether it was a hit.
    pub hit: bool,
    /// The depth of the entry.
    pub depth: u32,
    /// Its value as text, with `≥` or `≤` if it is a bound.
    pub value: String,
    /// Whether its depth allows the value to be used.
    pub deep_enough: bool,
}

/// A move in search order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ordered {
    /// The move.
    pub mv: String,
    /// The score by the piece that ranked it.
    pub score: i32,
    /// That piece.
    pub source: Source,
    /// Whether it was searched.
    pub tried: bool,
}

/// Another node with the same position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Same {
    /// The node.
    pub id: u32,
    /// The moves to it.
    pub path: Vec<String>,
}

/// An event of a trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TreeEvent {
    /// Its number.
    pub event: u32,
    /// The number of events.
    pub of: u32,
    /// Its kind: `enter`, `miss`, `hit`, `order`, `cut`, `marks`, `leave`, `iteration` or `stopped`.
    pub kind: String,
    /// The node it belongs to.
    pub node: Option<u32>,
    /// The event in a sentence.
    pub text: String,
    /// The open nodes, the root first.
    pub open: Vec<u32>,
    /// Whether a move of the root became the best one.
    pub new_best: bool,
    /// The number of roots before its own.
    pub step: u32,
}

/// The kinds of events to seek in a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SeekKind {
    /// A cut.
    Cut,
    /// A hit in the transposition table.
    Hit,
    /// The search leaves a node of the principal variation.
    Best,
    /// A move of the root becomes the best one.
    NewBest,
    /// A completed iteration.
    Iteration,
}
