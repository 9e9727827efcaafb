//! The command `espalier ladder`: the rungs, and what each one buys.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anstyle::Style;
use games::{BoardGame, GameKind, WithGame};
use lab::ladder::{self, Ladder, LadderError, Run, Size, rungs};
use lab::manifest::{Experiment, Input, Manifest, ManifestFile, Sitting};
use serde_json::json;

use crate::args::LadderArgs;
use crate::error::Failure;
use crate::manifest::{place, sitting};
use crate::matches::stop_on_ctrl_c;
use crate::pool::{self, Done};
use crate::progress::Progress;
use crate::search::write_file;

const BOLD: Style = Style::new().bold();
const SOFT: Style = Style::new().dimmed();

/// Lists the rungs, or measures them. `command` is what was typed.
pub fn command(
    args: &LadderArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<(), Failure> {
    if args.measure {
        return measure(args, command, output).map(drop);
    }
    for game in games(args) {
        list(game, output)?;
    }
    Ok(output.flush()?)
}

fn games(args: &LadderArgs) -> Vec<GameKind> {
    match args.game {
        Some(game) => vec![game],
        None => vec![GameKind::Chess, GameKind::MiniChess, GameKind::Othello],
    }
}

/// Measures the rungs, prints the tables, and writes the documents. `command` is what was typed.
pub fn measure(
    args: &LadderArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest, Failure> {
    for folder in args.output.iter().chain(&args.resume) {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::input(format_args!("cannot make {}: {error}", folder.display()))
        })?;
    }
    let sitting = sitting(command, concurrency(args));
    let manifest = begin(args, sitting.clone())?;
    let mut ladders = Vec::new();
    let stop = stop_on_ctrl_c();
    let line = command_line(args);
    for game in games(args) {
        let ladder = game.with(Measure {
            args,
            sitting: &sitting,
            stop: &stop,
        })?;
        let text = ladder::markdown(std::slice::from_ref(&ladder), &line);
        writeln!(output, "{text}")?;
        output.flush()?;
        ladders.push(ladder);
    }
    let manifest = manifest.finish(&ladders).map_err(Failure::input)?;
    if let Some(folder) = &args.output {
        let json = serde_json::to_string_pretty(&ladders).map_err(Failure::input)?;
        let markdown = ladder::markdown(&ladders, &line);
        write_file(&folder.join("ladder.md"), markdown.as_bytes())?;
        let html = ladder::html(&ladders, &line);
        write_file(&folder.join("ladder.html"), html.as_bytes())?;
        write_file(&folder.join("ladder.json"), json.as_bytes())?;
    }
    Ok(manifest)
}

fn begin(args: &LadderArgs, sitting: Sitting) -> Result<ManifestFile, Failure> {
    let games = games(args);
    let mut players: Vec<String> = Vec::new();
    for rung in games.iter().flat_map(|&game| rungs(game)) {
        if !players.iter().any(|spec| spec == rung.spec) {
            players.push(rung.spec.to_owned());
        }
    }
    let settings = json!({
        "games": games.iter().map(|game| game.name()).collect::<Vec<_>>(),
        "games_each": args.games,
        "nodes": args.nodes,
        "movetime": args.movetime,
        "ablation_nodes": args.ablation_nodes,
    });
    let mut experiment = Experiment::new(&players, settings)
        .map_err(Failure::input)?
        .varying("at_time")
        .varying("concurrency");
    experiment.seeds.push(args.seed);
    experiment
        .inputs
        .extend(games.into_iter().filter_map(Input::book));
    let document = args.output.as_ref().map(|folder| folder.join("ladder.md"));
    let path = place(args.manifest.as_deref(), &[document.as_deref()])?;
    ManifestFile::begin(experiment, sitting, path).map_err(Failure::input)
}

/// Games at once.
fn concurrency(args: &LadderArgs) -> usize {
    args.concurrency.unwrap_or_else(pool::all_threads).get()
}

/// The command that does the same again.
fn command_line(args: &LadderArgs) -> String {
    let mut line = "espalier ladder --measure".to_owned();
    if let Some(game) = args.game {
        line += &format!(" --game {game}");
    }
    line + &format!(
        " --games {} --nodes {} --movetime {} --ablation-nodes {} --seed {}",
        args.games, args.nodes, args.movetime, args.ablation_nodes, args.seed
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
    sitting: &'a Sitting,
    stop: &'a AtomicBool,
}

impl WithGame for Measure<'_> {
    type Output = Result<Ladder, Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        let size = Size {
            games: args.games,
            nodes: args.nodes,
            movetime: args.movetime,
            ablation_nodes: args.ablation_nodes,
            positions: 10,
            depth: if G::KIND == GameKind::Chess { 4 } else { 5 },
            max_plies: 300,
            seed: args.seed,
            concurrency: concurrency(args),
        };
        let run = Run {
            size,
            keep: args.resume.as_deref(),
            sitting: self.sitting,
            stop: self.stop,
        };
        let mut progress = Progress::new("games");
        let ladder = ladder::measure(game, run, &mut |done, of| {
            progress.update(Done {
                jobs: done as usize,
                of: of as usize,
            });
        });
        drop(progress);
        if let Err(LadderError::Stopped) = ladder {
            _ = writeln!(io::stderr(), "{}", how_to_go_on(args.resume.as_deref()));
            return Err(Failure::Interrupted);
        }
        ladder.map_err(Failure::input)
    }
}

fn how_to_go_on(resume: Option<&Path>) -> String {
    match resume {
        Some(folder) => format!(
            "stopped; the same command with --resume {} goes on",
            folder.display()
        ),
        None => {
            "stopped, and nothing is kept; with --resume FOLDER a ladder can go on later".to_owned()
        }
    }
}
