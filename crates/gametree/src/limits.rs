//! When to stop: depth, nodes, evaluations, time, memory, or because someone says so.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// No search looks further than this many plies ahead.
pub const MAX_DEPTH: u32 = 200;

/// Where time comes from. The searches never ask the machine themselves, so a
/// test can bring a clock that it moves by hand and a browser can bring its own.
pub trait Clock: Send + Sync {
    /// Time since any fixed moment.
    fn now(&self) -> Duration;
}

/// The clock of the machine.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy, Debug)]
pub struct WallClock(std::time::Instant);

#[cfg(not(target_arch = "wasm32"))]
impl WallClock {
    /// A clock that starts now.
    #[must_use]
    pub fn new() -> Self {
        Self(std::time::Instant::now())
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Default for WallClock {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that stands still: for places without one. Time limits never pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// How much a search may spend. Whatever is used up first ends it.
///
/// ```
/// use gametree::Limits;
/// use std::time::Duration;
/// let limits = Limits::depth(8).with_nodes(1_000_000).with_time(Duration::from_millis(500));
/// assert_eq!(limits.depth, Some(8));
/// ```
#[derive(Clone)]
pub struct Limits {
    /// Plies to look ahead, at most [`MAX_DEPTH`].
    pub depth: Option<u32>,
    /// Nodes that may be entered, the root included.
    pub nodes: Option<u64>,
    /// Nodes after which no further iteration is begun: the one in progress is finished, and nothing is thrown away.
    pub soft_nodes: Option<u64>,
    /// Calls of the static evaluator.
    pub evals: Option<u64>,
    /// Time from the start of the search, by [`clock`](Limits::clock).
    pub time: Option<Duration>,
    /// Nodes that a search which keeps its tree may store at once.
    pub stored_nodes: Option<u64>,
    /// Set from outside (another thread, a signal) to end the search soon.
    pub stop: Option<Arc<AtomicBool>>,
    /// Where time comes from.
    pub clock: Arc<dyn Clock>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            soft_nodes: None,
            evals: None,
            time: None,
            stored_nodes: None,
            stop: None,
            #[cfg(not(target_arch = "wasm32"))]
            clock: Arc::new(WallClock::new()),
            #[cfg(target_arch = "wasm32")]
            clock: Arc::new(StoppedClock),
        }
    }
}

impl Limits {
    /// Look `depth` plies ahead (at most [`MAX_DEPTH`]).
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Enter at most `nodes` nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self::default().with_nodes(nodes)
    }

    /// Search for `time`.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self::default().with_time(time)
    }

    /// And enter at most `nodes` nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// And call the evaluator at most `evals` times.
    #[must_use]
    pub fn with_evals(mut self, evals: u64) -> Self {
        self.evals = Some(evals);
        self
    }

    /// And search for at most `time`.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// And end soon after `stop` becomes true.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Take the time from `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Whether nothing is limited: such a search ends only if the game does, or if it is told to.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.soft_nodes.is_none()
            && self.evals.is_none()
            && self.time.is_none()
            && self.stored_nodes.is_none()
    }

    /// These limits and others: the tighter one of each. The stop and the clock stay these.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Self {
            depth: tighter(self.depth, other.depth),
            nodes: tighter(self.nodes, other.nodes),
            soft_nodes: tighter(self.soft_nodes, other.soft_nodes),
            evals: tighter(self.evals, other.evals),
            time: tighter(self.time, other.time),
            stored_nodes: tighter(self.stored_nodes, other.stored_nodes),
            ..self.clone()
        }
    }

    /// Has someone asked the search to stop?
    #[must_use]
    pub fn stop_requested(&self) -> bool {
        self.stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Two limits are equal if they allow the same. Where the time comes from and who can say stop do not count.
impl PartialEq for Limits {
    fn eq(&self, other: &Self) -> bool {
        let allowed = |limits: &Self| {
            (
                limits.depth,
                limits.nodes,
                limits.soft_nodes,
                limits.evals,
                limits.time,
                limits.stored_nodes,
            )
        };
        allowed(self) == allowed(other)
    }
}

impl Eq for Limits {}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("soft_nodes", &self.soft_nodes)
            .field("evals", &self.evals)
            .field("time", &self.time)
            .field("stored_nodes", &self.stored_nodes)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_of_two_limits_counts() {
        let both = Limits::depth(5)
            .with_nodes(100)
            .and(&Limits::depth(7).with_nodes(30).with_evals(9));
        assert_eq!(
            (both.depth, both.nodes, both.evals, both.time),
            (Some(5), Some(30), Some(9), None)
        );
        assert!(!both.is_unlimited());
        assert!(Limits::default().and(&Limits::default()).is_unlimited());
    }
}
