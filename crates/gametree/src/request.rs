//! A request for a move.

use std::time::Duration;

use crate::limits::Limits;

/// The clocks of a game, the first side first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// The remaining times, if known.
    pub left: [Option<Duration>; 2],
    /// The increment of each side per move.
    pub increment: [Duration; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
}

impl Clocks {
    /// Returns whether any clock runs.
    #[must_use]
    pub const fn are_running(&self) -> bool {
        self.left[0].is_some() || self.left[1].is_some()
    }
}

/// A request for a move: limits, clocks, and restrictions.
///
/// A request without limits still expects a move. Only [`infinite`](Request::infinite) and
/// [`ponder`](Request::ponder) requests wait for a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request<M> {
    /// The limits of this search.
    pub limits: Limits,
    /// The clocks of the game.
    pub clocks: Clocks,
    /// The moves to consider; empty means all.
    pub moves: Vec<M>,
    /// Search for a win in at most this many own moves.
    pub mate: Option<u32>,
    /// Search until the stop signal.
    pub infinite: bool,
    /// Ponder: search on the opponent's time until the ponderhit or stop signal.
    pub ponder: bool,
}

impl<M> Default for Request<M> {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl<M> Request<M> {
    /// Creates a request with these limits.
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

    /// Returns whether nothing limits the search.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.limits.is_unlimited() && !self.clocks.are_running() && self.mate.is_none()
    }

    /// Returns whether only a signal ends the search.
    #[must_use]
    pub const fn waits_for_signal(&self) -> bool {
        self.infinite || self.ponder
    }
}

/// Returns the thinking time for a move of `time` when `overhead` is lost in communication. It subtracts at most a tenth of
/// `time`.
#[must_use]
pub fn net_time(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead.min(time / 10))
        .max(Duration::from_millis(1))
}
