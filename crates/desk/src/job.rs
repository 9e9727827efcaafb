//! A question that is being answered: whom to tell, and whether anybody still wants to know.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::page::Page;
use crate::protocol::{Said, Say, StopCause};

/// One question of one page.
#[derive(Clone)]
pub struct Job {
    /// Becomes true when the answer is not wanted any more. Whatever the job starts looks at it.
    pub stop: Arc<AtomicBool>,
    /// What the page has here.
    pub page: Arc<Page>,
    /// The number the page gave it. It only comes back: the desk knows its jobs by numbers of its own.
    echo: u32,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The last word is said: what comes later is left out.
    over: bool,
    /// Why it was stopped.
    cause: Option<StopCause>,
    alarms: Vec<Alarm>,
}

/// A stop of a part of a job.
struct Alarm {
    at: Instant,
    stop: Arc<AtomicBool>,
}

impl Job {
    pub(crate) fn new(echo: u32, page: Arc<Page>) -> Self {
        Self {
            stop: Arc::new(AtomicBool::new(false)),
            page,
            echo,
            state: Arc::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number the page gave it.
    #[must_use]
    pub const fn echo(&self) -> u32 {
        self.echo
    }

    /// Whether the answer is not wanted any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Stops the job and all its parts. The first cause counts.
    pub(crate) fn cancel(&self, cause: StopCause) {
        let mut state = self.state();
        state.cause.get_or_insert(cause);
        self.stop.store(true, Ordering::Relaxed);
        for alarm in state.alarms.drain(..) {
            alarm.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A stop for a part of the job: when that has taken so long, or with the whole job.
    #[must_use]
    pub fn alarm(&self, after: Duration) -> Arc<AtomicBool> {
        let mut state = self.state();
        let stop = Arc::new(AtomicBool::new(self.is_stopped()));
        state.alarms.push(Alarm {
            at: Instant::now() + after,
            stop: Arc::clone(&stop),
        });
        stop
    }

    /// Rings the alarms that are due, and forgets those that nobody waits for.
    pub(crate) fn ring(&self, now: Instant) {
        self.state().alarms.retain(|alarm| {
            let due = alarm.at <= now;
            if due {
                alarm.stop.store(true, Ordering::Relaxed);
            }
            !due && Arc::strong_count(&alarm.stop) > 1
        });
    }

    fn message(&self, say: Say, last: bool, stopped: Option<StopCause>) -> String {
        let said = Said {
            id: self.echo,
            last,
            stopped,
            say,
        };
        // These types have only text keys, so writing them cannot fail.
        serde_json::to_string(&said).unwrap_or_default()
    }

    /// News that can be left out if the page is slow: the next ones make up for it.
    pub fn news(&self, say: Say) {
        _ = self.try_news(say);
    }

    /// The same, and whether the page was quick enough to take them.
    pub fn try_news(&self, say: Say) -> bool {
        let message = self.message(say, false, None);
        let state = self.state();
        !state.over && self.page.outbox.offer(message)
    }

    /// A part of the answer. Waits for a slow page; if that is too slow, the job is stopped and the part left out.
    pub fn part(&self, say: Say) {
        let message = self.message(say, false, None);
        if !self.page.outbox.wait_for_room(&self.stop) {
            return;
        }
        let state = self.state();
        if !state.over {
            self.page.outbox.push(message);
        }
    }

    /// The last word. Only the first one is said: a job that does not end when it should is answered for by the desk.
    pub(crate) fn end(&self, answer: Result<Say, String>) {
        let mut state = self.state();
        if std::mem::replace(&mut state.over, true) {
            return;
        }
        let say = answer.unwrap_or_else(|reason| Say::Refused { reason });
        let message = self.message(say, true, state.cause);
        self.page.outbox.push(message);
    }
}
