//! Why a command fails.

use std::error::Error;
use std::fmt;
use std::io;

/// The result of a command.
pub type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// The reason of a failed command.
#[derive(Debug)]
pub enum Failure {
    /// An input cannot be used. The text is one line that names the error and the fix.
    Input(String),
    /// The work is done, and the output shows a wrong result.
    Mismatch,
    /// Ctrl-C ended the work. Its results so far are written.
    Interrupted,
    /// The output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Creates an error about an input.
    pub fn input(reason: impl fmt::Display) -> Self {
        Self::Input(reason.to_string())
    }

    /// Returns the exit status.
    pub fn exit_status(&self) -> u8 {
        match self {
            Self::Output(_) if self.is_closed_pipe() => 0,
            Self::Mismatch => 1,
            // 128 and the number of the signal, as in shells.
            Self::Interrupted => 130,
            Self::Input(_) | Self::Output(_) => 2,
        }
    }

    /// Returns the line for standard error, if there is one.
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Output(_) if self.is_closed_pipe() => None,
            Self::Mismatch | Self::Interrupted => None,
            Self::Input(reason) => Some(format!("error: {reason}")),
            Self::Output(error) => Some(format!("error: cannot write the output: {error}")),
        }
    }

    /// Returns whether the reader of the output has ended, as in `espalier players | head`.
    fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl<E: Error + 'static> From<E> for Failure {
    /// A bare I/O error is an error of the output; errors of files name the file.
    fn from(error: E) -> Self {
        match (Box::new(error) as Box<dyn Error>).downcast() {
            Ok(error) => Self::Output(*error),
            Err(error) => Self::input(error),
        }
    }
}

/// Creates a [`Failure::Input`] from a format string.
macro_rules! failure {
    ($($text:tt)*) => {
        $crate::error::Failure::Input(format!($($text)*))
    };
}

/// Creates an [`Err`] with a [`Failure::Input`] from a format string.
macro_rules! fail {
    ($($text:tt)*) => {
        Err($crate::error::failure!($($text)*))
    };
}

pub(crate) use {fail, failure};
