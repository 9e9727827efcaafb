//! The command `espalier suite`: test positions, and how many of them a player solves.

use std::io::Write;

use gametree::Limits;
use lab::registry;
use lab::suite::{self, Report};

use crate::args::SuiteArgs;
use crate::error::Failure;
use crate::progress::Progress;
use crate::search::write_file;

/// How long a player without any limit may search a position, in milliseconds.
const DEFAULT_TIME: u64 = 1_000;

/// Solves the suite, prints the table, and writes the files asked for.
pub fn command(args: &SuiteArgs, output: &mut impl Write) -> Result<(), Failure> {
    let report = solve(args)?;
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
    Ok(output.flush()?)
}

fn solve(args: &SuiteArgs) -> Result<Report, Failure> {
    let limits = limits(args)?;
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
    let title = args.file.file_name().map_or_else(
        || name.to_string(),
        |name| name.to_string_lossy().into_owned(),
    );
    let mut progress = Progress::new("positions");
    suite::run(
        &title,
        (&problems, skipped),
        &args.player,
        &limits,
        args.concurrency,
        &mut |done| progress.update(done),
    )
    .map_err(Failure::input)
}

/// The limits given; a second if neither the arguments nor the player has any.
fn limits(args: &SuiteArgs) -> Result<Limits, Failure> {
    let spec = registry::parse(&args.player).map_err(Failure::input)?;
    let own = ["depth", "nodes", "evals", "movetime"];
    let given = args.limits;
    let unlimited = given.depth.is_none()
        && given.nodes.is_none()
        && given.evals.is_none()
        && given.movetime.is_none()
        && own.iter().all(|key| spec.get(key).is_none());
    let mut limits = given.limits();
    if unlimited {
        limits.time = Some(std::time::Duration::from_millis(DEFAULT_TIME));
    }
    Ok(limits)
}
