//! `espalier reproduce`: computes the printed figures of five course documents again.

use anstyle::{AnsiColor, Style};
use courses::Document;
use courses::reproduce::{self, Section};

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
The documents: a4 (AI Assignment 4, Java), i2p3 (MiniChess, C++), fascicle3 (Better AI, C#), a8 (Assignment 8, Python),
report (Chess AI Report, Python). Each figure has a source: the document prints it, it is derived from the print, a script that
shares no code with this program computes it (tools/recompute.py), or this program computed it before. Exit status 1 if a figure
differs.

Examples:
  espalier reproduce report
  espalier reproduce --html reproduced.html --csv reproduced.csv")]
pub struct ReproduceArgs {
    /// The document: a4, i2p3, fascicle3, a8, report, or all
    #[arg(default_value = "all", hide_default_value = true)]
    document: String,
    /// Write a page with every table and the curves of the documents
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write every figure as a line of comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const STRONG: Style = Style::new().bold();

/// Computes every figure and prints it beside the expected one.
pub fn command(args: &ReproduceArgs, output: &mut impl Write) -> Result {
    let named = |document: &Document| [document.name(), "all"].contains(&&*args.document);
    let documents: Vec<Document> = Document::ALL.into_iter().filter(named).collect();
    if documents.is_empty() {
        let names = Document::ALL.map(Document::name);
        return fail!(
            "no document is called {}{} (documents: {}, all)",
            quote(&args.document),
            hint(&args.document, names),
            names.join(", ")
        );
    }
    let mut progress = Progress::new("sections");
    let sections = reproduce::run(&documents, &mut |step| progress.update(step.done, step.of));
    drop(progress);
    if let Some(path) = &args.csv {
        files::write(path, reproduce::to_csv(&sections))?;
    }
    if let Some(path) = &args.html {
        files::write(path, reproduce::to_html(&documents, &sections))?;
    }
    if args.json {
        writeln!(output, "{}", reproduce::to_json(&sections))?;
    } else {
        print(&sections, output)?;
    }
    if sections.iter().all(Section::same) {
        Ok(())
    } else {
        Err(Failure::Mismatch)
    }
}

fn print(sections: &[Section], output: &mut impl Write) -> Result {
    let mut document = None;
    for section in sections {
        if document != Some(section.document) {
            document = Some(section.document);
            writeln!(output, "{STRONG}{}{STRONG:#}\n", section.document.title())?;
        }
        writeln!(output, "{section}")?;
    }
    let (verdict, is_good) = reproduce::verdict(sections);
    let style = if is_good { GOOD } else { BAD };
    Ok(writeln!(output, "{style}{verdict}{style:#}")?)
}
