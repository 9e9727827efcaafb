//! The command `espalier lesson`: the lessons in the terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use games::nearest::{hint, quote};
use games::{BoardGame, GameKind, WithGame};
use lab::lesson::{Lesson, Question, Show, Step, lessons, lessons_in, measure};
use lab::small_tree::SmallTree;

use crate::error::Failure;

/// Arguments of `espalier lesson`.
#[derive(Args, Debug)]
#[command(after_help = "\
Without a name the lessons are listed. In a terminal each question waits for your answer; on a pipe everything is printed.
A lesson is a text file: docs/teaching/lessons.md says how to write one, and --check computes every number of it.

Examples:
  espalier lesson
  espalier lesson minimax
  espalier lesson minimax --check")]
pub struct LessonArgs {
    /// The lesson
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Take the lessons of this folder, files that end with .txt, instead of those that are built in
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Compute every number that the lesson states, or that all of them state; the exit status is 1 if one is wrong
    #[arg(long)]
    pub check: bool,
}

/// Lists, shows or checks lessons.
pub fn command(args: &LessonArgs, output: &mut impl Write) -> Result<(), Failure> {
    let all = match &args.folder {
        Some(folder) => lessons_in(folder),
        None => lessons(),
    };
    let mut all = all.map_err(Failure::input)?;
    if let Some(name) = &args.name {
        let names: Vec<String> = all.iter().map(|lesson| lesson.name.clone()).collect();
        all.retain(|lesson| lesson.name == *name);
        if all.is_empty() {
            let known = names.iter().map(String::as_str);
            return Err(Failure::input(format_args!(
                "no lesson is called {}{} (lessons: {})",
                quote(name),
                hint(name, known),
                names.join(", ")
            )));
        }
    }
    if args.check {
        return check(&all, output);
    }
    if args.name.is_none() {
        for (index, lesson) in all.iter().enumerate() {
            writeln!(
                output,
                "{:>2}. {:<16}{}",
                index + 1,
                lesson.name,
                lesson.title
            )?;
            writeln!(output, "    {:<16}{}", "", lesson.about)?;
        }
        return Ok(output.flush()?);
    }
    let ask = io::stdin().is_terminal() && io::stdout().is_terminal();
    for lesson in &all {
        tell(lesson, ask, output)?;
    }
    Ok(output.flush()?)
}

/// Computes every number.
fn check(all: &[Lesson], output: &mut impl Write) -> Result<(), Failure> {
    let mut wrong = 0;
    let mut count = 0;
    for lesson in all {
        for step in &lesson.steps {
            for check in &step.checks {
                count += 1;
                let found = measure(&check.formula);
                let said = match &found {
                    Ok(found) if found.is(&check.said) => continue,
                    Ok(found) => found.text(),
                    Err(reason) => reason.clone(),
                };
                wrong += 1;
                let (lesson, step) = (&lesson.name, &step.title);
                writeln!(
                    output,
                    "{lesson}, {step}: says {}, but {} is {said}",
                    check.said, check.formula
                )?;
            }
        }
    }
    writeln!(output, "{count} numbers, {wrong} wrong")?;
    output.flush()?;
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::Mismatch),
    }
}

fn tell(lesson: &Lesson, ask: bool, output: &mut impl Write) -> Result<(), Failure> {
    writeln!(output, "{}\n{}\n", lesson.title, lesson.about)?;
    for (index, step) in lesson.steps.iter().enumerate() {
        let place = format!("{} of {}", index + 1, lesson.steps.len());
        writeln!(output, "--- {place}: {}", step.title)?;
        step_text(step, output)?;
        if let Some(question) = &step.ask {
            put(question, ask, output)?;
        }
        for text in &step.reveal {
            paragraph(text, output)?;
        }
        for (address, words) in &step.go {
            writeln!(
                output,
                "In the web app (espalier serve): {words}, #/{address}"
            )?;
        }
        writeln!(output)?;
        if ask && index + 1 < lesson.steps.len() {
            write!(output, "(Enter goes on) ")?;
            output.flush()?;
            if answer()?.is_none() {
                break;
            }
        }
    }
    Ok(())
}

fn step_text(step: &Step, output: &mut impl Write) -> Result<(), Failure> {
    for text in &step.text {
        paragraph(text, output)?;
    }
    match &step.show {
        None => {}
        Some(Show::Tree { tree, .. }) => {
            let tree: SmallTree = tree.parse().map_err(Failure::input)?;
            for node in tree.nodes() {
                let side = if node.ply.is_multiple_of(2) {
                    "MAX"
                } else {
                    "MIN"
                };
                let face = node.leaf.map_or(side.to_owned(), |leaf| leaf.to_string());
                writeln!(output, "  {}{face}", "    ".repeat(node.ply as usize))?;
            }
        }
        Some(Show::Board { game, position }) => {
            let kind: GameKind = game.parse().map_err(Failure::input)?;
            writeln!(output, "{}", kind.with(Render(position.as_deref())))?;
        }
    }
    Ok(())
}

struct Render<'a>(Option<&'a str>);

impl WithGame for Render<'_> {
    type Output = String;

    fn run<G: BoardGame>(self, game: &G) -> String {
        let state = self.0.and_then(|text| game.read_position(text).ok());
        game.render(&state.unwrap_or_else(|| game.start()))
    }
}

/// Asks, and says whether the answer was right.
fn put(question: &Question, ask: bool, output: &mut impl Write) -> Result<(), Failure> {
    paragraph(&question.text, output)?;
    for choice in &question.choices {
        writeln!(output, "  - {choice}")?;
    }
    if ask {
        write!(output, "> ")?;
        output.flush()?;
        let typed = answer()?.unwrap_or_default();
        let right = typed.trim().eq_ignore_ascii_case(&question.answer);
        write!(output, "{} ", if right { "Right." } else { "Not quite." })?;
    }
    writeln!(output, "Answer: {}", question.answer)?;
    Ok(())
}

/// A line of standard input; none at its end.
fn answer() -> Result<Option<String>, Failure> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    match read.map_err(Failure::input)? {
        0 => Ok(None),
        _ => Ok(Some(line)),
    }
}

/// Words in lines that fit a terminal.
fn paragraph(text: &str, output: &mut impl Write) -> Result<(), Failure> {
    let mut length = 0;
    for word in text.split_whitespace() {
        if length > 0 && length + word.chars().count() >= 78 {
            writeln!(output)?;
            length = 0;
        } else if length > 0 {
            write!(output, " ")?;
            length += 1;
        }
        write!(output, "{word}")?;
        length += word.chars().count();
    }
    Ok(writeln!(output)?)
}
