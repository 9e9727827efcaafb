//! Stop and ponderhit flags for a running search.

use std::sync::PoisonError;

// The types are the standard library's, or loom's: the engine's model tests compile this file with loom.
use crate::sync::{Arc, AtomicBool, AtomicU64, Condvar, Mutex, MutexGuard, Ordering};

/// Stop and ponderhit flags for a running search, and its node count.
#[derive(Debug, Default)]
pub struct Signal {
    stop: Arc<AtomicBool>,
    ponder_hit: Arc<AtomicBool>,
    /// The node count, from the search to the caller.
    nodes: AtomicU64,
    // The flags are read without the lock. Setting one takes it, so that no waiting thread misses a change.
    lock: Mutex<()>,
    changed: Condvar,
}

impl Signal {
    /// Creates a signal that shares a stop flag.
    #[must_use]
    pub fn with_stop(stop: Arc<AtomicBool>) -> Self {
        Self {
            stop,
            ..Self::default()
        }
    }

    /// Requests a stop.
    pub fn stop(&self) {
        self.set(&self.stop);
    }

    /// Reports that the opponent played the expected move.
    pub fn ponder_hit(&self) {
        self.set(&self.ponder_hit);
    }

    /// Returns whether a stop was requested.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns whether the opponent played the expected move.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }

    /// Returns the node count that the search last reported.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Sets the node count.
    pub fn report_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
    }

    /// Returns the stop flag, shared.
    #[must_use]
    pub fn stop_handle(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Returns the ponderhit flag, shared.
    #[must_use]
    pub fn ponder_hit_handle(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ponder_hit)
    }

    /// Returns the stop flag.
    #[must_use]
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Waits until the search may return its move: for an infinite search until a stop, for a ponder search until a
    /// ponderhit or a stop, otherwise not at all.
    pub fn wait_for_release(&self, infinite: bool, ponder: bool) {
        let held = || {
            let pondering = ponder && !self.ponder_hit.load(Ordering::Relaxed);
            !self.is_stopped() && (infinite || pondering)
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
