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
report (Chess AI Report, Python). Exit status 1 if a figure differs.")]
pub struct ReproduceArgs {
    /// Which document: a4, i2p3, fascicle3, a8, report; all of them unless given
    #[arg(value_parser = parse_document)]
    pub document: Option<DocumentChoice>,
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
