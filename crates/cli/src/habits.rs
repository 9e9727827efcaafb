//! `espalier habits`: counts moves in games that people do not play.

use report::{Cell, Column, Table};
use research::habits::habits;

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
A chance is a move after the opponent captured a whole piece that can be recaptured. It is missed if the move played does not
win material worth a piece, there or elsewhere, and does not mate. Home counts knights and bishops that returned to their own
first rank within the first twenty moves although nothing attacked them. Moves of an opening book are not counted.

Examples:
  espalier match engine:elo=1200 engine:elo=1400 --nodes 100000 --games 200 --pgn games.pgn
  espalier habits games.pgn")]
pub struct HabitsArgs {
    /// Games, as `espalier match --pgn` writes them
    #[arg(value_name = "FILE.pgn")]
    file: PathBuf,
    /// Print JSON instead of the table, one object per player
    #[arg(long)]
    json: bool,
}

/// Counts and prints the table.
pub fn command(args: &HabitsArgs, output: &mut impl Write) -> Result {
    let name = args.file.display().to_string();
    let all = habits(&files::read(&args.file)?, &name).map_err(Failure::input)?;
    if all.is_empty() {
        return fail!("{name} has no game");
    }
    let table = Table::new(&all)
        .column(Column::left("player"), |one| one.player.as_str())
        .column(Column::right("games"), |one| Cell::count(one.games))
        .column(Column::right("moves"), |one| Cell::count(one.moves))
        .column(Column::right("chances"), |one| Cell::count(one.chances))
        .column(Column::right("missed"), |one| Cell::count(one.missed))
        .column(Column::right("share"), |one| {
            Cell::percent(one.missed_share(), 1)
        })
        .column(Column::right("home"), |one| Cell::count(one.home));
    if args.json {
        writeln!(output, "{}", serde_json::to_string(&all)?)?;
    } else {
        output.write_all(table.to_text().as_bytes())?;
    }
    Ok(())
}
