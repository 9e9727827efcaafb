//! # Printed and obtained figures
//!
//! Computes every figure of the five documents that can be reproduced. The obtained values are computed by the players
//! of this crate on every run. The expected values have a [`Source`]: the document prints them, they follow from the
//! document, an independent script computes them (`tools/recompute.py`), or they were measured with this program.
//!
//! ```no_run
//! use courses::reproduce;
//! let sections = reproduce::run(&courses::Document::ALL, &mut |p| eprintln!("{}/{} {}", p.done, p.of, p.title));
//! assert!(sections.iter().all(|section| section.same()));
//! ```

mod a4;
mod courses;
mod explanations;
mod page;
mod plots;
mod profile;
mod random_games;
mod report;

pub use page::{to_csv, to_html, to_json, verdict};
pub use plots::{Plot, plots};

use crate::presets::{Document, UnknownDocument};
use ::report::{Column, Table, grouped};
use gametree::{Limits, Signal};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// The source of an expected value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The document prints it.
    Printed,
    /// The document does not print it, but it follows from a printed rule, position or sentence.
    Derived,
    /// A script that shares no code with this program computes it.
    Recomputed,
    /// This program computed it before, and it must not change.
    Ours,
}

impl Source {
    /// All sources, the strongest first.
    pub const ALL: [Self; 4] = [Self::Printed, Self::Derived, Self::Recomputed, Self::Ours];

    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Derived => "derived",
            Self::Recomputed => "recomputed",
            Self::Ours => "ours",
        }
    }

    /// Returns its description.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Printed => "the document prints it",
            Self::Derived => "it follows from what the document prints",
            Self::Recomputed => "a script that shares no code with this program computes it",
            Self::Ours => "measured here, and must not change",
        }
    }
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its description.
    pub what: String,
    /// The expected value.
    pub printed: String,
    /// The obtained value.
    pub obtained: String,
    /// Whether the obtained value is as expected.
    pub same: bool,
    /// The source of the expected value, if it differs from the section's.
    own_source: Option<Source>,
}

#[allow(clippy::needless_pass_by_value)] // Accepts texts and numbers.
impl Row {
    /// Creates a figure that must be equal.
    pub fn new(what: impl Into<String>, printed: impl ToString, obtained: impl ToString) -> Self {
        let (printed, obtained) = (printed.to_string(), obtained.to_string());
        let same = printed == obtained;
        Self::check(what, printed, obtained, same)
    }

    /// Creates a figure that is yes or no.
    pub fn yes_no(what: impl Into<String>, printed: bool, obtained: bool) -> Self {
        let word = |yes| if yes { "yes" } else { "no" };
        Self::new(what, word(printed), word(obtained))
    }

    /// Creates a figure without an expected value.
    pub fn note(what: impl Into<String>, obtained: impl ToString) -> Self {
        Self::check(what, "", obtained, true)
    }

    /// Creates a figure with a condition; `same` is whether it holds.
    pub fn check(
        what: impl Into<String>,
        printed: impl ToString,
        obtained: impl ToString,
        same: bool,
    ) -> Self {
        Self {
            what: what.into(),
            printed: printed.to_string(),
            obtained: obtained.to_string(),
            same,
            own_source: None,
        }
    }

    /// Sets a source that differs from the section's.
    #[must_use]
    pub const fn with_source(mut self, source: Source) -> Self {
        self.own_source = Some(source);
        self
    }

    /// Returns whether there is an expected value.
    #[must_use]
    pub fn is_compared(&self) -> bool {
        !self.printed.is_empty()
    }
}

/// A group of figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The document.
    pub document: Document,
    /// The title.
    pub title: String,
    /// The source of an expected value.
    pub source: Source,
    /// The figures.
    pub rows: Vec<Row>,
    /// An explanation, or an assumption.
    pub remark: String,
}

impl Section {
    /// Returns the source of a row.
    #[must_use]
    pub fn source_of(&self, row: &Row) -> Source {
        row.own_source.unwrap_or(self.source)
    }

    /// Returns whether all figures are as expected.
    #[must_use]
    pub fn same(&self) -> bool {
        self.rows.iter().all(|row| row.same)
    }
}

/// Writes a table for the terminal.
impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |row: &Row| {
            let differs = if row.same { "" } else { "DIFFERS" };
            // A row with another source than its section names it.
            match self.source_of(row) {
                source if source != self.source && row.is_compared() => {
                    format!("{differs}  ({})", source.name())
                        .trim_start()
                        .to_owned()
                }
                _ => differs.to_owned(),
            }
        };
        let table = Table::new(&self.rows)
            .column(Column::left(""), |row| &*row.what)
            .column(Column::right(self.source.name()), |row| &*row.printed)
            .column(Column::right("obtained"), |row| &*row.obtained)
            .column(Column::left(""), mark);
        writeln!(f, "{}: {}", self.document.name(), self.title)?;
        for line in table.to_text().lines() {
            writeln!(f, "  {line}")?;
        }
        if !self.remark.is_empty() {
            writeln!(f, "  {}", self.remark)?;
        }
        Ok(())
    }
}

