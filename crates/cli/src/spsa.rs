//! `espalier spsa`: lists the parameters of the search, or tunes them by games.

use std::env;
use std::sync::{Mutex, PoisonError};

use contest::manifest::{Experiment, Input};
use contest::{Order, PlayerLimit, TimeControl};
use engine::params;
use research::spsa::{self, Games, MakePlayer, Parameter, Recipe, Tuner};
use serde_json::Map;

use crate::matches::openings;
use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Without --state the parameters of the search are listed in OpenBench's format: NAME, int, VALUE, MIN, MAX, C_END, R_END.
With --state they are tuned: each step changes every parameter a little up or down, plays a pair of games between the two
engines, and moves the parameters towards the winner. Every step is written to the file, so a killed tuning resumes with the same
command. The engine must have the parameters as UCI options: a build with the feature spsa, or any engine with --program.

Examples:
  espalier spsa                                      all parameters of the search
  espalier spsa lmr_base lmr_divisor                 two of them
  espalier spsa lmr_base lmr_divisor --state tune.jsonl --program ./espalier-spsa --pairs 15000 --nodes 8000
  espalier spsa --params numbers.txt --state tune.jsonl --program ./other-engine --tc 4+0.04 --concurrency 8")]
pub struct SpsaArgs {
    /// The parameters; by default all
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Read the parameters from this file, one per line in the format of the list
    #[arg(long, value_name = "FILE", conflicts_with = "names")]
    params: Option<PathBuf>,
    /// Tune and keep the progress in this file; an existing file is resumed
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// The UCI engine to tune; by default this program, if it was built with the feature spsa
    #[arg(long, value_name = "PATH", requires = "state")]
    program: Option<String>,
    /// An option of the engine; can be given several times. By default Hash=16 and Threads=1
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option, requires = "state")]
    option: Vec<(String, String)>,
    /// Number of steps, each a pair of games
    #[arg(long, value_name = "N", default_value = "15000", value_parser = parse_amount, allow_negative_numbers = true)]
    pairs: u64,
    /// Nodes per move; 8000 without another limit
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    movetime: Option<u64>,
    /// A clock in seconds, with increment: 4+0.04
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    tc: Option<TimeControl>,
    /// Openings: unbalanced, level, or a file as for `espalier match`
    #[arg(long, value_name = "BOOK", default_value = "unbalanced")]
    openings: PathBuf,
    /// Random seed of the directions, the openings and the players
    #[arg(long, default_value = "0", value_parser = number("a seed", 0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Concurrent pairs; by default the number of threads of the machine, because one program of a pair searches while the other waits
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    concurrency: Option<NonZeroUsize>,
    /// Write the manifest to this file; by default next to --state
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let option = text.split_once('=');
    let option = option.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    option
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| "an option is NAME=VALUE, such as Hash=16".to_owned())
}

/// Nodes per move without another limit.
const NODES: u64 = 8_000;

/// Lists or tunes the parameters. `command` is the command line.
pub fn command(args: &SpsaArgs, command: &[String], output: &mut impl Write) -> Result {
    let parameters = parameters(args)?;
    if let Some(state) = &args.state {
        return tune(args, parameters, state, command, output);
    }
    for parameter in parameters {
        writeln!(output, "{parameter}")?;
    }
    Ok(())
}

/// Returns the selected parameters.
fn parameters(args: &SpsaArgs) -> Result<Vec<Parameter>> {
    if let Some(path) = &args.params {
        let name = path.display();
        let read = Parameter::read_all(&files::read_text(path)?)
            .map_err(|error| failure!("{name}, {error}"))?;
        if read.is_empty() {
            return fail!("{name} has no parameter");
        }
        return Ok(read);
    }
    let all = params::all().into_iter();
    let all: Vec<Parameter> = all.filter_map(|one| one.to_string().parse().ok()).collect();
    if args.names.is_empty() {
        return Ok(all);
    }
    let mut chosen: Vec<Parameter> = Vec::new();
    for name in &args.names {
        let found = all.iter().find(|one| one.name == *name).ok_or_else(|| {
            let hint = hint(name, all.iter().map(|one| one.name.as_str()));
            failure!("the search has no parameter {name:?}{hint}; espalier spsa lists them")
        })?;
        if !chosen.contains(found) {
            chosen.push(found.clone());
        }
    }
    Ok(chosen)
}

