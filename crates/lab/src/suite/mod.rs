//! Test suites: positions whose best moves are known.
//!
//! A suite is a file of EPD records. `bm` names the moves of which one must be played, `am` those that must not, `dm` a
//! mate that must be announced, and `c0` may give points for moves, as in the Strategic Test Suite. Suites measure what
//! they hold, tactics mostly; how strong a player is, only games say.

mod csv;
mod html;
mod problem;
mod solve;
mod table;

pub use problem::{Problem, Skipped, read};
pub use solve::{Moment, Solution, solve};

use std::num::NonZeroUsize;

use gametree::Limits;
use serde::Serialize;

use crate::compare::{CompareError, describe};
use contest::pool::{self, Done};
use games::Chess;
use players::Seat;

/// A suite, solved as far as the player could.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The name of the suite.
    pub suite: String,
    /// The player's spec.
    pub player: String,
    /// The limit for each position, in words.
    pub limit: String,
    /// The sums.
    pub totals: Totals,
    /// What came of each problem, in the order of the file.
    pub solutions: Vec<Solution>,
    /// Records that were left out.
    pub skipped: Vec<Skipped>,
}

/// Sums over a suite.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Totals {
    /// Problems.
    pub problems: usize,
    /// Problems solved.
    pub solved: usize,
    /// Those of them that are solved by a proof, without a word about how soon.
    pub proved: usize,
    /// Points, over the problems that give any.
    pub points: u64,
    /// The most points there were.
    pub most_points: u64,
    /// Milliseconds spent.
    pub time_ms: f64,
    /// Positions entered.
    pub nodes: u64,
}

/// Solves a suite: each problem by a new player, several at a time on as many threads. A bad spec is found before anything
/// is searched.
pub fn run(
    suite: &str,
    (problems, skipped): (&[Problem], Vec<Skipped>),
    spec: &str,
    limits: &Limits,
    threads: NonZeroUsize,
    progress: &mut dyn FnMut(Done),
) -> Result<Report, CompareError> {
    Seat::<Chess>::sit(spec)?;
    let fault = |fault| CompareError::Player(spec.to_owned(), fault);
    let job = |index: usize| {
        let mut seat = Seat::sit(spec)?;
        solve(&problems[index], &mut seat, limits).map_err(fault)
    };
    let solutions = pool::run(threads, problems.len(), job, progress)
        .into_iter()
        .collect::<Result<Vec<_>, CompareError>>()?;
    Ok(Report {
        suite: suite.to_owned(),
        player: spec.to_owned(),
        limit: describe(limits),
        totals: Totals::of(&solutions),
        solutions,
        skipped,
    })
}

impl Totals {
    /// The sums over these solutions.
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
