//! The training of a small network.

use serde::Serialize;

/// The state of a training.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Training {
    /// The number of positions that the network has seen.
    pub samples: u64,
    /// The number at which the training ends.
    pub of: u64,
    /// The mean squared error on games that the network does not learn from.
    pub error: f64,
    /// The value of a pawn, knight, bishop, rook and queen in centipawns, by the network.
    pub kinds: Vec<f64>,
    /// The same for each square from the owner's view, a1 first; none where no position has such a piece.
    pub squares: Vec<Vec<Option<i32>>>,
    /// The file of the network as hexadecimal digits, in the last report.
    pub network: Option<String>,
}
