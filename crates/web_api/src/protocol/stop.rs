//! Causes of cancellation.

use serde::Serialize;

/// Why a job was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum StopCause {
    /// The page requested it.
    Asked,
    /// The job reached its deadline.
    Deadline,
    /// The page did not read its messages.
    Slow,
    /// The page disconnected.
    Closed,
}
