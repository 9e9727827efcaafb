//! Many small jobs on a few threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// How far a piece of work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// Jobs that are done.
    pub jobs: usize,
    /// Jobs in all.
    pub of: usize,
}

/// Does `jobs` jobs and gives their results in order. `watch` is told after each one, and ten times a second.
pub fn run<T: Send>(
    threads: NonZeroUsize,
    jobs: usize,
    job: impl Fn(usize) -> T + Sync,
    watch: &mut dyn FnMut(Done),
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut results: Vec<(usize, T)> = Vec::with_capacity(jobs);
    thread::scope(|scope| {
        let (next, job) = (&next, &job);
        let worker = move |sender: Sender<(usize, T)>| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= jobs || sender.send((index, job(index))).is_err() {
                    break;
                }
            }
        };
        let mut started = 0;
        for _ in 0..threads.get().min(jobs) {
            let sender = sender.clone();
            // The system may have fewer threads to give than were asked for.
            match thread::Builder::new().spawn_scoped(scope, move || worker(sender)) {
                Ok(_) => started += 1,
                Err(_) => break,
            }
        }
        if started == 0 {
            worker(sender);
        } else {
            drop(sender);
        }
        loop {
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(result) => results.push(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            watch(Done {
                jobs: results.len(),
                of: jobs,
            });
        }
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// As many threads as the machine has for us.
#[must_use]
pub fn all_threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_the_watcher_sees_the_end() {
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
