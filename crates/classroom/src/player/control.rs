//! How a player is told to stop.
//!
//! The programs of the documents know one limit, their depth. A control lets a person or a clock
//! end a search all the same, and changes nothing else: each search counts its calls, and every
//! 256th looks. Once it has seen a stop, each loop over moves ends after the move it is at, so
//! the search comes back from any depth at once, and the value of a move that was cut short is
//! never used.

use gametree::{Clock, Limits};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When to stop: when someone says so, or at a moment of a clock.
///
/// ```
/// use classroom::{Control, presets};
/// use chess::Position;
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
///
/// let stop = Arc::new(AtomicBool::new(true)); // usually set later, by another thread
/// let control = Control::default().with_stop(stop);
/// let mut player = presets::chess_player("report-minimax", 1).unwrap();
/// let choice = player.choose(&[Position::startpos()], 9, &control);
/// assert!(choice.stopped && choice.best.is_some());
/// ```
#[derive(Clone, Default)]
pub struct Control {
    stop: Option<Arc<AtomicBool>>,
    deadline: Option<Deadline>,
    /// Calls that may be made, as the document counts.
    calls: Option<u64>,
}

/// A moment of a clock.
#[derive(Clone)]
struct Deadline {
    clock: Arc<dyn Clock>,
    at: Duration,
}

static NEVER: Control = Control {
    stop: None,
    deadline: None,
    calls: None,
};

impl Control {
    /// Nobody stops the player.
    #[must_use]
    pub fn never() -> &'static Self {
        &NEVER
    }

    /// And stop soon after `stop` becomes true.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// And stop when `clock` shows `at`.
    #[must_use]
    pub fn with_deadline(mut self, clock: Arc<dyn Clock>, at: Duration) -> Self {
        self.deadline = Some(Deadline { clock, at });
        self
    }

    /// Must a player stop that has made so many calls?
    #[must_use]
    pub(super) fn stops_after(&self, calls: u64) -> bool {
        self.calls.is_some_and(|most| calls >= most) || self.is_stopped()
    }

    /// Must a player stop?
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        let told = self
            .stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed));
        told || self
            .deadline
            .as_ref()
            .is_some_and(|deadline| deadline.clock.now() >= deadline.at)
    }

    /// The same for a search of the library that begins now.
    #[must_use]
    pub fn limits(&self, depth: u32) -> Limits {
        let mut limits = Limits::depth(depth);
        limits.nodes = self.calls;
        limits.stop.clone_from(&self.stop);
        if let Some(Deadline { clock, at }) = &self.deadline {
            limits.time = Some(at.saturating_sub(clock.now()));
            limits.clock = clock.clone();
        }
        limits
    }
}

/// The stop signal, the nodes and the time of the limits, which begins now.
impl From<&Limits> for Control {
    fn from(limits: &Limits) -> Self {
        let control = Self {
            stop: limits.stop.clone(),
            deadline: None,
            calls: limits.nodes,
        };
        // Time without end is no deadline.
        match limits
            .time
            .and_then(|time| limits.clock.now().checked_add(time))
        {
            Some(at) => control.with_deadline(limits.clock.clone(), at),
            None => control,
        }
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("stop", &self.stop)
            .field("deadline", &self.deadline.as_ref().map(|d| d.at))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    /// A clock that a test moves by hand, in milliseconds.
    #[derive(Default)]
    struct Hand(AtomicU64);

    impl Clock for Hand {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn a_deadline_is_a_moment_of_the_clock_of_the_limits() {
        let clock = Arc::new(Hand::default());
        clock.0.store(40, Ordering::Relaxed);
        let limits = Limits::time(Duration::from_millis(50)).with_clock(clock.clone());
        let control = Control::from(&limits);
        clock.0.store(89, Ordering::Relaxed);
        assert!(!control.is_stopped());
        assert_eq!(control.limits(3).time, Some(Duration::from_millis(1)));
        clock.0.store(90, Ordering::Relaxed);
        assert!(control.is_stopped());
        assert_eq!(control.limits(3).time, Some(Duration::ZERO));
        assert!(!Control::from(&Limits::time(Duration::MAX)).is_stopped());
        assert!(!Control::never().is_stopped());
    }
}
