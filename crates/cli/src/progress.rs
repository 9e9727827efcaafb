//! Progress bars of commands that take longer than two seconds.

use std::time::{Duration, Instant};

use contest::pool::Done;
use indicatif::{ProgressBar, ProgressStyle};

use crate::host::{Host, Watch};

/// A progress bar on standard error. It appears after two seconds, and only on a terminal. Inside another program, the host receives
/// the progress.
pub struct Progress {
    what: String,
    start: Instant,
    drawn: Option<Instant>,
    bar: Option<ProgressBar>,
    watch: Option<Watch>,
}

const DELAY: Duration = Duration::from_secs(2);
const PERIOD: Duration = Duration::from_millis(100);

impl Progress {
    /// Creates a bar for work that begins now. `what` names the counted things, such as `positions`.
    pub fn new(what: &str) -> Self {
        Self {
            what: what.to_owned(),
            start: Instant::now(),
            drawn: None,
            bar: None,
            watch: Host::current().map(|host| host.watch),
        }
    }

    /// Returns the seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Shows how much is done.
    pub fn update(&mut self, jobs: usize, of: usize) {
        self.update_with(jobs, of, str::to_owned);
    }

    /// Shows how much of a pool's work is done.
    pub fn done(&mut self, done: Done) {
        self.update(done.jobs, done.of);
    }

    /// Shows how much is done, with the text that `note` returns for the name of the counted things.
    pub fn update_with(&mut self, jobs: usize, of: usize, note: impl Fn(&str) -> String) {
        if let Some(watch) = &self.watch {
            return watch(jobs, of);
        }
        let is_recent = self.drawn.is_some_and(|drawn| drawn.elapsed() < PERIOD);
        if self.start.elapsed() < DELAY || is_recent {
            return;
        }
        self.drawn = Some(Instant::now());
        // The bar is hidden where standard error is not a terminal.
        let bar = self.bar.get_or_insert_with(|| {
            let style = "{bar:20.green} {pos} of {len} {wide_msg} {elapsed}, {eta} left";
            let style = ProgressStyle::with_template(style);
            ProgressBar::new(of as u64)
                .with_elapsed(self.start.elapsed())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(jobs as u64);
        bar.set_message(note(&self.what));
    }

    /// Writes to the terminal without damage to the bar.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
