//! A sheet for a terminal and for a spreadsheet.

use std::fmt;

use gametree::Score;
use players::Fault;

use super::diagnosis::Seen;
use super::sheet::{Example, Sheet, points};
use super::subject::Reply;
use super::truth::WON;
use crate::report::csv_line;

/// A value in words.
pub fn score(value: Score) -> String {
    match value {
        value if value >= WON => "a forced win".to_owned(),
        value if value <= -WON => "a forced loss".to_owned(),
        value => value.to_string(),
    }
}

/// A word of somebody else's, so short that it can be shown.
pub fn word(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    games::nearest::quote(&short)
}

/// What was said about these things.
pub fn reply(reply: &Result<Reply, Fault>, about: &[Seen]) -> String {
    let reply = match reply {
        Ok(reply) => reply,
        Err(fault) => return format!("it {fault}"),
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
        });
    }
    if parts.is_empty() {
        return "nothing about it".to_owned();
    }
    parts.join(", ")
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} (seed {})\n", self.title, self.program, self.seed)?;
        let marks = self.marks.iter().map(|mark| match mark.graded {
            true => format!("{} of {}", points(mark.points), points(mark.weight)),
            false => "-".to_owned(),
        });
        let marks: Vec<String> = marks.collect();
        let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let title_width = width(&mut self.marks.iter().map(|mark| mark.title.chars().count()));
        let mark_width = width(&mut marks.iter().map(|mark| mark.chars().count()));
        for (mark, text) in self.marks.iter().zip(&marks) {
            let sign = match (mark.graded, mark.passed) {
                (false, _) => ' ',
                (true, true) => '+',
                (true, false) => '-',
            };
            writeln!(
                f,
                "{sign} {:title_width$}  {text:>mark_width$}  {}",
                mark.title, mark.line
            )?;
        }
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
                    "  or it is   {others}: what was asked cannot tell them apart"
                )?;
            }
            if let Some(example) = &bug.smallest {
                write!(f, "{}", Shown("smallest", example))?;
            }
        }
        if let Some(example) = &self.failing {
            writeln!(f, "\nNo bug that is known here explains what is wrong.")?;
            write!(f, "{}", Shown("smallest", example))?;
        }
        if !self.notes.is_empty() {
            writeln!(f)?;
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        let verdict = if self.passed() {
            "passed"
        } else {
            "not passed"
        };
        writeln!(
            f,
            "\n{} of {} marks, {verdict}",
            points(self.points()),
            points(self.of())
        )
    }
}

/// An example under a heading.
struct Shown<'a>(&'a str, &'a Example);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(heading, example) = self;
        writeln!(f, "  {heading:9}  {}", example.question)?;
        writeln!(f, "  expected   {}", example.expected)?;
        writeln!(f, "  obtained   {}", example.obtained)
    }
}

impl Sheet {
    /// The marks as comma-separated values, with a heading and a line for the sum.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = String::from(
            "program,assignment,seed,check,criterion,graded,passed,points,of,right,asked,line\n",
        );
        let seed = self.seed.to_string();
        let mut line = |check: &str, title: &str, words: [String; 6], said: &str| {
            let [graded, passed, points, of, right, asked] = words;
            let fields = [
                &self.program,
                &self.assignment,
                &seed,
                check,
                title,
                &graded,
                &passed,
                &points,
                &of,
                &right,
                &asked,
                said,
            ];
            text += &csv_line(fields);
        };
        for mark in &self.marks {
            let words = [
                mark.graded.to_string(),
                mark.passed.to_string(),
                points(mark.points),
                points(mark.weight),
                mark.right.to_string(),
                mark.asked.to_string(),
            ];
            line(&mark.check, &mark.title, words, &mark.line);
        }
        let words = [
            "true".to_owned(),
            self.passed().to_string(),
            points(self.points()),
            points(self.of()),
            String::new(),
            String::new(),
        ];
        let bug = self.bug.as_ref().map_or("", |bug| bug.name.as_str());
        line("all", "all", words, bug);
        text
    }
}
