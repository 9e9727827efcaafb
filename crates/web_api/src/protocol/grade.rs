//! The grading of a program that the page runs.

use serde::{Deserialize, Serialize};

/// An assignment in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AssignmentInfo {
    /// Its name in commands.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The task, in a few lines.
    pub about: String,
    /// Whether it has games against baselines, which are played in the terminal only.
    pub plays: bool,
}

/// What the program has to do next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProgramStep {
    /// Whether the program is ended and started again first.
    pub restart: bool,
    /// The lines that it reads; `None` if it owes another answer to the last lines.
    pub lines: Option<String>,
    /// The time for the answer in seconds.
    pub seconds: f64,
}

/// What the program did.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ProgramReply {
    /// The line that it printed.
    Line(String),
    /// It ended, for this reason.
    Ended(String),
    /// It did not answer in time.
    Late,
    /// It waits for the next question without an answer to the last one.
    Silent,
}
