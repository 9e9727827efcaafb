//! Test suites: positions with known best moves.
//!
//! A suite is a file of EPD records. `bm` names the moves of which one must be played, `am` those that must not be
//! played, `dm` a mate that must be announced, and `c0` can give points for moves, as in the Strategic Test Suite. Suites
//! measure mostly tactics; only games measure strength.

mod journal;
mod problem;
mod solve;
mod table;

pub use journal::{SuiteJournal, SuitePlan, UNITS};
pub use problem::{Problem, Skipped, read};
pub use solve::{Moment, Solution, solve};

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use gametree::Limits;
use serde::Serialize;

use crate::Error;
use crate::compare::describe;
use contest::Shard;
use contest::pool::{self, Done};
use games::Chess;
use players::{PlayerSpec, Seat};

/// The results of a player on a suite.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The name of the suite.
    pub suite: String,
    /// The player's spec.
    pub player: String,
    /// The limit for each position.
    pub limit: String,
    /// The totals.
    pub totals: Totals,
    /// The result of each problem, in the order of the file.
    pub solutions: Vec<Solution>,
    /// The records that cannot be used.
    pub skipped: Vec<Skipped>,
}

/// The totals of a suite.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Totals {
    /// Problems.
    pub problems: usize,
    /// Problems solved.
    pub solved: usize,
    /// Mates solved by a proof, which has no length.
    pub proved: usize,
    /// Points, over the problems that have points.
    pub points: u64,
    /// The most points that the moves of these problems have.
    pub most_points: u64,
    /// Milliseconds.
    pub time_ms: f64,
    /// Nodes searched.
    pub nodes: u64,
}

/// Solves the positions of a shard of a suite that `journal` does not have, on several threads, each with a new player. Returns `None`
/// if positions of other shards are missing.
///
/// # Errors
/// The player does not play chess, which is found before the first search, or it fails, or the journal cannot be written.
pub fn run(
    suite: &str,
    (problems, skipped): (&[Problem], Vec<Skipped>),
    spec: &PlayerSpec,
    limits: &Limits,
    threads: NonZeroUsize,
    (journal, shard): (&mut SuiteJournal, Shard),
    progress: &mut dyn FnMut(Done),
) -> Result<Option<Report>, Error> {
    Seat::<Chess>::new(spec)?;
    let fault = |fault| Error::fault(spec, &fault);
    let is_left =
        |number: &usize| shard.has(*number as u64) && journal.solutions[*number].is_none();
    let left: Vec<usize> = (0..problems.len()).filter(is_left).collect();
    let has_failed = AtomicBool::new(false);
    let job = |(): &mut (), index: usize| {
        let number = left[index];
        let solve = || {
            let mut seat = Seat::new(spec)?;
            solve(&problems[number], &mut seat, limits).map_err(fault)
        };
        let is_over = has_failed.load(Ordering::Relaxed);
        (!is_over).then(|| (number, solve()))
    };
    let mut result = Ok(());
    let mut done = Done {
        jobs: 0,
        of: left.len(),
    };
    let each = |solutions: Vec<(usize, Result<Solution, Error>)>| {
        for (number, solution) in solutions {
            if result.is_ok() {
                result = solution.and_then(|solution| Ok(journal.add(number, solution)?));
                has_failed.store(result.is_err(), Ordering::Relaxed);
            }
            done.jobs += 1;
        }
        progress(done);
    };
    pool::stream(threads, left.len(), || (), job, each);
    result?;
    let solutions: Option<Vec<Solution>> = journal.solutions.iter().cloned().collect();
    let Some(solutions) = solutions else {
        return Ok(None);
    };
    Ok(Some(Report {
        suite: suite.to_owned(),
        player: spec.to_string(),
        limit: describe(limits),
        totals: Totals::of(&solutions),
        solutions,
        skipped,
    }))
}

impl Totals {
    /// Returns the totals of these solutions.
    #[must_use]
    pub fn of(solutions: &[Solution]) -> Self {
        let mut totals = Self::default();
        for solution in solutions {
            totals.problems += 1;
            totals.solved += usize::from(solution.solved);
            totals.proved += usize::from(solution.proved);
            totals.points += u64::from(solution.points.unwrap_or(0));
            totals.most_points += u64::from(solution.most_points.unwrap_or(0));
            totals.time_ms += solution.spent.time_ms;
            totals.nodes += solution.spent.nodes;
        }
        totals
    }
}
