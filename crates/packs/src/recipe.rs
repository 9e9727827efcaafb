//! The recipe of self-play games.

use serde::{Deserialize, Serialize};

/// The settings of self-play games. Settings and seed determine every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// Soft node limit: a search ends with the first iteration completed beyond it, or at [`HARD`](Self::HARD) times as many nodes.
    pub nodes: u64,
    /// Number of random moves at the start. Half of the games have one more, so that each side begins half of them.
    pub random_plies: u64,
    /// Percentage of games that begin with a position of the built-in book and a few random moves.
    pub book: u64,
    /// Percentage of games that begin in a random Chess960 start position.
    pub chess960: u64,
    /// Discard a start position whose score by a short search is larger than this, in centipawns.
    pub balance: i16,
    /// Adjudicate a win after [`DECIDED_PLIES`](Self::DECIDED_PLIES) plies with at least this score, in centipawns.
    pub won: i16,
    /// Whether searches continue until they find a mate once the score is ten pawns or more. It is true in recipes of earlier versions,
    /// which do not have this setting.
    #[serde(default = "default_hunt")]
    pub hunt: bool,
    /// Adjudicate a draw after [`LEVEL_PLIES`](Self::LEVEL_PLIES) plies with at most this absolute score, in centipawns.
    pub level: i16,
}

const fn default_hunt() -> bool {
    true
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            nodes: 400,
            random_plies: 8,
            book: 10,
            chess960: 5,
            balance: 250,
            won: 1_000,
            hunt: false,
            level: 5,
        }
    }
}

impl Recipe {
    /// The hard limit of nodes, as a multiple of the soft one.
    pub const HARD: u64 = 8;
    /// Number of consecutive plies before a win is adjudicated.
    pub const DECIDED_PLIES: u32 = 4;
    /// Number of consecutive plies before a draw is adjudicated.
    pub const LEVEL_PLIES: u32 = 12;
    /// The first ply of draw adjudication.
    pub const LEVEL_FROM: usize = 60;
    /// The most plies of a game; a longer game is discarded.
    pub const LONGEST: usize = 400;
    /// Nodes of the search of a start position.
    pub const START_NODES: u64 = 1_000;
}
