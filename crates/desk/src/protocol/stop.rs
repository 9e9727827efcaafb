//! Why answers end early.

use serde::Serialize;

/// Why a job was stopped before it had ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum StopCause {
    /// The page said so.
    Asked,
    /// Its time was up.
    Deadline,
    /// The page did not read what it was told.
    Slow,
    /// The page is gone.
    Closed,
}
