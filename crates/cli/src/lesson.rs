//! `espalier lesson`: the lessons in the terminal.

use std::io::IsTerminal;

use ::train::lesson::{Lesson as Training, SAMPLES};
use report::grouped;
use teaching::lesson::{Lesson, Question, Show, Step, check, lessons, lessons_in};
use teaching::number_search;

use crate::practice::read_line;
use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Without a name the lessons are listed. In a terminal each question waits for an answer; on a pipe everything is printed.
A lesson is a text file: docs/teaching/lessons.md describes its format, and --check computes every number of it.

Examples:
  espalier lesson
  espalier lesson minimax
  espalier lesson minimax --check")]
pub struct LessonArgs {
    /// The lesson
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Use the lessons of this folder, files that end in .txt, instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Compute every number of the lesson, or of all lessons; exit status 1 if one is wrong
    #[arg(long)]
    check: bool,
}

/// Lists, shows or checks lessons.
pub fn command(args: &LessonArgs, output: &mut impl Write) -> Result {
    let all = match &args.folder {
        Some(folder) => lessons_in(folder),
        None => lessons(),
    };
    let mut all = all.map_err(Failure::input)?;
    if let Some(name) = &args.name {
        let names: Vec<String> = all.iter().map(|lesson| lesson.name.clone()).collect();
        all.retain(|lesson| lesson.is_called(name));
        if all.is_empty() {
            return fail!(
                "no lesson is called {}{} (lessons: {})",
                quote(name),
                hint(name, names.iter().map(String::as_str)),
                names.join(", ")
            );
        }
    }
    if args.check {
        let (count, wrong) = check(&all);
        for line in &wrong {
            writeln!(output, "{line}")?;
        }
        writeln!(output, "{count} numbers, {} wrong", wrong.len())?;
        return match wrong.is_empty() {
            true => Ok(()),
            false => Err(Failure::Mismatch),
        };
    }
    if args.name.is_none() {
        for (number, lesson) in (1..).zip(&all) {
            writeln!(output, "{number:>2}. {:<16}{}", lesson.name, lesson.title)?;
            let minutes = lesson.minutes();
            writeln!(
                output,
                "    {:<16}{} About {minutes} minutes.",
                "", lesson.about
            )?;
        }
        return Ok(());
    }
    let is_interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    all.iter()
        .try_for_each(|lesson| show(lesson, is_interactive, output))
}

fn show(lesson: &Lesson, is_interactive: bool, output: &mut impl Write) -> Result {
    let minutes = lesson.minutes();
    writeln!(
        output,
        "{}\n{} About {minutes} minutes.\n",
        lesson.title, lesson.about
    )?;
    let (mut right, mut asked) = (0, 0);
    for (number, step) in (1..).zip(&lesson.steps) {
        writeln!(
            output,
            "--- {number} of {}: {}",
            lesson.steps.len(),
            step.title
        )?;
        show_step(step, is_interactive, output)?;
        if let Some(question) = &step.ask {
            let Some(is_right) = ask(question, is_interactive, output)? else {
                break;
            };
            asked += 1;
            right += u32::from(is_right);
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
        if is_interactive && number < lesson.steps.len() {
            write!(output, "(press Enter) ")?;
            output.flush()?;
            if read_line()?.is_none() {
                break;
            }
        }
    }
    if is_interactive && asked > 0 {
        writeln!(output, "{right} of {asked} answers were right.")?;
    }
    Ok(())
}

fn show_step(step: &Step, is_interactive: bool, output: &mut impl Write) -> Result {
    for text in &step.text {
        paragraph(text, output)?;
    }
    match &step.show {
        None => {}
        Some(Show::Tree { tree, .. }) => {
            let tree = number_search::read(tree).map_err(Failure::input)?;
            for node in 0..tree.len() {
                let ply = tree.ply(node);
                let side = if ply.is_multiple_of(2) { "MAX" } else { "MIN" };
                let value = tree.value(node).map(|value| value.to_string());
                let text = value.unwrap_or_else(|| side.to_owned());
                writeln!(output, "  {}{text}", "    ".repeat(ply as usize))?;
            }
        }
        Some(Show::Board { game, position }) => {
            let game: GameId = game.parse()?;
            writeln!(output, "{}", game.with(Render(position.as_deref())))?;
        }
        Some(Show::Training) if is_interactive => train(output)?,
        Some(Show::Training) => writeln!(
            output,
            "  (a terminal and the web app train the network here)"
        )?,
    }
    Ok(())
}

/// Trains the network of the lesson, and prints what it has learned.
fn train(output: &mut impl Write) -> Result {
    let mut training = Training::new(1, SAMPLES)
        .map_err(|error| failure!("the games of the lesson are damaged: {error}"))?;
    let before = training.progress().held_out;
    let mut progress = Progress::new("samples");
    while !training.is_done() {
        training.step();
        let (done, of) = training.samples();
        progress.update(done as usize, of as usize);
    }
    drop(progress);
    let state = training.progress();
    writeln!(
        output,
        "  {} samples, error {before:.5} before and {:.5} after\n",
        grouped(state.samples),
        state.held_out
    )?;
    let names = ["pawn", "knight", "bishop", "rook", "queen"];
    for (name, value) in names.iter().zip(state.values.kinds) {
        writeln!(output, "  {name:<6} {value:>5.0} centipawns")?;
    }
    Ok(())
}

/// Draws a position, or the start position.
struct Render<'a>(Option<&'a str>);

impl WithGame for Render<'_> {
    type Output = String;

    fn run<G: BoardGame>(self, game: &G) -> String {
        let state = self.0.and_then(|text| game.read_position(text).ok());
        game.render(&state.unwrap_or_else(|| game.start()))
    }
}

/// Asks a question, at most twice, and prints the answer. Returns whether a try was right, or `None` at the end of the input.
fn ask(question: &Question, is_interactive: bool, output: &mut impl Write) -> Result<Option<bool>> {
    paragraph(&question.text, output)?;
    for (number, choice) in (1..).zip(&question.choices) {
        writeln!(output, "  {number}. {choice}")?;
    }
    let mut tries = if is_interactive { 2 } else { 0 };
    let mut is_right = false;
    while tries > 0 && !is_right {
        write!(output, "> ")?;
        output.flush()?;
        let Some(typed) = read_line()? else {
            return Ok(None);
        };
        // Enter alone asks again.
        if typed.trim().is_empty() {
            continue;
        }
        tries -= 1;
        is_right = question.accepts(&typed);
        match (is_right, tries) {
            (true, _) => write!(output, "Right. ")?,
            (false, 0) => write!(output, "Not quite. ")?,
            (false, _) => writeln!(output, "Not quite. Try once more.")?,
        }
    }
    writeln!(output, "Answer: {}", question.answer)?;
    Ok(Some(is_right))
}

/// Writes a text in lines that fit a terminal.
fn paragraph(text: &str, output: &mut impl Write) -> io::Result<()> {
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
    writeln!(output)
}
