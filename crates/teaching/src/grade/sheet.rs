//! The result of grading: marks by criterion, the bug, and the smallest question that reveals it.

use serde::{Deserialize, Serialize};

use super::assignment::Assignment;
use super::question::Question;

/// The grade sheet of a program. The same program, assignment and seed give the same sheet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Sheet {
    /// The name of the student, in a class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub student: Option<String>,
    /// The name of the program.
    pub program: String,
    /// The name of the assignment.
    pub assignment: String,
    /// The title of the assignment.
    pub title: String,
    /// The seed of the questions.
    pub seed: u64,
    /// The points of all criteria.
    pub total: f64,
    /// The most points: the sum of all weights of the assignment.
    pub maximum: f64,
    /// Whether every criterion is passed and no bug was found.
    pub passed: bool,
    /// A mark for each criterion, in the order of the assignment.
    pub marks: Vec<Mark>,
    /// The known bug that explains the wrong answers.
    pub bug: Option<NamedBug>,
    /// The smallest question with a wrong answer, if no known bug explains it.
    pub failing: Option<Example>,
    /// Remarks: crashes, and criteria that could not be checked.
    pub notes: Vec<String>,
    /// What the program could reach on the machine of the grader; `None` for a player of this program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolation: Option<String>,
}

/// The mark for one criterion.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Mark {
    /// The name of the check.
    pub check: String,
    /// The title of the criterion.
    pub title: String,
    /// The most points.
    pub weight: f64,
    /// The points.
    pub points: f64,
    /// The number of right answers.
    pub right: u32,
    /// The number of checked answers.
    pub asked: u32,
    /// Whether it is about hidden questions only.
    #[serde(default)]
    pub hidden: bool,
    /// Whether it could be checked. Otherwise it has no points.
    pub graded: bool,
    /// Whether every checked answer was right and the points are complete.
    pub passed: bool,
    /// The result in one line.
    pub line: String,
}

/// A known bug that explains the wrong answers of a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NamedBug {
    /// Its name in `gametree::bugs`, as in the player `alphabeta:bug=NAME`.
    pub name: String,
    /// Its effect, in a line.
    pub about: String,
    /// The wrong line, in pseudo-code.
    pub wrong: String,
    /// The right one.
    pub right: String,
    /// The number of wrong answers that a search with this bug gives, too.
    pub explains: u32,
    /// The number of wrong answers.
    pub of: u32,
    /// Other bugs that the questions do not distinguish from it.
    #[serde(default)]
    pub alike: Vec<String>,
    /// The part of the answers that reveals it: `values`, `nodes` or `leaves`.
    pub seen_in: String,
    /// The smallest question that reveals it.
    pub smallest: Option<Example>,
}

/// A question with the expected and the obtained answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Example {
    /// The question.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub question: Question,
    /// The right answer in words.
    pub expected: String,
    /// The answer of the program in words.
    pub obtained: String,
}

impl Sheet {
    /// Computes the total, the maximum and the verdict from the marks.
    pub(super) fn totalled(mut self) -> Self {
        // Adding 0 turns -0, the sum of nothing, into 0.
        self.total = self.marks.iter().map(|mark| mark.points).sum::<f64>() + 0.0;
        self.maximum = self.marks.iter().map(|mark| mark.weight).sum::<f64>() + 0.0;
        let all = !self.marks.is_empty() && self.marks.iter().all(|mark| mark.passed);
        self.passed = all && self.bug.is_none() && self.failing.is_none();
        self
    }

    /// Returns the sheet of a program that does not run, for this reason: no points.
    #[must_use]
    pub fn refused(program: &str, assignment: &Assignment, seed: u64, reason: &str) -> Self {
        let marks = assignment.criteria.iter().map(|criterion| Mark {
            check: criterion.check.name().to_owned(),
            title: criterion.title.clone(),
            weight: criterion.maximum(),
            hidden: assignment.is_hidden(criterion),
            ..Mark::share(0, 0).with_line("the program does not run")
        });
        Self {
            student: None,
            program: program.to_owned(),
            assignment: assignment.name.clone(),
            title: assignment.title.clone(),
            seed,
            total: 0.0,
            maximum: 0.0,
            passed: false,
            marks: marks.collect(),
            bug: None,
            failing: None,
            notes: vec![reason.to_owned()],
            isolation: None,
        }
        .totalled()
    }

    /// Returns a sentence about the isolation of the program.
    pub(super) fn isolated(&self) -> Option<String> {
        let isolation = self.isolation.as_ref()?;
        Some(format!("The program was {isolation}."))
    }

    /// Returns `passed` or `not passed`.
    pub(super) const fn verdict(&self) -> &'static str {
        if self.passed { "passed" } else { "not passed" }
    }
}

impl Mark {
    /// Returns the points as text, such as `2.5 of 3`.
    #[must_use]
    pub fn written(&self) -> String {
        format!("{} of {}", points(self.points), points(self.weight))
    }

    /// Creates the mark of a criterion from its numbers of right and of checked answers.
    pub(super) fn share(right: u32, asked: u32) -> Self {
        Self {
            check: String::new(),
            title: String::new(),
            weight: 0.0,
            points: 0.0,
            right,
            asked,
            hidden: false,
            graded: asked > 0,
            passed: asked > 0 && right == asked,
            line: String::new(),
        }
    }

    /// Sets the line.
    pub(super) fn with_line(mut self, line: impl Into<String>) -> Self {
        self.line = line.into();
        self
    }
}

/// Writes points with at most two decimals: `3`, `2.5`, `0.33`.
#[must_use]
pub fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
