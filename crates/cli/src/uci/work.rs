//! Work that takes time: done on a thread of its own, in the order in which it was asked for.
//!
//! The session must hear `stop` whatever else it was told before, so it never waits for a search to end by itself.
//! What cannot be done yet is put on the [`Workbench`], and the session reads on.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use gametree::Signal;

use super::output::Output;

/// How work ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// A search that ends by itself.
    Search,
    /// A search that ends when told to.
    EndlessSearch,
    /// A search that ends when told to, or by itself once the expected move was played.
    Pondering,
    /// Perft or bench: somebody wants the number, even if `quit` is the next line of a script.
    Count,
    /// Something small that was asked for after something long, and is answered after it.
    Errand,
}

impl Work {
    /// Whether it would go on for ever.
    fn is_endless(self) -> bool {
        matches!(self, Self::EndlessSearch | Self::Pondering)
    }

    fn is_search(self) -> bool {
        self == Self::Search || self.is_endless()
    }
}

/// Jobs that may wait before the session stops reading: more than any program sends, and memory for all of them.
const ROOM: usize = 1_024;

/// A job does its work and returns its last words, a line or more.
type Job = Box<dyn FnOnce(&Signal) -> String + Send>;

struct Task {
    work: Work,
    signal: Arc<Signal>,
}

#[derive(Default)]
struct State {
    running: Option<Task>,
    /// What runs has come to its end, and only its last words are still to be written.
    ending: bool,
    waiting: VecDeque<(Task, Job)>,
    closed: bool,
}

impl State {
    /// Everything that was asked for and is not done.
    fn tasks(&mut self) -> impl Iterator<Item = &mut Task> {
        let running = self.running.as_mut().filter(|_| !self.ending);
        running
            .into_iter()
            .chain(self.waiting.iter_mut().map(|(task, _)| task))
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

    fn wait_while(&self, mut busy: impl FnMut(&mut State) -> bool) -> MutexGuard<'_, State> {
        self.changed
            .wait_while(self.state(), |state| busy(state))
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where jobs wait, and the thread that does them.
pub struct Workbench<W: Write + Send + 'static> {
    output: Output<W>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl<W: Write + Send + 'static> Workbench<W> {
    /// Nothing to do yet. Last words go to `output`.
    pub fn new(output: Output<W>) -> Self {
        Self {
            output,
            shared: Arc::default(),
            thread: None,
        }
    }

    /// Puts a job behind all others.
    pub fn add(
        &mut self,
        work: Work,
        job: impl FnOnce(&Signal) -> String + Send + 'static,
    ) -> io::Result<()> {
        if self.thread.is_none() {
            let (shared, output) = (Arc::clone(&self.shared), self.output.clone());
            let thread = thread::Builder::new().name("work".to_owned());
            self.thread = Some(thread.spawn(move || work_through(&shared, &output))?);
        }
        let task = Task {
            work,
            signal: Arc::default(),
        };
        let mut state = self.shared.wait_while(|state| state.waiting.len() >= ROOM);
        state.waiting.push_back((task, Box::new(job)));
        self.shared.changed.notify_all();
        Ok(())
    }

    /// Whether anything runs or waits.
    pub fn is_busy(&self) -> bool {
        self.shared.state().tasks().next().is_some()
    }

    /// Whether something runs or waits that would go on for ever.
    pub fn is_endless(&self) -> bool {
        let mut state = self.shared.state();
        state.tasks().any(|task| task.work.is_endless())
    }

    /// Tells everything to stop that was asked for.
    pub fn stop(&self) {
        self.tell(|_| true, Signal::stop);
    }

    /// Tells all searches to stop, and no counts.
    pub fn stop_searches(&self) {
        self.tell(Work::is_search, Signal::stop);
    }

    /// Tells what would go on for ever to stop.
    pub fn stop_endless(&self) {
        self.tell(Work::is_endless, Signal::stop);
    }

    /// Tells that the expected move was played. What pondered ends by itself from now on.
    pub fn ponder_hit(&self) {
        self.tell(|_| true, Signal::ponder_hit);
        for task in self.shared.state().tasks() {
            if task.work == Work::Pondering {
                task.work = Work::Search;
            }
        }
    }

    fn tell(&self, whom: impl Fn(Work) -> bool, what: impl Fn(&Signal)) {
        for task in self.shared.state().tasks() {
            if whom(task.work) {
                what(&task.signal);
            }
        }
    }

    /// Waits until everything is done and its last words are written.
    pub fn wait(&self) {
        drop(
            self.shared
                .wait_while(|state| state.running.is_some() || !state.waiting.is_empty()),
        );
    }

    /// The same, but not for what would go on for ever.
    pub fn wait_unless_endless(&self) {
        drop(self.shared.wait_while(|state| {
            (state.running.is_some() || !state.waiting.is_empty())
                && !state.tasks().any(|task| task.work.is_endless())
        }));
    }
}

impl<W: Write + Send + 'static> Drop for Workbench<W> {
    fn drop(&mut self) {
        self.stop();
        self.shared.state().closed = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // Jobs cannot break the thread, and if they did, nobody is left to be told.
            _ = thread.join();
        }
    }
}

/// Does one job after the other until the workbench is closed and empty.
fn work_through<W: Write>(shared: &Shared, output: &Output<W>) {
    loop {
        let mut state = shared.wait_while(|state| state.waiting.is_empty() && !state.closed);
        let Some((task, job)) = state.waiting.pop_front() else {
            return;
        };
        let signal = Arc::clone(&task.signal);
        state.running = Some(task);
        drop(state);

        let last_words = panic::catch_unwind(AssertUnwindSafe(|| job(&signal)))
            .unwrap_or_else(|_| "info string error: the work broke off\n".to_owned());

        // Who hears the last words may at once ask for what is refused during a search: it is over before they are
        // said.
        shared.state().ending = true;
        output.try_write(last_words);
        let mut state = shared.state();
        (state.running, state.ending) = (None, false);
        shared.changed.notify_all();
    }
}
