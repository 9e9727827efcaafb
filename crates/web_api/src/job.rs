//! A request in progress: reply channel and cancellation token.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gametree::clock;

use crate::page::Page;
use crate::protocol::{Reply, ReplyMessage, StopCause};

/// A request in progress.
#[derive(Clone)]
pub struct Job {
    /// The cancellation token: `true` stops the job.
    pub stop: Arc<AtomicBool>,
    /// The page that sent the request.
    pub page: Arc<Page>,
    /// The id that the page chose. It need not be unique, so the scheduler uses ids of its own.
    request_id: u32,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// Whether the last reply was sent. Later ones are dropped.
    is_over: bool,
    /// The cause of the cancellation.
    cause: Option<StopCause>,
    timeouts: Vec<Timeout>,
}

/// The deadline of a part of a job.
struct Timeout {
    at: Duration,
    stop: Arc<AtomicBool>,
}

impl Job {
    pub(crate) fn new(request_id: u32, page: Arc<Page>) -> Self {
        Self {
            stop: Arc::new(AtomicBool::new(false)),
            page,
            request_id,
            state: Arc::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The id that the page chose for the request.
    #[must_use]
    pub const fn request_id(&self) -> u32 {
        self.request_id
    }

    /// Returns whether the job is cancelled.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Cancels the job and all its parts. If it is called again, the first cause counts.
    pub(crate) fn cancel(&self, cause: StopCause) {
        let mut state = self.state();
        state.cause.get_or_insert(cause);
        self.stop.store(true, Ordering::Relaxed);
        for timeout in state.timeouts.drain(..) {
            timeout.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Returns a cancellation token for a part of the job, which fires after a time or with the job.
    #[must_use]
    pub fn timeout(&self, after: Duration) -> Arc<AtomicBool> {
        // Without threads, reading the clock runs timers, which lock the state.
        let at = clock::now() + after;
        let mut state = self.state();
        let stop = Arc::new(AtomicBool::new(self.is_stopped()));
        state.timeouts.push(Timeout {
            at,
            stop: Arc::clone(&stop),
        });
        stop
    }

    /// Fires the timeouts that are due and removes the unused ones.
    pub(crate) fn fire_timeouts(&self, now: Duration) {
        self.state().timeouts.retain(|timeout| {
            let due = timeout.at <= now;
            if due {
                timeout.stop.store(true, Ordering::Relaxed);
            }
            !due && Arc::strong_count(&timeout.stop) > 1
        });
    }

    fn message(&self, reply: Reply, last: bool, stopped: Option<StopCause>) -> String {
        let message = ReplyMessage {
            id: self.request_id,
            last,
            stopped,
            reply,
        };
        // These types have only text keys, so writing them cannot fail.
        serde_json::to_string(&message).unwrap_or_default()
    }

    /// Sends a reply, or drops it if the outbox is full. Returns whether it was sent.
    ///
    /// For progress reports, which the next one replaces.
    pub fn try_send(&self, reply: Reply) -> bool {
        let message = self.message(reply, false, None);
        let state = self.state();
        !state.is_over && self.page.outbox.try_push(message)
    }

    /// Sends a reply. Waits while the outbox is full; drops the reply if the job is cancelled meanwhile.
    pub fn send(&self, reply: Reply) {
        let message = self.message(reply, false, None);
        if !self.page.outbox.wait_for_room(&self.stop) {
            return;
        }
        let state = self.state();
        if !state.is_over {
            self.page.outbox.push(message);
        }
    }

    /// Sends the last reply. Does nothing if one was sent: the scheduler answers for jobs that ignore their cancellation.
    pub(crate) fn finish(&self, answer: Result<Reply, String>) {
        let mut state = self.state();
        if std::mem::replace(&mut state.is_over, true) {
            return;
        }
        let reply = answer.unwrap_or_else(|reason| Reply::Refused { reason });
        let message = self.message(reply, true, state.cause);
        self.page.outbox.push(message);
    }
}
