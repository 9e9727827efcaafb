//! `espalier experiment`: measures the alternatives to alpha-beta or the parallel searches, simulates processors, or learns models from
//! games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Subcommand;
use contest::Shard;
use contest::manifest::{Manifest, RunInfo};
use research::alternatives::{
    self, Condition, Fitted, ModelSize, Part, Results as Measured, Run, Size,
    alternatives as players_of, fit,
};

use gametree::simulation::{ModelTree, Order};
use research::{parallel, simulated};

use crate::prelude::*;

#[derive(Args, Debug)]
pub struct ExperimentArgs {
    #[command(subcommand)]
    pub experiment: Experiment,
}

/// The experiments.
#[derive(Subcommand, Debug)]
pub enum Experiment {
    /// Compare every alternative to alpha-beta with alpha-beta at equal nodes, evaluations, time and memory
    Alternatives(AlternativesArgs),
    /// Learn from games how reliable static values are, for the players bp and probcut
    Models(ModelsArgs),
    /// Compare the parallel searches with sequential search: speed-up, efficiency and overheads
    Parallel(ParallelArgs),
    /// Simulate the parallel searches on 1 to 1,024 processors
    Simulated(SimulatedArgs),
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier experiment alternatives                   all games; writes results/alternatives-tables.md, .html, .json
  espalier experiment alternatives --size small --output /tmp/alternatives
  espalier experiment alternatives --game othello --only bp --only bestfirst --resume games
                                                     can be stopped; the same command resumes")]
pub struct AlternativesArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// This alternative only; can be given several times
    #[arg(long, value_name = "PLAYER")]
    only: Vec<String>,
    /// This equal resource only; can be given several times
    #[arg(long, value_name = "CONDITION", value_parser = ["nodes", "evals", "time", "memory"])]
    at: Vec<String>,
    /// Size of the experiment: whole takes less than two hours on two cores, small some minutes
    #[arg(long, default_value = "whole", value_parser = ["whole", "small"])]
    size: String,
    /// Games of each match instead of the number of --size; with equal memory at most that number
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Measure only the matches and accuracies whose number is I modulo N, from 0; `espalier merge` joins the folders of all shards
    #[arg(long, value_name = "I/N", requires = "resume")]
    shard: Option<Shard>,
}

#[derive(Args, Debug)]
pub struct ModelsArgs {
    /// One game only; by default all
    #[arg(long)]
    game: Option<GameId>,
    /// Number of games for each model
    #[arg(long, value_name = "N", default_value = "60", value_parser = parse_amount, allow_negative_numbers = true)]
    games: u64,
    /// Depth in plies of the search whose value is compared with the static value
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_amount, allow_negative_numbers = true)]
    depth: u64,
    /// Random seed of the games
    #[arg(long, default_value = "0", value_parser = number("a seed", 0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Write the tables to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Each search runs to the same depth in the same positions, with each number of threads. Only an idle machine gives reliable times.

Examples:
  espalier experiment parallel
  espalier experiment parallel --game othello --depth 9 --threads 1,2,4 --csv parallel.csv")]
pub struct ParallelArgs {
    /// The game
    #[arg(long, default_value = "chess")]
    game: GameId,
    /// Search depth in plies
    #[arg(long, value_name = "N", default_value = "6", value_parser = parse_plies, allow_negative_numbers = true)]
    depth: u32,
    /// Number of positions, after random moves
    #[arg(long, value_name = "N", default_value = "20", value_parser = number("a number of positions", 1, 10_000_usize), allow_negative_numbers = true)]
    positions: usize,
    /// Numbers of threads
    #[arg(long, value_name = "N", default_value = "2", value_delimiter = ',', value_parser = number("a number of threads", 1, 256_u64), allow_negative_numbers = true)]
    threads: Vec<u64>,
    /// Random seed of the positions
    #[arg(long, default_value = "0", value_parser = number("a seed", 0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    report: ReportArgs,
}

#[derive(Args, Debug)]
#[command(after_help = "\
A node costs one tick, a message the ticks of --message, everything else nothing. The figures are the same on every machine.

Examples:
  espalier experiment simulated --width 8 --plies 4 --order best-first
  espalier experiment simulated --game tictactoe --plies 5 --message 2 --csv simulated.csv")]
