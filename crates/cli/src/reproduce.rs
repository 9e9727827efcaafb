//! The command `espalier reproduce`: what five course documents printed, beside what their programs do here.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use classroom::{Document, reproduce};

use crate::args::ReproduceArgs;
use crate::error::Failure;
use crate::pool::Done;
use crate::progress::Progress;

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const STRONG: Style = Style::new().bold();

/// Computes every figure and prints it beside the printed one. Exit status 1 if one differs.
pub fn command(args: &ReproduceArgs, output: &mut impl Write) -> Result<(), Failure> {
    let which = match args.document.and_then(|choice| choice.0) {
        Some(document) => vec![document],
        None => Document::ALL.to_vec(),
    };
    let mut progress = Progress::new("sections");
    let sections = reproduce::run(&which, &mut |step| {
        progress.update(Done {
            jobs: step.done,
            of: step.of,
        });
    });
    drop(progress);
    let mut document = None;
    for section in &sections {
        if document != Some(section.document) {
            document = Some(section.document);
            writeln!(output, "{STRONG}{}{STRONG:#}\n", section.document.title())?;
        }
        writeln!(output, "{section}")?;
    }
    let compared = || {
        sections
            .iter()
            .flat_map(|section| &section.rows)
            .filter(|row| row.is_compared())
    };
    let wrong = compared().filter(|row| !row.same).count();
    let count = compared().count();
    if wrong > 0 {
        writeln!(output, "{BAD}{wrong} of {count} figures differ.{BAD:#}")?;
        output.flush()?;
        return Err(Failure::Mismatch);
    }
    writeln!(output, "{GOOD}All {count} figures are the same.{GOOD:#}")?;
    Ok(output.flush()?)
}
