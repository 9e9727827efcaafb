//! Who takes part in a match, and what can go wrong with them.

use std::fmt;
use std::time::Duration;

use gametree::Player as Side;

use crate::answer::Value;
use crate::arena::Arena;
use crate::player::Record;

/// What a contestant may spend on a move. Whatever is given counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// What is left on the clocks, first player first.
    pub clock: Option<[Duration; 2]>,
    /// What each side gets after a move.
    pub increment: [Duration; 2],
    /// Moves until the clocks get their next share.
    pub moves_to_go: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
}

impl Budget {
    /// How long an in-process player may think, given who is to move: the time for the move, or an even share of the
    /// clock that is never all of it. `None` if no time counts.
    #[must_use]
    pub fn time_for_move(&self, side: Side) -> Option<Duration> {
        const MOVES_TO_GO: u32 = 25;
        const LEAST: Duration = Duration::from_millis(1);
        if self.move_time.is_some() {
            return self.move_time;
        }
        let left = self.clock?[side.index()];
        let moves = self.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, 100);
        let share = left / moves + self.increment[side.index()] * 3 / 4;
        Some(share.min(left / 2).max(LEAST))
    }
}

/// What a contestant thought, as far as it says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// The value of the position for the side to move.
    pub score: Option<Value>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Plies of the longest line.
    pub seldepth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Things that are wrong with what it said, by the checks of the runner: an illegal move in a line, a line that goes
    /// on after the end of the game, and the like. They cost nothing, and are reported.
    pub warnings: Vec<String>,
}

/// A move and what was thought about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply<M> {
    /// The move, which is legal.
    pub best: M,
    /// What was thought.
    pub thought: Thought,
}

/// Why a contestant has no legal move to offer. Each of these loses the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started, or ended before it was ready.
    Start(String),
    /// It ended in the middle of a game.
    Crash(String),
    /// It does not answer.
    Stall(String),
    /// It answered with something that is not a legal move.
    IllegalMove(String),
    /// It says it has no move, though there is one.
    NoMove,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(reason) => write!(f, "did not start: {reason}"),
            Self::Crash(reason) => write!(f, "crashed: {reason}"),
            Self::Stall(reason) => write!(f, "does not answer: {reason}"),
            Self::IllegalMove(text) => write!(f, "played {text}, which is not legal"),
            Self::NoMove => f.write_str("has no move, though there is one"),
        }
    }
}

impl std::error::Error for Fault {}

/// Somebody who takes part in a match. Lives through many games.
pub trait Contestant<G: Arena>: Send {
    /// Decides what the contestant leaves to chance in the next game, if nothing else decides it. Called before
    /// [`new_game`](Contestant::new_game); the same seed, the same game.
    fn seed(&mut self, seed: u64) {
        _ = seed;
    }

    /// A new game begins. A contestant that crashed before starts again here.
    fn new_game(&mut self) -> Result<(), Fault>;

    /// Finds a move in the present position, in which there is one. The caller keeps the clock.
    fn choose(
        &mut self,
        game: &G,
        record: &Record<G>,
        budget: &Budget,
    ) -> Result<Reply<G::Move>, Fault>;
}
