//! The output, shared by threads.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The output of a session. Each write is whole lines and is flushed at once.
pub struct Output<W>(Arc<Mutex<Sink<W>>>);

struct Sink<W> {
    to: W,
    /// A copy of all input and output.
    log: Option<File>,
    /// The error of a thread that cannot return it.
    failure: Option<io::Error>,
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    /// Creates an output that writes to `to`.
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
        sink.log_lines("<<", &text);
        sink.to.write_all(text.as_bytes())?;
        sink.to.flush()
    }

    /// Writes from a thread that cannot return an error. The next [`Output::write`] of the session returns it.
    pub fn try_write(&self, text: impl Display) {
        if let Err(error) = self.write(text) {
            self.sink().failure = Some(error);
        }
    }

    /// Copies all further input and output to a file.
    pub fn set_log(&self, log: Option<File>) {
        self.sink().log = log;
    }

    /// Copies a line of input to the log.
    pub fn log_input(&self, line: &str) {
        self.sink().log_lines(">>", line);
    }

    fn sink(&self) -> MutexGuard<'_, Sink<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W> Sink<W> {
    /// Writes to the log. A write error closes the log and not the session.
    fn log_lines(&mut self, mark: &str, text: &str) {
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
