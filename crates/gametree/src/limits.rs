//! The limits of a search: depth, nodes, evaluations, time, memory, and a stop flag.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::{Clock, Stopwatch};

/// The largest depth of any search, in plies.
pub const MAX_DEPTH: u32 = 200;

/// The limits of a search. It stops at the first one that it reaches.
///
/// ```
/// use gametree::Limits;
/// use std::time::Duration;
/// let limits = Limits::depth(8).with_nodes(1_000_000).with_time(Duration::from_millis(500));
/// assert_eq!(limits.depth, Some(8));
/// ```
#[derive(Clone)]
pub struct Limits {
    /// The depth in plies, at most [`MAX_DEPTH`].
    pub depth: Option<u32>,
    /// Nodes, the root included.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration starts. The current iteration is completed.
    pub soft_nodes: Option<u64>,
    /// Calls of the static evaluator.
    pub evals: Option<u64>,
    /// Time from the start of the search, by [`clock`](Limits::clock).
    pub time: Option<Duration>,
    /// Nodes that a search with a stored tree may keep at once.
    pub stored_nodes: Option<u64>,
    /// A flag that another thread sets to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// The source of time.
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
            clock: Arc::new(Stopwatch::new()),
        }
    }
}

impl Limits {
    /// Limits the depth to `depth` plies (at most [`MAX_DEPTH`]).
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Limits the nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self::default().with_nodes(nodes)
    }

    /// Limits the time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self::default().with_time(time)
    }

    /// Adds a limit of nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Adds a limit of evaluator calls.
    #[must_use]
    pub fn with_evals(mut self, evals: u64) -> Self {
        self.evals = Some(evals);
        self
    }

    /// Adds a limit of time.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stops the search soon after `stop` becomes true.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Uses `clock` as the source of time.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Returns whether there is no limit. Such a search ends at the end of the game or by its stop flag.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.soft_nodes.is_none()
            && self.evals.is_none()
            && self.time.is_none()
            && self.stored_nodes.is_none()
    }

    /// Returns the tighter of each pair of limits. The stop flag and the clock are those of `self`.
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

    /// Returns whether the stop flag is set.
    #[must_use]
    pub fn stop_requested(&self) -> bool {
        self.stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Compares the numbers only: the clock and the stop flag are ignored.
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
