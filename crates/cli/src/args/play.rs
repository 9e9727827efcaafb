//! `espalier play`.

use std::path::PathBuf;

use clap::Args;
use games::GameKind;

use crate::sitter::Sitter;

/// Arguments of `espalier play`.
#[derive(Args, Debug)]
#[command(after_help = "\
A player is human or one of `espalier players`, such as random, minimax:depth=2 or alphabeta:depth=4,quiesce.

Examples:
  espalier play                                         you have White
  espalier play --white minimax:depth=2 --black human   you have Black
  espalier play --white human --black human             two people, one keyboard
  espalier play --game minichess
  espalier play --white a4-ids --black a4-abp --profile moves.csv
  espalier play --black fascicle3 --eval boardweight   with the board's weight after each move
  espalier play --white random:seed=1 --black random:seed=2 --delay 500")]
pub struct PlayArgs {
    /// The game
    #[arg(long, default_value = "chess")]
    pub game: GameKind,
    /// Who has White (in Othello Black, in tic-tac-toe X: who begins)
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub white: Sitter,
    /// Who has Black: the other side
    #[arg(long, value_name = "PLAYER", default_value = "classic:movetime=500")]
    pub black: Sitter,
    /// Start from this position instead of the start position
    #[arg(long, value_name = "POSITION")]
    pub fen: Option<String>,
    /// Show under the board what this evaluator says: boardweight, material, ... (chess)
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// Letters instead of chess symbols
    #[arg(long)]
    pub ascii: bool,
    /// Show every move of a game between programs, and wait so many milliseconds after it
    #[arg(long, value_name = "MS", value_parser = parse_delay, allow_negative_numbers = true)]
    pub delay: Option<u64>,
    /// Write the nodes and time of every move of a program to this file: .csv for a spreadsheet, else a table
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
}

fn parse_delay(text: &str) -> Result<u64, String> {
    let delay = text.parse().ok().filter(|&delay| delay <= 60_000);
    delay.ok_or_else(|| "a delay is a whole number of milliseconds from 0 to 60000".to_owned())
}
