//! `espalier search` and `espalier compare`: players on positions.

use std::path::PathBuf;

use clap::Args;
use games::GameKind;

use super::limits::LimitArgs;

/// Arguments of `espalier search`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier search alphabeta:depth=5,order=mvvlva+killers,tt=16
  espalier search classic --movetime 1000 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  espalier search negamax:depth=9 --game tictactoe --json
  espalier search classic:id=on --depth 6 --verbose      every pass, one ply deeper each
  espalier search report-ids --depth 3                   the passes that the report prints
  espalier search alphabeta:depth=3 --trace tree.json    every node, with windows and cuts")]
pub struct SearchArgs {
    /// The player; `espalier players` lists them
    #[arg(value_name = "PLAYER")]
    pub player: String,
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// Search this position instead of the start position
    #[arg(long, value_name = "POSITION")]
    pub fen: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: LimitArgs,
    /// Print every pass of a search that deepens; players of a course document do so as it is
    #[arg(long, short, conflicts_with_all = ["json", "trace"])]
    pub verbose: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write the search tree to this file: JSON if its name ends in .json, else the compact form
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write at most so many nodes of the tree
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = parse_trace_nodes, requires = "trace")]
    pub trace_nodes: u32,
}

/// Arguments of `espalier compare`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier compare minimax alphabeta alphabeta:order=mvvlva pvs:order=hash,tt=16 --depth 4
  espalier compare minimax alphabeta --game othello6 --depth 6 --html othello.html
  espalier compare alphabeta:tt=16 mtdf --epd positions.epd --depth 5 --csv numbers.csv")]
pub struct CompareArgs {
    /// The players; `espalier players` lists them
    #[arg(value_name = "PLAYER", required = true)]
    pub players: Vec<String>,
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// Search this position instead of the start position
    #[arg(long, value_name = "POSITION", conflicts_with = "epd")]
    pub fen: Option<String>,
    /// Search every position of this file: EPD for chess, else one position a line
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: LimitArgs,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub json: bool,
    /// Write the numbers to this file as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a page with tables and plots to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; beside --html or --csv unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
}

fn parse_trace_nodes(text: &str) -> Result<u32, String> {
    let nodes = text
        .parse()
        .ok()
        .filter(|nodes| (1..=20_000_000).contains(nodes));
    nodes.ok_or_else(|| "a trace has from 1 to 20000000 nodes".to_owned())
}
