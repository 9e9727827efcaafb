//! `espalier suite`: counts the positions of a test suite that a player solves.

use std::time::Duration;

use contest::Shard;
use contest::manifest::{Experiment, Input, Manifest};
use gametree::Limits;
use gametree::hash;
use research::compare::describe;
use research::suite::{self, SuiteJournal, SuitePlan};

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
A record is solved if the player's move is one of bm and none of am; with dm, the player must announce a mate in at most that
many moves. Points are read from c0 \"move=10, move=5\". Unreadable records are reported and skipped.

Examples:
  espalier suite wac.epd
  espalier suite sts.epd alphabeta:quiesce,order=mvvlva --nodes 20000 --concurrency 2
  espalier suite mates.epd classic --depth 7 --csv mates.csv --html mates.html")]
pub struct SuiteArgs {
    /// The suite: EPD records with bm, am, dm, or points in c0
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The player; `espalier players` lists them
    #[arg(value_name = "PLAYER", default_value = "engine", value_parser = parse_player)]
    player: PlayerSpec,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    pub report: ReportArgs,
    /// Write the manifest to this file; by default next to --html or --csv
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Number of concurrent searches
    #[arg(long, value_name = "K", default_value = "1", value_parser = parse_threads, allow_negative_numbers = true)]
    concurrency: NonZeroUsize,
    /// Keep the solutions in this file; existing solutions are resumed
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Solve only the positions whose number is I modulo N, from 0; `espalier merge` joins the files of all shards
    #[arg(long, value_name = "I/N", requires = "resume")]
    shard: Option<Shard>,
}

/// The time for a position if neither the arguments nor the player has a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Solves the suite and reports the result. `command` is the command line.
pub fn command(args: &SuiteArgs, command: &[String], output: &mut impl Write) -> Result<Manifest> {
    let limits = limits(args);
    let name = args.file.display();
    // Old suites have names in various encodings.
    let bytes = files::read(&args.file)?;
    let (problems, skipped) = suite::read(&String::from_utf8_lossy(&bytes));
    if problems.is_empty() {
        let reason = skipped.first().map_or_else(
            || "it is empty".to_owned(),
            |first| format!("line {}: {}", first.line, first.reason),
        );
        return fail!("{name} has no position to solve: {reason}");
    }
    Seat::<Chess>::new(&args.player)?;
    let settings = json!({ "limit": describe(&limits) });
    let mut experiment = Experiment::new(std::slice::from_ref(&args.player), settings)?
        .varying("time_ms")
        .varying_throughout(limits.time.is_some());
    experiment.inputs.push(Input::file(&args.file, &bytes));
    let run_info = manifest::run_info(command, args.concurrency.get());
    let mut journal = match &args.resume {
        None => SuiteJournal::in_memory(problems.len()),
        Some(path) => SuiteJournal::open(
            path,
            &SuitePlan {
                hash: hash::hex(&bytes),
                player: args.player.to_string(),
                limit: describe(&limits),
                positions: problems.len(),
                program: run_info.program.to_string(),
            },
        )?,
    };
    if let Some(sentence) = journal.lost() {
        _ = writeln!(io::stderr(), "note: {sentence}");
    }
    let given = args.manifest.as_deref();
    let manifest = manifest::begin(experiment, run_info, given, &args.report.files())?;
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let title = args.file.file_name().unwrap_or_default().to_string_lossy();
    let mut progress = Progress::new("positions");
    let report = suite::run(
        &title,
        (&problems, skipped),
        &args.player,
        &limits,
        args.concurrency,
        (&mut journal, shard),
        &mut |done| progress.done(done),
    )?;
    drop(progress);
    let Some(report) = report else {
        writeln!(
            output,
            "shard {shard} is complete; espalier merge joins it with the others"
        )?;
        return Ok(manifest.finish(&json!({ "shard": shard.to_string() }))?);
    };
    let manifest = manifest.finish(&report)?;
    args.report.write(&report, output)?;
    Ok(manifest)
}

/// Returns the limits of the arguments, or the default time.
fn limits(args: &SuiteArgs) -> Limits {
    let keys = ["depth", "nodes", "evals", "movetime"];
    let limits = args.limits.limits();
    if limits.is_unlimited() && !keys.iter().any(|key| args.player.gives(key)) {
        return limits.with_time(DEFAULT_TIME);
    }
    limits
}
