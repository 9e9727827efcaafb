//! A fixed piece of work: its number of nodes is the signature of the program, its time the speed.
//!
//! There is no search yet, so what is counted are the leaves of perft. The form of the last line will stay.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chess::Position;

use crate::error::Failure;
use crate::perft;
use crate::pool::Done;
use crate::progress::Progress;

/// The depth unless another is asked for.
pub const DEPTH: u32 = 5;

/// The usual test positions of move generators, and one of Chess960.
const POSITIONS: [&str; 7] = [
    chess::fen::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// Counts the leaves of all positions on one thread, with a line about each. `None` if `stop` was set meanwhile.
pub fn run(depth: u32, stop: &AtomicBool, tell: &mut dyn FnMut(String)) -> Option<u64> {
    let mut total = 0;
    tell("info string bench counts leaves (perft) until there is a search\n".to_owned());
    for (index, fen) in POSITIONS.into_iter().enumerate() {
        // The positions are good: a test counts them all.
        let Ok(position) = Position::from_fen(fen) else {
            continue;
        };
        let count = perft::divide(&position, depth, NonZeroUsize::MIN, stop, &mut |_| {})?.total();
        tell(format!(
            "{} of {}: {count:>11} {fen}\n",
            index + 1,
            POSITIONS.len()
        ));
        total += count;
    }
    Some(total)
}

/// `N nodes M nps`, as test frameworks look for it.
#[must_use]
pub fn last_line(nodes: u64, time: Duration) -> String {
    let nps = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
    format!("{nodes} nodes {nps} nps\n")
}

/// The command `espalier bench`.
pub fn command(depth: Option<u32>, output: &mut impl Write) -> Result<(), Failure> {
    let start = Instant::now();
    let mut progress = Progress::new("positions");
    let mut lines = Vec::new();
    let nodes = run(
        depth.unwrap_or(DEPTH),
        &AtomicBool::new(false),
        &mut |line| {
            progress.update(Done {
                jobs: lines.len(),
                of: POSITIONS.len(),
            });
            lines.push(line);
        },
    );
    drop(progress);
    for line in lines {
        output.write_all(line.as_bytes())?;
    }
    output.write_all(last_line(nodes.unwrap_or(0), start.elapsed()).as_bytes())?;
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_sum_of_known_counts() {
        let mut lines = Vec::new();
        let nodes = run(3, &AtomicBool::new(false), &mut |line| lines.push(line));
        assert_eq!(
            nodes,
            Some(8_902 + 97_862 + 2_812 + 9_467 + 62_379 + 89_890 + 12_189)
        );
        assert_eq!(lines.len(), POSITIONS.len() + 1);
    }

    #[test]
    fn the_last_line_has_whole_numbers() {
        assert_eq!(
            last_line(3_000, Duration::from_millis(2)),
            "3000 nodes 1500000 nps\n"
        );
        assert_eq!(last_line(0, Duration::ZERO), "0 nodes 0 nps\n");
    }
}
