//! `espalier ladder`: lists the rungs of the ladder, or measures them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::Style;
use contest::Shard;
use contest::manifest::Manifest;
use research::ladder::{self, Ladder, PairLedger, Scale, Workers, rungs};

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Every rung plays the one below it, at equal nodes and at equal time, until a test finds it stronger, weaker, or neither by more
than --margin. Then the engine plays itself, each side without some of its techniques, and a regression estimates the value of
each technique. results/ladder.md states the time that this takes. With --resume every pair of games is written when it ends, so
the run can be killed and resumed, also on another machine with the file.

Examples:
  espalier ladder                                    list the rungs, with a paragraph on each
  espalier ladder --measure --resume ladder.jsonl    play, and write results/ladder.md, .html, .json and pictures
  espalier ladder --measure --resume ladder.jsonl --report
                                                     write them from the games so far, and play none
  espalier ladder --measure --resume 0.jsonl --shard 0/2
                                                     one half on this machine; espalier merge joins two files
  espalier ladder --measure --game othello --games 20 --output /tmp/ladder")]
pub struct LadderArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Play the rungs against each other and count their nodes
    #[arg(long)]
    pub measure: bool,
    /// Maximum number of games of a comparison
    #[arg(long, value_name = "N", default_value = "1500", value_parser = parse_games, allow_negative_numbers = true)]
    games: u64,
    /// Minimum number of games, so that the error of an Elo is small enough
    #[arg(long, value_name = "N", default_value = "200", value_parser = parse_games, allow_negative_numbers = true)]
    least: u64,
    /// Least relevant difference, in Elo
    #[arg(long, value_name = "ELO", default_value = "20", value_parser = number("a difference in Elo", 1.0, 400.0), allow_negative_numbers = true)]
    margin: f64,
    /// Nodes per move of the engine
    #[arg(long, value_name = "N", default_value = "20000", value_parser = parse_amount, allow_negative_numbers = true)]
    nodes: u64,
    /// Nodes per move of textbook players [default: 100000, in small games 20000]
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    textbook_nodes: Option<u64>,
    /// Milliseconds per move [default: 20, in small games 5]
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    movetime: Option<u64>,
    /// Nodes per move of the engine without some of its techniques
    #[arg(long, value_name = "N", default_value = "20000", value_parser = parse_amount, allow_negative_numbers = true)]
    ablation_nodes: u64,
    /// Games of the engine without some of its techniques
    #[arg(long, value_name = "N", default_value = "8000", value_parser = parse_games, allow_negative_numbers = true)]
    technique_games: u64,
    /// Play no games and write the documents from the games so far
    #[arg(long, requires = "resume")]
    report: bool,
    /// Play only the comparisons whose number is I modulo N, from 0; `espalier merge` joins the files of all shards
    #[arg(
        long,
        value_name = "I/N",
        requires = "measure",
        allow_hyphen_values = true
    )]
    shard: Option<Shard>,
    /// The same, counted from 1: 2/3 is --shard 1/3
    #[arg(long, value_name = "K/N", value_parser = parse_part, conflicts_with = "shard")]
    part: Option<Shard>,
}

const BOLD: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

/// Lists or measures the rungs. `command` is the command line.
pub fn command(args: &LadderArgs, command: &[String], output: &mut impl Write) -> Result {
    if args.measure {
        return measure(args, command, output).map(drop);
    }
    for game in games(args) {
        writeln!(output, "{BOLD}{game}{BOLD:#}")?;
        for (number, rung) in (1..).zip(rungs(game)) {
            let (name, spec, about) = (&rung.name, &rung.spec, &rung.about);
            writeln!(
                output,
                "{number:>3}. {BOLD}{name}{BOLD:#} {FAINT}{spec}{FAINT:#}\n     {about}"
            )?;
        }
        writeln!(output)?;
    }
    Ok(())
}

fn games(args: &LadderArgs) -> Vec<GameId> {
    (args.run.game).map_or(ladder::GAMES.to_vec(), |game| vec![game])
}

