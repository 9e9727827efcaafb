//! `suite`: the positions of a test suite that a player solves.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use contest::pool;
use gametree::Limits;
use pyo3::prelude::*;
use research::suite::{self, SuiteJournal};

use crate::error::{json, value_error};
use crate::job;
use crate::player::PlayerArg;
use crate::search::{LimitArgs, limits};

/// The time for a position without any limit, as the default of `espalier suite`.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Solves the records of a suite, or of a part of one. Returns the report as JSON. A whole suite without a problem is an error.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn solve_suite(
    py: Python<'_>,
    name: String,
    records: &str,
    is_whole: bool,
    player: &Bound<'_, PyAny>,
    limits: LimitArgs,
    concurrency: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let (problems, skipped) = suite::read(records);
    if is_whole && problems.is_empty() {
        let reason = skipped.first().map_or_else(
            || "it is empty".to_owned(),
            |first| format!("line {}: {}", first.line, first.reason),
        );
        return Err(value_error(format!(
            "{name} has no position to solve: {reason}"
        )));
    }
    let player = PlayerArg::read(player)?;
    let limits = default_limits(&player, self::limits(limits)?);
    // Python runs one thread at a time.
    let threads = match concurrency.and_then(NonZeroUsize::new) {
        Some(threads) => threads,
        None if player.is_python() => NonZeroUsize::MIN,
        None => pool::all_threads(),
    };
    job::run(py, progress.as_ref(), move |job| {
        let spec = player.spec(job)?;
        let limits = limits.with_stop(Arc::clone(&job.stop));
        let watch = &mut |done: pool::Done| job.report(done.jobs, done.of);
        let journal = &mut SuiteJournal::in_memory(problems.len());
        let units = (journal, contest::Shard::WHOLE);
        let problems = (problems.as_slice(), skipped);
        let report = suite::run(&name, problems, &spec, &limits, threads, units, watch);
        json(&report.map_err(value_error)?)
    })
}

fn default_limits(player: &PlayerArg, limits: Limits) -> Limits {
    let keys = ["depth", "nodes", "evals", "movetime"];
    let has_own = match player {
        PlayerArg::Spec(spec) => keys.iter().any(|key| spec.gives(key)),
        PlayerArg::Object(_) => false,
    };
    match limits.is_unlimited() && !has_own {
        true => limits.with_time(DEFAULT_TIME),
        false => limits,
    }
}
