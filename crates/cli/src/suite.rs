//! The command `espalier suite`: test positions, and how many of them a player solves.

use std::io::Write;

use games::Chess;
use gametree::Limits;
use lab::compare::describe;
use lab::manifest::{Experiment, Input, Manifest, ManifestFile};
use lab::suite::{self, Report};
use players::{Seat, registry};
use serde_json::json;

use crate::args::SuiteArgs;
use crate::error::Failure;
use crate::manifest::{place, sitting};
use crate::progress::Progress;
use crate::search::write_file;

/// How long a player without any limit may search a position, in milliseconds.
const DEFAULT_TIME: u64 = 1_000;

/// Solves the suite, prints the table, and writes the files asked for. `command` is what was typed.
pub fn command(
    args: &SuiteArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest, Failure> {
    let (report, manifest) = solve(args, command)?;
    if args.json {
        let json = serde_json::to_string(&report).map_err(Failure::input)?;
        writeln!(output, "{json}")?;
    } else {
        write!(output, "{report}")?;
    }
    if let Some(path) = &args.csv {
        write_file(path, report.to_csv().as_bytes())?;
    }
    if let Some(path) = &args.html {
        write_file(path, report.to_html().as_bytes())?;
    }
    output.flush()?;
    Ok(manifest)
}

fn solve(args: &SuiteArgs, command: &[String]) -> Result<(Report, Manifest), Failure> {
    let limits = limits(args);
    let name = args.file.display();
    // Old suites have names in whatever letters their authors used.
    let bytes = std::fs::read(&args.file)
        .map_err(|error| Failure::input(format_args!("cannot read {name}: {error}")))?;
    let (problems, skipped) = suite::read(&String::from_utf8_lossy(&bytes));
    if problems.is_empty() {
        let reason = skipped.first().map_or_else(
            || "it is empty".to_owned(),
            |first| format!("line {}: {}", first.line, first.reason),
        );
        return Err(Failure::input(format_args!(
            "{name} has no position to solve: {reason}"
        )));
    }
    Seat::<Chess>::sit(&args.player).map_err(Failure::input)?;
    let manifest = begin(args, command, &limits, &bytes)?;
    let title = args.file.file_name().map_or_else(
        || name.to_string(),
        |name| name.to_string_lossy().into_owned(),
    );
    let mut progress = Progress::new("positions");
    let report = suite::run(
        &title,
        (&problems, skipped),
        &args.player,
        &limits,
        args.concurrency,
        &mut |done| progress.update(done),
    )
    .map_err(Failure::input)?;
    let manifest = manifest.finish(&report).map_err(Failure::input)?;
    Ok((report, manifest))
}

fn begin(
    args: &SuiteArgs,
    command: &[String],
    limits: &Limits,
    bytes: &[u8],
) -> Result<ManifestFile, Failure> {
    let settings = json!({ "limit": describe(limits) });
    let mut experiment = Experiment::new(std::slice::from_ref(&args.player), settings)
        .map_err(Failure::input)?
        .varying("time_ms")
        .varying_throughout(limits.time.is_some());
    experiment.inputs.push(Input::file(&args.file, bytes));
    let path = place(
        args.manifest.as_deref(),
        &[args.html.as_deref(), args.csv.as_deref()],
    )?;
    let sitting = sitting(command, args.concurrency.get());
    ManifestFile::begin(experiment, sitting, path).map_err(Failure::input)
}

/// The limits given; a second if neither the arguments nor the player has any.
fn limits(args: &SuiteArgs) -> Limits {
    let own = ["depth", "nodes", "evals", "movetime"];
    let limits = args.limits.limits();
    let spec = registry::parse(&args.player).ok();
    let has_own = spec.is_some_and(|spec| own.iter().any(|key| spec.get(key).is_some()));
    if has_own {
        return limits;
    }
    if limits.is_unlimited() {
        return limits.with_time(std::time::Duration::from_millis(DEFAULT_TIME));
    }
    limits
}
