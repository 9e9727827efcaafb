//! The execution of jobs: on threads natively, in workers of a browser.

use std::time::Duration;

/// A piece of work.
pub type Task = Box<dyn FnOnce() + Send>;

/// Work to repeat. Returns whether to continue.
pub type Tick = Box<dyn FnMut() -> bool + Send>;

/// Runs tasks concurrently.
pub trait Spawn: Send + Sync {
    /// Starts a task. Returns `false` if the system cannot run it.
    fn spawn(&self, task: Task) -> bool;

    /// Calls `tick` every `period` until it returns `false`. Returns `false` if the system has no timers.
    fn every(&self, period: Duration, tick: Tick) -> bool;
}

/// Runs each task on a thread of its own.
#[cfg(not(target_family = "wasm"))]
pub struct Threads;

#[cfg(not(target_family = "wasm"))]
impl Spawn for Threads {
    fn spawn(&self, task: Task) -> bool {
        let thread = std::thread::Builder::new().name("web_api".to_owned());
        thread.spawn(task).is_ok()
    }

    fn every(&self, period: Duration, mut tick: Tick) -> bool {
        let mut due = gametree::clock::now() + period;
        self.spawn(Box::new(move || {
            while tick() {
                let now = gametree::clock::now();
                std::thread::sleep(due.saturating_sub(now));
                // A late tick does not delay the next one, and missed ticks are dropped.
                due = (due + period).max(now);
            }
        }))
    }
}

/// Runs each task at once, before `spawn` returns: for a worker without threads.
#[cfg(target_family = "wasm")]
pub struct Threads;

#[cfg(target_family = "wasm")]
impl Spawn for Threads {
    fn spawn(&self, task: Task) -> bool {
        task();
        true
    }

    fn every(&self, _: Duration, _: Tick) -> bool {
        false
    }
}

/// Returns the number of threads that can run at once.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
