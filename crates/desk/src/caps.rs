//! What a page may ask for at most. Everything that comes from a page is held against these.

use std::time::Duration;

use gametree::{Clocks, Limits, Request};
use players::{Cost, registry};

use crate::protocol::{Caps, Clocks as PageClocks, Limit};
use crate::wanted::{Allowed, Wanted};

/// Pages that are connected at once; more are sent away with a sentence.
pub const SOCKETS: usize = 64;

/// Players of a match.
pub const MATCH_PLAYERS: usize = 8;

/// Specs longer than this are not read.
const SPEC_BYTES: usize = 400;

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
        page_mebibytes: 1_024,
        jobs: 4,
    }
}

/// A player that a page may use: one of this program's, with settings that spare the machine and its files, or a program that
/// was allowed.
pub fn spec(text: &str, allowed: &Allowed) -> Result<Wanted, String> {
    if text.len() > SPEC_BYTES && !allowed.names(text) {
        return Err(format!("a player's spec has at most {SPEC_BYTES} letters"));
    }
    let wanted = Wanted::read(text, allowed)?;
    let Some(spec) = wanted.inside() else {
        return Ok(wanted);
    };
    let caps = caps();
    let keys = registry::find(&spec.name).map_or(&[][..], |entry| entry.keys);
    for key in keys {
        let Some(value) = spec.get(key.name) else {
            continue;
        };
        let number = value.parse().unwrap_or(0_u64);
        let name = key.name;
        match key.cost {
            Cost::Nothing => {}
            Cost::Mebibytes if number > caps.table_mebibytes => {
                let most = caps.table_mebibytes;
                return Err(format!(
                    "a table has at most {name}={most} here; the terminal takes more"
                ));
            }
            Cost::Threads if number > caps.threads as u64 => {
                return Err(format!(
                    "a player has at most {name}={} here, as many as there are processors",
                    caps.threads
                ));
            }
            Cost::File => {
                return Err(format!(
                    "books are files, and pages may not read files: use {name}= in the terminal"
                ));
            }
            Cost::Mebibytes | Cost::Threads => {}
        }
    }
    Ok(wanted)
}

/// What a page asks of a player: what it says, and never more than `longest` milliseconds. If it says nothing, nothing is
/// limited, and the player's seat decides.
#[must_use]
pub fn request<M>(limit: &Limit, clocks: Option<PageClocks>, longest: u64) -> Request<M> {
    let mut request = Request::new(limits(limit, longest));
    if *limit == Limit::default() {
        request.limits = Limits::default();
    }
    if let Some(clocks) = clocks {
        request.clocks = Clocks {
            left: clocks.left.map(|left| Some(Duration::from_millis(left))),
            increment: [Duration::from_millis(clocks.increment); 2],
            moves_to_go: None,
        };
        request.limits = limits(limit, longest);
    }
    request
}

/// What a search may spend: what the page says, and never more than `longest` milliseconds.
#[must_use]
pub fn limits(limit: &Limit, longest: u64) -> Limits {
    Limits {
        depth: limit.depth,
        nodes: limit.nodes.map(|nodes| nodes.max(1)),
        time: Some(Duration::from_millis(
            limit.movetime.unwrap_or(longest).clamp(1, longest),
        )),
        ..Limits::default()
    }
}
