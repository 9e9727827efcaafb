//! What a page may ask for at most. Everything that comes from a page is held against these.

use std::time::Duration;

use gametree::{Limits, MAX_DEPTH};
use lab::registry;
use lab::spec::Spec;

use crate::protocol::{Caps, Limit};

/// Pages that are connected at once; more are sent away with a sentence.
pub const SOCKETS: usize = 64;

/// Specs longer than this are not read.
const SPEC_BYTES: usize = 400;

/// Players of the course documents cannot be stopped, so they are not sent deeper than this.
const COURSE_DEPTH: u64 = 5;

/// The limits, as pages are told.
#[must_use]
pub fn caps() -> Caps {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Caps {
        message_bytes: 1 << 20,
        moves: 2_000,
        table_mebibytes: 128,
        search_ms: 60_000,
        analysis_ms: 600_000,
        trace_nodes: 1_000_000,
        racers: 16,
        match_games: 1_000,
        match_threads: threads,
        lines: 8,
        jobs: 4,
    }
}

/// Long jobs of all pages together that run at once; more wait.
#[must_use]
pub fn all_jobs() -> usize {
    2 * std::thread::available_parallelism().map_or(1, usize::from) + 2
}

/// A spec that a page may use: one of this program's players, with settings that spare the machine and its files.
pub fn spec(text: &str) -> Result<Spec, String> {
    if text.len() > SPEC_BYTES {
        return Err(format!("a player's spec has at most {SPEC_BYTES} letters"));
    }
    let spec = registry::parse(text).map_err(|error| error.to_string())?;
    let most = caps().table_mebibytes;
    if spec.number("tt").is_some_and(|mebibytes| mebibytes > most) {
        return Err(format!(
            "a table has at most tt={most} here; the terminal takes more"
        ));
    }
    if spec.get("book").is_some() {
        return Err(
            "books are files, and pages may not read files: use book= in the terminal".to_owned(),
        );
    }
    let is_course = registry::find(&spec.name)
        .is_some_and(|entry| entry.key("nodes").is_none() && entry.key("depth").is_some());
    if is_course
        && spec
            .number("depth")
            .is_some_and(|depth| depth > COURSE_DEPTH)
    {
        return Err(format!(
            "the player {} cannot be stopped, so it gets at most depth={COURSE_DEPTH} here; the terminal takes more",
            spec.name
        ));
    }
    Ok(spec)
}

/// What a search may spend: what the page says, and never more than `longest` milliseconds.
#[must_use]
pub fn limits(limit: &Limit, longest: u64) -> Limits {
    Limits {
        depth: limit.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
        nodes: limit.nodes.map(|nodes| nodes.max(1)),
        time: Some(Duration::from_millis(
            limit.movetime.unwrap_or(longest).clamp(1, longest),
        )),
        ..Limits::default()
    }
}
