//! The queue of messages to a page.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The queue is full at this number of messages. Then progress reports are dropped, and jobs wait.
const MESSAGES: usize = 128;

/// The queue is full at this number of bytes, too.
const BYTES: usize = 8 << 20;

/// The time between two checks of the cancellation token of a waiting job.
const POLL: Duration = Duration::from_millis(20);

/// The messages to one page, in order.
pub struct Outbox {
    queue: Mutex<Queue>,
    room: Condvar,
    wake: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct Queue {
    messages: VecDeque<String>,
    bytes: usize,
    /// When [`Outbox::is_stuck`] first found the queue full after the last message was taken.
    full: Option<Duration>,
    closed: bool,
}

impl Queue {
    fn is_full(&self) -> bool {
        self.messages.len() >= MESSAGES || self.bytes >= BYTES
    }

    fn push(&mut self, message: String) {
        if self.closed {
            return;
        }
        self.bytes += message.len();
        self.messages.push_back(message);
    }
}

impl Outbox {
    /// Creates an empty queue. It calls `wake`, which must not block, after each push, from any thread.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            queue: Mutex::default(),
            room: Condvar::new(),
            wake: Box::new(wake),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the next message and returns it.
    pub fn take(&self) -> Option<String> {
        let mut queue = self.lock();
        let message = queue.messages.pop_front()?;
        queue.bytes -= message.len();
        // A page that reads slowly is not stuck.
        queue.full = None;
        drop(queue);
        self.room.notify_all();
        Some(message)
    }

    /// Returns whether the queue is full. The server reads no requests of a page while its queue is full.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.lock().is_full()
    }

    /// Adds a message even if the queue is full. Only for last replies, of which each request has one.
    pub(crate) fn push(&self, message: String) {
        self.lock().push(message);
        (self.wake)();
    }

    /// Adds a message if the queue is not full. Returns whether it was added.
    pub(crate) fn try_push(&self, message: String) -> bool {
        let mut queue = self.lock();
        if queue.is_full() || queue.closed {
            return false;
        }
        queue.push(message);
        drop(queue);
        (self.wake)();
        true
    }

    /// Waits until the queue is not full. Returns `false` after `stop`, or if the page is gone.
    pub(crate) fn wait_for_room(&self, stop: &AtomicBool) -> bool {
        let mut queue = self.lock();
        while queue.is_full() && !queue.closed {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let woken = self.room.wait_timeout(queue, POLL);
            (queue, _) = woken.unwrap_or_else(PoisonError::into_inner);
        }
        !queue.closed
    }

    /// Returns whether the queue has been full for `timeout` without a message taken.
    pub(crate) fn is_stuck(&self, now: Duration, timeout: Duration) -> bool {
        let mut queue = self.lock();
        let is_full = queue.is_full();
        is_full && now.saturating_sub(*queue.full.get_or_insert(now)) >= timeout
    }

    /// Drops all later messages.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_outbox_drops_progress_and_keeps_last_replies() {
        let outbox = Outbox::new(|| ());
        let stop = AtomicBool::new(false);
        for _ in 0..MESSAGES {
            assert!(outbox.try_push("progress".to_owned()));
        }
        assert!(outbox.is_full() && !outbox.try_push("more".to_owned()));
        outbox.push("last".to_owned());
        stop.store(true, Ordering::Relaxed);
        assert!(!outbox.wait_for_room(&stop), "stopped while it waits");
        let all: Vec<String> = std::iter::from_fn(|| outbox.take()).collect();
        assert_eq!(all.len(), MESSAGES + 1);
        assert_eq!(all.last().map(String::as_str), Some("last"));
        assert!(outbox.wait_for_room(&stop), "there is room again");
    }

    #[test]
    fn a_reader_is_stuck_after_a_while_without_a_message_taken() {
        let outbox = Outbox::new(|| ());
        let timeout = Duration::from_secs(5);
        let at = Duration::from_secs;
        outbox.push("x".repeat(BYTES));
        outbox.push("x".repeat(BYTES));
        assert!(!outbox.is_stuck(at(1), timeout), "full since now");
        assert!(!outbox.is_stuck(at(5), timeout));
        assert!(outbox.is_stuck(at(6), timeout));
        assert!(outbox.take().is_some());
        assert!(!outbox.is_stuck(at(7), timeout), "a message was taken");
        assert!(outbox.is_stuck(at(12), timeout));
        assert!(outbox.take().is_some());
        assert!(!outbox.is_stuck(at(20), timeout), "there is room");
    }
}
