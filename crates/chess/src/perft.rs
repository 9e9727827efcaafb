//! Perft: counts the leaves of the move tree, the standard test and benchmark of a move generator.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{sync::mpsc, thread};

use crate::uci::CastlingStyle;
use crate::{Move, MoveList, Position};

/// Counts the leaf nodes at `depth`. The moves of the last ply are counted, not played (bulk counting).
///
/// ```
/// use chess::{Position, perft::perft};
/// assert_eq!(perft(&Position::startpos(), 4), 197_281);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth <= 1 {
        return if depth == 0 {
            1
        } else {
            u64::from(position.count_moves())
        };
    }
    sum_over_moves(position, |next| perft(next, depth - 1))
}

/// Counts the same leaf nodes as [`perft`] without bulk counting: it plays the moves of the last ply, as a search does.
#[must_use]
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // `black_box` keeps the optimiser from removing the unused leaf.
        1 => sum_over_moves(position, |leaf| {
            black_box(leaf);
            1
        }),
        _ => sum_over_moves(position, |next| perft_played(next, depth - 1)),
    }
}

#[inline(always)]
fn sum_over_moves(position: &Position, mut count: impl FnMut(&Position) -> u64) -> u64 {
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    let mut next = *position;
    let mut sum = 0;
    for m in &moves {
        position.play_into(m, &mut next);
        sum += count(&next);
    }
    sum
}

/// Counts the leaf nodes below each legal move.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position
        .legal_moves()
        .into_iter()
        .map(|m| (m, perft(&position.after(m), depth - 1)))
        .collect()
}

/// Counts the leaf nodes below each legal move on several threads. Returns `None` if `stop` was set.
///
/// Calls `progress` after each finished subtree with the number of finished subtrees and of all subtrees.
///
/// ```
/// use chess::{Position, perft};
/// use std::num::NonZeroUsize;
/// let (start, threads) = (Position::startpos(), NonZeroUsize::new(2).unwrap());
/// let counts = perft::divide_parallel(&start, 4, threads, &false.into(), &mut |_, _| {});
/// assert_eq!(counts, Some(perft::divide(&start, 4)));
/// ```
pub fn divide_parallel(
    position: &Position,
    depth: u32,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(usize, usize),
) -> Option<Vec<(Move, u64)>> {
    if depth < 2 {
        return (!stop.load(Ordering::Relaxed)).then(|| divide(position, depth));
    }
    let mut counts: Vec<(Move, u64)> = (position.legal_moves().iter()).map(|&m| (m, 0)).collect();
    // A job is a subtree after two plies, so that all threads finish at about the same time.
    let mut jobs = Vec::new();
    for (index, &(m, _)) in counts.iter().enumerate() {
        let next = position.after(m);
        jobs.extend((next.legal_moves().iter()).map(|&reply| (index, next.after(reply))));
    }
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        let (next, jobs) = (&next, &jobs);
        let work = move |sender: mpsc::Sender<_>| {
            while let Some((index, position)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                if sender
                    .send((*index, stoppable(position, depth - 2, stop)))
                    .is_err()
                {
                    break;
                }
            }
        };
        // This thread counts alone if the system creates no other.
        let workers = (0..threads.get().min(jobs.len())).map_while(|_| {
            let sender = sender.clone();
            thread::Builder::new()
                .spawn_scoped(scope, move || work(sender))
                .ok()
        });
        if workers.count() == 0 {
            work(sender);
        } else {
            drop(sender);
        }
        for (done, (index, count)) in results.iter().enumerate() {
            counts[index].1 += count;
            progress(done + 1, jobs.len());
        }
    });
    (!stop.load(Ordering::Relaxed)).then_some(counts)
}

/// Returns a line for each move and its count in alphabetical order, such as `e2e4: 20`.
#[must_use]
pub fn listing(counts: &[(Move, u64)], style: CastlingStyle) -> String {
    let lines = counts.iter();
    let mut lines: Vec<String> = lines
        .map(|(m, count)| format!("{}: {count}\n", m.to_uci(style)))
        .collect();
    lines.sort_unstable();
    lines.concat()
}

/// Counts the leaf nodes. The count is meaningless once `stop` is set.
fn stoppable(position: &Position, depth: u32, stop: &AtomicBool) -> u64 {
    // A count of this depth takes milliseconds.
    const UNINTERRUPTED: u32 = 4;
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    if depth <= UNINTERRUPTED {
        return perft(position, depth);
    }
    sum_over_moves(position, |next| stoppable(next, depth - 1, stop))
}

/// Parses a position with its expected counts, such as `FEN ;D1 20 ;D2 400`. A count is a depth and a number of leaf nodes.
///
/// ```
/// let line = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66";
/// let (position, counts) = chess::perft::parse_counts(line).unwrap();
/// assert_eq!(position.count_moves(), 15);
/// assert_eq!(counts, [(1, 15), (2, 66)]);
/// ```
///
/// # Errors
/// A sentence that names the first wrong field.
pub fn parse_counts(line: &str) -> Result<(Position, Vec<(u32, u64)>), String> {
    let (fen, counts) = line.split_once(';').unwrap_or((line, ""));
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let counts = counts
        .split(';')
        // Published files have control characters at the ends of their lines.
        .map(|count| count.trim_matches(|c: char| c.is_whitespace() || c.is_control()))
        .filter(|count| !count.is_empty())
        .map(|text| {
            let count = text.strip_prefix('D').and_then(|count| {
                let (depth, count) = count.split_once(char::is_whitespace)?;
                Some((depth.parse().ok()?, count.trim().parse().ok()?))
            });
            count.ok_or_else(|| format!("{text:?} is not a count such as D2 400"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if counts.is_empty() {
        return Err("no counts such as ;D1 20 ;D2 400 after the position".to_owned());
    }
    Ok((position, counts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_count_the_same_as_one() {
        for fen in [
            crate::fen::START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).expect(fen);
            for (depth, threads) in [(0, 1), (1, 3), (2, 1), (3, 3)] {
                let threads = NonZeroUsize::new(threads).expect("not zero");
                let mut last = None;
                let progress = &mut |done, of| last = Some((done, of));
                let counts = divide_parallel(&position, depth, threads, &false.into(), progress);
                assert_eq!(counts, Some(divide(&position, depth)), "{fen} at {depth}");
                assert!(last.is_none_or(|(done, of)| done == of), "{last:?}");
            }
        }
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let count = |depth| {
            let start = Position::startpos();
            divide_parallel(
                &start,
                depth,
                NonZeroUsize::MIN,
                &true.into(),
                &mut |_, _| {},
            )
        };
        assert_eq!((count(1), count(30)), (None, None));
    }

    #[test]
    fn all_spellings_of_counts_are_read() {
        for line in [
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66",
            "4k3/8/8/8/8/8/8/4K2R w K -  0 1; D1 15; D2 66 ",
            "4k3/8/8/8/8/8/8/4K2R w K -;D1 15;D2 66;",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1; D1 15; D2 66 \0",
        ] {
            let (position, counts) = parse_counts(line).expect(line);
            assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
            assert_eq!(counts, [(1, 15), (2, 66)], "{line}");
        }
    }

    #[test]
    fn errors_name_the_wrong_field() {
        let error = |line: &str| parse_counts(line).expect_err(line);
        let position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(
            error(position),
            "no counts such as ;D1 20 ;D2 400 after the position"
        );
        assert_eq!(
            error(&format!("{position} ;bm e4")),
            "\"bm e4\" is not a count such as D2 400"
        );
        assert!(error("8/8 ;D1 1").starts_with("a FEN has six fields"));
    }
}
