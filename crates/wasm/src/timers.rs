//! Timers without threads: the clock runs those that are due whenever a search reads it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use web_api::{Spawn, Task, Tick};

use crate::{imports, instance};

/// The shortest time between two checks of the timers and at the page's stop.
const BEAT: Duration = Duration::from_millis(15);

struct Timer {
    due: Duration,
    period: Duration,
    tick: Tick,
}

struct Timers {
    next: Duration,
    all: Vec<Timer>,
}

static TIMERS: Mutex<Timers> = Mutex::new(Timers {
    next: Duration::ZERO,
    all: Vec::new(),
});

/// A timer reads the clock, too.
static IS_RUNNING: AtomicBool = AtomicBool::new(false);

fn timers() -> MutexGuard<'static, Timers> {
    TIMERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the time. Runs the timers that are due, and stops the request that the page stopped.
pub(crate) fn now() -> Duration {
    let now = imports::now();
    if !IS_RUNNING.swap(true, Ordering::Relaxed) {
        if now >= timers().next {
            run(now);
        }
        IS_RUNNING.store(false, Ordering::Relaxed);
    }
    now
}

fn run(now: Duration) {
    timers().next = now + BEAT;
    if let Some(id) = imports::stopped() {
        instance::stop(id);
    }
    let all = std::mem::take(&mut timers().all);
    for mut timer in all {
        let is_due = timer.due <= now;
        if is_due {
            timer.due = now + timer.period;
        }
        if !is_due || (timer.tick)() {
            timers().all.push(timer);
        }
    }
}

/// Runs each task before `spawn` returns, and timers whenever the clock is read.
pub(crate) struct Inline;

impl Spawn for Inline {
    fn spawn(&self, task: Task) -> bool {
        task();
        true
    }

    fn every(&self, period: Duration, tick: Tick) -> bool {
        let due = imports::now() + period;
        timers().all.push(Timer { due, period, tick });
        true
    }
}
