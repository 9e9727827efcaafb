//! Anything that finds a move: the seam between the players and whoever asks them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chess::{Game, Move};

/// What a search may spend and look at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Only these moves are considered; empty is all of them.
    pub search_moves: Vec<Move>,
    /// What is left on each side's clock, White first, where known.
    pub time: [Option<Duration>; 2],
    /// What each side gets for a move.
    pub increment: [Duration; 2],
    /// Moves until the clocks get their next share.
    pub moves_to_go: Option<u32>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Look for a mate in so many moves.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Go on until told to stop.
    pub infinite: bool,
    /// Think on the opponent's time, until told that the move came or to stop.
    pub ponder: bool,
}

/// What can be set for every player. Those that do not know a setting leave it alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Memory for the hash table, in MiB.
    pub hash: u64,
    /// How many threads may work.
    pub threads: usize,
    /// How many of the best moves to report.
    pub multi_pv: usize,
    /// Time lost on the way to the clock and back.
    pub move_overhead: Duration,
    /// What makes one random player differ from another.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            seed: 0,
        }
    }
}

/// A value from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; below zero is being mated, zero is mate on the board.
    Mate(i32),
}

/// What a player knows so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Plies looked ahead.
    pub depth: u32,
    /// Plies of the longest line.
    pub selective_depth: u32,
    /// Which of the best moves this is about, from 1.
    pub rank: usize,
    /// Its value, exact.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// The best line: legal moves from the position asked about.
    pub line: Vec<Move>,
}

/// What happens while a player thinks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line and its value.
    Info(Info),
    /// Something to be read by people.
    Remark(String),
}

/// What a player has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The move; `None` only if there is no legal one.
    pub best: Option<Move>,
    /// The answer it expects.
    pub ponder: Option<Move>,
}

/// Somebody who finds a move.
pub trait Mover: Send {
    /// Takes the settings, before the first move and whenever they change.
    fn configure(&mut self, _settings: &Settings) {}

    /// The next position is from another game.
    fn new_game(&mut self) {}

    /// Finds a move in the last position of a game. Reports at least one exact score to `listener` before it
    /// returns, and returns soon when `signal` says stop. Need not wait for anything: whoever asked holds the answer
    /// back while pondering or searching without end.
    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
    ) -> Choice;
}

/// Words to a player who is thinking: stop, and the expected move was played.
#[derive(Debug, Default)]
pub struct Signal {
    stop: Arc<AtomicBool>,
    ponder_hit: AtomicBool,
    // The flags are read without it; it is held to change them, so that nobody who waits misses a change.
    lock: Mutex<()>,
    changed: Condvar,
}

impl Signal {
    /// Asks for an end.
    pub fn stop(&self) {
        self.set(&self.stop);
    }

    /// Tells that the expected move was played.
    pub fn ponder_hit(&self) {
        self.set(&self.ponder_hit);
    }

    /// Whether an end was asked for.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag behind [`Signal::is_stopped`], for a search that keeps it.
    #[must_use]
    pub fn stop_handle(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The flag behind [`Signal::is_stopped`].
    #[must_use]
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Waits until the answer to a search with these limits may be given.
    pub fn wait_for_release(&self, limits: &Limits) {
        let held = || {
            let pondering = limits.ponder && !self.ponder_hit.load(Ordering::Relaxed);
            !self.is_stopped() && (limits.infinite || pondering)
        };
        let mut guard = self.guard();
        while held() {
            guard = self
                .changed
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn set(&self, flag: &AtomicBool) {
        let _guard = self.guard();
        flag.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn guard(&self) -> MutexGuard<'_, ()> {
        self.lock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
