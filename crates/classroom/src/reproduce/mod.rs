//! # Printed beside obtained
//!
//! Every figure of the five documents that can be had again, computed now. Nothing here is the
//! answer written down: the right column is what the players of this crate do at this moment. The left column is what
//! should come out, and each row says who says so ([`Source`]): the document itself, what follows from its words, a script
//! that shares no code with this program (`tools/recompute.py`), or only we.
//!
//! ```no_run
//! use classroom::reproduce;
//! let sections = reproduce::run(&classroom::Document::ALL, &mut |p| eprintln!("{}/{} {}", p.done, p.of, p.title));
//! assert!(sections.iter().all(|section| section.same()));
//! ```

mod a4;
mod courses;
mod explanations;
mod plots;
mod profile;
mod random_games;
mod report;

pub use plots::{Plot, plots};

use crate::player::Control;
use crate::presets::{Document, UnknownDocument};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Who says what should come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The document prints it.
    Printed,
    /// The document does not print it, but it follows from what is printed: a rule, a position, a sentence.
    Derived,
    /// The document does not print it. A script computes it that shares no code with this program.
    Recomputed,
    /// Nobody but this program says so: it was measured here, and must not change.
    Ours,
}

impl Source {
    /// All of them, the strongest first.
    pub const ALL: [Self; 4] = [Self::Printed, Self::Derived, Self::Recomputed, Self::Ours];

    /// In a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Derived => "derived",
            Self::Recomputed => "recomputed",
            Self::Ours => "ours",
        }
    }

    /// In a sentence.
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
    /// What it is.
    pub what: String,
    /// What should come out.
    pub printed: String,
    /// What came out.
    pub obtained: String,
    /// Is it the same?
    pub same: bool,
    /// Who says what should come out, if it is not who says so for the whole section.
    own_source: Option<Source>,
}

#[allow(clippy::needless_pass_by_value)] // Texts and numbers alike are handed over.
impl Row {
    /// A figure that must be equal.
    pub fn new(what: impl Into<String>, printed: impl ToString, obtained: impl ToString) -> Self {
        let (printed, obtained) = (printed.to_string(), obtained.to_string());
        Self {
            what: what.into(),
            same: printed == obtained,
            printed,
            obtained,
            own_source: None,
        }
    }

    /// A figure with nothing to compare it with.
    pub fn note(what: impl Into<String>, obtained: impl ToString) -> Self {
        Self {
            what: what.into(),
            printed: String::new(),
            obtained: obtained.to_string(),
            same: true,
            own_source: None,
        }
    }

    /// A figure that must lie in a range, or have a property: `same` says whether it does.
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

    /// The same, said by somebody else than the rest of its section.
    #[must_use]
    pub const fn said_by(mut self, source: Source) -> Self {
        self.own_source = Some(source);
        self
    }

    /// Is there something to compare it with?
    #[must_use]
    pub fn is_compared(&self) -> bool {
        !self.printed.is_empty()
    }
}

/// Figures that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Where they are from.
    pub document: Document,
    /// What they are about.
    pub title: String,
    /// Who says what should come out.
    pub source: Source,
    /// The figures.
    pub rows: Vec<Row>,
    /// What there is to learn from them, or what was assumed.
    pub remark: String,
}

impl Section {
    /// Who says what should come out of a row.
    #[must_use]
    pub fn source_of(&self, row: &Row) -> Source {
        row.own_source.unwrap_or(self.source)
    }

    /// Are all figures the same?
    #[must_use]
    pub fn same(&self) -> bool {
        self.rows.iter().all(|row| row.same)
    }
}

/// As a table for the terminal.
impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = |text: fn(&Row) -> &str, heading: &str| {
            let longest = self.rows.iter().map(|row| text(row).chars().count()).max();
            longest.unwrap_or(0).max(heading.len())
        };
        let expected = self.source.name();
        let what = wide(|row| &row.what, "");
        let printed = wide(|row| &row.printed, expected);
        let obtained = wide(|row| &row.obtained, "obtained");
        writeln!(f, "{}: {}", self.document.name(), self.title)?;
        writeln!(
            f,
            "  {:what$}  {expected:>printed$}  {:>obtained$}",
            "", "obtained"
        )?;
        for row in &self.rows {
            let mark = if row.same { "" } else { "  DIFFERS" };
            // A row of another source than its section says so.
            let other = match self.source_of(row) {
                source if source != self.source && row.is_compared() => {
                    format!("  ({})", source.name())
                }
                _ => String::new(),
            };
            let (a, b, c) = (&row.what, &row.printed, &row.obtained);
            writeln!(f, "  {a:what$}  {b:>printed$}  {c:>obtained$}{mark}{other}")?;
        }
        if !self.remark.is_empty() {
            writeln!(f, "  {}", self.remark)?;
        }
        Ok(())
    }
}

/// The documents that a word on the command line names: one of them, or `all`.
pub fn documents(name: &str) -> Result<Vec<Document>, UnknownDocument> {
    match name {
        "all" => Ok(Document::ALL.to_vec()),
        _ => name.parse().map(|document| vec![document]),
    }
}

/// How many of the compared figures each source has, the strongest first.
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

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Sections done.
    pub done: usize,
    /// Sections in all.
    pub of: usize,
    /// The section that was just completed.
    pub title: &'static str,
}

/// A section to be computed.
struct Job {
    document: Document,
    title: &'static str,
    source: Source,
    work: fn(&Control) -> (Vec<Row>, String),
}

const fn job(
    document: Document,
    source: Source,
    title: &'static str,
    work: fn(&Control) -> (Vec<Row>, String),
) -> Job {
    Job {
        document,
        title,
        source,
        work,
    }
}

/// All sections, in the order they are shown.
fn jobs() -> Vec<Job> {
    let mut jobs = a4::jobs();
    jobs.extend(profile::jobs());
    jobs.extend(random_games::jobs());
    jobs.extend(courses::jobs());
    jobs.extend(report::jobs());
    jobs.extend(explanations::jobs());
    jobs
}

/// Compute the sections of these documents, on two threads if there are two processors.
pub fn run(which: &[Document], progress: &mut dyn FnMut(Progress)) -> Vec<Section> {
    run_until(which, Control::never(), progress)
}

/// The same, until `control` stops it: then there are only the sections that were complete.
pub fn run_until(
    which: &[Document],
    control: &Control,
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
        for _ in 0..threads {
            let (sender, jobs, next) = (sender.clone(), &jobs, &next);
            scope.spawn(move || {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let index = jobs.iter().position(|other| std::ptr::eq(other, job));
                    let done = (job.work)(control);
                    // What was under way when the stop came is worth nothing.
                    if control.is_stopped() {
                        break;
                    }
                    // Nobody listens any more only if the receiver panicked.
                    let _ = sender.send((index, done));
                }
            });
        }
        drop(sender);
        for (done, (index, (rows, remark))) in results.iter().enumerate() {
            let Some(index) = index else { continue };
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

/// A number with commas: `1,275,708`.
fn commas(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_get_commas() {
        assert_eq!(commas(0), "0");
        assert_eq!(commas(999), "999");
        assert_eq!(commas(1_275_708), "1,275,708");
    }

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
