//! Counting on several threads, with a way to stop.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use chess::perft::perft;
use chess::uci::CastlingStyle;
use chess::{Move, Position};

use crate::pool::{self, Done};

/// The leaves below each move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    moves: Vec<(Move, u64)>,
    total: u64,
}

impl Count {
    /// All leaves.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// A line for each move, in alphabetical order: `e2e4: 20`.
    #[must_use]
    pub fn listing(&self, style: CastlingStyle) -> String {
        let mut lines: Vec<_> = self
            .moves
            .iter()
            .map(|&(m, count)| (m.to_uci(style), count))
            .collect();
        lines.sort_unstable();
        lines
            .into_iter()
            .fold(String::new(), |mut text, (name, count)| {
                _ = writeln!(text, "{name}: {count}");
                text
            })
    }

    /// The last line: `Nodes searched: 20`, after an empty one.
    #[must_use]
    pub fn total_line(&self) -> String {
        format!("\nNodes searched: {}\n", self.total)
    }
}

/// Counts the leaves `depth` moves ahead, by move. `None` if `stop` was set meanwhile.
#[must_use]
pub fn divide(
    position: &Position,
    depth: u32,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Done),
) -> Option<Count> {
    if depth == 0 {
        return Some(Count {
            moves: vec![],
            total: 1,
        });
    }
    let roots = position.legal_moves();
    let mut moves: Vec<(Move, u64)> = roots.iter().map(|&m| (m, u64::from(depth == 1))).collect();
    if depth > 1 {
        // A job is what is below two moves: the threads end at about the same time, and the bar moves smoothly.
        let jobs: Vec<(usize, Position)> = moves
            .iter()
            .enumerate()
            .flat_map(|(index, &(m, _))| {
                let next = position.after(m);
                next.legal_moves()
                    .into_iter()
                    .map(move |reply| (index, next.after(reply)))
            })
            .collect();
        let counts = pool::run(
            threads,
            jobs.len(),
            |job| count(&jobs[job].1, depth - 2, stop),
            watch,
        );
        for ((index, _), count) in jobs.iter().zip(counts) {
            moves[*index].1 += count;
        }
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let total = moves.iter().map(|(_, count)| count).sum();
    Some(Count { moves, total })
}

/// Counts the leaves `depth` moves ahead. Meaningless once `stop` is set.
fn count(position: &Position, depth: u32, stop: &AtomicBool) -> u64 {
    // Below this many plies a count takes milliseconds, and nobody needs to look at the flag.
    const UNINTERRUPTED: u32 = 4;
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    if depth <= UNINTERRUPTED {
        return perft(position, depth);
    }
    position
        .legal_moves()
        .iter()
        .map(|&m| count(&position.after(m), depth - 1, stop))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_numbers_as_the_plain_count_at_every_depth() {
        let positions = [
            chess::fen::START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ];
        for fen in positions {
            let position = Position::from_fen(fen).expect("a good FEN");
            for depth in 0..4 {
                for threads in [1, 3] {
                    let threads = NonZeroUsize::new(threads).expect("not zero");
                    let count = divide(
                        &position,
                        depth,
                        threads,
                        &AtomicBool::new(false),
                        &mut |_| {},
                    )
                    .expect("nobody stops it");
                    assert_eq!(count.total(), perft(&position, depth), "{fen} at {depth}");
                    assert_eq!(
                        count.moves,
                        chess::perft::divide(&position, depth),
                        "{fen} at {depth}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_count_that_is_stopped_has_no_result() {
        let stop = AtomicBool::new(true);
        assert_eq!(
            divide(
                &Position::startpos(),
                30,
                NonZeroUsize::MIN,
                &stop,
                &mut |_| {}
            ),
            None
        );
    }
}
