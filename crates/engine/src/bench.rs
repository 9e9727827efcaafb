//! A fixed workload. Its node count is the signature of the engine, its time the speed.
//!
//! A commit changes the number if and only if it changes the search. One thread, a transposition table of 16 MiB, cleared before
//! the first position.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess::{Game, Position};
use gametree::{Limits, Signal};

use crate::{Engine, Request, Settings};

/// The default depth.
pub const DEPTH: u32 = 12;

/// Openings, middlegames, endgames and one position of Chess960.
pub const POSITIONS: [&str; 30] = [
    chess::fen::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    // Openings.
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 3 4",
    "rnbqk2r/pp2nppp/4p3/2ppP3/3P4/P1P5/2P2PPP/R1BQKBNR w KQkq - 1 7",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB3PPP/R2QKB1R w KQ - 2 8",
    // Middlegames.
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/PBN2N2/1P3PPP/R1BQR1K1 w - - 0 14",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 1 13",
    "3r1rk1/p1q1bppp/1pn1pn2/2p5/2P1P3/P1N1BN1P/1P2QPP1/R4RK1 b - - 2 15",
    "r4rk1/pp1bqpbp/2np1np1/4p3/2P1P3/2N1BP2/PP1QN1PP/R3KB1R w KQ - 4 11",
    "2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - - 4 23",
    "r1bqr1k1/1p3pbp/p1np2p1/2p1p2n/P1P1P3/2NP1NP1/1P1BBP1P/R2Q1RK1 w - - 1 12",
    "4rrk1/pp1n1pp1/2pb1q1p/3p4/3P4/2NBPN2/PPQ2PP1/R4RK1 w - - 2 16",
    "6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1",
    // Endgames.
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "8/3k4/p1p1p3/1pP1Pp2/1P1K1P2/P7/8/8 w - - 0 1",
    "6k1/6p1/P6p/r1N5/5p2/7P/1b3PP1/4R1K1 w - - 0 1",
    "1r3k2/4q3/2Pp3b/3Bp3/2Q2p2/1p1P2P1/1P2KP2/3N4 w - - 0 1",
    "8/5k2/1p4p1/p1pK3p/P2n1P1P/6P1/1P6/4R3 b - - 14 63",
    "8/p3k1p1/1p2p3/4Pp1p/1PK2P1P/P5P1/8/8 b - - 3 40",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "8/8/3P3k/8/1p6/8/1P6/1K3n2 b - - 0 1",
];

/// Searches all positions on one thread and calls `report` with a line of text for each. Returns the number of nodes, or `None` if
/// `stop` was set.
///
/// ```
/// let mut lines = Vec::new();
/// let nodes = engine::bench::run(1, &Default::default(), &mut |line| lines.push(line));
/// assert!(nodes.is_some() && lines[29].starts_with("30 of 30: "));
/// ```
pub fn run(depth: u32, stop: &Arc<AtomicBool>, report: &mut dyn FnMut(String)) -> Option<u64> {
    let mut engine = Engine::new(&Settings {
        hash: 16,
        threads: 1,
        ..Settings::default()
    });
    let request = Request::new(Limits::depth(depth));
    let mut total = 0;
    for (index, fen) in POSITIONS.into_iter().enumerate() {
        // All positions are valid: a test searches them.
        let Ok(position) = Position::from_fen(fen) else {
            continue;
        };
        let signal = Signal::with_stop(Arc::clone(stop));
        _ = engine.search(&Game::new(position), &request, &signal, &mut |_| {});
        if signal.is_stopped() {
            return None;
        }
        let (number, of, nodes) = (index + 1, POSITIONS.len(), engine.nodes());
        report(format!("{number:>2} of {of}: {nodes:>9} {fen}\n"));
        total += nodes;
    }
    Some(total)
}

/// Returns the last line of a benchmark, `N nodes M nps`, as test frameworks expect it.
///
/// ```
/// use std::time::Duration;
/// let line = engine::bench::last_line(3_000, Duration::from_millis(2));
/// assert_eq!(line, "3000 nodes 1500000 nps\n");
/// assert_eq!(engine::bench::last_line(0, Duration::ZERO), "0 nodes 0 nps\n");
/// ```
#[must_use]
pub fn last_line(nodes: u64, time: Duration) -> String {
    let nps = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
    format!("{nodes} nodes {nps} nps\n")
}
