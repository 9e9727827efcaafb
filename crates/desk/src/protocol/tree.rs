//! The tree of a recorded search.

use serde::Serialize;

/// What is in a recording.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TraceSummary {
    /// The player.
    pub spec: String,
    /// The root position.
    pub fen: String,
    /// Its move, as people write it.
    pub best: Option<String>,
    /// Its value for the side to move.
    pub score: String,
    /// Nodes of the search.
    pub nodes: u64,
    /// Nodes that are kept.
    pub recorded: u32,
    /// Whether nodes were left out.
    pub truncated: bool,
    /// Events that are kept.
    pub events: u32,
    /// The roots: one for each iteration or re-search.
    pub roots: Vec<TreeNode>,
    /// Milliseconds of the search.
    pub ms: f64,
    /// What can be counted in the recording.
    pub charts: TreeCharts,
    /// Whether the search goes down from the root again and again, and one tree grows; `roots` are its steps then.
    pub growing: bool,
    /// How many roots there are, listed or not.
    pub steps: u32,
}

/// What can be counted in a recording.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeCharts {
    /// Kept nodes at each ply, the root first.
    pub nodes_by_ply: Vec<u64>,
    /// Cuts by the first, the second, the third move tried and so on.
    pub cut_places: Vec<u64>,
    /// Why nodes were left early or moves passed over, and how often, the most frequent first.
    pub reasons: Vec<(String, u64)>,
    /// The completed iterations of a deepening search.
    pub iterations: Vec<Iteration>,
}

/// A completed iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Iteration {
    /// Its depth.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// The value in the units of the game for the side to move: pawns in chess. None if the game is decided.
    pub value: Option<f64>,
    /// The value for people.
    pub score: String,
}

/// The positions that were reached in several ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Meetings {
    /// Nodes below the root that was asked about, itself included.
    pub nodes: u64,
    /// How many different positions they are.
    pub positions: u64,
    /// How many of those were reached in several ways.
    pub met: u64,
    /// The most frequent of them.
    pub list: Vec<Meeting>,
}

/// A position that was reached in several ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Meeting {
    /// The first node with it.
    pub id: u32,
    /// The moves that lead there, as people write them.
    pub path: Vec<String>,
    /// How many nodes have it.
    pub times: u64,
    /// From how many different positions it was reached.
    pub ways: u64,
}

/// A node of the tree, as it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeNode {
    /// Its number.
    pub id: u32,
    /// The move that leads to it; none for a root and a null move.
    pub mv: Option<String>,
    /// Why it was searched: `full`, `scout`, `research`, `null` or `internal`; none for a root.
    pub why: Option<String>,
    /// Plies from the root.
    pub ply: u32,
    /// Plies still to look ahead.
    pub depth: u32,
    /// The window it was searched with, lower end first, for people.
    pub window: [String; 2],
    /// From whose view window and value are: `mover`, `max`, `min` or `quiescence`.
    pub view: String,
    /// The value it returned, for people, with `≥` or `≤` if it is a bound; none if the search was stopped before.
    pub value: Option<String>,
    /// The value as a share of winning for the player to move at the root, from -1 to 1.
    pub balance: Option<f64>,
    /// Where the value is from: `terminal`, `horizon`, `table` or `searched`.
    pub how: String,
    /// Nodes of the subtree, itself included, kept or not.
    pub nodes: u64,
    /// How many nodes right below it are kept.
    pub children: u32,
    /// Why it was left early, if it was: `beta`, `alpha`, `table`, `null-move`, `stand-pat`, `reverse-futility`,
    /// `razor`, `probcut`, `multi-cut` or `tablebase`.
    pub cut: Option<String>,
    /// Moves that were not looked at, as far as the search says which.
    pub skipped: u32,
    /// Whether it is on the best line of its root.
    pub best: bool,
    /// The numbers that the search keeps here besides the value.
    pub marks: Vec<TreeMark>,
}

/// A number that a search keeps at a node besides its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeMark {
    /// What it is, in a word.
    pub name: String,
    /// The number, for people.
    pub text: String,
}

/// A tree that grows, as it was after one of its steps.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Grown {
    /// The step, from 0.
    pub step: u32,
    /// How many there are.
    pub steps: u32,
    /// The last event of the step.
    pub event: u32,
    /// The nodes, parents before their children.
    pub nodes: Vec<GrownNode>,
    /// How many nodes there are beside these.
    pub left_out: u32,
}

