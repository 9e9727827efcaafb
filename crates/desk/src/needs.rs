//! What the answer to a question takes, before it is begun.

use std::time::Duration;

use players::{Cost, registry};

use crate::budget::Needs;
use crate::caps::{self, caps};
use crate::config::Config;
use crate::protocol::{Ask, MatchPlan};
use crate::wanted::{Allowed, Wanted};

/// Beside its tables a player has boards, histories and lists.
const PLAYER_MEBIBYTES: u64 = 2;

/// Nodes of a recorded search in a mebibyte, with the way to find them again.
const NODES_IN_A_MEBIBYTE: u64 = 5_000;

/// What comes before and after a search.
const AROUND: Duration = Duration::from_secs(10);

/// The longest match; it can be gone on with.
const MATCH_TIME: Duration = Duration::from_secs(4 * 3_600);

/// What the figures of a course document take.
const REPRODUCE: Needs = Needs {
    threads: 2,
    mebibytes: 64,
    time: Duration::from_secs(600),
};

/// What a drawing takes; it has a limit of its own, far below.
const OVERLAY: Needs = Needs {
    threads: 1,
    mebibytes: 8,
    time: Duration::from_secs(10),
};

/// What the long answer to a question takes, of what a page has. An error is a sentence for the page.
pub(crate) fn of(ask: &Ask, config: &Config) -> Result<Needs, String> {
    let caps = caps();
    let search = Duration::from_millis(caps.search_ms) + AROUND;
    let analysis = Duration::from_millis(caps.analysis_ms) + AROUND;
    Ok(match ask {
        Ask::Think { spec, live, .. } => Needs {
            time: if *live { analysis } else { search },
            ..player(&caps::spec(spec, &config.allowed)?)
        },
        Ask::Analyse { engine, .. } => Needs {
            threads: engine.threads.clamp(1, caps.threads),
            mebibytes: engine.hash.clamp(1, caps.table_mebibytes) + PLAYER_MEBIBYTES,
            time: analysis,
        },
        // The engine of the analysis answers if it is free, with what it has.
        Ask::Why { .. } => Needs {
            threads: caps.threads,
            mebibytes: caps.table_mebibytes + PLAYER_MEBIBYTES,
            time: search,
        },
        Ask::Review { .. } => Needs {
            threads: 1,
            mebibytes: caps.table_mebibytes,
            time: analysis,
        },
        Ask::Race { specs, .. } => {
            let racers = &specs[..specs.len().min(caps.racers)];
            let mut most = Needs::default();
            for spec in racers {
                let needs = player(&caps::spec(spec, &config.allowed)?);
                most.threads = most.threads.max(needs.threads);
                // The one that is measured, and the one that is looked at.
                most.mebibytes = most.mebibytes.max(2 * needs.mebibytes);
            }
            Needs {
                time: search * racers.len().max(1) as u32,
                ..most
            }
        }
        Ask::Trace { spec, nodes, .. } => {
            let mut needs = player(&caps::spec(spec, &config.allowed)?);
            needs.mebibytes += recording(*nodes);
            Needs {
                time: search,
                ..needs
            }
        }
        Ask::Match { plan } => {
            let one = a_game(plan, &config.allowed)?;
            let at_once = games_at_once(plan, config)?;
            Needs {
                threads: one.threads * at_once,
                mebibytes: one.mebibytes * at_once as u64,
                time: MATCH_TIME,
            }
        }
        Ask::Overlay { .. } => OVERLAY,
        Ask::Reproduce { .. } => REPRODUCE,
        _ => Needs {
            threads: 1,
            ..Needs::default()
        },
    })
}

/// What a player takes. What a program takes is its own, and limited by its own spec.
pub(crate) fn player(wanted: &Wanted) -> Needs {
    let mut needs = Needs {
        threads: 1,
        mebibytes: PLAYER_MEBIBYTES,
        time: Duration::ZERO,
    };
    let Some(spec) = wanted.inside() else {
        return needs;
    };
    for key in registry::find(&spec.name).map_or(&[][..], |entry| entry.keys) {
        let preset = key.preset.fixed();
        let value = spec.get(key.name).or(preset.as_deref());
        let number = value.and_then(|value| value.parse().ok()).unwrap_or(0_u64);
        match key.cost {
            Cost::Mebibytes => needs.mebibytes += number,
            Cost::Threads => needs.threads = needs.threads.max(number as usize),
            Cost::Nothing | Cost::File => {}
        }
    }
    needs
}

/// Mebibytes of a recording of so many nodes.
pub(crate) fn recording(nodes: u32) -> u64 {
    u64::from(nodes.clamp(1, caps().trace_nodes)).div_ceil(NODES_IN_A_MEBIBYTE)
}

/// What one game of a match takes: every player is seated, and one of them thinks.
fn a_game(plan: &MatchPlan, allowed: &Allowed) -> Result<Needs, String> {
    let mut one = Needs::default();
    for spec in plan.specs.iter().take(caps::MATCH_PLAYERS) {
        let needs = player(&caps::spec(spec, allowed)?);
        one.mebibytes += needs.mebibytes;
        one.threads = one.threads.max(needs.threads);
    }
    Ok(one)
}

/// How many games of a match are played at once: as many as the page wishes, and no more than it has memory and threads
/// for. The games are the same in any case.
pub(crate) fn games_at_once(plan: &MatchPlan, config: &Config) -> Result<usize, String> {
    let one = a_game(plan, &config.allowed)?;
    let page = &config.page;
    let by_memory = page.mebibytes / one.mebibytes.max(1);
    if by_memory == 0 {
        return Err(format!(
            "the tables of these {} players take {} MiB together, and a page has {}: make them smaller, or play this match in the terminal",
            plan.specs.len(),
            one.mebibytes,
            page.mebibytes
        ));
    }
    let by_threads = page.threads / one.threads.max(1);
    Ok(plan.threads.min(by_memory as usize).min(by_threads).max(1))
}
