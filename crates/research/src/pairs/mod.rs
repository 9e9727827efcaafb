//! Pairs of games, each opening with both colours, for experiments with very many games.
//!
//! A match of `contest` records every move. Here only the points of a pair are recorded, some forty bytes in a
//! [`Ledger`](contest::Ledger), so that a hundred thousand games can be moved to another machine and resumed there.
//!
//! [`play`] plays many matches at once, [`run`] runs any other jobs that play pairs.

mod ledger;
mod matches;

pub use ledger::PairLedger;
pub use matches::Progress;
pub(crate) use matches::{Match, Players, play, result};

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use contest::stats::Points;
use contest::{Adjudication, Conditions, Openings, PlayerLimit, pool};
use games::BoardGame;
use gametree::{Side, mix};
use players::Seat;

use crate::Error;

/// The conditions of the games of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// The limit of both players for a move.
    pub limit: PlayerLimit,
    /// The rules that end a game early.
    pub adjudication: Adjudication,
    /// The seed of the players' random choices.
    pub seed: u64,
}

/// The result of a pair for the first player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    /// Its points with the first move, and with the second.
    pub points: [Points; 2],
    /// Faults that lost a game: a crash, an illegal move, too much time.
    pub faults: Vec<String>,
}

impl Pair {
    /// Returns the points of both games in halves: 0 to 2 each.
    pub fn half_points(&self) -> [u8; 2] {
        self.points.map(|points| points.half_points() as u8)
    }
}

/// Plays the pair of this number, from 0, which determines the opening. Returns `None` if it was stopped.
pub(crate) fn play_pair<G: BoardGame>(
    game: &G,
    openings: &Openings<G>,
    seats: [&mut Seat<G>; 2],
    number: u64,
    terms: &Terms,
    stop: &Arc<AtomicBool>,
) -> Option<Pair> {
    let [own, other] = seats;
    let mut pair = Pair {
        points: [Points::Draw; 2],
        faults: Vec::new(),
    };
    for (index, side) in [Side::First, Side::Second].into_iter().enumerate() {
        let seed = |player: u64| mix(mix(terms.seed) ^ (4 * number + 2 * index as u64 + player));
        let conditions = Conditions {
            limits: [terms.limit; 2],
            // The limit is a time per move, not a clock: a small overrun does not matter.
            margin: Duration::from_secs(1),
            ponder: false,
            adjudication: terms.adjudication,
            seeds: [seed(0), seed(1)],
        };
        let seats = match side {
            Side::First => [&mut *own, &mut *other],
            Side::Second => [&mut *other, &mut *own],
        };
        let opening = openings.get(game, number);
        let ending = contest::play(game, opening, seats, &conditions, stop)?.ending;
        pair.points[index] = match ending.winner {
            None => Points::Draw,
            Some(winner) if winner == side => Points::Win,
            Some(_) => Points::Loss,
        };
        if ending.reason.is_fault() {
            let fault = ending.detail.as_deref().unwrap_or(ending.reason.words());
            pair.faults.push(fault.to_owned());
        }
    }
    Some(pair)
}

/// The jobs of an experiment and their results.
pub(crate) trait Jobs: Send {
    /// The input of a job.
    type Job;
    /// The result of a job.
    type Done;

    /// Returns the next job, or `None` if there is none.
    fn take(&mut self) -> Option<Self::Job>;

    /// Records the result of a job.
    fn give(&mut self, job: Self::Job, done: Self::Done) -> Result<(), Error>;
}

/// Runs jobs on several threads until there are none, or `stop` is set. Each thread creates a worker, which returns
/// `None` for a job that was stopped. The first error sets `stop` and is returned.
pub(crate) fn run<J, W>(
    jobs: &mut J,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
) -> Result<(), Error>
where
    J: Jobs,
    W: FnMut(&J::Job) -> Result<Option<J::Done>, Error>,
{
    let jobs = Mutex::new(jobs);
    let lock = || jobs.lock().unwrap_or_else(PoisonError::into_inner);
    let mut result = Ok(());
    let work = |work: &mut W, _| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let job = lock().take()?;
        let given = match work(&job) {
            Ok(done) => lock().give(job, done?),
            Err(error) => Err(error),
        };
        stop.fetch_or(given.is_err(), Ordering::Relaxed);
        Some(given)
    };
    pool::stream(threads, usize::MAX, worker, work, |given| {
        for given in given {
            if result.is_ok() {
                result = given;
            }
        }
    });
    result
}
