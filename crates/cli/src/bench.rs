//! The fixed piece of work of `engine::bench`, with a line about each position.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub use engine::bench::DEPTH;
use engine::bench::POSITIONS;

use crate::error::Failure;
use crate::pool::Done;
use crate::progress::Progress;

/// Searches all positions on one thread, with a line about each. `None` if `stop` was set meanwhile.
pub fn run(depth: u32, stop: &Arc<AtomicBool>, tell: &mut dyn FnMut(String)) -> Option<u64> {
    let mut index = 0;
    engine::bench::run(depth, stop, &mut |fen, count| {
        index += 1;
        tell(format!(
            "{index:>2} of {}: {count:>9} {fen}\n",
            POSITIONS.len()
        ));
    })
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
        &Arc::new(AtomicBool::new(false)),
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
    fn every_position_has_a_line() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut lines = Vec::new();
        let nodes = run(1, &stop, &mut |line| lines.push(line));
        let counted = lines.iter().map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words[3].parse::<u64>().expect("a number")
        });
        assert_eq!(nodes, Some(counted.sum()));
        assert_eq!(lines.len(), POSITIONS.len());
        assert!(lines[29].starts_with("30 of 30: "), "{}", lines[29]);
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