/// Returns the documents of a command-line argument: a name, or `all`.
pub fn documents(name: &str) -> Result<Vec<Document>, UnknownDocument> {
    match name {
        "all" => Ok(Document::ALL.to_vec()),
        _ => name.parse().map(|document| vec![document]),
    }
}

/// Counts the compared figures by source, the strongest first.
#[must_use]
pub fn tally(sections: &[Section]) -> [(Source, usize); 4] {
    Source::ALL.map(|source| {
        let rows = sections
            .iter()
            .flat_map(|section| section.rows.iter().map(move |row| (section, row)));
        let count = rows
            .filter(|(section, row)| row.is_compared() && section.source_of(row) == source)
            .count();
        (source, count)
    })
}

/// The progress of the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of complete sections.
    pub done: usize,
    /// The number of sections.
    pub of: usize,
    /// The section completed last.
    pub title: &'static str,
}

/// A section to be computed.
struct Job {
    document: Document,
    title: &'static str,
    source: Source,
    work: fn(&Signal) -> (Vec<Row>, String),
}

const fn job(
    document: Document,
    source: Source,
    title: &'static str,
    work: fn(&Signal) -> (Vec<Row>, String),
) -> Job {
    Job {
        document,
        title,
        source,
        work,
    }
}

/// Returns limits of a depth, as the document counts, that `signal` stops.
fn to_depth(depth: u32, signal: &Signal) -> Limits {
    Limits::depth(depth).with_stop(signal.stop_handle())
}

/// Returns all sections in display order.
fn jobs() -> Vec<Job> {
    let mut jobs = a4::jobs();
    jobs.extend(profile::jobs());
    jobs.extend(random_games::jobs());
    jobs.extend(courses::jobs());
    jobs.extend(report::jobs());
    jobs.extend(explanations::jobs());
    jobs
}

/// Computes the sections of these documents, on two threads if the machine has two.
pub fn run(which: &[Document], progress: &mut dyn FnMut(Progress)) -> Vec<Section> {
    run_until(which, &Signal::default(), progress)
}

/// Computes the sections of these documents until `signal` stops it. Returns the complete sections.
pub fn run_until(
    which: &[Document],
    signal: &Signal,
    progress: &mut dyn FnMut(Progress),
) -> Vec<Section> {
    let jobs: Vec<Job> = jobs()
        .into_iter()
        .filter(|job| which.contains(&job.document))
        .collect();
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(2));
    let mut sections: Vec<Option<Section>> = jobs.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        let (jobs, next) = (&jobs, &next);
        let work = move |sender: mpsc::Sender<_>| {
            while let Some((index, job)) = take(jobs, next) {
                let done = (job.work)(signal);
                // A section interrupted by the stop is dropped.
                if signal.is_stopped() {
                    break;
                }
                // Sending fails only if the receiver panicked.
                let _ = sender.send((index, done));
            }
        };
        let workers = (0..threads).map_while(|_| {
            let sender = sender.clone();
            let thread = std::thread::Builder::new();
            thread.spawn_scoped(scope, move || work(sender)).ok()
        });
        // This thread does the work alone if the system creates no other.
        if workers.count() == 0 {
            work(sender);
        } else {
            drop(sender);
        }
        for (done, (index, (rows, remark))) in results.iter().enumerate() {
            let job = &jobs[index];
            sections[index] = Some(Section {
                document: job.document,
                title: job.title.to_owned(),
                source: job.source,
                rows,
                remark,
            });
            progress(Progress {
                done: done + 1,
                of: jobs.len(),
                title: job.title,
            });
        }
    });
    sections.into_iter().flatten().collect()
}

/// Takes the next job and its index.
fn take<'a>(jobs: &'a [Job], next: &AtomicUsize) -> Option<(usize, &'a Job)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    jobs.get(index).map(|job| (index, job))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_by_name() {
        assert_eq!(documents("all").unwrap().len(), 5);
        assert_eq!(documents("a8").unwrap(), [Document::A8]);
        assert_eq!(
            documents("a9").unwrap_err().to_string(),
            "there is no document \"a9\": expected a4, i2p3, fascicle3, a8, report or all"
        );
    }

    #[test]
    fn a_row_that_differs_is_marked() {
        let section = Section {
            document: Document::A4,
            title: "test".into(),
            source: Source::Printed,
            rows: vec![Row::new("one", 1, 1), Row::new("two", 2, 3)],
            remark: String::new(),
        };
        assert!(!section.same());
        let text = section.to_string();
        assert_eq!(text.matches("DIFFERS").count(), 1);
        assert!(
            text.lines()
                .any(|line| line.contains("two") && line.contains("DIFFERS"))
        );
    }
}
