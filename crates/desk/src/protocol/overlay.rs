//! What can be drawn over a position.

use serde::{Deserialize, Serialize};

/// What to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OverlayKind {
    /// How many pieces of each side attack each square.
    Attacks,
    /// What the other side would do if it could move twice: a search after a pass.
    Threat,
}

/// Something drawn over a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Overlay {
    /// Squares and how much each side has to say about them; squares of no interest are left out.
    pub squares: Vec<Weighed>,
    /// A move, as messages have it.
    pub mv: Option<String>,
    /// A sentence about it.
    pub text: String,
}

/// A square and how much each side has to say about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Weighed {
    /// The square.
    pub square: String,
    /// The first side and the second.
    pub sides: [u32; 2],
}
