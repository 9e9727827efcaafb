//! `espalier experiment`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use games::GameKind;

use super::numbers::{parse_amount, parse_games, parse_seed, parse_threads};

/// Arguments of `espalier experiment`.
#[derive(Args, Debug)]
pub struct ExperimentArgs {
    /// Which experiment.
    #[command(subcommand)]
    pub what: ExperimentChoice,
}

/// The experiments.
#[derive(Subcommand, Debug)]
pub enum ExperimentChoice {
    /// Every alternative to alpha-beta against alpha-beta: equal nodes, evaluations, time and memory
    Alternatives(AlternativesArgs),
    /// Learn from games how far static values are to be trusted, for the players bp and probcut
    Models(ModelsArgs),
}

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SizeChoice {
    /// What the documents have: less than two hours on two cores
    Whole,
    /// To see that it works: some minutes
    Small,
}

/// What is equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ConditionChoice {
    /// Nodes a move
    Nodes,
    /// Evaluations a move
    Evals,
    /// Time a move
    Time,
    /// Memory, and time a move
    Memory,
}

/// Arguments of `espalier experiment alternatives`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier experiment alternatives                   all games; writes docs/experiments/alternatives-*.md, .html, .json
  espalier experiment alternatives --size small --output /tmp/alternatives
  espalier experiment alternatives --game othello --only bp --only bestfirst --resume games
                                                     can be stopped; the same command goes on")]
pub struct AlternativesArgs {
    /// One game only; tictactoe, othello6, othello, minichess and chess unless given
    #[arg(long)]
    pub game: Option<GameKind>,
    /// This alternative only; can be given several times
    #[arg(long, value_name = "PLAYER")]
    pub only: Vec<String>,
    /// At equal nodes, evals, time or memory only; can be given several times
    #[arg(long, value_enum, value_name = "CONDITION")]
    pub at: Vec<ConditionChoice>,
    /// How much is measured
    #[arg(long, value_enum, default_value = "whole")]
    pub size: SizeChoice,
    /// Games of each match instead of what the size says; at equal memory no more than that
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// Decides the openings and positions
    #[arg(long, default_value = "0", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Games at once; as many as the machine has threads unless given
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: Option<NonZeroUsize>,
    /// The folder for the results
    #[arg(long, value_name = "FOLDER", default_value = "docs/experiments")]
    pub output: Option<PathBuf>,
    /// Keep the games in this folder; if they are there already, go on from them
    #[arg(long, value_name = "FOLDER")]
    pub resume: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file; alternatives-tables.manifest.json in the folder unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
}

/// Arguments of `espalier experiment models`.
#[derive(Args, Debug)]
pub struct ModelsArgs {
    /// One game only; all unless given
    #[arg(long)]
    pub game: Option<GameKind>,
    /// Games to play for each
    #[arg(long, value_name = "N", default_value = "60", value_parser = parse_amount, allow_negative_numbers = true)]
    pub games: u64,
    /// Plies of the search that a static value is compared with
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_amount, allow_negative_numbers = true)]
    pub depth: u64,
    /// Decides the games
    #[arg(long, default_value = "0", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Write the tables to this file instead of the screen
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
