//! The limits of a page. Every request is checked against them.

use std::time::Duration;

use gametree::{Clocks, Limits, Request};
use players::{Cost, PlayerSpec};

use crate::allowed::AllowedPlayers;
use crate::protocol::{Caps, Clocks as PageClocks, Limit};

/// The most pages that are connected at once; more get an error message.
pub const SOCKETS: usize = 64;

/// The most players of a match.
pub const MATCH_PLAYERS: usize = 8;

/// The longest spec, in bytes.
const SPEC_BYTES: usize = 400;

/// Returns the limits, as they are sent to pages.
#[must_use]
pub fn caps() -> Caps {
    let threads = crate::spawn::processors();
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

/// Parses a spec from a page and checks its settings against the limits. Returns an error message if a page may not use it.
pub fn spec(text: &str, allowed: &AllowedPlayers) -> Result<PlayerSpec, String> {
    if text.len() > SPEC_BYTES && !allowed.is_program(text) {
        return Err(format!("a player's spec has at most {SPEC_BYTES} bytes"));
    }
    let spec = allowed.parse(text)?;
    let caps = caps();
    for key in &spec.entry().settings {
        if !spec.gives(key.name) {
            continue;
        }
        let number = spec.number(key.name).unwrap_or(0);
        let name = key.name;
        match key.cost {
            Cost::Nothing => {}
            Cost::Mebibytes if number > caps.table_mebibytes => {
                let most = caps.table_mebibytes;
                return Err(format!(
                    "a table has at most {name}={most} here; the terminal allows more"
                ));
            }
            Cost::Threads if number > caps.threads as u64 => {
                return Err(format!(
                    "a player has at most {name}={} here, the number of processors",
                    caps.threads
                ));
            }
            Cost::File => {
                return Err(format!(
                    "pages may not read files: use {name}= in the terminal"
                ));
            }
            Cost::Mebibytes | Cost::Threads => {}
        }
    }
    Ok(spec)
}

/// Converts the limit and the clocks of a page to a search request of at most `longest` milliseconds.
///
/// Without a limit and clocks the request has no limits, and the defaults of the seat apply.
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

/// Converts the limit of a page to search limits of at most `longest` milliseconds.
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
