//! What comes out of grading: marks per criterion, the bug by its name, the smallest position that shows it.

use serde::{Deserialize, Serialize};

use super::question::Question;

/// The graded sheet of one program. The same program, assignment and seed give the same sheet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sheet {
    /// The program, as it was named.
    pub program: String,
    /// The assignment's name.
    pub assignment: String,
    /// Its title.
    pub title: String,
    /// Where the questions came from.
    pub seed: u64,
    /// A mark for each criterion, in the order of the assignment.
    pub marks: Vec<Mark>,
    /// The mistake that explains what is wrong, if one does.
    pub bug: Option<NamedBug>,
    /// Something wrong that no known mistake explains, made as small as it could be.
    pub failing: Option<Example>,
    /// What else the student should know: what crashed, what could not be seen.
    pub notes: Vec<String>,
}

/// The mark for one criterion.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// Which check it was.
    pub check: String,
    /// What the assignment calls it.
    pub title: String,
    /// The most it can give.
    pub weight: f64,
    /// What it gave.
    pub points: f64,
    /// How much was right.
    pub right: u32,
    /// How much was looked at.
    pub asked: u32,
    /// Whether it counts: what a program does not tell is not graded, unless the assignment requires it.
    pub graded: bool,
    /// Whether everything looked at was right.
    pub passed: bool,
    /// One line that a student understands.
    pub line: String,
}

/// A classic mistake that does what the program does.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NamedBug {
    /// Its name in `gametree::bugs`, as in the player `alphabeta:bug=NAME`.
    pub name: String,
    /// What it does, in a line.
    pub about: String,
    /// The wrong line, in pseudo-code.
    pub wrong: String,
    /// The right one.
    pub right: String,
    /// So many of the wrong answers are just what a search with this mistake would say.
    pub explains: u32,
    /// So many answers are wrong.
    pub of: u32,
    /// Other mistakes that explain just the same: what was asked cannot tell them apart.
    #[serde(default)]
    pub alike: Vec<String>,
    /// What gave it away: `values`, `nodes` or `leaves`.
    pub seen_in: String,
    /// The smallest question that shows it.
    pub smallest: Option<Example>,
}

/// One question, what is right, and what the program said.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Example {
    /// The question as the program got it.
    pub question: Question,
    /// What is right, in words.
    pub expected: String,
    /// What the program said, in words.
    pub obtained: String,
}

impl Sheet {
    /// Whether every criterion that counts was passed, at least one counts, and no mistake was found.
    #[must_use]
    pub fn passed(&self) -> bool {
        let mut graded = self.marks.iter().filter(|mark| mark.graded).peekable();
        let counts = graded.peek().is_some();
        counts && graded.all(|mark| mark.passed) && self.bug.is_none() && self.failing.is_none()
    }

    /// The points of the criteria that count.
    #[must_use]
    pub fn points(&self) -> f64 {
        let graded = self.marks.iter().filter(|mark| mark.graded);
        graded.map(|mark| mark.points).sum()
    }

    /// The most they could have been.
    #[must_use]
    pub fn of(&self) -> f64 {
        let graded = self.marks.iter().filter(|mark| mark.graded);
        graded.map(|mark| mark.weight).sum()
    }
}

impl Mark {
    /// The mark of a criterion of which so much was right.
    pub(super) fn share(right: u32, asked: u32) -> Self {
        Self {
            check: String::new(),
            title: String::new(),
            weight: 0.0,
            points: 0.0,
            right,
            asked,
            graded: asked > 0,
            passed: asked > 0 && right == asked,
            line: String::new(),
        }
    }

    /// The same with a line about it.
    pub(super) fn saying(mut self, line: impl Into<String>) -> Self {
        self.line = line.into();
        self
    }
}

/// Points as people write them: `3`, `2.5`, `0.33`.
#[must_use]
pub fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