/// A node of a tree that grows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GrownNode {
    /// The number that it keeps while the tree grows.
    pub key: u32,
    /// The node of the recording that shows it last.
    pub id: u32,
    /// The place of its parent in the list.
    pub parent: Option<u32>,
    /// The move that leads to it.
    pub mv: Option<String>,
    /// Its value now, for people; none if it has none yet.
    pub value: Option<String>,
    /// The value as a share of winning for the player to move at the root, from -1 to 1.
    pub balance: Option<f64>,
    /// The numbers that the search keeps here.
    pub marks: Vec<TreeMark>,
    /// How often the search came by.
    pub times: u32,
    /// Whether this step made it.
    pub fresh: bool,
    /// Whether this step came by.
    pub on_way: bool,
    /// Whether the next step expands it.
    pub next: bool,
}

/// What stands below a node: another node, or a move that was not looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "child", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Child {
    /// A node.
    Node {
        /// That.
        node: Box<TreeNode>,
    },
    /// A move that was cut off.
    Skipped {
        /// The move.
        mv: String,
        /// Why.
        reason: String,
    },
}

/// A bar of the overview.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Bar {
    /// The node.
    pub id: u32,
    /// Plies below the top of the overview.
    pub row: u32,
    /// Where it begins, as a share of the whole.
    pub x: f64,
    /// How wide it is.
    pub w: f64,
    /// The move that leads to it.
    pub mv: Option<String>,
    /// Its value, for people.
    pub value: Option<String>,
    /// Its value as a share of winning for the player to move at the root, from -1 to 1.
    pub balance: Option<f64>,
    /// Why it was left early, if it was.
    pub cut: Option<String>,
    /// Whether it is on the best line.
    pub best: bool,
}

/// A node, looked at closely.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Inspected {
    /// The node.
    pub node: TreeNode,
    /// The moves from the root, as people write them; `--` for a null move.
    pub path: Vec<String>,
    /// The nodes on that way, the root first.
    pub ids: Vec<u32>,
    /// The pieces, as positions have them.
    pub board: String,
    /// The position.
    pub fen: String,
    /// What the table said, if it was asked.
    pub probe: Option<Probed>,
    /// The moves in the order they were to be tried.
    pub order: Vec<Ordered>,
    /// The best move, if it is known.
    pub best: Option<String>,
    /// Other nodes with the same position.
    pub same: Vec<Same>,
    /// The event at which it was entered.
    pub enter: u32,
    /// The event at which it was left.
    pub leave: Option<u32>,
    /// The search in pseudo-code.
    pub code: Vec<String>,
    /// The lines of it that decided this node, from 0.
    pub lines: Vec<u32>,
    /// What happened here, in a sentence.
    pub story: String,
}

/// What a look-up in the table gave.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Probed {
    /// Whether the position was there.
    pub hit: bool,
    /// The depth of the entry.
    pub depth: u32,
    /// Its value, for people, with `≥` or `≤` if it is a bound.
    pub value: String,
    /// Whether it was deep enough to be used.
    pub deep_enough: bool,
}

/// A move in the order it was to be tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ordered {
    /// The move.
    pub mv: String,
    /// The score that put it there.
    pub score: i32,
    /// Where that is from.
    pub source: String,
    /// Whether it was looked at.
    pub tried: bool,
}

/// Another node with the same position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Same {
    /// The node.
    pub id: u32,
    /// The moves that lead to it.
    pub path: Vec<String>,
}

/// An event of a trace.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeEvent {
    /// Its number.
    pub event: u32,
    /// How many there are.
    pub of: u32,
    /// Its kind: `enter`, `miss`, `hit`, `order`, `cut`, `marks`, `leave`, `iteration` or `stopped`.
    pub kind: String,
    /// The node it belongs to.
    pub node: Option<u32>,
    /// What happened, in a sentence.
    pub text: String,
    /// The nodes that are open, the root first.
    pub open: Vec<u32>,
    /// Whether a move of the root became the best one.
    pub new_best: bool,
    /// How many roots were begun before the one it belongs to.
    pub step: u32,
}
