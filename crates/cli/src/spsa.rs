//! The command `espalier spsa`: the numbers of the search, listed or tuned by games.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use contest::{Order, PlayerLimit};
use engine::params;
use games::nearest::hint;
use games::{Chess, GameKind};
use lab::manifest::{Experiment, Input, ManifestFile};
use lab::spsa::{self, Games, Parameter, Recipe, Tuner};
use serde_json::json;

use crate::args::SpsaArgs;
use crate::error::Failure;
use crate::manifest::{place, sitting};
use crate::matches::{openings_of, stop_on_ctrl_c};
use crate::pool::{self, Done};
use crate::progress::Progress;

/// Nodes a move if nobody says.
const NODES: u64 = 8_000;

/// Lists the numbers, or tunes them. `command` is what was typed.
pub fn command(
    args: &SpsaArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<(), Failure> {
    let parameters = parameters(args)?;
    match &args.state {
        Some(state) => tune(args, parameters, state, command, output),
        None => {
            for parameter in parameters {
                writeln!(output, "{parameter}")?;
            }
            Ok(output.flush()?)
        }
    }
}

/// All numbers of the search, ready to be tuned.
#[must_use]
pub fn all() -> Vec<Parameter> {
    let all = params::all().into_iter();
    all.map(|one| Parameter::new(one.name, one.value, one.min, one.max))
        .collect()
}

fn parameters(args: &SpsaArgs) -> Result<Vec<Parameter>, Failure> {
    if let Some(path) = &args.params {
        let name = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::input(format_args!("cannot read {name}: {error}")))?;
        let read = Parameter::read_all(&text)
            .map_err(|error| Failure::input(format_args!("{name}, {error}")))?;
        if read.is_empty() {
            return Err(Failure::input(format_args!("{name} has no parameter")));
        }
        return Ok(read);
    }
    let all = all();
    if args.names.is_empty() {
        return Ok(all);
    }
    let mut chosen: Vec<Parameter> = Vec::new();
    for name in &args.names {
        let found = all.iter().find(|one| one.name == *name).ok_or_else(|| {
            let known = all.iter().map(|one| one.name.as_str());
            Failure::input(format_args!(
                "the search has no number {name:?}{}; espalier spsa lists them",
                hint(name, known)
            ))
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
) -> Result<(), Failure> {
    let program = program(args)?;
    let limit = PlayerLimit {
        tc: args.tc,
        movetime: args.movetime,
        nodes: match (args.nodes, args.tc, args.movetime) {
            (None, None, None) => Some(NODES),
            (nodes, _, _) => nodes,
        },
        depth: None,
    };
    let game = Chess::default();
    let openings = openings_of(&game, &args.openings, None, Order::Random, args.seed)?;
    let settings = json!({ "program": program, "limit": limit, "openings": openings.source() });
    let recipe = Recipe {
        parameters,
        steps: args.pairs,
        seed: args.seed,
        games: settings,
    };
    let games = Games {
        program: program.clone(),
        names: recipe
            .parameters
            .iter()
            .map(|one| one.name.clone())
            .collect(),
        openings,
        limit,
        seed: args.seed,
    };
    let threads = args.concurrency.unwrap_or_else(pool::all_threads).get();
    let path = place(args.manifest.as_deref(), &[Some(state)])?;
    let settings = serde_json::to_value(&recipe).map_err(Failure::input)?;
    let mut experiment = Experiment::new(&[program], settings)
        .map_err(Failure::input)?
        .varying_throughout(true);
    experiment.seeds.push(args.seed);
    experiment.inputs.extend(
        args.openings
            .to_str()
            .and_then(|name| Input::named_book(GameKind::Chess, name)),
    );
    let manifest =
        ManifestFile::begin(experiment, sitting(command, threads), path).map_err(Failure::input)?;
    let stop = stop_on_ctrl_c();
    let progress = Mutex::new(Progress::new("pairs"));
    let tuned = spsa::tune(&recipe, state, &games, threads, &stop, &|done, _| {
        if let Ok(mut progress) = progress.lock() {
            progress.update(Done {
                jobs: done as usize,
                of: recipe.steps as usize,
            });
        }
    });
    drop(progress);
    let (done, tuner) = tuned.map_err(Failure::input)?;
    write!(output, "{}", table(&tuner))?;
    output.flush()?;
    if done < recipe.steps {
        _ = writeln!(
            io::stderr(),
            "stopped after {done} of {} pairs; the same command goes on",
            recipe.steps
        );
        return Err(Failure::Interrupted);
    }
    let values: serde_json::Map<String, serde_json::Value> = tuner
        .parameters()
        .iter()
        .zip(tuner.values())
        .map(|(one, &value)| (one.name.clone(), json!(value)))
        .collect();
    manifest
        .finish(&json!({ "pairs": done, "values": values }))
        .map_err(Failure::input)?;
    Ok(())
}

/// The engine that plays, with its options.
fn program(args: &SpsaArgs) -> Result<String, Failure> {
    let path = match &args.program {
        Some(path) => path.clone(),
        None if params::TUNABLE => std::env::current_exe()
            .map_err(|error| Failure::input(format_args!("cannot find this program: {error}")))?
            .display()
            .to_string(),
        None => {
            return Err(Failure::input(
                "this build has its numbers as constants: build with --features espalier-cli/spsa, or name the engine with --program",
            ));
        }
    };
    let twice = |text: &str| text.replace(',', ",,");
    let mut spec = format!("uci:{}", twice(&path));
    let usual = [("Hash", "16"), ("Threads", "1")];
    let is_given = |name: &str| args.option.iter().any(|(given, _)| given == name);
    for (name, value) in usual {
        if !is_given(name) {
            spec += &format!(",option.{name}={value}");
        }
    }
    for (name, value) in &args.option {
        spec += &format!(",option.{name}={}", twice(value));
    }
    Ok(spec)
}

/// Where each number began and is now.
fn table(tuner: &Tuner) -> String {
    let longest = tuner.parameters().iter().map(|one| one.name.len()).max();
    let width = longest.unwrap_or(0).max("parameter".len());
    let mut text = format!("{:width$} {:>10} {:>10}\n", "parameter", "began", "now");
    for (one, value) in tuner.parameters().iter().zip(tuner.values()) {
        text += &format!("{:width$} {:>10} {value:>10.2}\n", one.name, one.value);
    }
    text
}
