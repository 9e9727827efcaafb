//! Printed beside obtained.

use serde::Serialize;

/// Figures that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Section {
    /// What they are about.
    pub title: String,
    /// Who says what should come out: printed, derived, recomputed, ours.
    pub source: &'static str,
    /// The figures.
    pub figures: Vec<Figure>,
    /// What there is to learn.
    pub remark: String,
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Figure {
    /// What it is.
    pub what: String,
    /// What should come out; empty if there is nothing to compare with.
    pub printed: String,
    /// What came out.
    pub obtained: String,
    /// Whether it is the same.
    pub same: bool,
    /// Who says what should come out.
    pub source: &'static str,
}
