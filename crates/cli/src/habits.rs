//! The command `espalier habits`: does a player of limited strength have the manners of a person?

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use lab::habits::{Habits, habits};

use crate::error::Failure;

/// Arguments of `espalier habits`.
#[derive(Args, Debug)]
#[command(after_help = "\
A chance is a move after the opponent took a whole piece that could have been taken back; it is missed if the move played neither
takes a piece's worth, there or elsewhere, nor mates. Home counts knights and bishops that went back to their own first rank
in the first twenty moves though nothing attacked them. Moves of an opening book are left out.

Examples:
  espalier match engine:elo=1200 engine:elo=1400 --nodes 100000 --games 200 --pgn games.pgn
  espalier habits games.pgn")]
pub struct HabitsArgs {
    /// Games, as `espalier match --pgn` writes them
    #[arg(value_name = "FILE.pgn")]
    pub file: PathBuf,
    /// One object a player instead of the table
    #[arg(long)]
    pub json: bool,
}

/// Counts, and prints the table.
pub fn command(args: &HabitsArgs, output: &mut impl Write) -> Result<(), Failure> {
    let name = args.file.display().to_string();
    let bytes = fs::read(&args.file)
        .map_err(|error| Failure::input(format_args!("cannot read {name}: {error}")))?;
    let all = habits(&bytes, &name).map_err(Failure::input)?;
    if all.is_empty() {
        return Err(Failure::input(format_args!("{name} has no game")));
    }
    if args.json {
        let json = serde_json::to_string(&all).map_err(Failure::input)?;
        writeln!(output, "{json}")?;
    } else {
        write!(output, "{}", table(&all))?;
    }
    Ok(output.flush()?)
}

fn table(all: &[Habits]) -> String {
    let width = all.iter().map(|one| one.player.chars().count()).max();
    let width = width.unwrap_or(0).max("player".len());
    let mut text = format!(
        "{:width$} {:>6} {:>8} {:>8} {:>7} {:>7} {:>5}\n",
        "player", "games", "moves", "chances", "missed", "share", "home"
    );
    for one in all {
        let share = format!("{:.1}%", 100.0 * one.missed_share());
        text += &format!(
            "{:width$} {:>6} {:>8} {:>8} {:>7} {share:>7} {:>5}\n",
            one.player, one.games, one.moves, one.chances, one.missed, one.home
        );
    }
    text
}
