//! The command `espalier experiment`: the alternatives to alpha-beta measured, and what they learn from games.

use std::fs;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use games::{BoardGame, GameKind, WithGame};
use lab::alternatives::{
    self, Condition, Fitted, ModelSize, Part, Result as Measured, Size, baseline, contestants, fit,
};
use lab::ladder::{LadderError, Run, Size as Games};
use lab::manifest::{Experiment, Input, Manifest, ManifestFile, Sitting};
use serde_json::json;

use crate::args::{
    AlternativesArgs, ConditionChoice, ExperimentArgs, ExperimentChoice, ModelsArgs, SizeChoice,
};
use crate::error::Failure;
use crate::manifest::{place, sitting};
use crate::matches::stop_on_ctrl_c;
use crate::pool::{self, Done};
use crate::progress::Progress;
use crate::search::write_file;

/// Runs an experiment. `command` is what was typed.
pub fn command(
    args: &ExperimentArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<(), Failure> {
    match &args.what {
        ExperimentChoice::Alternatives(args) => measure(args, command, output).map(drop),
        ExperimentChoice::Models(args) => models(args, output),
    }
}

/// The games of the experiment.
fn games(args: &AlternativesArgs) -> Vec<GameKind> {
    match args.game {
        Some(game) => vec![game],
        None => vec![
            GameKind::TicTacToe,
            GameKind::Othello6,
            GameKind::Othello,
            GameKind::MiniChess,
            GameKind::Chess,
        ],
    }
}

fn size(args: &AlternativesArgs) -> Size {
    let mut size = match args.size {
        SizeChoice::Whole => Size::WHOLE,
        SizeChoice::Small => Size::SMALL,
    };
    if let Some(games) = args.games {
        size.games = games;
        size.games_at_time = games;
        size.games_at_memory = size.games_at_memory.min(games);
    }
    size
}

/// The conditions that are asked for.
fn conditions(args: &AlternativesArgs) -> Vec<Condition> {
    let condition = |choice: &ConditionChoice| match choice {
        ConditionChoice::Nodes => Condition::Nodes,
        ConditionChoice::Evals => Condition::Evals,
        ConditionChoice::Time => Condition::Time,
        ConditionChoice::Memory => Condition::Memory,
    };
    args.at.iter().map(condition).collect()
}

/// Measures the alternatives, prints the tables, and writes the documents. `command` is what was typed.
pub fn measure(
    args: &AlternativesArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest, Failure> {
    for name in &args.only {
        let known = |game: &GameKind| {
            let mut all = contestants(*game).into_iter();
            all.any(|it| it.spec.split(':').next() == Some(name.as_str()))
        };
        if !games(args).iter().any(known) {
            let message = format_args!(
                "no alternative that is measured here is called {name:?}; `espalier players` lists them"
            );
            return Err(Failure::input(message));
        }
    }
    for folder in args.output.iter().chain(&args.resume) {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::input(format_args!("cannot make {}: {error}", folder.display()))
        })?;
    }
    let concurrency = args.concurrency.unwrap_or_else(pool::all_threads).get();
    let sitting = sitting(command, concurrency);
    let manifest = begin(args, sitting.clone())?;
    let stop = stop_on_ctrl_c();
    let mut results = Vec::new();
    let line = command_line(args);
    for game in games(args) {
        let result = game.with(Measure {
            args,
            sitting: &sitting,
            stop: &stop,
        })?;
        let text = alternatives::markdown(std::slice::from_ref(&result), &line);
        writeln!(output, "{text}")?;
        output.flush()?;
        results.push(result);
    }
    let manifest = manifest.finish(&results).map_err(Failure::input)?;
    if let Some(folder) = &args.output {
        let json = serde_json::to_string_pretty(&results).map_err(Failure::input)?;
        for (name, text) in [
            (
                "alternatives-tables.md",
                alternatives::markdown(&results, &line),
            ),
            (
                "alternatives-tables.html",
                alternatives::html(&results, &line),
            ),
            ("alternatives-tables.json", json),
        ] {
            write_file(&folder.join(name), text.as_bytes())?;
        }
    }
    Ok(manifest)
}

