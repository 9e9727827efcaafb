//! The job queue: everything that takes time, one job after the other on its own thread.
//!
//! The session must be able to read `stop`, so it never blocks on a search. It puts the work into the [`Queue`] and reads on.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use gametree::Signal;

use super::output::Output;

/// The event that ends a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Job {
    /// A search that ends by itself.
    Search,
    /// A search that ends with `stop`.
    EndlessSearch,
    /// A search that ends with `stop`, or by itself after `ponderhit`.
    Pondering,
    /// Perft, bench or genfens: `quit` waits for the result, so that a script receives it.
    Count,
    /// A short answer after a longer job.
    Answer,
}

impl Job {
    /// Whether it has no limit.
    pub fn is_endless(self) -> bool {
        matches!(self, Self::EndlessSearch | Self::Pondering)
    }

    /// Whether it ends with `bestmove`.
    pub fn is_search(self) -> bool {
        self == Self::Search || self.is_endless()
    }
}

/// Jobs that may wait before the session stops reading: more than any client sends.
const CAPACITY: usize = 1_024;

/// Does the work and returns its last lines.
type Work = Box<dyn FnOnce(&Signal) -> String + Send>;

struct Task {
    job: Job,
    signal: Arc<Signal>,
}

#[derive(Default)]
struct State {
    running: Option<Task>,
    /// The work of the running task is done; only its last lines are missing.
    ending: bool,
    waiting: VecDeque<(Task, Work)>,
    closed: bool,
}

impl State {
    /// Returns all tasks whose work is not done.
    fn tasks(&mut self) -> impl Iterator<Item = &mut Task> {
        let running = self.running.as_mut().filter(|_| !self.ending);
        (running.into_iter()).chain(self.waiting.iter_mut().map(|(task, _)| task))
    }

    /// Whether last lines are missing.
    fn is_unfinished(&self) -> bool {
        self.running.is_some() || !self.waiting.is_empty()
    }

    fn is_endless(&mut self) -> bool {
        self.tasks().any(|task| task.job.is_endless())
    }
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, mut condition: impl FnMut(&mut State) -> bool) -> MutexGuard<'_, State> {
        self.changed
            .wait_while(self.state(), |state| condition(state))
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The waiting jobs, and the thread that runs them.
pub struct Queue<W: Write + Send + 'static> {
    output: Output<W>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl<W: Write + Send + 'static> Queue<W> {
    /// Creates an empty queue. The last lines of jobs go to `output`.
    pub fn new(output: Output<W>) -> Self {
        Self {
            output,
            shared: Arc::default(),
            thread: None,
        }
    }

    /// Adds a job.
    pub fn add(
        &mut self,
        job: Job,
        work: impl FnOnce(&Signal) -> String + Send + 'static,
    ) -> io::Result<()> {
        if self.thread.is_none() {
            let (shared, output) = (Arc::clone(&self.shared), self.output.clone());
            let thread = thread::Builder::new().name("work".to_owned());
            self.thread = Some(thread.spawn(move || run(&shared, &output))?);
        }
        let signal = Arc::default();
        let mut state = (self.shared).wait_while(|state| state.waiting.len() >= CAPACITY);
        state
            .waiting
            .push_back((Task { job, signal }, Box::new(work)));
        self.shared.changed.notify_all();
        Ok(())
    }

    /// Whether a job runs or waits.
    pub fn is_busy(&self) -> bool {
        self.shared.state().tasks().next().is_some()
    }

    /// Whether a job without a limit runs or waits.
    pub fn is_endless(&self) -> bool {
        self.shared.state().is_endless()
    }

    /// Stops the jobs that satisfy a condition.
    pub fn stop(&self, condition: impl Fn(Job) -> bool) {
        for task in self.shared.state().tasks() {
            if condition(task.job) {
                task.signal.stop();
            }
        }
    }

    /// Reports `ponderhit` to all jobs. A pondering search then ends by itself.
    pub fn ponder_hit(&self) {
        for task in self.shared.state().tasks() {
            task.signal.ponder_hit();
            if task.job == Job::Pondering {
                task.job = Job::Search;
            }
        }
    }

    /// Blocks until the last lines of all jobs are written.
    pub fn wait(&self) {
        drop(self.shared.wait_while(|state| state.is_unfinished()));
    }

    /// Blocks until the last lines of all jobs are written or a job has no limit.
    pub fn wait_unless_endless(&self) {
        drop((self.shared).wait_while(|state| state.is_unfinished() && !state.is_endless()));
    }
}

impl<W: Write + Send + 'static> Drop for Queue<W> {
    fn drop(&mut self) {
        self.stop(|_| true);
        self.shared.state().closed = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // Jobs cannot make the thread panic.
            _ = thread.join();
        }
    }
}

/// Runs one job after the other until the queue is closed and empty.
fn run<W: Write>(shared: &Shared, output: &Output<W>) {
    loop {
        let mut state = shared.wait_while(|state| state.waiting.is_empty() && !state.closed);
        let Some((task, work)) = state.waiting.pop_front() else {
            return;
        };
        let signal = Arc::clone(&task.signal);
        state.running = Some(task);
        drop(state);

        let last_lines = panic::catch_unwind(AssertUnwindSafe(|| work(&signal)))
            .unwrap_or_else(|_| "info string error: the job failed\n".to_owned());

        // A client that receives the last lines may send at once what is rejected during a search.
        shared.state().ending = true;
        output.try_write(last_lines);
        let mut state = shared.state();
        (state.running, state.ending) = (None, false);
        shared.changed.notify_all();
    }
}
