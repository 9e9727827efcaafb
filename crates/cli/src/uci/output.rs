//! Answers from more than one thread.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where answers go, from more than one thread. Every write is whole lines, and goes out at once.
pub struct Output<W>(Arc<Mutex<Sink<W>>>);

struct Sink<W> {
    to: W,
    /// What is said and heard is written here, too.
    log: Option<File>,
    /// Why a thread that had nobody to tell could not write.
    failure: Option<io::Error>,
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    /// Answers go to `to`.
    pub fn new(to: W) -> Self {
        Self(Arc::new(Mutex::new(Sink {
            to,
            log: None,
            failure: None,
        })))
    }

    /// Writes whole lines.
    pub fn write(&self, text: impl Display) -> io::Result<()> {
        let text = text.to_string();
        let mut sink = self.sink();
        if let Some(failure) = sink.failure.take() {
            return Err(failure);
        }
        sink.note("<<", &text);
        sink.to.write_all(text.as_bytes())?;
        sink.to.flush()
    }

    /// Writes from a thread that has nobody to tell: the session hears of a failure with its own next answer.
    pub fn try_write(&self, text: impl Display) {
        if let Err(error) = self.write(text) {
            self.sink().failure = Some(error);
        }
    }

    /// From now on everything is written into this file, too; `None` is nowhere.
    pub fn set_log(&self, log: Option<File>) {
        self.sink().log = log;
    }

    /// Notes a line that came in.
    pub fn heard(&self, line: &str) {
        self.sink().note(">>", line);
    }

    fn sink(&self) -> MutexGuard<'_, Sink<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W> Sink<W> {
    /// A log that cannot be written is closed: the conversation matters more.
    fn note(&mut self, mark: &str, text: &str) {
        let Some(log) = &mut self.log else {
            return;
        };
        let lines: String = text
            .lines()
            .map(|line| format!("{mark} {line}\n"))
            .collect();
        if log.write_all(lines.as_bytes()).is_err() {
            self.log = None;
        }
    }
}
