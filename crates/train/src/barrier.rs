//! A barrier for threads that meet thousands of times a second.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Threads wait until all have arrived. Unlike [`std::sync::Barrier`] a thread first waits without giving up its processor, because
/// the others usually arrive within microseconds.
pub struct Barrier {
    threads: usize,
    arrived: AtomicUsize,
    generation: AtomicUsize,
    broken: AtomicBool,
}

/// The number of checks of the generation before a thread yields.
const PATIENCE: u32 = 5_000;

impl Barrier {
    /// Creates a barrier for a number of threads.
    pub const fn new(threads: usize) -> Self {
        Self {
            threads,
            arrived: AtomicUsize::new(0),
            generation: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
        }
    }

    /// Waits for all threads.
    ///
    /// # Panics
    /// Another thread has panicked and will never arrive.
    pub fn wait(&self) {
        if self.threads == 1 {
            return;
        }
        let generation = self.generation.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.generation.store(generation + 1, Ordering::Release);
            return;
        }
        let mut looks = 0;
        while self.generation.load(Ordering::Acquire) == generation {
            assert!(
                !self.broken.load(Ordering::Relaxed),
                "another thread has panicked"
            );
            looks += 1;
            if looks > PATIENCE {
                std::thread::yield_now();
            } else {
                std::hint::spin_loop();
            }
        }
    }

    /// Returns a guard that releases the other threads if this one panics.
    pub const fn guard(&self) -> Guard<'_> {
        Guard(self)
    }
}

/// Breaks a barrier when its thread panics.
pub struct Guard<'a>(&'a Barrier);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.broken.store(true, Ordering::Relaxed);
        }
    }
}
