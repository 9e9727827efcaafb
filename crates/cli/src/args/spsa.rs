//! `espalier spsa`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use contest::TimeControl;

use super::numbers::{parse_amount, parse_seed, parse_threads};

/// Arguments of `espalier spsa`.
#[derive(Args, Debug)]
#[command(after_help = "\
Without --state the numbers of the search are listed, as OpenBench wants them: NAME, int, VALUE, MIN, MAX, C_END, R_END.
With it they are tuned: a step moves every number a little up or down, lets the two engines play a pair of games, and pushes the
numbers towards the winner. Every step is written to the file, so a tuning can be killed at any time; the same command goes on.
The engine that plays must have the numbers as UCI options: a build with the feature spsa, or any engine with --program.

Examples:
  espalier spsa                                      all numbers of the search
  espalier spsa lmr_base lmr_divisor                 two of them
  espalier spsa lmr_base lmr_divisor --state tune.jsonl --program ./espalier-spsa --pairs 15000 --nodes 8000
  espalier spsa --params numbers.txt --state tune.jsonl --program ./other-engine --tc 4+0.04 --concurrency 8")]
pub struct SpsaArgs {
    /// The numbers; all of them unless given
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// A file with the numbers instead, a line each as they are listed
    #[arg(long, value_name = "FILE", conflicts_with = "names")]
    pub params: Option<PathBuf>,
    /// Tune, and keep the progress in this file; if it is there already, go on from it
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// The UCI engine that is tuned; this program unless given, if it was built with the feature spsa
    #[arg(long, value_name = "PATH", requires = "state")]
    pub program: Option<String>,
    /// An option for the engine, as often as wanted: Hash=16 and Threads=1 unless given otherwise
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option, requires = "state")]
    pub option: Vec<(String, String)>,
    /// Steps, a pair of games each
    #[arg(long, value_name = "N", default_value = "15000", value_parser = parse_amount, allow_negative_numbers = true)]
    pub pairs: u64,
    /// Nodes a move; 8000 unless a limit is given
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: Option<u64>,
    /// A clock in seconds, with increment: 4+0.04
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub tc: Option<TimeControl>,
    /// Openings: unbalanced, level, or a file as for `espalier match`
    #[arg(long, value_name = "BOOK", default_value = "unbalanced")]
    pub openings: PathBuf,
    /// Decides the directions, the openings and whatever players leave to chance
    #[arg(long, default_value = "0", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Pairs at once; as many as the machine has threads unless given: of the two programs of a pair one thinks at a time
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: Option<NonZeroUsize>,
    /// Write what is run, with what, and what came of it to this file; beside --state unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.trim().is_empty())
        .ok_or_else(|| "an option is NAME=VALUE, such as Hash=16".to_owned())?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
