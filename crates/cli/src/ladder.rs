//! The command `espalier ladder`: the rungs, and what each one buys.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::Style;
use games::{BoardGame, GameKind, WithGame};
use lab::ladder::{self, Kept, Ladder, Progress, Scale, Sitters, rungs};
use lab::manifest::{Experiment, Input, Manifest, ManifestFile, Sitting};
use serde_json::json;

use crate::args::LadderArgs;
use crate::error::Failure;
use crate::manifest::{place, sitting};
use crate::matches::stop_on_ctrl_c;
use crate::pool::{self, Done};
use crate::progress::Progress as Bar;
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
    if let Some(folder) = &args.output {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::input(format_args!("cannot make {}: {error}", folder.display()))
        })?;
    }
    let sitting = sitting(command, concurrency(args));
    let manifest = begin(args, sitting.clone())?;
    let mut kept = match &args.resume {
        Some(path) => Kept::open(path, &sitting).map_err(Failure::input)?,
        None => Kept::nowhere(),
    };
    if let Some(other) = kept.stranger() {
        _ = writeln!(io::stderr(), "some of the games were played by {other}");
    }
    let mut ladders = Vec::new();
    let stop = stop_on_ctrl_c();
    let line = command_line(args);
    let mut is_whole = true;
    for game in games(args) {
        let (ladder, progress) = game.with(Measure {
            args,
            kept: &mut kept,
            stop: &stop,
        })?;
        is_whole &= progress.settled == progress.comparisons;
        if is_whole || args.report {
            let text = ladder::markdown(std::slice::from_ref(&ladder), &line);
            writeln!(output, "{text}")?;
            output.flush()?;
        } else if stop.load(Ordering::Relaxed) || args.part.is_some() {
            let Progress {
                settled,
                comparisons,
                games,
            } = progress;
            _ = writeln!(
                io::stderr(),
                "{game}: {settled} of {comparisons} comparisons are settled, after {games} games"
            );
        }
        ladders.push(ladder);
    }
    if kept.faults() > 0 {
        let faults = kept.faults();
        _ = writeln!(
            io::stderr(),
            "{faults} games were lost by a crash, an illegal move or too much time"
        );
    }
    if !is_whole && !args.report {
        _ = writeln!(io::stderr(), "{}", how_to_go_on(args.resume.as_deref()));
        return Err(Failure::Interrupted);
    }
    let manifest = manifest.finish(&ladders).map_err(Failure::input)?;
    if let Some(folder) = &args.output {
        write_documents(folder, &ladders, &line)?;
    }
    Ok(manifest)
}

fn write_documents(folder: &Path, ladders: &[Ladder], line: &str) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(ladders).map_err(Failure::input)?;
    let write = |name: &str, text: String| write_file(&folder.join(name), text.as_bytes());
    write("ladder.md", ladder::markdown(ladders, line))?;
    write("ladder.html", ladder::html(ladders, line))?;
    write("ladder.json", json)?;
    for ladder in ladders {
        let name = format!("ladder-{}.svg", ladder.game);
        write(&name, ladder::staircase(ladder))?;
        let techniques = ladder::techniques(ladder);
        if !techniques.is_empty() {
            write("ladder-techniques.svg", techniques)?;
        }
    }
    Ok(())
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
        "scales": games.iter().map(|&game| scale(args, game)).collect::<Vec<_>>(),
    });
    let mut experiment = Experiment::new(&players, settings)
        .map_err(Failure::input)?
        .varying("at_time");
    experiment.seeds.push(args.seed);
    let books = games.into_iter().filter_map(|game| {
        let unbalanced = Input::named_book(game, "unbalanced");
        unbalanced.or_else(|| Input::book(game))
    });
    experiment.inputs.extend(books);
    let document = args.output.as_ref().map(|folder| folder.join("ladder.md"));
    let path = place(args.manifest.as_deref(), &[document.as_deref()])?;
    ManifestFile::begin(experiment, sitting, path).map_err(Failure::input)
}

/// Games at once.
fn concurrency(args: &LadderArgs) -> usize {
    args.concurrency.unwrap_or_else(pool::all_threads).get()
}

/// How much is measured. A small game needs less than chess for an idea to show.
fn scale(args: &LadderArgs, game: GameKind) -> Scale {
    let (textbook_nodes, movetime, depth) = match game {
        GameKind::Chess => (100_000, 20, 4),
        _ => (20_000, 5, 5),
    };
    Scale {
        games: args.games,
        least: args.least,
        margin: args.margin,
        nodes: args.nodes,
        textbook_nodes: args.textbook_nodes.unwrap_or(textbook_nodes),
        movetime: args.movetime.unwrap_or(movetime),
        ablation_nodes: args.ablation_nodes,
        technique_games: args.technique_games,
        positions: 10,
        depth,
        max_plies: 300,
        seed: args.seed,
    }
}

/// The command that does the same again.
fn command_line(args: &LadderArgs) -> String {
    let mut line = "espalier ladder --measure".to_owned();
    if let Some(game) = args.game {
        line += &format!(" --game {game}");
    }
    line += &format!(
        " --games {} --least {} --margin {} --nodes {}",
        args.games, args.least, args.margin, args.nodes
    );
    if let Some(nodes) = args.textbook_nodes {
        line += &format!(" --textbook-nodes {nodes}");
    }
    if let Some(time) = args.movetime {
        line += &format!(" --movetime {time}");
    }
    line + &format!(
        " --ablation-nodes {} --technique-games {} --seed {} --resume ladder.jsonl",
        args.ablation_nodes, args.technique_games, args.seed
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
    kept: &'a mut Kept,
    stop: &'a Arc<AtomicBool>,
}

impl WithGame for Measure<'_> {
    type Output = Result<(Ladder, Progress), Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        let sitters = Sitters {
            threads: if args.report { 0 } else { concurrency(args) },
            part: args.part.unwrap_or((0, 1)),
            stop: self.stop,
        };
        let mut bar = Bar::new("comparisons settled");
        let mut watch = |progress: Progress| {
            bar.note(format!("comparisons settled, {} games", progress.games));
            bar.update(Done {
                jobs: progress.settled,
                of: progress.comparisons,
            });
        };
        let scale = scale(args, G::KIND);
        ladder::measure(game, scale, self.kept, &sitters, &mut watch).map_err(Failure::input)
    }
}

fn how_to_go_on(resume: Option<&Path>) -> String {
    match resume {
        Some(file) => format!(
            "stopped; the same command goes on from {}, and --report writes what there is",
            file.display()
        ),
        None => {
            "stopped, and nothing is kept; with --resume FILE a ladder can go on later".to_owned()
        }
    }
}
