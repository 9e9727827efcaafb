//! A sheet as text and as comma-separated values.

use std::fmt;

use gametree::Score;
use players::Fault;

use super::diagnosis::Seen;
use super::session::Reply;
use super::sheet::{Example, Mark, Sheet, points};
use super::truth::{Truth, WON};
use report::{Cell, Column, Table};

/// Returns a value in words.
pub fn score(value: Score) -> String {
    match value {
        value if value >= WON => "a forced win".to_owned(),
        value if value <= -WON => "a forced loss".to_owned(),
        value => value.to_string(),
    }
}

/// Quotes the beginning of a text of the program.
pub fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    games::nearest::quote(&short)
}

/// Returns a fault in words. A program that ends without an error did not crash.
pub fn ended(fault: &Fault) -> String {
    match fault {
        Fault::Crash(reason) if reason.starts_with("exit status: 0") => {
            let reason = reason.trim_start_matches("exit status: 0");
            format!("ended before answering{reason}")
        }
        fault => fault.to_string(),
    }
}

/// Lists up to three of the best moves.
pub fn best_moves(truth: &Truth) -> String {
    let moves = truth.moves.iter().map(|(name, _)| name.as_str());
    let best: Vec<&str> = moves.filter(|name| truth.is_best(name)).take(3).collect();
    best.join(" or ")
}

/// Returns these parts of a reply in words.
pub fn reply(reply: &Result<Reply, Fault>, about: &[Seen]) -> String {
    let reply = match reply {
        Ok(reply) => reply,
        Err(fault) => return format!("the program {}", ended(fault)),
    };
    let mut parts = Vec::new();
    for seen in about {
        parts.extend(match seen {
            Seen::Values => reply.value.map(|value| format!("value {}", score(value))),
            Seen::Nodes => reply.nodes.map(|nodes| format!("{nodes} nodes")),
            Seen::Leaves => reply
                .leaves
                .as_ref()
                .map(|leaves| format!("leaves {leaves:?}")),
            Seen::Moves => reply
                .best
                .as_ref()
                .map(|best| format!("the move {}", quoted(best))),
        });
    }
    if parts.is_empty() {
        return "no such field".to_owned();
    }
    parts.join(", ")
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} (seed {})\n", self.title, self.program, self.seed)?;
        let sign = |mark: &Mark| if mark.passed { '+' } else { '-' };
        let marks = Table::new(&self.marks)
            .column(Column::left(""), |mark| {
                format!("{} {}", sign(mark), mark.title)
            })
            .column(Column::right(""), Mark::written)
            .column(Column::left(""), |mark| &mark.line);
        f.write_str(&marks.to_text())?;
        if let Some(bug) = &self.bug {
            writeln!(f, "\nThe bug is {}: it {}.", bug.name, bug.about)?;
            writeln!(f, "  wrong      {}", bug.wrong)?;
            writeln!(f, "  right      {}", bug.right)?;
            writeln!(
                f,
                "  explains   {} of {} wrong answers, seen in their {}",
                bug.explains, bug.of, bug.seen_in
            )?;
            if !bug.alike.is_empty() {
                let others = bug.alike.join(" or ");
                writeln!(
                    f,
                    "  or it is   {others}: the questions do not distinguish them"
                )?;
            }
            if let Some(example) = &bug.smallest {
                write!(f, "{}", Shown("smallest", example))?;
            }
        }
        if let Some(example) = &self.failing {
            writeln!(f, "\nThe errors match no known bug.")?;
            write!(f, "{}", Shown("smallest", example))?;
        }
        if !self.notes.is_empty() {
            writeln!(f)?;
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        if let Some(isolated) = self.isolated() {
            writeln!(f, "\n{isolated}")?;
        }
        writeln!(
            f,
            "\n{} of {} marks, {}",
            points(self.total),
            points(self.maximum),
            self.verdict()
        )
    }
}

/// An example with a heading.
struct Shown<'a>(&'a str, &'a Example);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(heading, example) = self;
        writeln!(f, "  {heading:9}  {}", example.question)?;
        writeln!(f, "  expected   {}", example.expected)?;
        writeln!(f, "  obtained   {}", example.obtained)
    }
}

/// The check and the title of the line with the sum.
const ALL: &str = "all";

impl Sheet {
    /// Returns the marks as comma-separated values, with a last line for the sum.
    #[must_use]
    pub fn to_csv(&self) -> String {
        // The bug, or the first remark.
        let bug = self.bug.as_ref().map(|bug| &bug.name);
        let bug = bug
            .or_else(|| self.notes.first())
            .map_or("", String::as_str);
        let sum = Mark {
            check: ALL.to_owned(),
            title: ALL.to_owned(),
            weight: self.maximum,
            points: self.total,
            graded: true,
            passed: self.passed,
            ..Mark::share(0, 0).with_line(bug)
        };
        let rows: Vec<&Mark> = self.marks.iter().chain([&sum]).collect();
        let count = |mark: &Mark, count: u32| (mark.check != ALL).then(|| Cell::count(count));
        Table::new(&rows)
            .column(Column::left("program"), |_| &self.program)
            .column(Column::left("assignment"), |_| &self.assignment)
            .column(Column::right("seed"), |_| Cell::count(self.seed))
            .column(Column::left("check"), |mark| &mark.check)
            .column(Column::left("criterion"), |mark| &mark.title)
            .column(Column::left("graded"), |mark| mark.graded.to_string())
            .column(Column::left("passed"), |mark| mark.passed.to_string())
            .column(Column::right("points"), |mark| points(mark.points))
            .column(Column::right("of"), |mark| points(mark.weight))
            .column(Column::right("right"), |mark| count(mark, mark.right))
            .column(Column::right("asked"), |mark| count(mark, mark.asked))
            .column(Column::left("line"), |mark| &mark.line)
            .to_csv()
    }
}
