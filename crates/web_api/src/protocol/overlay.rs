//! Overlays of a position.

use serde::{Deserialize, Serialize};

/// The kind of an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OverlayKind {
    /// The number of attackers of each side on each square.
    Attacks,
    /// The threat of the side not to move, found by a search after a null move.
    Threat,
}

/// An overlay of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Overlay {
    /// The attacked squares.
    pub squares: Vec<AttackedSquare>,
    /// A move in the wire format.
    pub mv: Option<String>,
    /// A sentence about the overlay.
    pub text: String,
}

/// A square with its attackers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AttackedSquare {
    /// The square.
    pub square: String,
    /// The number of attackers of the first and the second side.
    pub sides: [u32; 2],
}
