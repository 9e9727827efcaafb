//! Long calls: they run without the GIL, report their progress, and stop on Ctrl-C.
//!
//! A job runs on a thread of its own. The calling thread waits without the GIL, and takes it thirty times a second to check for
//! signals. An interrupted job is stopped by its flag; Python code that it is running gets the exception `KeyboardInterrupt`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The time between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(33);

/// How often an interrupted job is asked to end, at every fifth of the interval.
const PATIENCE: u32 = 10;

/// Deep recursion of a search, and Python code below it.
const STACK: usize = 64 << 20;

thread_local! {
    /// The stop flag of the job whose Python code runs on this thread. A job that this code starts stops with it.
    static OUTER: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// A running job.
#[derive(Default)]
pub struct Job {
    /// Ends the job.
    pub stop: Arc<AtomicBool>,
    /// The first exception of Python code.
    error: Mutex<Option<PyErr>>,
    /// The threads that run Python code: the identifier of Python, and the number of calls.
    threads: Mutex<BTreeMap<u64, u32>>,
    done: AtomicUsize,
    of: AtomicUsize,
}

impl Job {
    /// Reports finished units of work.
    pub fn report(&self, done: usize, of: usize) {
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    /// Runs Python code for the job. Its first exception ends the job.
    pub fn call<T>(&self, code: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        Python::attach(|py| match self.guarded(py, code) {
            Ok(value) => Some(value),
            Err(error) => {
                self.fail(error);
                None
            }
        })
    }

    /// Runs Python code that an interrupt of the job ends.
    pub fn guarded<T>(
        &self,
        py: Python<'_>,
        code: impl FnOnce(Python<'_>) -> PyResult<T>,
    ) -> PyResult<T> {
        let thread: u64 = py
            .import("threading")?
            .call_method0("get_ident")?
            .extract()?;
        *lock(&self.threads).entry(thread).or_default() += 1;
        let outer = OUTER.replace(Some(Arc::clone(&self.stop)));
        let result = code(py);
        OUTER.set(outer);
        let mut threads = lock(&self.threads);
        if let Some(calls) = threads.get_mut(&thread) {
            *calls -= 1;
            if *calls == 0 {
                threads.remove(&thread);
            }
        }
        result
    }

    /// Stores the first exception and ends the job.
    pub fn fail(&self, error: PyErr) {
        lock(&self.error).get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Checks for signals and shows the progress.
    fn watch(
        &self,
        py: Python<'_>,
        progress: Option<&Py<PyAny>>,
        shown: &mut (usize, usize),
    ) -> PyResult<()> {
        py.check_signals()?;
        let state = [&self.done, &self.of].map(|number| number.load(Ordering::Relaxed));
        let state = state.into();
        match progress {
            Some(progress) if state != *shown => {
                *shown = state;
                progress.call1(py, state).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Stops the job and waits for its end, but not longer than a person waits after Ctrl-C: work that does not check the flag
    /// ends in the background.
    fn end<T>(&self, receiver: &Receiver<T>) {
        for _ in 0..PATIENCE {
            // There is no better place for a second error.
            _ = Python::attach(|py| self.interrupt(py));
            if !matches!(
                receiver.recv_timeout(INTERVAL / 5),
                Err(RecvTimeoutError::Timeout)
            ) {
                return;
            }
        }
    }

    /// Stops the job and interrupts its Python code.
    fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        self.stop.store(true, Ordering::Relaxed);
        let threads: Vec<u64> = lock(&self.threads).keys().copied().collect();
        for thread in threads {
            interrupt_thread(py, thread)?;
        }
        Ok(())
    }
}

/// Raises `KeyboardInterrupt` in a thread of Python.
pub fn interrupt_thread(py: Python<'_>, thread: u64) -> PyResult<()> {
    let job = py.import("espalier._job")?;
    job.call_method1("interrupt", (thread,)).map(drop)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a job without the GIL. `progress` is `None` or a function of Python: it is called with the finished units and their total.
///
/// # Errors
/// Ctrl-C, an exception of Python code that the job ran, or the error of the job.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Arc<Job>) -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    let job = Arc::new(Job::default());
    let outer = OUTER.with_borrow(Clone::clone);
    let (sender, receiver) = mpsc::channel();
    py.detach(move || {
        let worker = thread::Builder::new().stack_size(STACK).spawn({
            let job = Arc::clone(&job);
            move || {
                let result = work(&job);
                // The caller may have been interrupted.
                _ = sender.send(result);
            }
        });
        if let Err(error) = worker {
            let error = format!("cannot start a thread: {error}");
            return Err(PyRuntimeError::new_err(error));
        }
        let mut shown = (0, 0);
        loop {
            let result = match receiver.recv_timeout(INTERVAL) {
                Err(RecvTimeoutError::Timeout) => {
                    if outer
                        .as_ref()
                        .is_some_and(|stop| stop.load(Ordering::Relaxed))
                    {
                        job.stop.store(true, Ordering::Relaxed);
                    }
                    Python::attach(|py| job.watch(py, progress, &mut shown))
                        .inspect_err(|_| job.end(&receiver))?;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    Err(PyRuntimeError::new_err("the search panicked"))
                }
                Ok(result) => result,
            };
            return match lock(&job.error).take() {
                Some(error) => Err(error),
                None => result,
            };
        }
    })
}
