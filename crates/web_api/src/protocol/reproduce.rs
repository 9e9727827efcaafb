//! Printed figures of course documents compared with obtained ones.

use serde::Serialize;

/// A group of figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Section {
    /// The title.
    pub title: String,
    /// The source of the expected values: printed, derived, recomputed, ours.
    pub source: &'static str,
    /// The figures.
    pub figures: Vec<Figure>,
    /// A conclusion.
    pub remark: String,
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Figure {
    /// The measured quantity.
    pub what: String,
    /// The expected value; empty if there is none.
    pub printed: String,
    /// The obtained value.
    pub obtained: String,
    /// Whether the two values are equal.
    pub same: bool,
    /// The source of the expected value.
    pub source: &'static str,
}
