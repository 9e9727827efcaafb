//! Counts of right answers.

use super::super::assignment::Criterion;
use super::super::sheet::Mark;

/// Counts right answers.
#[derive(Default)]
pub struct Tally {
    right: u32,
    /// The answers that have the field.
    pub asked: u32,
    /// The answers without the field.
    pub missing: u32,
    /// The questions that were not asked after several faults.
    skipped: u32,
    first_wrong: Option<String>,
}

impl Tally {
    /// Counts an answer.
    pub fn add(&mut self, right: bool, wrong: impl FnOnce() -> String) {
        self.asked += 1;
        if right {
            self.right += 1;
        } else if self.first_wrong.is_none() {
            self.first_wrong = Some(wrong());
        }
    }

    /// Counts a question that was not asked after several faults: no points.
    pub const fn skip(&mut self) {
        self.asked += 1;
        self.skipped += 1;
    }

    /// Returns the mark with one line: the number of right answers, and the first wrong one. `absent` is a clause for
    /// submissions without the field.
    pub fn mark(mut self, criterion: &Criterion, what: &str, absent: &str) -> Mark {
        let has_field = self.asked > 0;
        if has_field || criterion.required {
            // An answer without the field counts as wrong, so that a program cannot leave out wrong values.
            self.asked += self.missing;
        }
        let mut line = match (&self.first_wrong, has_field) {
            (_, false) if self.asked == 0 => format!("not graded: {absent}"),
            (_, false) => format!("{absent}; this assignment requires one"),
            (Some(wrong), _) => format!("{} of {} {what}. {wrong}", self.right, self.asked),
            (None, _) if self.missing > 0 && self.right < self.asked => {
                let missing = match self.missing {
                    1 => "1 answer has none".to_owned(),
                    missing => format!("{missing} answers have none"),
                };
                format!("{} of {} {what}; {missing}", self.right, self.asked)
            }
            (None, _) => format!("{} of {} {what}", self.right, self.asked),
        };
        if self.skipped > 0 {
            line += &format!("; {} questions not asked after these faults", self.skipped);
        }
        Mark::share(self.right, self.asked).with_line(line)
    }
}