/// Measures the rungs, prints the tables and writes the documents. `command` is the command line.
pub fn measure(args: &LadderArgs, command: &[String], output: &mut impl Write) -> Result<Manifest> {
    if let Some(folder) = &args.run.output {
        files::create_folder(folder)?;
    }
    let threads = args.run.concurrency.unwrap_or_else(pool::all_threads).get();
    let run_info = manifest::run_info(command, threads);
    let scales = games(args).into_iter();
    let scales: Vec<(GameId, Scale)> = scales.map(|game| (game, scale(args, game))).collect();
    let experiment = ladder::experiment(&scales, args.run.seed)?;
    let document = args
        .run
        .output
        .as_ref()
        .map(|folder| folder.join("ladder.md"));
    let (given, outputs) = (args.run.manifest.as_deref(), [document.as_deref()]);
    let manifest = manifest::begin(experiment, run_info.clone(), given, &outputs)?;
    let mut kept = match &args.run.resume {
        Some(path) => PairLedger::open(path, &run_info)?,
        None => PairLedger::in_memory(),
    };
    let warn = |line: &str| _ = writeln!(io::stderr(), "{line}");
    if let Some(other) = kept.other_program() {
        warn(&format!("some of the games were played by {other}"));
    }
    let mut ladders = Vec::new();
    let stop = stop_on_ctrl_c();
    let line = repeat(args);
    let mut is_whole = true;
    for game in games(args) {
        let (ladder, progress) = game.with(Measure {
            args,
            threads: if args.report { 0 } else { threads },
            kept: &mut kept,
            stop: &stop,
        })?;
        is_whole &= progress.settled == progress.comparisons;
        if is_whole || args.report {
            let text = ladder::markdown(std::slice::from_ref(&ladder), &line);
            writeln!(output, "{text}")?;
            output.flush()?;
        } else if stop.load(Ordering::Relaxed) {
            warn(&format!(
                "{game}: {} of {} comparisons are settled, after {} games",
                progress.settled, progress.comparisons, progress.games
            ));
        }
        ladders.push(ladder);
    }
    if kept.faults() > 0 {
        let faults = kept.faults();
        warn(&format!(
            "{faults} games were lost by a crash, an illegal move or on time"
        ));
    }
    if !is_whole && !args.report && !shard(args).is_whole() && !stop.load(Ordering::Relaxed) {
        let shard = shard(args);
        writeln!(
            output,
            "shard {shard} is complete; espalier merge joins it with the others"
        )?;
        return Ok(manifest.finish(&ladders)?);
    }
    if !is_whole && !args.report {
        warn(&match &args.run.resume {
            Some(file) => format!(
                "stopped; the same command resumes from {}, and --report writes the results so far",
                file.display()
            ),
            None => {
                "stopped; nothing is kept, because only a run with --resume FILE can be resumed"
                    .to_owned()
            }
        });
        return Err(Failure::Interrupted);
    }
    let manifest = manifest.finish(&ladders)?;
    if let Some(folder) = &args.run.output {
        for (name, text) in ladder::documents(&ladders, &line) {
            files::write(&folder.join(name), text)?;
        }
    }
    Ok(manifest)
}

/// Returns the comparisons to play.
fn shard(args: &LadderArgs) -> Shard {
    args.shard.or(args.part).unwrap_or(Shard::WHOLE)
}

/// Returns the size of the measurement of a game.
fn scale(args: &LadderArgs, game: GameId) -> Scale {
    let default = Scale::of(game);
    Scale {
        games: args.games,
        least: args.least,
        margin: args.margin,
        nodes: args.nodes,
        textbook_nodes: args.textbook_nodes.unwrap_or(default.textbook_nodes),
        movetime: args.movetime.unwrap_or(default.movetime),
        ablation_nodes: args.ablation_nodes,
        technique_games: args.technique_games,
        seed: args.run.seed,
        ..default
    }
}

/// Returns the command that repeats the measurement.
fn repeat(args: &LadderArgs) -> String {
    let options = [
        ("game", args.run.game.map(|game| game.to_string())),
        ("games", Some(args.games.to_string())),
        ("least", Some(args.least.to_string())),
        ("margin", Some(args.margin.to_string())),
        ("nodes", Some(args.nodes.to_string())),
        (
            "textbook-nodes",
            args.textbook_nodes.map(|it| it.to_string()),
        ),
        ("movetime", args.movetime.map(|it| it.to_string())),
        ("ablation-nodes", Some(args.ablation_nodes.to_string())),
        ("technique-games", Some(args.technique_games.to_string())),
        ("seed", Some(args.run.seed.to_string())),
        ("resume", Some("ladder.jsonl".to_owned())),
    ];
    command_line("espalier ladder --measure", &options)
}

struct Measure<'a> {
    args: &'a LadderArgs,
    threads: usize,
    kept: &'a mut PairLedger,
    stop: &'a Arc<AtomicBool>,
}

impl WithGame for Measure<'_> {
    type Output = Result<(Ladder, ladder::Progress)>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let workers = Workers {
            threads: self.threads,
            shard: shard(self.args),
            stop: self.stop,
        };
        let mut bar = Progress::new("comparisons settled");
        let mut watch = |progress: ladder::Progress| {
            let (settled, of) = (progress.settled, progress.comparisons);
            bar.update_with(settled, of, |what| {
                format!("{what}, {} games", progress.games)
            });
        };
        let scale = scale(self.args, G::ID);
        Ok(ladder::measure(
            game, scale, self.kept, &workers, &mut watch,
        )?)
    }
}
