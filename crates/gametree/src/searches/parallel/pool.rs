//! The work queue of a parallel search: the nodes that are split now.

use crate::sync::{Arc, AtomicBool, AtomicU64, Condvar, Mutex, MutexGuard, Ordering};
use std::sync::PoisonError;

/// Open jobs, and the number of threads that help at each of them.
///
/// Invariants: a job stays open until no thread helps at it. After [`finish`](Pool::finish) every wait ends.
#[derive(Debug)]
pub(crate) struct Pool<J> {
    open: Mutex<Vec<Open<J>>>,
    changed: Condvar,
    idle: AtomicU64,
    finished: AtomicBool,
}

#[derive(Debug)]
struct Open<J> {
    job: Arc<J>,
    helpers: u32,
}

impl<J> Pool<J> {
    /// Creates an empty pool.
    pub(crate) fn new() -> Self {
        Self {
            open: Mutex::new(Vec::new()),
            changed: Condvar::new(),
            idle: AtomicU64::new(0),
            finished: AtomicBool::new(false),
        }
    }

    /// Returns whether a thread waits for work.
    #[inline]
    pub(crate) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Opens a job.
    pub(crate) fn open(&self, job: &Arc<J>) {
        self.jobs().push(Open {
            job: Arc::clone(job),
            helpers: 0,
        });
        self.changed.notify_all();
    }

    /// Waits for an open job that `suits` and joins it as a helper; `None` after the end of the search.
    pub(crate) fn join(&self, suits: impl Fn(&J) -> bool) -> Option<Arc<J>> {
        self.wait(|open| Self::help(open, &suits).map(Some))
            .flatten()
    }

    /// Leaves a job that this thread joined.
    pub(crate) fn leave(&self, job: &Arc<J>) {
        for entry in self.jobs().iter_mut() {
            if Arc::ptr_eq(&entry.job, job) {
                entry.helpers -= 1;
            }
        }
        self.changed.notify_all();
    }

    /// Waits until no thread helps at `job`, closes it, and returns `None`. If another open job `suits` meanwhile, joins and returns
    /// that one. Returns `None` at once after the end of the search.
    pub(crate) fn close(&self, job: &Arc<J>, suits: impl Fn(&J) -> bool) -> Option<Arc<J>> {
        self.wait(|open| {
            let place = open.iter().position(|open| Arc::ptr_eq(&open.job, job))?;
            if open[place].helpers == 0 {
                open.remove(place);
                return Some(None);
            }
            Self::help(open, &suits).map(Some)
        })
        .flatten()
    }

    /// Ends the search: every waiting thread returns, and no job is given out any more.
    pub(crate) fn finish(&self) {
        let _guard = self.jobs();
        self.finished.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Returns the flag that is set at the end of the search.
    pub(crate) const fn finished(&self) -> &AtomicBool {
        &self.finished
    }

    /// Adds a helper to the newest job that suits.
    fn help(open: &mut [Open<J>], suits: &impl Fn(&J) -> bool) -> Option<Arc<J>> {
        let entry = open.iter_mut().rev().find(|open| suits(&open.job))?;
        entry.helpers += 1;
        Some(Arc::clone(&entry.job))
    }

    /// Waits until `ready` returns a value; `None` after the end of the search.
    fn wait<T>(&self, ready: impl Fn(&mut Vec<Open<J>>) -> Option<T>) -> Option<T> {
        let mut open = self.jobs();
        loop {
            if self.finished.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(found) = ready(&mut open) {
                return Some(found);
            }
            self.idle.fetch_add(1, Ordering::Relaxed);
            open = (self.changed.wait(open)).unwrap_or_else(PoisonError::into_inner);
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn jobs(&self) -> MutexGuard<'_, Vec<Open<J>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
