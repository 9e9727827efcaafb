//! `espalier ladder`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use games::GameKind;

use super::numbers::{parse_amount, parse_games, parse_seed, parse_threads};

/// Arguments of `espalier ladder`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier ladder                                    the rungs, and a paragraph on each
  espalier ladder --measure                          play neighbours, write docs/ladder.md, .html and .json:
                                                     less than half an hour on two cores
  espalier ladder --measure --game othello --games 20 --output /tmp/ladder
  espalier ladder --measure --games 400 --resume ladder-games
                                                     can be stopped; the same command goes on")]
pub struct LadderArgs {
    /// One game only; chess, minichess and othello unless given
    #[arg(long)]
    pub game: Option<GameKind>,
    /// Play the rungs against each other and count their nodes
    #[arg(long)]
    pub measure: bool,
    /// Games between two neighbours, at equal nodes and again at equal time, and for each technique of the engine
    #[arg(long, value_name = "N", default_value = "80", value_parser = parse_games, allow_negative_numbers = true)]
    pub games: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value = "2000", value_parser = parse_amount, allow_negative_numbers = true)]
    pub nodes: u64,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", default_value = "5", value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: u64,
    /// Nodes a move where the engine plays against itself without one of its techniques
    #[arg(long, value_name = "N", default_value = "5000", value_parser = parse_amount, allow_negative_numbers = true)]
    pub ablation_nodes: u64,
    /// Decides the openings
    #[arg(long, default_value = "0", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Games at once; as many as the machine has threads unless given
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: Option<NonZeroUsize>,
    /// The folder for the results
    #[arg(long, value_name = "FOLDER", default_value = "docs")]
    pub output: Option<PathBuf>,
    /// Keep the games in this folder; if they are there already, go on from them
    #[arg(long, value_name = "FOLDER")]
    pub resume: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; ladder.manifest.json in the folder unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
}
