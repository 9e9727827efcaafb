//! Answers from more than one thread.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Where answers go, from more than one thread. Every write is whole lines, and goes out at once.
pub struct Output<W>(Arc<Mutex<Sink<W>>>);

struct Sink<W> {
    to: W,
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
        Self(Arc::new(Mutex::new(Sink { to, failure: None })))
    }

    /// Writes whole lines.
    pub fn write(&self, text: impl Display) -> io::Result<()> {
        let text = text.to_string();
        let mut sink = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = sink.failure.take() {
            return Err(failure);
        }
        sink.to.write_all(text.as_bytes())?;
        sink.to.flush()
    }

    /// Writes from a thread that has nobody to tell: the session hears of a failure with its own next answer.
    pub fn try_write(&self, text: impl Display) {
        if let Err(error) = self.write(text) {
            let mut sink = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            sink.failure = Some(error);
        }
    }
}
