//! The grades of a class: a ledger with one line for each student.

use std::path::Path;

use contest::{Ledger, LedgerError, Units};
use serde::{Deserialize, Serialize};

use crate::grade::Sheet;

/// The form of the ledger, for merging.
pub const UNITS: Units = Units {
    plan: "class",
    unit: "grade",
    number: "student",
    name: "student",
    count: |class| Some(class["students"].as_array()?.len() as u64),
};

/// The first line: the class that the grades belong to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    /// The version of the format.
    pub format: u32,
    /// The assignment with the hash of its text; `None` for a class without grading.
    pub assignment: Option<String>,
    /// The seed of the questions.
    pub seed: u64,
    /// The students.
    pub students: Vec<Entry>,
    /// The version of the program that grades; absent in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
}

/// A student in the first line, with the hash of the program's files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub name: String,
    pub program: String,
    pub hash: String,
}

impl Header {
    /// The version that this program writes.
    pub const FORMAT: u32 = 1;

    /// Returns the first difference from the class as it is now.
    fn difference(&self, now: &Self) -> Option<String> {
        if self.format != now.format {
            return Some(format!("its format is {}, not {}", self.format, now.format));
        }
        if self.assignment != now.assignment {
            return Some("its assignment was another one".to_owned());
        }
        if self.seed != now.seed {
            return Some(format!("its seed was {}, not {}", self.seed, now.seed));
        }
        if self.students.len() != now.students.len() {
            let (before, after) = (self.students.len(), now.students.len());
            return Some(format!("it had {before} students, not {after}"));
        }
        let mut both = self.students.iter().zip(&now.students);
        both.find_map(|(before, after)| match before {
            _ if before.name != after.name => Some(format!(
                "it had the student {} in the place of {}",
                before.name, after.name
            )),
            _ if before.program != after.program => Some(format!(
                "the program of {} was {}, not {}",
                before.name, before.program, after.program
            )),
            _ if before.hash != after.hash => {
                Some(format!("the program of {} has changed since", before.name))
            }
            _ => None,
        })
    }
}

/// The result of grading a student's program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The program runs. `None` for a class without grading.
    Sheet(Option<Box<Sheet>>),
    /// The program runs, but cannot answer the questions of the assignment, for this reason.
    Ungraded(String),
    /// The program does not run, for this reason: it does not compile, or the file does not exist.
    Refused(String),
}

/// A line of the ledger.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Class(Header),
    Grade { student: usize, outcome: Outcome },
}

/// The grades so far.
pub(super) struct Grades {
    ledger: Ledger,
    /// The result of each student that is graded.
    pub outcomes: Vec<Option<Outcome>>,
}

impl Grades {
    /// Creates the ledger of a class, or resumes it if the file exists.
    pub fn open(path: &Path, header: &Header) -> Result<Self, LedgerError> {
        let mut ledger = Ledger::open(path)?;
        let mut outcomes = vec![None; header.students.len()];
        let mut is_begun = false;
        ledger.resume(b"{\"class\":{", |number, line| match line {
            Line::Class(before) if !is_begun => {
                is_begun = true;
                match before.difference(header) {
                    None => Ok(()),
                    Some(difference) => Err(format!(
                        "it belongs to another class: {difference}; undo the change, or begin a new folder with --keep"
                    )),
                }
            }
            Line::Grade { student, outcome } if is_begun && student < outcomes.len() => {
                match outcomes[student].replace(outcome) {
                    None => Ok(()),
                    Some(_) => Err(format!("line {number} grades a student twice")),
                }
            }
            _ => Err(format!("line {number} is out of place")),
        })?;
        if !is_begun {
            ledger.add(&Line::Class(header.clone()))?;
        }
        Ok(Self { ledger, outcomes })
    }

    /// Appends the result of a student.
    pub fn add(&mut self, student: usize, outcome: Outcome) -> Result<(), LedgerError> {
        self.outcomes[student] = Some(outcome.clone());
        self.ledger.add(&Line::Grade { student, outcome })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let entry = |name: &str| Entry {
            name: name.to_owned(),
            program: "random".to_owned(),
            hash: "0".to_owned(),
        };
        Header {
            format: Header::FORMAT,
            assignment: None,
            seed: 1,
            students: vec![entry("Ada"), entry("Bob")],
            program: None,
        }
    }

    #[test]
    fn an_unfinished_line_is_graded_again_and_a_changed_class_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("grades.jsonl");
        let refused = Outcome::Refused("no".to_owned());
        let mut grades = Grades::open(&path, &header()).expect("new grades");
        grades.add(0, refused.clone()).expect("a line");
        let error = Grades::open(&path, &header()).err().expect("a lock");
        assert!(error.to_string().contains("another program is writing it"));
        drop(grades);
        let whole = std::fs::read(&path).expect("a file");
        for end in 0..whole.len() {
            std::fs::write(&path, &whole[..end]).expect("a file");
            let grades = Grades::open(&path, &header()).expect("grades");
            assert_eq!(grades.outcomes, [None, None], "{end}");
        }
        std::fs::write(&path, &whole).expect("a file");
        assert_eq!(
            Grades::open(&path, &header()).expect("grades").outcomes,
            [Some(refused), None]
        );
        for (change, word) in [
            (
                &mut (|header: &mut Header| header.seed = 2) as &mut dyn FnMut(&mut Header),
                "seed was 1, not 2",
            ),
            (
                &mut |header| header.students[1].hash = "1".to_owned(),
                "the program of Bob has changed since",
            ),
            (
                &mut |header| drop(header.students.pop()),
                "it had 2 students, not 1",
            ),
            (
                &mut |header| header.assignment = Some("x".to_owned()),
                "assignment was another one",
            ),
        ] {
            let mut other = header();
            change(&mut other);
            let error = Grades::open(&path, &other).err().expect(word).to_string();
            assert!(error.contains(word), "{error}");
        }
        std::fs::write(&path, "a shopping list").expect("a file");
        assert!(Grades::open(&path, &header()).is_err());
        assert_eq!(std::fs::read(&path).expect("a file"), b"a shopping list");
    }
}
