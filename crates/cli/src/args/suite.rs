//! `espalier suite`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::limits::LimitArgs;
use super::numbers::parse_threads;

/// Arguments of `espalier suite`.
#[derive(Args, Debug)]
#[command(after_help = "\
A record is solved if the player's move is one of bm and none of am; dm asks for a mate in so many moves to be announced.
Points are read from c0 \"move=10, move=5\". Records that cannot be read are named and left out.

Examples:
  espalier suite wac.epd
  espalier suite sts.epd alphabeta:quiesce,order=mvvlva --nodes 20000 --concurrency 2
  espalier suite mates.epd classic --depth 7 --csv mates.csv --html mates.html")]
pub struct SuiteArgs {
    /// The suite: EPD records with bm, am, dm, or points in c0
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The player; `espalier players` lists them
    #[arg(value_name = "PLAYER", default_value = "engine")]
    pub player: String,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub limits: LimitArgs,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub json: bool,
    /// Write the numbers to this file as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a page with the table and a plot to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write what is run, with what, and what came of it to this file, for `espalier rerun`; beside --html or --csv unless given
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// How many positions to search at the same time
    #[arg(long, value_name = "K", default_value = "1", value_parser = parse_threads, allow_negative_numbers = true)]
    pub concurrency: NonZeroUsize,
}