pub struct SimulatedArgs {
    /// The tree of this game from its start position, instead of a uniform tree with random leaves
    #[arg(long, conflicts_with_all = ["width", "seed"])]
    game: Option<GameId>,
    /// Moves at each node of the uniform tree
    #[arg(long, value_name = "N", default_value = "10", value_parser = number("a number of moves", 1, 1_000_u32), allow_negative_numbers = true)]
    width: u32,
    /// Depth of the tree in plies
    #[arg(long, value_name = "N", default_value = "5", value_parser = parse_plies, allow_negative_numbers = true)]
    plies: u32,
    /// Order of the moves: generated, best-first or worst-first
    #[arg(long, default_value = "generated", value_parser = simulated::order)]
    order: Order,
    /// Ticks of a message between processors
    #[arg(long, value_name = "N", default_value = "0", value_parser = number("a number of ticks", 0, 1_000_000_u64), allow_negative_numbers = true)]
    message: u64,
    /// Random seed of the leaves
    #[arg(long, default_value = "1", value_parser = number("a seed", 0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    report: ReportArgs,
}

/// The largest tree: some 100 MiB.
const MOST_NODES: usize = 5_000_000;

/// Runs an experiment. `command` is the command line.
pub fn command(args: &ExperimentArgs, command: &[String], output: &mut impl Write) -> Result {
    match &args.experiment {
        Experiment::Alternatives(args) => measure(args, command, output).map(drop),
        Experiment::Models(args) => models(args, output),
        Experiment::Parallel(args) => {
            let comparison = args.game.with(InParallel { args })?;
            args.report.write(&comparison, output)
        }
        Experiment::Simulated(args) => simulate(args, output),
    }
}

fn games(args: &AlternativesArgs) -> Vec<GameId> {
    (args.run.game).map_or(alternatives::GAMES.to_vec(), |game| vec![game])
}

fn size(args: &AlternativesArgs) -> Size {
    let mut size = match args.size.as_str() {
        "small" => Size::SMALL,
        _ => Size::WHOLE,
    };
    if let Some(games) = args.games {
        size.games = games;
        size.games_at_time = games;
        size.games_at_memory = size.games_at_memory.min(games);
    }
    size
}

/// Returns the selected conditions.
fn conditions(args: &AlternativesArgs) -> Vec<Condition> {
    let named = |name: &String| {
        let has_name = |it: &Condition| format!("{it:?}").eq_ignore_ascii_case(name);
        Condition::ALL.into_iter().find(has_name)
    };
    args.at.iter().filter_map(named).collect()
}

/// Measures the alternatives, prints the tables and writes the documents. `command` is the command line.
pub fn measure(
    args: &AlternativesArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest> {
    for name in &args.only {
        let has = |game: GameId| players_of(game).iter().any(|it| it.spec.name() == name);
        if !games(args).into_iter().any(has) {
            return fail!(
                "no measured alternative is called {name:?}; `espalier players` lists them"
            );
        }
    }
    for folder in args.run.output.iter().chain(&args.run.resume) {
        files::create_folder(folder)?;
    }
    let concurrency = args.run.concurrency.unwrap_or_else(pool::all_threads).get();
    let run_info = manifest::run_info(command, concurrency);
    let part = Part {
        only: &args.only,
        at: &conditions(args),
        shard: args.shard.unwrap_or(Shard::WHOLE),
    };
    let experiment = alternatives::experiment(&games(args), size(args), part, args.run.seed)?;
    let document = args.run.output.as_ref();
    let document = document.map(|folder| folder.join("alternatives-tables.md"));
    let (given, outputs) = (args.run.manifest.as_deref(), [document.as_deref()]);
    let manifest = manifest::begin(experiment, run_info.clone(), given, &outputs)?;
    let stop = stop_on_ctrl_c();
    let mut results = Vec::new();
    let line = repeat(args);
    for game in games(args) {
        let result = game.with(Measure {
            args,
            part,
            run_info: &run_info,
            stop: &stop,
        })?;
        let Some(result) = result else { continue };
        let text = alternatives::markdown(std::slice::from_ref(&result), &line);
        writeln!(output, "{text}")?;
        output.flush()?;
        results.push(result);
    }
    let manifest = manifest.finish(&results)?;
    if results.len() < games(args).len() {
        let shard = part.shard;
        writeln!(
            output,
            "shard {shard} is complete; espalier merge joins it with the others"
        )?;
        return Ok(manifest);
    }
    if let Some(folder) = &args.run.output {
        for (end, text) in alternatives::documents(&results, &line) {
            files::write(&folder.join(format!("alternatives-tables.{end}")), text)?;
        }
    }
    Ok(manifest)
}

/// Returns the command that repeats the experiment.
fn repeat(args: &AlternativesArgs) -> String {
    let mut options = vec![("game", args.run.game.map(|game| game.to_string()))];
    options.extend(args.only.iter().map(|name| ("only", Some(name.clone()))));
    options.extend(args.at.iter().map(|name| ("at", Some(name.clone()))));
    let size = (args.size == "small").then(|| args.size.clone());
    options.push(("size", size));
    options.push(("games", args.games.map(|games| games.to_string())));
    options.push(("seed", Some(args.run.seed.to_string())));
    command_line("espalier experiment alternatives", &options)
}

struct Measure<'a> {
    args: &'a AlternativesArgs,
    part: Part<'a>,
    run_info: &'a RunInfo,
    stop: &'a Arc<AtomicBool>,
}

