//! Words to a player who is thinking.

use std::sync::PoisonError;

// The standard library's, or those of a model checker: the models of the engine compile this very file with loom's.
use crate::sync::{Arc, AtomicBool, AtomicU64, Condvar, Mutex, MutexGuard, Ordering};

/// Words to a player who is thinking: stop, and the expected move was played.
#[derive(Debug, Default)]
pub struct Signal {
    stop: Arc<AtomicBool>,
    ponder_hit: Arc<AtomicBool>,
    /// The other way round: how far the player is.
    nodes: AtomicU64,
    // The flags are read without it; it is held to change them, so that nobody who waits misses a change.
    lock: Mutex<()>,
    changed: Condvar,
}

impl Signal {
    /// A signal that shares its stop flag with somebody else.
    #[must_use]
    pub fn with_stop(stop: Arc<AtomicBool>) -> Self {
        Self {
            stop,
            ..Self::default()
        }
    }

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

    /// Whether the expected move was played.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }

    /// The positions looked at so far, as the player last told: for whoever shows them while it thinks.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The player tells how many positions it has looked at.
    pub fn tell_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
    }

    /// The flag behind [`Signal::is_stopped`], for a search that keeps it.
    #[must_use]
    pub fn stop_handle(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The flag behind [`Signal::is_ponder_hit`], for a clock that keeps it.
    #[must_use]
    pub fn ponder_hit_handle(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ponder_hit)
    }

    /// The flag behind [`Signal::is_stopped`].
    #[must_use]
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Waits until the answer may be given: one that was asked for without end after a stop, one that was pondered on
    /// when the expected move came or after a stop, any other at once.
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
