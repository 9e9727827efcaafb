//! Perft suites: positions with expected counts of leaf nodes.

use std::cmp::Reverse;
use std::fmt;
use std::num::NonZeroUsize;

use chess::{Position, perft};
use contest::pool::{self, Done};

/// An expected count: the line of the file, the position, the depth and the number of leaf nodes.
type Count = (usize, Position, u32, u64);

/// The expected counts of a file.
#[derive(Clone, Debug)]
pub struct Counts {
    positions: usize,
    skipped: usize,
    counts: Vec<Count>,
}

/// The result of a check. Prints a line for each wrong count and a summary.
#[derive(Clone, Debug)]
pub struct Checked {
    positions: usize,
    skipped: usize,
    checked: usize,
    wrong: Vec<(Count, u64)>,
    /// The sum of the counts found.
    pub leaves: u64,
}

impl Checked {
    /// Returns whether every count is right.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        self.wrong.is_empty()
    }
}

impl Counts {
    /// Reads lines such as `FEN ;D1 20 ;D2 400`, and skips counts of larger depths and counts of more leaf nodes.
    ///
    /// # Errors
    /// The first line that is not such a line, with the reason; or there are none.
    pub fn read(text: &str, depth: Option<u32>, leaves: Option<u64>) -> Result<Self, String> {
        let (mut positions, mut counts) = (0, Vec::<Count>::new());
        for (line, text) in (1..).zip(text.lines()) {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let parsed = perft::parse_counts(text);
            let (position, found) = parsed.map_err(|reason| format!(", line {line}: {reason}"))?;
            positions += 1;
            let found = found.into_iter();
            counts.extend(found.map(|(depth, expected)| (line, position, depth, expected)));
        }
        if positions == 0 {
            return Err(" has no lines such as: FEN ;D1 20 ;D2 400".to_owned());
        }
        let all = counts.len();
        counts.retain(|&(_, _, of, expected)| {
            depth.is_none_or(|most| of <= most) && leaves.is_none_or(|most| expected <= most)
        });
        // Largest first, so that all threads finish at about the same time.
        counts.sort_by_key(|&(.., expected)| Reverse(expected));
        Ok(Self {
            positions,
            skipped: all - counts.len(),
            counts,
        })
    }

    /// Counts the leaf nodes of every position.
    pub fn check(&self, threads: NonZeroUsize, watch: &mut dyn FnMut(Done)) -> Checked {
        let job = |index: usize| perft::perft(&self.counts[index].1, self.counts[index].2);
        let found = pool::run(threads, self.counts.len(), job, watch);
        let leaves = found.iter().sum();
        let pairs = self.counts.iter().copied().zip(found);
        let mut wrong: Vec<(Count, u64)> =
            pairs.filter(|(count, found)| count.3 != *found).collect();
        wrong.sort_by_key(|(count, _)| (count.0, count.2));
        Checked {
            positions: self.positions,
            skipped: self.skipped,
            checked: self.counts.len(),
            wrong,
            leaves,
        }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((line, position, depth, expected), found) in &self.wrong {
            writeln!(
                f,
                "line {line}: D{depth} is {expected} in the file and {found} here: {position}"
            )?;
        }
        let (positions, checked, skipped) = (self.positions, self.checked, self.skipped);
        let wrong = self.wrong.len();
        writeln!(
            f,
            "{positions} positions, {checked} counts checked, {skipped} skipped, {wrong} wrong"
        )
    }
}
