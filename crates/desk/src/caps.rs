//! What a page may ask for at most. Everything that comes from a page is held against these.

use std::time::Duration;

use gametree::{Limits, MAX_DEPTH};
use lab::player::OwnLimits;
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
        threads,
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
    let caps = caps();
    let most = caps.table_mebibytes;
    for key in ["tt", "hash"] {
        if spec.number(key).is_some_and(|mebibytes| mebibytes > most) {
            return Err(format!(
                "a table has at most {key}={most} here; the terminal takes more"
            ));
        }
    }
    if spec
        .number("threads")
        .is_some_and(|threads| threads > caps.threads as u64)
    {
        return Err(format!(
            "a player has at most threads={} here, as many as there are processors",
            caps.threads
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

/// Nodes of the engine if nobody says how much it may spend.
pub const ENGINE_NODES: u64 = 1_000_000;

/// What a player spends if nobody says anything: textbook players look so deep, the engine at so many nodes.
pub fn spend_the_usual(spec: &Spec, limits: &mut Limits) {
    if spec.name == "engine" {
        limits.nodes = Some(ENGINE_NODES);
    } else {
        limits.depth = OwnLimits::DEFAULT_DEPTH;
    }
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
