//! Every player keeps its time and obeys a stop, measured by a clock that advances one millisecond each time it is read.
//!
//! `espalier-cli`'s `punctual` measures the same with the clock of the machine, through every front end (`make long`). The
//! engine plans with a clock of its own, which `engine::time` tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use games::{BoardGame, GameId, Record, WithGame};
use gametree::{Clock, Limits, Request};
use players::{Entry, Group, Registry, Seat};

/// How often a player may read the clock after its time has passed or a stop was requested: the passes of a search that
/// deepens each read it once more on the way out.
const LATE_READS: u64 = 16;

/// How many nodes a search may visit between two looks at its limits.
const NODES_BETWEEN_READS: u64 = 4_096;

/// A clock that advances with every reading, and requests a stop at one of them.
struct ReadingClock {
    reads: AtomicU64,
    stop_at: u64,
    stop: Arc<AtomicBool>,
}

impl ReadingClock {
    fn new(stop_at: u64) -> Arc<Self> {
        Arc::new(Self {
            reads: AtomicU64::new(0),
            stop_at,
            stop: Arc::default(),
        })
    }

    fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }
}

impl Clock for ReadingClock {
    fn now(&self) -> Duration {
        let read = self.reads.fetch_add(1, Ordering::Relaxed) + 1;
        if read == self.stop_at {
            self.stop.store(true, Ordering::Relaxed);
        }
        Duration::from_millis(read)
    }
}

/// Asks a player for a move that it would search for longer than it may.
struct Punctual<'a>(&'a Entry);

impl WithGame for Punctual<'_> {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        let name = &*self.0.name;
        let spec = match self.0.group {
            Group::Course => format!("{name}:depth=8"),
            _ => name.to_owned(),
        };
        let mut record = Record::<G>::new(game.start());
        for index in [3, 1, 4, 1] {
            let legal = game.legal_moves(record.state());
            record.play(game, legal[index % legal.len()]);
        }
        let legal = game.legal_moves(record.state());
        let mut seat = Seat::<G>::builtin(&spec).expect(&spec);
        let mut ask = |time: u64, stop_at: u64| {
            let clock = ReadingClock::new(stop_at);
            let limits = Limits::time(Duration::from_millis(time))
                .with_clock(clock.clone())
                .with_stop(clock.stop.clone());
            let answer = seat
                .answer(game, &record, &Request::new(limits))
                .expect(&spec);
            assert!(
                answer.best.is_some_and(|mv| legal.contains(&mv)),
                "{spec} in {}",
                G::ID
            );
            let most = (clock.reads() + 1) * NODES_BETWEEN_READS;
            let nodes = answer.stats.nodes;
            assert!(
                nodes <= most,
                "{spec} in {}: {nodes} nodes, {} reads",
                G::ID,
                clock.reads()
            );
            clock.reads()
        };
        for (what, reads) in [("time", ask(8, u64::MAX)), ("stop", ask(3_600_000, 8))] {
            assert!(
                reads <= 8 + LATE_READS,
                "{spec} in {}: {what}, {reads} reads",
                G::ID
            );
        }
    }
}

#[test]
fn every_player_keeps_its_time_and_obeys_a_stop() {
    let registry = Registry::builtin();
    for entry in (registry.entries()).filter(|entry| entry.group != Group::Engine) {
        for game in GameId::ALL.into_iter().filter(|&game| entry.plays(game)) {
            game.with(Punctual(entry));
        }
    }
}
