//! `espalier ladder`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use games::GameKind;

use super::numbers::{parse_amount, parse_games, parse_seed, parse_threads};

/// Arguments of `espalier ladder`.
#[derive(Args, Debug)]
#[command(after_help = "\
Every rung plays the one below it, at equal nodes and at equal time, until a test says stronger, weaker, or no difference worth
naming. Then the engine plays itself, each side without some of its techniques, and a regression tells what each is worth.
docs/ladder.md says how long that takes. With --resume every pair of games is kept as it ends, so it can be killed and gone on
with, on another machine too: the file is all it needs.

Examples:
  espalier ladder                                    the rungs, and a paragraph on each
  espalier ladder --measure --resume ladder.jsonl    play, write docs/ladder.md, .html, .json and pictures
  espalier ladder --measure --resume ladder.jsonl --report
                                                     write them from the games there are, and play none
  espalier ladder --measure --resume one.jsonl --part 1/2
                                                     one half on this machine; cat puts two files together
  espalier ladder --measure --game othello --games 20 --output /tmp/ladder")]
pub struct LadderArgs {
    /// One game only; chess, minichess and othello unless given
    #[arg(long)]
    pub game: Option<GameKind>,
    /// Play the rungs against each other and count their nodes
    #[arg(long)]
    pub measure: bool,
    /// The most games of a comparison
    #[arg(long, value_name = "N", default_value = "1500", value_parser = parse_games, allow_negative_numbers = true)]
    pub games: u64,
    /// The fewest, so that an Elo has an error that can be read
    #[arg(long, value_name = "N", default_value = "200", value_parser = parse_games, allow_negative_numbers = true)]
    pub least: u64,
    /// The least difference worth naming, in Elo
    #[arg(long, value_name = "ELO", default_value = "20", value_parser = parse_margin, allow_negative_numbers = true)]
    pub margin: f64,
    /// Nodes a move for the engine
    #[arg(long, value_name = "N", default_value = "20000", value_parser = parse_amount, allow_negative_numbers = true)]
    pub nodes: u64,
    /// Nodes a move for textbook players [default: 100000, in small games 20000]
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    pub textbook_nodes: Option<u64>,
    /// Milliseconds a move [default: 20, in small games 5]
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: Option<u64>,
    /// Nodes a move where the engine plays against itself without some of its techniques
    #[arg(long, value_name = "N", default_value = "20000", value_parser = parse_amount, allow_negative_numbers = true)]
    pub ablation_nodes: u64,
    /// Games in which the engine plays against itself without some of its techniques
    #[arg(long, value_name = "N", default_value = "8000", value_parser = parse_games, allow_negative_numbers = true)]
    pub technique_games: u64,
    /// Decides the openings
    #[arg(long, default_value = "0", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Games at once; as many as the machine has threads unless given
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: Option<NonZeroUsize>,
    /// The folder for the results
    #[arg(long, value_name = "FOLDER", default_value = "docs")]
    pub output: Option<PathBuf>,
    /// Keep the games in this file; if they are there already, go on from them
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Play nothing: write the documents from the games that were kept, whatever is decided
    #[arg(long, requires = "resume")]
    pub report: bool,
    /// Play only one part of the comparisons, for several machines: 2/3 is the second of three
    #[arg(long, value_name = "K/N", value_parser = parse_part)]
    pub part: Option<(usize, usize)>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; ladder.manifest.json in the folder unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
}

fn parse_margin(text: &str) -> Result<f64, String> {
    let margin = text.parse().ok();
    let margin = margin.filter(|margin| (1.0..=400.0).contains(margin));
    margin.ok_or_else(|| "a difference worth naming is from 1 to 400 Elo".to_owned())
}

/// The part, counted from 0, and how many there are.
fn parse_part(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/');
    let parts = parts.and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    let parts = parts.filter(|&(part, of): &(usize, usize)| (1..=of).contains(&part));
    parts
        .map(|(part, of)| (part - 1, of))
        .ok_or_else(|| "a part is K/N, such as 1/2".to_owned())
}
