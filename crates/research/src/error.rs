//! The error that ends an experiment.

use std::fmt;

use contest::LedgerError;
use players::{Fault, PlayerSpec, SpecError};

/// The error that ends an experiment.
#[derive(Debug)]
pub enum Error {
    /// A spec is not valid for the game.
    Spec(SpecError),
    /// A player cannot play, for this reason.
    Player(String),
    /// A file cannot be used.
    Ledger(LedgerError),
    /// The run was stopped.
    Stopped,
}

impl Error {
    /// Returns the error of a player that failed.
    pub(crate) fn fault(spec: &PlayerSpec, fault: &Fault) -> Self {
        Self::Player(format!("{spec} {fault}"))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::Player(reason) => f.write_str(reason),
            Self::Ledger(error) => error.fmt(f),
            Self::Stopped => f.write_str("stopped before the measurement was complete"),
        }
    }
}

impl std::error::Error for Error {}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
    }
}

impl From<LedgerError> for Error {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}
