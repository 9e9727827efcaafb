//! A thread pool for many small jobs, and the one place of this crate that creates threads.
//!
//! Where no thread can be created, as on `wasm32`, the jobs run one after another on the calling thread.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, Scope};
use std::time::Duration;

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// Finished jobs.
    pub jobs: usize,
    /// Jobs in all.
    pub of: usize,
}

/// The name of the threads. A panic during a game is a fault of the player, which the report describes.
const THREAD_NAME: &str = "contest";

/// Prints no panics of the threads of a pool: a panic during a game is a fault of the player, and the report of the match has it.
pub fn quiet_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().name() != Some(THREAD_NAME) {
            before(info);
        }
    }));
}

/// The capacity of the channel for results. A killed program loses at most these.
const WAITING: usize = 16;

/// Starts a thread. Returns `false` if the system cannot create one.
pub(crate) fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> bool {
    let thread = thread::Builder::new().name(THREAD_NAME.to_owned());
    thread.spawn_scoped(scope, work).is_ok()
}

/// Runs `jobs` jobs and returns their results in order. Calls `watch` when jobs end, and at least ten
/// times a second.
pub fn run<T: Send>(
    threads: NonZeroUsize,
    jobs: usize,
    job: impl Fn(usize) -> T + Sync,
    watch: &mut dyn FnMut(Done),
) -> Vec<T> {
    let mut results: Vec<(usize, T)> = Vec::with_capacity(jobs);
    let work = |(): &mut (), index| Some((index, job(index)));
    stream(
        threads,
        jobs,
        || (),
        work,
        |found| {
            results.extend(found);
            watch(Done {
                jobs: results.len(),
                of: jobs,
            });
        },
    );
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Runs `jobs` jobs and passes their results to `each` in the order they end, several at once if they end quickly. Calls it with no
/// result at least ten times a second, if there are threads.
///
/// `start` creates the state of a thread. A thread ends with the first job that returns `None`.
pub fn stream<T: Send, S>(
    threads: NonZeroUsize,
    jobs: usize,
    start: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, usize) -> Option<T> + Sync,
    mut each: impl FnMut(Vec<T>),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let work = |send: &mut dyn FnMut(T) -> bool| {
        let mut state = start();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= jobs || !job(&mut state, index).is_some_and(&mut *send) {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let work = &work;
        let mut has_thread = false;
        for _ in 0..threads.get().min(jobs) {
            let sender = sender.clone();
            if !spawn(scope, move || {
                work(&mut |result| sender.send(result).is_ok());
            }) {
                break;
            }
            has_thread = true;
        }
        drop(sender);
        if !has_thread {
            return work(&mut |result| {
                each(vec![result]);
                true
            });
        }
        loop {
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(first) => {
                    let mut ended = vec![first];
                    ended.extend(receiver.try_iter().take(WAITING));
                    each(ended);
                }
                Err(RecvTimeoutError::Timeout) => each(Vec::new()),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
}

/// Returns the number of threads of the machine.
#[must_use]
pub fn all_threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_the_end_is_reported() {
        for threads in [1, 3, 50] {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            let mut last = None;
            let squares = run(threads, 20, |index| index * index, &mut |done| {
                last = Some(done);
            });
            assert_eq!(
                squares,
                (0..20).map(|index| index * index).collect::<Vec<_>>()
            );
            assert_eq!(last, Some(Done { jobs: 20, of: 20 }));
        }
    }

    #[test]
    fn no_jobs_give_no_results() {
        assert_eq!(
            run(NonZeroUsize::MIN, 0, |index| index, &mut |_| {}),
            Vec::<usize>::new()
        );
    }
}
