//! What is asked of somebody who finds moves.

use std::time::Duration;

use crate::limits::Limits;

/// The clocks of a game, first player first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// What is left, where known.
    pub left: [Option<Duration>; 2],
    /// What each side gets after a move.
    pub increment: [Duration; 2],
    /// Moves until the clocks get their next share.
    pub moves_to_go: Option<u32>,
}

impl Clocks {
    /// Whether any clock runs.
    #[must_use]
    pub const fn are_running(&self) -> bool {
        self.left[0].is_some() || self.left[1].is_some()
    }
}

/// What is asked of somebody who finds moves: what may be spent, and which moves count.
///
/// A request that limits nothing wants a move all the same; only [`infinite`](Request::infinite) and
/// [`ponder`](Request::ponder) go on until told otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request<M> {
    /// What may be spent on this move.
    pub limits: Limits,
    /// The clocks of the game.
    pub clocks: Clocks,
    /// Only these moves are considered; empty is all of them.
    pub moves: Vec<M>,
    /// Look for a win in so many moves of one's own.
    pub mate: Option<u32>,
    /// Go on until told to stop.
    pub infinite: bool,
    /// Think on the opponent's time, until told that the expected move came, or to stop.
    pub ponder: bool,
}

impl<M> Default for Request<M> {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl<M> Request<M> {
    /// A move within these limits.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self {
            limits,
            clocks: Clocks {
                left: [None; 2],
                increment: [Duration::ZERO; 2],
                moves_to_go: None,
            },
            moves: Vec::new(),
            mate: None,
            infinite: false,
            ponder: false,
        }
    }

    /// Whether nothing in it ever ends the search.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.limits.is_unlimited() && !self.clocks.are_running() && self.mate.is_none()
    }

    /// Whether only a word from outside ends it.
    #[must_use]
    pub const fn waits_for_a_word(&self) -> bool {
        self.infinite || self.ponder
    }
}

/// What a time for a move leaves for thinking, if `overhead` is lost on the way to the clock and back: of a short time a
/// tenth at most.
#[must_use]
pub fn net_time(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead.min(time / 10))
        .max(Duration::from_millis(1))
}
