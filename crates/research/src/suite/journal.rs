//! The solutions of a suite in a file, so that a suite can be resumed, on this machine or another.

use std::path::Path;

use contest::{Ledger, LedgerError, Units};
use serde::{Deserialize, Serialize};

use super::Solution;

/// The form of a journal, for merging.
pub const UNITS: Units = Units {
    plan: "suite",
    unit: "solution",
    number: "number",
    name: "position",
    count: |plan| plan["positions"].as_u64(),
};

/// The first line: everything that determines the solutions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SuitePlan {
    /// The hash of the suite.
    pub hash: String,
    /// The spec of the player.
    pub player: String,
    /// The limit for each position.
    pub limit: String,
    /// The number of positions.
    pub positions: usize,
    /// The version of the program.
    pub program: String,
}

impl SuitePlan {
    /// Returns the first difference from the suite as it is now.
    fn difference(&self, now: &Self) -> Option<String> {
        let differs = |what: &str, before: &str, now: &str| {
            (before != now).then(|| format!("its {what} is {before}, not {now}"))
        };
        differs("player", &self.player, &now.player)
            .or_else(|| differs("limit", &self.limit, &now.limit))
            .or_else(|| differs("version of the program", &self.program, &now.program))
            .or_else(|| (self.hash != now.hash).then(|| "the suite has changed since".to_owned()))
    }
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Suite(SuitePlan),
    Solution(Numbered),
}

#[derive(Serialize, Deserialize)]
struct Numbered {
    number: usize,
    #[serde(flatten)]
    solution: Solution,
}

/// The solutions so far.
pub struct SuiteJournal {
    ledger: Option<Ledger>,
    /// The solution of each position that is solved or failed.
    pub(super) solutions: Vec<Option<Solution>>,
}

impl SuiteJournal {
    /// Creates a journal without a file.
    #[must_use]
    pub fn in_memory(positions: usize) -> Self {
        Self {
            ledger: None,
            solutions: vec![None; positions],
        }
    }

    /// Creates the file of a suite, or resumes it.
    ///
    /// # Errors
    /// The file cannot be used, or belongs to another run.
    pub fn open(path: &Path, plan: &SuitePlan) -> Result<Self, LedgerError> {
        let mut solutions = vec![None; plan.positions];
        let mut is_begun = false;
        let mut ledger = Ledger::open(path)?;
        ledger.resume(b"{\"suite\":{", |number, line| match line {
            Line::Suite(before) if !is_begun => {
                is_begun = true;
                match before.difference(plan) {
                    None => Ok(()),
                    Some(difference) => Err(format!("it belongs to another run: {difference}")),
                }
            }
            Line::Solution(it) if is_begun && it.number < solutions.len() => {
                solutions[it.number] = Some(it.solution);
                Ok(())
            }
            _ => Err(format!("line {number} is out of place")),
        })?;
        if !is_begun {
            ledger.add(&Line::Suite(plan.clone()))?;
        }
        Ok(Self {
            ledger: Some(ledger),
            solutions,
        })
    }

    /// Returns a sentence about the unfinished last line that was removed, if there was one.
    #[must_use]
    pub fn lost(&self) -> Option<String> {
        self.ledger.as_ref()?.lost()
    }

    /// Appends the solution of a position.
    pub(super) fn add(&mut self, number: usize, solution: Solution) -> Result<(), LedgerError> {
        self.solutions[number] = Some(solution.clone());
        match &mut self.ledger {
            Some(ledger) => ledger.add(&Line::Solution(Numbered { number, solution })),
            None => Ok(()),
        }
    }
}
