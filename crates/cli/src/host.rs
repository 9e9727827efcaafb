//! Commands inside another program, such as Python: it gives them a stop flag and receives their progress.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::error::Failure;
use crate::{call, execute};

/// A callback with the finished units of work and their total.
pub type Watch = Arc<dyn Fn(usize, usize) + Send + Sync>;

/// What a program gives to a command that it runs.
#[derive(Clone)]
pub struct Host {
    /// Ends the command as Ctrl-C does.
    pub stop: Arc<AtomicBool>,
    /// Receives the progress in place of a bar.
    pub watch: Watch,
}

thread_local! {
    /// The host of the command that runs on this thread.
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

impl Host {
    /// Returns the host of the command that runs on this thread.
    pub(crate) fn current() -> Option<Self> {
        HOST.with_borrow(Clone::clone)
    }

    /// Runs a command on this thread and returns its output. `arguments` begins with the name of the command.
    ///
    /// # Errors
    /// The sentence that the command writes to standard error. It is empty if the command was stopped.
    pub fn run(self, arguments: &[String]) -> Result<String, String> {
        let before = HOST.replace(Some(self));
        let words = ["espalier"]
            .into_iter()
            .chain(arguments.iter().map(String::as_str));
        let mut output = Vec::new();
        let writer: &mut dyn Write = &mut output;
        let result = call::read(words.map(OsString::from))
            .and_then(|call| execute(call, arguments, &mut { writer }));
        HOST.set(before);
        match result {
            Ok(()) | Err(Failure::Mismatch) => Ok(String::from_utf8_lossy(&output).into_owned()),
            Err(Failure::Input(reason)) => Err(reason),
            Err(failure) => Err(failure.message().unwrap_or_default()),
        }
    }
}
