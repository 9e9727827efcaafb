//! Exercises on number trees.

use serde::{Deserialize, Serialize};
use teaching::practice::Question;

/// The tree of an exercise. The seed chooses the nodes that are asked about.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "from", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PracticeTree {
    /// A random tree.
    Random {
        /// Its shape: `ragged`, or the children of each ply, such as `3x3x3`.
        shape: String,
        /// The seed of the tree and of its questions.
        seed: u32,
    },
    /// The tree of a link.
    Given {
        /// The tree, such as `[[3,12,8],[2,4,6]]`.
        tree: String,
        /// The seed of the questions.
        seed: u32,
    },
}

/// An exercise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PracticeExercise {
    /// The tree as text.
    pub tree: String,
    /// The seed.
    pub seed: u32,
    /// The address of the exercise in the web app, without `#/`.
    pub link: String,
    /// The width and the height of the drawing in pixels.
    pub size: (f64, f64),
    /// The parts of the SVG, from back to front. The drawing of node `i` has `data-node="i"`.
    pub parts: Vec<String>,
    /// The same parts after alpha-beta, with all values, windows and cutoffs.
    pub solution: Vec<String>,
    /// The names of the nodes.
    pub names: Vec<String>,
    /// The nodes that are leaves.
    pub leaves: Vec<usize>,
    /// The questions.
    pub questions: Vec<Question>,
    /// The points of all questions.
    pub points: u32,
}
