//! Pairs of games: the same opening with both colours. What an experiment of very many games is made of.
//!
//! A match of `contest` keeps every move; here only the points of a pair are kept, some forty bytes in a [`Ledger`], so that
//! a hundred thousand games can be carried to another machine and gone on with there.

mod ledger;

pub use ledger::{Ledger, LedgerError};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use contest::stats::Points;
use contest::{Adjudication, Conditions, Openings, PlayerLimit, play};
use games::BoardGame;
use gametree::{Player as Side, mix};
use players::Seat;

/// How the games of a pair are played.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// What each player may spend a move.
    pub limit: PlayerLimit,
    /// When a game is ended early.
    pub adjudication: Adjudication,
    /// Decides what players leave to chance.
    pub seed: u64,
}

/// What came of a pair, for the first player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Its points with the first move from the usual start, and with the second.
    pub points: [Points; 2],
    /// What a player did that cost it a game: a crash, an illegal move, too much time.
    pub faults: Vec<String>,
}

impl Pair {
    /// Points of both games together, in halves: 0 to 4.
    #[must_use]
    pub const fn half_points(&self) -> usize {
        self.points[0].half_points() + self.points[1].half_points()
    }
}

/// Plays the pair of a number, counted from 0: always the same opening. `None` if it was stopped.
pub fn play_pair<G: BoardGame>(
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
            // The time of a move is given, not a clock: being a little late is not what is measured.
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
        let ending = play(game, opening, seats, &conditions, stop)?.ending;
        pair.points[index] = match ending.winner {
            None => Points::Draw,
            Some(winner) if winner == side => Points::Win,
            Some(_) => Points::Loss,
        };
        if ending.reason.is_fault() {
            let words = ending.detail.as_deref().unwrap_or(ending.reason.words());
            pair.faults.push(words.to_owned());
        }
    }
    Some(pair)
}