fn tune(
    args: &SpsaArgs,
    parameters: Vec<Parameter>,
    state: &Path,
    command: &[String],
    output: &mut impl Write,
) -> Result {
    let program = program(args)?;
    let has_other = args.tc.is_some() || args.movetime.is_some();
    let limit = PlayerLimit {
        tc: args.tc,
        movetime: args.movetime,
        nodes: args.nodes.or((!has_other).then_some(NODES)),
        depth: None,
    };
    let game = Chess::default();
    let openings = openings(&game, &args.openings, None, Order::Random, args.seed)?;
    let settings = json!({ "program": program, "limit": limit, "openings": openings.source() });
    let recipe = Recipe {
        parameters,
        steps: args.pairs,
        seed: args.seed,
        games: settings,
    };
    let settings = serde_json::to_value(&recipe)?;
    let mut experiment =
        Experiment::new(&[parse_player(&program)?], settings)?.varying_throughout(true);
    experiment.seeds.push(args.seed);
    let book = args.openings.to_str();
    let book = book.and_then(|name| Input::named_book(Chess::ID, name));
    experiment.inputs.extend(book);
    let threads = args.concurrency.unwrap_or_else(pool::all_threads).get();
    let run_info = manifest::run_info(command, threads);
    let given = args.manifest.as_deref();
    let manifest = manifest::begin(experiment, run_info, given, &[Some(state)])?;
    let games = Games {
        player: player_with(program, &recipe.parameters),
        openings,
        limit,
        seed: args.seed,
    };
    let progress = Mutex::new(Progress::new("pairs"));
    let watch = |done: u64, _: &Tuner| {
        let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.update(done as usize, recipe.steps as usize);
    };
    let tuned = spsa::tune(&recipe, state, &games, threads, &stop_on_ctrl_c(), &watch);
    drop(progress);
    let (done, tuner) = tuned?;
    output.write_all(tuner.to_text().as_bytes())?;
    output.flush()?;
    if done < recipe.steps {
        let steps = recipe.steps;
        _ = writeln!(
            io::stderr(),
            "stopped after {done} of {steps} pairs; the same command resumes"
        );
        return Err(Failure::Interrupted);
    }
    let names = tuner.parameters().iter().map(|one| one.name.clone());
    let values = names.zip(tuner.values().iter().map(|&value| json!(value)));
    let values: Map<_, _> = values.collect();
    manifest.finish(&json!({ "pairs": done, "values": values }))?;
    Ok(())
}

/// Returns a function that makes the player with given parameters: the program with these options.
fn player_with(program: String, parameters: &[Parameter]) -> MakePlayer {
    let names: Vec<String> = parameters.iter().map(|one| one.name.clone()).collect();
    Box::new(move |values| {
        let mut spec = program.clone();
        for (name, value) in names.iter().zip(values) {
            spec += &format!(",option.{name}={value}");
        }
        parse_player(&spec)
    })
}

/// Returns the spec of the engine with its options.
fn program(args: &SpsaArgs) -> Result<String> {
    let path = match &args.program {
        Some(path) => path.clone(),
        None if params::TUNABLE => env::current_exe()
            .map_err(|error| failure!("cannot find this program: {error}"))?
            .display()
            .to_string(),
        None => {
            return fail!(
                "the parameters of this build are constants: build with --features espalier-cli/spsa, or name the engine with --program"
            );
        }
    };
    let escaped = |text: &str| text.replace(',', ",,");
    let mut spec = format!("uci:{}", escaped(&path));
    let is_given = |name: &str| args.option.iter().any(|(given, _)| given == name);
    let defaults = [("Hash", "16"), ("Threads", "1")];
    let defaults = defaults.into_iter().filter(|(name, _)| !is_given(name));
    let given = args.option.iter();
    for (name, value) in defaults.chain(given.map(|(name, value)| (&**name, &**value))) {
        spec += &format!(",option.{name}={}", escaped(value));
    }
    Ok(spec)
}