fn begin(args: &AlternativesArgs, sitting: Sitting) -> Result<ManifestFile, Failure> {
    let mut players: Vec<String> = Vec::new();
    for game in games(args) {
        for it in [baseline(game)].into_iter().chain(contestants(game)) {
            if !players.iter().any(|spec| spec == it.spec) {
                players.push(it.spec.to_owned());
            }
        }
    }
    let settings = json!({
        "games": games(args).iter().map(|game| game.name()).collect::<Vec<_>>(),
        "size": size(args),
        "only": args.only,
        "at": conditions(args),
    });
    let mut experiment = Experiment::new(&players, settings)
        .map_err(Failure::input)?
        .varying("at_time")
        .varying("at_memory")
        .varying("microseconds");
    experiment.seeds.push(args.seed);
    experiment
        .inputs
        .extend(games(args).into_iter().filter_map(Input::book));
    let document = args.output.as_ref();
    let document = document.map(|folder| folder.join("alternatives-tables.md"));
    let path = place(args.manifest.as_deref(), &[document.as_deref()])?;
    ManifestFile::begin(experiment, sitting, path).map_err(Failure::input)
}

/// The command that does the same again.
fn command_line(args: &AlternativesArgs) -> String {
    let mut line = "espalier experiment alternatives".to_owned();
    if let Some(game) = args.game {
        line += &format!(" --game {game}");
    }
    for name in &args.only {
        line += &format!(" --only {name}");
    }
    for condition in &args.at {
        line += &format!(" --at {}", format!("{condition:?}").to_lowercase());
    }
    if args.size == SizeChoice::Small {
        line += " --size small";
    }
    if let Some(games) = args.games {
        line += &format!(" --games {games}");
    }
    line + &format!(" --seed {}", args.seed)
}

struct Measure<'a> {
    args: &'a AlternativesArgs,
    sitting: &'a Sitting,
    stop: &'a AtomicBool,
}

impl WithGame for Measure<'_> {
    type Output = Result<Measured, Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        let size = size(args);
        let run = Run {
            size: Games {
                games: size.games,
                max_plies: 300,
                seed: args.seed,
                concurrency: self.sitting.concurrency,
            },
            keep: args.resume.as_deref(),
            sitting: self.sitting,
            stop: self.stop,
        };
        let mut progress = Progress::new("games");
        let part = Part {
            only: &args.only,
            at: &conditions(args),
        };
        let result = alternatives::measure(game, size, part, run, &mut |done, of| {
            progress.update(Done {
                jobs: done as usize,
                of: of as usize,
            });
        });
        drop(progress);
        if let Err(LadderError::Stopped) = result {
            let how = match &args.resume {
                Some(folder) => format!(
                    "stopped; the same command with --resume {} goes on",
                    folder.display()
                ),
                None => "stopped, and nothing is kept; with --resume FOLDER an experiment can go on later".to_owned(),
            };
            _ = writeln!(io::stderr(), "{how}");
            return Err(Failure::Interrupted);
        }
        result.map_err(Failure::input)
    }
}

/// Learns the models, and prints or writes their tables.
fn models(args: &ModelsArgs, output: &mut impl Write) -> Result<(), Failure> {
    let kinds = args.game.map_or(GameKind::ALL.to_vec(), |game| vec![game]);
    let stop = stop_on_ctrl_c();
    let mut fitted = Vec::new();
    for game in kinds {
        fitted.push(game.with(Fit { args, stop: &stop })?);
    }
    let line = format!(
        "espalier experiment models --games {} --depth {} --seed {}",
        args.games, args.depth, args.seed
    );
    let text = alternatives::written(&fitted, &line);
    match &args.output {
        Some(file) => write_file(file, text.as_bytes()),
        None => {
            output.write_all(text.as_bytes())?;
            Ok(output.flush()?)
        }
    }
}

struct Fit<'a> {
    args: &'a ModelsArgs,
    stop: &'a AtomicBool,
}

impl WithGame for Fit<'_> {
    type Output = Result<Fitted, Failure>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let size = ModelSize {
            games: self.args.games,
            depth: self.args.depth.min(20) as u32,
            seed: self.args.seed,
        };
        let mut progress = Progress::new("games");
        let fitted = fit(game, size, self.stop, &mut |done, of| {
            progress.update(Done {
                jobs: done as usize,
                of: of as usize,
            });
        });
        fitted.map_err(Failure::input)?.ok_or(Failure::Interrupted)
    }
}
