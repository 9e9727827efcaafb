//! A progress bar for work that takes longer than two seconds.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::pool::Done;

/// Shows on standard error how far something has come: not before two seconds, and only on a terminal.
pub struct Progress {
    what: String,
    start: Instant,
    bar: Option<ProgressBar>,
}

const PATIENCE: Duration = Duration::from_secs(2);

impl Progress {
    /// Work that begins now; `what` says what is counted, such as `positions`.
    #[must_use]
    pub fn new(what: &str) -> Self {
        Self {
            what: what.to_owned(),
            start: Instant::now(),
            bar: None,
        }
    }

    /// Says something else about what is counted.
    pub fn note(&mut self, what: String) {
        if let Some(bar) = &self.bar {
            bar.set_message(what.clone());
        }
        self.what = what;
    }

    /// Tells how far it is.
    pub fn update(&mut self, done: Done) {
        if self.start.elapsed() < PATIENCE {
            return;
        }
        // The bar hides itself where standard error is no terminal.
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new(done.of as u64).with_elapsed(self.start.elapsed());
            let style = ProgressStyle::with_template(
                "{bar:30.green} {pos} of {len} {msg}  {elapsed}, {eta} left",
            );
            bar.with_message(self.what.clone())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(done.jobs as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
