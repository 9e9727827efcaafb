//! What a page is told, until whoever carries it to the page takes it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Messages that wait for a slow page; beyond that news are dropped and work waits.
const MESSAGES: usize = 128;

/// And so many bytes of them.
const BYTES: usize = 8 << 20;

/// How often whoever waits for room looks whether anybody still wants it.
const LOOK: Duration = Duration::from_millis(20);

/// The messages for one page, in order.
pub struct Outbox {
    waiting: Mutex<Waiting>,
    room: Condvar,
    wake: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<String>,
    bytes: usize,
    /// Since when there is no room.
    full: Option<Instant>,
    closed: bool,
}

impl Waiting {
    fn is_full(&self) -> bool {
        self.messages.len() >= MESSAGES || self.bytes >= BYTES
    }

    fn push(&mut self, message: String) {
        if self.closed {
            return;
        }
        self.bytes += message.len();
        self.messages.push_back(message);
        if self.is_full() {
            self.full.get_or_insert_with(Instant::now);
        }
    }
}

impl Outbox {
    /// An empty one. `wake` is called when there is something to take, from any thread, and must not wait.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            waiting: Mutex::default(),
            room: Condvar::new(),
            wake: Box::new(wake),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next message.
    pub fn take(&self) -> Option<String> {
        let mut waiting = self.lock();
        let message = waiting.messages.pop_front()?;
        waiting.bytes -= message.len();
        // Whoever takes something reads, however slowly.
        waiting.full = waiting.is_full().then(Instant::now);
        drop(waiting);
        self.room.notify_all();
        Some(message)
    }

    /// Whether there is no room: a page that does not read is not heard either.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.lock().is_full()
    }

    /// Adds a message in any case. There are few of these: one for each question.
    pub(crate) fn push(&self, message: String) {
        self.lock().push(message);
        (self.wake)();
    }

    /// Adds a message if there is room, and says whether there was.
    pub(crate) fn offer(&self, message: String) -> bool {
        let mut waiting = self.lock();
        if waiting.is_full() || waiting.closed {
            return false;
        }
        waiting.push(message);
        drop(waiting);
        (self.wake)();
        true
    }

    /// Waits until there is room, or until `stop`; says whether there is.
    pub(crate) fn wait_for_room(&self, stop: &AtomicBool) -> bool {
        let mut waiting = self.lock();
        while waiting.is_full() && !waiting.closed {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let woken = self.room.wait_timeout(waiting, LOOK);
            (waiting, _) = woken.unwrap_or_else(PoisonError::into_inner);
        }
        !waiting.closed
    }

    /// Whether there has been no room for so long that nobody seems to read.
    pub(crate) fn is_stuck(&self, now: Instant, patience: Duration) -> bool {
        let full = self.lock().full;
        full.is_some_and(|since| now.saturating_duration_since(since) >= patience)
    }

    /// The page is gone: nothing is added any more.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_are_dropped_when_nobody_reads_and_ends_are_not() {
        let outbox = Outbox::new(|| ());
        let stop = AtomicBool::new(false);
        for _ in 0..MESSAGES {
            assert!(outbox.offer("news".to_owned()));
        }
        assert!(outbox.is_full() && !outbox.offer("more".to_owned()));
        outbox.push("end".to_owned());
        stop.store(true, Ordering::Relaxed);
        assert!(!outbox.wait_for_room(&stop), "stopped while it waits");
        let all: Vec<String> = std::iter::from_fn(|| outbox.take()).collect();
        assert_eq!(all.len(), MESSAGES + 1);
        assert_eq!(all.last().map(String::as_str), Some("end"));
        assert!(outbox.wait_for_room(&stop), "there is room again");
    }

    #[test]
    fn a_reader_is_stuck_after_a_while_without_a_message_taken() {
        let outbox = Outbox::new(|| ());
        let patience = Duration::from_secs(5);
        let later = || Instant::now() + patience;
        outbox.push("x".repeat(BYTES));
        assert!(outbox.is_stuck(later(), patience));
        assert!(!outbox.is_stuck(Instant::now(), patience));
        assert!(outbox.take().is_some());
        assert!(!outbox.is_stuck(later(), patience));
    }
}
