//! The command `espalier ladder`: the rungs, and what each one buys.

use std::fs;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::Style;
use lab::ladder::{self, Ladder, Size, rungs};
use lab::{Arena, GameKind, WithGame};

use crate::args::LadderArgs;
use crate::error::Failure;
use crate::matches::stop_on_ctrl_c;
use crate::pool::{self, Done};
use crate::progress::Progress;
use crate::search::write_file;

const BOLD: Style = Style::new().bold();
const SOFT: Style = Style::new().dimmed();

/// Lists the rungs, or measures them.
pub fn command(args: &LadderArgs, output: &mut impl Write) -> Result<(), Failure> {
    let games = match args.game {
        Some(game) => vec![game],
        None => vec![GameKind::Chess, GameKind::MiniChess, GameKind::Othello],
    };
    if !args.measure {
        for game in games {
            list(game, output)?;
        }
        return Ok(output.flush()?);
    }
    fs::create_dir_all(&args.output).map_err(|error| {
        Failure::input(format_args!(
            "cannot make {}: {error}",
            args.output.display()
        ))
    })?;
    let mut ladders = Vec::new();
    let stop = stop_on_ctrl_c();
    for game in games {
        let ladder = game.with(Measure { args, stop: &stop })?;
        writeln!(
            output,
            "{}",
            ladder::markdown(std::slice::from_ref(&ladder), &command_line(args))
        )?;
        output.flush()?;
        ladders.push(ladder);
    }
    let line = command_line(args);
    let json = serde_json::to_string_pretty(&ladders).map_err(Failure::input)?;
    write_file(
        &args.output.join("ladder.md"),
        ladder::markdown(&ladders, &line).as_bytes(),
    )?;
    write_file(
        &args.output.join("ladder.html"),
        ladder::html(&ladders, &line).as_bytes(),
    )?;
    write_file(&args.output.join("ladder.json"), json.as_bytes())
}

/// The command that does the same again.
fn command_line(args: &LadderArgs) -> String {
    let mut line = "espalier ladder --measure".to_owned();
    if let Some(game) = args.game {
        line += &format!(" --game {game}");
    }
    line + &format!(
        " --games {} --nodes {} --movetime {} --seed {}",
        args.games, args.nodes, args.movetime, args.seed
    )
}

fn list(game: GameKind, output: &mut impl Write) -> Result<(), Failure> {
    writeln!(output, "{BOLD}{game}{BOLD:#}")?;
    for (index, rung) in rungs(game).iter().enumerate() {
        writeln!(
            output,
            "{:>3}. {BOLD}{}{BOLD:#} {SOFT}{}{SOFT:#}\n     {}",
            index + 1,
            rung.name,
            rung.spec,
            rung.about
        )?;
    }
    Ok(writeln!(output)?)
}

struct Measure<'a> {
    args: &'a LadderArgs,
    stop: &'a AtomicBool,
}

impl WithGame for Measure<'_> {
    type Output = Result<Ladder, Failure>;

    fn run<G: Arena>(self, game: &G) -> Self::Output {
        let Self { args, stop } = self;
        let size = Size {
            games: args.games,
            nodes: args.nodes,
            movetime: args.movetime,
            positions: 10,
            depth: if G::KIND == GameKind::Chess { 4 } else { 5 },
            seed: args.seed,
            concurrency: args.concurrency.unwrap_or_else(pool::all_threads).get(),
        };
        let mut progress = Progress::new("games");
        let ladder = ladder::measure(game, size, stop, &mut |done, of| {
            progress.update(Done {
                jobs: done as usize,
                of: of as usize,
            });
        });
        drop(progress);
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        ladder.map_err(Failure::input)
    }
}
