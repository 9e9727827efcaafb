//! How a command fails.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// What was given cannot be used. The text says what was wrong and what would be right, in one line.
    Input(String),
    /// The work was done and its answer is no, as the output says.
    Mismatch,
    /// Somebody pressed Ctrl-C. What was done so far is written.
    Interrupted,
    /// The output could not be written.
    Output(io::Error),
}

impl Failure {
    /// What was given cannot be used.
    pub fn input(reason: impl fmt::Display) -> Self {
        Self::Input(reason.to_string())
    }

    /// The exit status: 2 if something was wrong, 1 if the answer is no.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        match self {
            // Whoever read the output has seen enough (`| head`).
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Mismatch => ExitCode::from(1),
            // 128 and the number of the signal, as shells have it.
            Self::Interrupted => ExitCode::from(130),
            Self::Input(_) | Self::Output(_) => ExitCode::from(2),
        }
    }

    /// The line for standard error, if there is anything to say.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            Self::Mismatch | Self::Interrupted => None,
            Self::Input(reason) => Some(format!("error: {reason}")),
            Self::Output(error) => Some(format!("error: cannot write the output: {error}")),
        }
    }
}

impl From<io::Error> for Failure {
    /// Only writing fails with a bare I/O error; reading says what it was reading.
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
