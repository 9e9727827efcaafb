//! `espalier perft`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use games::GameKind;

use super::numbers::{parse_depth, parse_threads};

/// Arguments of `espalier perft`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier perft 6
  espalier perft 4 --divide --fen \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"
  espalier perft --epd suite.epd --max-nodes 1000000    lines such as: FEN ;D1 20 ;D2 400")]
pub struct PerftArgs {
    /// Moves to look ahead; with --epd, the deepest count to check
    #[arg(value_parser = parse_depth, required_unless_present = "epd", allow_negative_numbers = true)]
    pub depth: Option<u32>,
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// Start from this position instead of the start position
    #[arg(long, value_name = "POSITION", conflicts_with = "epd")]
    pub fen: Option<String>,
    /// List the count below each move
    #[arg(long, conflicts_with = "epd")]
    pub divide: bool,
    /// How many threads count; all that the machine has unless given
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,
    /// Check every count in this file; exit status 1 if one differs
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    /// Pass over counts above this number
    #[arg(long, value_name = "N", value_parser = parse_nodes, requires = "epd", allow_negative_numbers = true)]
    pub max_nodes: Option<u64>,
}

fn parse_nodes(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| "nodes are a whole number from 0".to_owned())
}