impl WithGame for Measure<'_> {
    type Output = Result<Option<Measured>>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let args = self.args;
        let size = size(args);
        let run = Run {
            seed: args.run.seed,
            keep: args.run.resume.as_deref(),
            run_info: self.run_info,
            stop: self.stop,
        };
        let mut progress = Progress::new("games");
        let mut watch = |done, of| progress.update(done as usize, of as usize);
        let result = alternatives::measure(game, size, self.part, run, &mut watch);
        drop(progress);
        if let Err(research::Error::Stopped) = result {
            let how = match &args.run.resume {
                Some(folder) => {
                    format!(
                        "the same command with --resume {} resumes",
                        folder.display()
                    )
                }
                None => "an experiment with --resume FOLDER can be resumed".to_owned(),
            };
            _ = writeln!(io::stderr(), "stopped; {how}");
            return Err(Failure::Interrupted);
        }
        Ok(result?)
    }
}

/// Learns the models, and prints or writes their tables.
fn models(args: &ModelsArgs, output: &mut impl Write) -> Result {
    let games = args.game.map_or(GameId::ALL.to_vec(), |game| vec![game]);
    let stop = &stop_on_ctrl_c();
    let fitted = games.into_iter().map(|game| game.with(Fit { args, stop }));
    let fitted = fitted.collect::<Result<Vec<_>, _>>()?;
    let options = [
        ("games", Some(args.games.to_string())),
        ("depth", Some(args.depth.to_string())),
        ("seed", Some(args.seed.to_string())),
    ];
    let line = command_line("espalier experiment models", &options);
    let text = alternatives::written(&fitted, &line);
    match &args.output {
        Some(file) => files::write(file, text),
        None => Ok(output.write_all(text.as_bytes())?),
    }
}

struct Fit<'a> {
    args: &'a ModelsArgs,
    stop: &'a AtomicBool,
}

impl WithGame for Fit<'_> {
    type Output = Result<Fitted>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let size = ModelSize {
            games: self.args.games,
            depth: self.args.depth.min(20) as u32,
            seed: self.args.seed,
        };
        let mut progress = Progress::new("games");
        let mut watch = |done, of| progress.update(done as usize, of as usize);
        let fitted = fit(game, size, self.stop, &mut watch).map_err(Failure::input)?;
        fitted.ok_or(Failure::Interrupted)
    }
}

/// Simulates the parallel searches of a tree.
fn simulate(args: &SimulatedArgs, output: &mut impl Write) -> Result {
    let tree = match args.game {
        Some(game) => game.with(TreeOf { plies: args.plies }),
        None => simulated::uniform_tree(args.width, args.plies, args.seed, MOST_NODES),
    };
    let tree = tree.map_err(Failure::input)?.ordered(args.order);
    match simulated::curves(&tree, args.message, &stop_on_ctrl_c()) {
        Err(research::Error::Stopped) => Err(Failure::Interrupted),
        curves => args.report.write(&curves?, output),
    }
}

struct TreeOf {
    plies: u32,
}

impl WithGame for TreeOf {
    type Output = Result<ModelTree, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        simulated::game_tree(game, self.plies, MOST_NODES)
    }
}

struct InParallel<'a> {
    args: &'a ParallelArgs,
}

impl WithGame for InParallel<'_> {
    type Output = Result<parallel::Comparison>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let size = parallel::Size {
            positions: self.args.positions,
            depth: self.args.depth,
            threads: self.args.threads.clone(),
            seed: self.args.seed,
        };
        let mut progress = Progress::new("searches");
        let mut watch = |done, of| progress.update(done, of);
        let compared = parallel::measure(game, &size, &stop_on_ctrl_c(), &mut watch);
        drop(progress);
        match compared {
            Err(research::Error::Stopped) => Err(Failure::Interrupted),
            compared => Ok(compared?),
        }
    }
}
