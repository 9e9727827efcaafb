//! The resources that a request needs, computed before its job is submitted.

use std::time::Duration;

use players::{Cost, PlayerSpec};

use crate::allowed::AllowedPlayers;
use crate::budget::Needs;
use crate::caps::{self, caps};
use crate::config::Config;
use crate::protocol::{MatchPlan, Request};

/// The memory of a player besides its tables: boards, histories, move lists.
const PLAYER_MEBIBYTES: u64 = 2;

/// Nodes of a recorded search per mebibyte, index included.
const NODES_IN_A_MEBIBYTE: u64 = 5_000;

/// The time allowed before and after a search.
const OVERHEAD: Duration = Duration::from_secs(10);

/// The longest time that a match may run. It can be resumed later.
const MATCH_TIME: Duration = Duration::from_secs(4 * 3_600);

/// The needs of the figures of a course document.
const REPRODUCE: Needs = Needs {
    threads: 2,
    mebibytes: 64,
    time: Duration::from_secs(600),
};

/// The needs of the training of a small network.
const TRAIN: Needs = Needs {
    threads: 1,
    mebibytes: 16,
    time: Duration::from_secs(300),
};

/// The needs of simulated processors.
const SIMULATE: Needs = Needs {
    threads: 1,
    mebibytes: 64,
    time: Duration::from_secs(60),
};

/// The needs of the grader between two answers of a program.
const GRADE: Needs = Needs {
    threads: 1,
    mebibytes: 64,
    time: Duration::from_secs(120),
};

/// The needs of an overlay, and of a move by a trained network. Their own limits are much shorter.
const OVERLAY: Needs = Needs {
    threads: 1,
    mebibytes: 8,
    time: Duration::from_secs(10),
};

/// Returns the needs of a long request, or an error message if the request exceeds the limits of a page.
pub(crate) fn of(request: &Request, config: &Config) -> Result<Needs, String> {
    let caps = caps();
    let search = Duration::from_millis(caps.search_ms) + OVERHEAD;
    let analysis = Duration::from_millis(caps.analysis_ms) + OVERHEAD;
    Ok(match request {
        Request::Think { spec, live, .. } => Needs {
            time: if *live { analysis } else { search },
            ..player(&caps::spec(spec, &config.allowed)?)
        },
        Request::Analyse { engine, .. } => Needs {
            threads: engine.threads.clamp(1, caps.threads),
            mebibytes: engine.hash.clamp(1, caps.table_mebibytes) + PLAYER_MEBIBYTES,
            time: analysis,
        },
        // It may use the analysis engine of the page, with its settings.
        Request::Why { .. } => Needs {
            threads: caps.threads,
            mebibytes: caps.table_mebibytes + PLAYER_MEBIBYTES,
            time: search,
        },
        Request::Review { .. } => Needs {
            threads: 1,
            mebibytes: caps.table_mebibytes,
            time: analysis,
        },
        Request::Race { specs, .. } => {
            let racers = &specs[..specs.len().min(caps.racers)];
            let mut most = Needs::default();
            for spec in racers {
                let needs = player(&caps::spec(spec, &config.allowed)?);
                most.threads = most.threads.max(needs.threads);
                // One instance is measured, a second one is observed.
                most.mebibytes = most.mebibytes.max(2 * needs.mebibytes);
            }
            Needs {
                time: search * racers.len().max(1) as u32,
                ..most
            }
        }
        Request::Trace { spec, nodes, .. } => {
            let mut needs = player(&caps::spec(spec, &config.allowed)?);
            needs.mebibytes += recording_mebibytes(*nodes);
            Needs {
                time: search,
                ..needs
            }
        }
        Request::Match { plan } => {
            let one = one_game(plan, &config.allowed)?;
            let at_once = games_at_once(plan, config)?;
            Needs {
                threads: one.threads * at_once,
                mebibytes: one.mebibytes * at_once as u64,
                time: MATCH_TIME,
            }
        }
        Request::Overlay { .. } => OVERLAY,
        Request::Reproduce { .. } => REPRODUCE,
        Request::Train { .. } => TRAIN,
        Request::Simulate { .. } => SIMULATE,
        Request::Grade { .. } | Request::GradeReply { .. } => GRADE,
        Request::TrainedMove { .. } => OVERLAY,
        _ => Needs {
            threads: 1,
            ..Needs::default()
        },
    })
}

/// Returns the needs of a player. Those of an external program do not count: its spec limits them.
pub(crate) fn player(spec: &PlayerSpec) -> Needs {
    let mut needs = Needs {
        threads: 1,
        mebibytes: PLAYER_MEBIBYTES,
        time: Duration::ZERO,
    };
    if spec.program().is_some() {
        return needs;
    }
    for key in &spec.entry().settings {
        let preset = || key.preset.fixed().and_then(|text| text.parse().ok());
        let number = spec.number(key.name).or_else(preset).unwrap_or(0_u64);
        match key.cost {
            Cost::Mebibytes => needs.mebibytes += number,
            Cost::Threads => needs.threads = needs.threads.max(number as usize),
            Cost::Nothing | Cost::File => {}
        }
    }
    needs
}

/// Returns the size of a recording with this number of nodes.
pub(crate) fn recording_mebibytes(nodes: u32) -> u64 {
    u64::from(nodes.clamp(1, caps().trace_nodes)).div_ceil(NODES_IN_A_MEBIBYTE)
}

/// Returns the needs of one game of a match: the tables of all players, and the threads of one, because one searches at a time.
fn one_game(plan: &MatchPlan, allowed: &AllowedPlayers) -> Result<Needs, String> {
    let mut one = Needs::default();
    for spec in plan.specs.iter().take(caps::MATCH_PLAYERS) {
        let needs = player(&caps::spec(spec, allowed)?);
        one.mebibytes += needs.mebibytes;
        one.threads = one.threads.max(needs.threads);
    }
    Ok(one)
}

/// Returns how many games of a match are played at once: the requested number, reduced to the memory and threads of a page.
///
/// The number does not change the games.
pub(crate) fn games_at_once(plan: &MatchPlan, config: &Config) -> Result<usize, String> {
    let one = one_game(plan, &config.allowed)?;
    let page = &config.per_page;
    let by_memory = page.mebibytes / one.mebibytes.max(1);
    if by_memory == 0 {
        return Err(format!(
            "the tables of these {} players need {} MiB, and a page has {}: make them smaller, or play this match in the terminal",
            plan.specs.len(),
            one.mebibytes,
            page.mebibytes
        ));
    }
    let by_threads = page.threads / one.threads.max(1);
    Ok(plan.threads.min(by_memory as usize).min(by_threads).max(1))
}
