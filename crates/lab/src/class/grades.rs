//! The grades of a class as they come: one line of JSON for each student, never changed, only added to. A program that is
//! killed can leave one line unfinished; it is cut off, and that student is graded again.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::file::ClassError;
use crate::grade::Sheet;

/// What the grades are about: the first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    /// The version of the format.
    pub format: u32,
    /// The assignment with the hash of its words; `None` if nobody is graded.
    pub assignment: Option<String>,
    /// Where the questions come from.
    pub seed: u64,
    /// The students: who, which program, and the hash of what is in it.
    pub students: Vec<Entry>,
}

/// A student in the first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub name: String,
    pub program: String,
    pub hash: String,
}

impl Header {
    /// The format written here.
    pub const FORMAT: u32 = 1;

    /// What is different in the class as it is now.
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
                "it had {} where {} is now",
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

/// What came of a student's program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It can be run; how it was graded, if it was.
    Sheet(Option<Box<Sheet>>),
    /// It can be run, and the assignment asks nothing that it can be asked; in a sentence.
    Ungraded(String),
    /// It cannot be run, in a sentence: it does not compile, or there is no such file.
    Refused(String),
}

/// A line that is written or read.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Class(Header),
    Grade { student: usize, outcome: Outcome },
}

/// The grades so far.
pub(super) struct Grades {
    file: File,
    path: PathBuf,
    /// For each student what came of it, if it was looked at.
    pub outcomes: Vec<Option<Outcome>>,
}

impl Grades {
    /// Begins, or goes on with what is there.
    pub fn open(path: &Path, header: &Header) -> Result<Self, ClassError> {
        let failed =
            |error| ClassError::new(format_args!("cannot use {}: {error}", path.display()));
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path);
        let mut grades = Self {
            file: file.map_err(failed)?,
            path: path.to_owned(),
            outcomes: vec![None; header.students.len()],
        };
        // Two programs that hold the same class would grade everybody twice.
        if grades.file.try_lock().is_err() {
            return Err(grades.wrong("another program is writing it"));
        }
        let (complete, begun) = grades.read(header)?;
        grades.file.set_len(complete).map_err(failed)?;
        if !begun {
            grades.append(&Line::Class(header.clone()))?;
        }
        Ok(grades)
    }

    /// Reads what is there: the length of the complete lines, and whether the first of them is there.
    fn read(&mut self, header: &Header) -> Result<(u64, bool), ClassError> {
        let failed =
            |error| ClassError::new(format_args!("cannot read {}: {error}", self.path.display()));
        let mut reader = BufReader::new(File::open(&self.path).map_err(failed)?);
        let (mut complete, mut bytes, mut begun) = (0, Vec::new(), false);
        for number in 1.. {
            bytes.clear();
            let length = reader.read_until(b'\n', &mut bytes).map_err(failed)?;
            if bytes.last() != Some(&b'\n') {
                // Somebody else's file is not cut.
                if !begun && !b"{\"class\":{".starts_with(&bytes[..bytes.len().min(10)]) {
                    return Err(self.wrong("it has no grades of a class"));
                }
                break;
            }
            let line = serde_json::from_slice(&bytes)
                .map_err(|error| self.wrong(format_args!("line {number}: {error}")))?;
            match line {
                Line::Class(before) if !begun => {
                    if let Some(difference) = before.difference(header) {
                        return Err(self.wrong(format_args!(
                            "it is of another class: {difference}; put that back, or begin again with --keep in another folder"
                        )));
                    }
                    begun = true;
                }
                Line::Grade { student, outcome } if begun && student < self.outcomes.len() => {
                    if self.outcomes[student].replace(outcome).is_some() {
                        return Err(
                            self.wrong(format_args!("line {number}: a student is there twice"))
                        );
                    }
                }
                _ => return Err(self.wrong(format_args!("line {number} is out of place"))),
            }
            complete += length as u64;
        }
        Ok((complete, begun))
    }

    /// Writes what came of a student.
    pub fn add(&mut self, student: usize, outcome: Outcome) -> Result<(), ClassError> {
        self.outcomes[student] = Some(outcome.clone());
        self.append(&Line::Grade { student, outcome })
    }

    fn append(&mut self, line: &Line) -> Result<(), ClassError> {
        let mut bytes = serde_json::to_vec(line).map_err(ClassError::new)?;
        bytes.push(b'\n');
        let written = self.file.write_all(&bytes);
        written
            .map_err(|error| ClassError(format!("cannot write {}: {error}", self.path.display())))
    }

    fn wrong(&self, reason: impl std::fmt::Display) -> ClassError {
        ClassError(format!("{}: {reason}", self.path.display()))
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
        }
    }

    #[test]
    fn what_was_cut_is_graded_again_and_what_changed_is_said() {
        let path = std::env::temp_dir().join(format!("grades-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let refused = Outcome::Refused("no".to_owned());
        let mut grades = Grades::open(&path, &header()).expect("new grades");
        grades.add(0, refused.clone()).expect("written");
        let error = Grades::open(&path, &header()).err().expect("in use");
        assert!(error.to_string().contains("another program is writing it"));
        drop(grades);
        let whole = std::fs::read(&path).expect("a file");
        // Wherever it is cut, what was complete is there, and nothing else.
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
        std::fs::write(&path, "somebody's notes").expect("a file");
        assert!(Grades::open(&path, &header()).is_err());
        assert_eq!(std::fs::read(&path).expect("a file"), b"somebody's notes");
        let _ = std::fs::remove_file(&path);
    }
}
