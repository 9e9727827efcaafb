//! Lessons and their number trees.

use serde::Serialize;

/// A lesson in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonInfo {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// A sentence about it.
    pub about: String,
    /// About how many minutes it takes.
    pub minutes: usize,
    /// The number of steps.
    pub steps: usize,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonStep {
    /// Its title.
    pub title: String,
    /// The text, a string for each paragraph; code is between backticks.
    pub text: Vec<String>,
    /// A tree or a board.
    pub show: Option<LessonShow>,
    /// A question before the explanation.
    pub ask: Option<LessonQuestion>,
    /// The explanation.
    pub reveal: Vec<String>,
    /// The numbers of the step, each with the formula that computes it.
    pub checks: Vec<(String, String)>,
    /// Links into the app: address and label.
    pub go: Vec<(String, String)>,
}

/// A tree or a board of a step.
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
        /// The position; `None` is the start.
        position: Option<String>,
    },
    /// The training of a small network.
    Training,
}

/// A question that asks for a prediction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonQuestion {
    /// The question.
    pub text: String,
    /// The choices. Without choices the answer is typed.
    pub choices: Vec<String>,
    /// The right answer.
    pub answer: String,
}

/// The search of a number tree, with its drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NumberTreeInfo {
    /// The width and the height of the drawing in pixels.
    pub size: (f64, f64),
    /// The parts of the SVG before the first step, from back to front.
    pub parts: Vec<String>,
    /// The steps.
    pub steps: Vec<NumberStep>,
    /// The value of the root for MAX.
    pub value: i32,
    /// The search in pseudo-code.
    pub code: Vec<String>,
}

/// A step of the search of a number tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NumberStep {
    /// A sentence about the step.
    pub text: String,
    /// A question that the step answers.
    pub question: Option<String>,
    /// The index of the line of pseudo-code that runs.
    pub line: usize,
    /// Whether the step is a cutoff.
    pub cut: bool,
    /// The leaves visited so far.
    pub visited: usize,
    /// The parts of the SVG that change, with their indices.
    pub changes: Vec<(usize, String)>,
}
