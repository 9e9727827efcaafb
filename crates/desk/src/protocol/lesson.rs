//! Lessons, and the small trees that they show.

use serde::Serialize;

/// A lesson in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonInfo {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// How many steps it has.
    pub steps: usize,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonStep {
    /// Its title.
    pub title: String,
    /// The text, a string for each paragraph; code stands between backticks.
    pub text: Vec<String>,
    /// What there is to look at.
    pub show: Option<LessonShow>,
    /// What is asked before more is said.
    pub ask: Option<LessonQuestion>,
    /// What is said afterwards.
    pub reveal: Vec<String>,
    /// The numbers of the step, each with the formula that computes it.
    pub checks: Vec<(String, String)>,
    /// Where to go on in the app: address and words.
    pub go: Vec<(String, String)>,
}

/// What a step shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "show", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LessonShow {
    /// A tree of numbers.
    Tree {
        /// The tree.
        tree: String,
        /// The search.
        search: String,
    },
    /// A position.
    Board {
        /// The game.
        game: String,
        /// The position; the start if none.
        position: Option<String>,
    },
}

/// A prediction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonQuestion {
    /// The question.
    pub text: String,
    /// What can be chosen; nothing if the answer is written.
    pub choices: Vec<String>,
    /// The right answer.
    pub answer: String,
}

/// A tree of numbers and a search of it. Values and windows are for MAX, who moves at the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SmallTreeInfo {
    /// The nodes, the root first, every node before its children.
    pub nodes: Vec<SmallNode>,
    /// What the search did.
    pub steps: Vec<SmallStep>,
    /// What the root is worth.
    pub value: i32,
    /// Nodes that were entered, the root included.
    pub entered: u64,
    /// Leaves that were looked at.
    pub leaves: u64,
    /// The search in pseudo-code.
    pub code: Vec<String>,
}

/// A node of a small tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SmallNode {
    /// The node above it, by its place in the list.
    pub parent: Option<usize>,
    /// Plies from the root: MAX moves at the even ones.
    pub ply: u32,
    /// The number, if it is a leaf.
    pub leaf: Option<i32>,
}

/// A step of a search of a small tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SmallStep {
    /// `enter`, `again` (a second search of the same node), `back` (a value comes back), `cut` or `leave`.
    pub kind: String,
    /// At which node.
    pub node: usize,
    /// The window there, if the search has one; an end that is missing is infinite.
    pub window: Option<[Option<i32>; 2]>,
    /// The value so far, or in the end.
    pub value: Option<i32>,
    /// The children that are not looked at.
    pub skipped: Vec<usize>,
}
