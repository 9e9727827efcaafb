//! `espalier reproduce` and `espalier minichess`: the course documents.

use std::path::PathBuf;

use clap::Args;
use classroom::Document;
use games::nearest::hint;

use super::numbers::parse_amount;

/// One document, or all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DocumentChoice(pub Option<Document>);

/// Arguments of `espalier reproduce`.
#[derive(Args, Debug)]
#[command(after_help = "\
The documents: a4 (AI Assignment 4, Java), i2p3 (MiniChess, C++), fascicle3 (Better AI, C#), a8 (Assignment 8, Python),
report (Chess AI Report, Python). Each figure says who expects it: the document prints it, it is derived from the print,
a script that shares no code with this program recomputes it (tools/recompute.py), or it is our own and must not change. Exit
status 1 if a figure differs.

Examples:
  espalier reproduce report
  espalier reproduce --html reproduced.html --csv reproduced.csv")]
pub struct ReproduceArgs {
    /// Which document: a4, i2p3, fascicle3, a8, report; all of them unless given
    #[arg(value_parser = parse_document)]
    pub document: Option<DocumentChoice>,
    /// Write a page with every table and the curves of the documents
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write every figure as a line of comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `espalier minichess`.
#[derive(Args, Debug)]
#[command(after_help = "\
The referee runs `timeout 10s espalier minichess STATE ACTION` and takes the last complete line of ACTION. STATE holds the
player's number and the two boards. Better moves are appended until the process is killed, or --movetime is over.")]
pub struct MinichessArgs {
    /// The file the referee wrote
    pub state: PathBuf,
    /// The file to append moves to
    pub action: PathBuf,
    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = "classic")]
    pub player: String,
    /// Stop after so many milliseconds instead of waiting to be killed
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: Option<u64>,
}

fn parse_document(text: &str) -> Result<DocumentChoice, String> {
    if text == "all" {
        return Ok(DocumentChoice(None));
    }
    let names = Document::ALL.map(Document::name);
    let found = Document::ALL
        .into_iter()
        .find(|document| document.name() == text);
    found
        .map(|document| DocumentChoice(Some(document)))
        .ok_or_else(|| {
            format!(
                "no document is called so{} (documents: {}, all)",
                hint(text, names),
                names.join(", ")
            )
        })
}
