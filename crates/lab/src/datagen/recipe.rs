//! How games are played to learn from.

use serde::{Deserialize, Serialize};

/// How to play the games. Together with a seed it decides every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// A search ends with the first iteration that is finished beyond so many nodes, or at [`HARD`](Self::HARD) times as many.
    pub nodes: u64,
    /// Random moves at the start; every other game has one more, so that both sides begin.
    pub random_plies: u64,
    /// Of a hundred games, so many begin in the program's own book, with a few random moves behind it.
    pub book: u64,
    /// Of a hundred games, so many begin in one of the 960 start positions.
    pub chess960: u64,
    /// A start is taken if a short search says no more than this, in centipawns.
    pub balance: i16,
    /// Beyond so many centipawns for [`DECIDED_PLIES`](Self::DECIDED_PLIES) plies a game is won.
    pub won: i16,
    /// Within so many centipawns for [`LEVEL_PLIES`](Self::LEVEL_PLIES) plies, late in the game, it is a draw.
    pub level: i16,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            nodes: 1_500,
            random_plies: 8,
            book: 25,
            chess960: 5,
            balance: 600,
            won: 2_000,
            level: 5,
        }
    }
}

impl Recipe {
    /// The hard limit of nodes, as a multiple of the soft one.
    pub const HARD: u64 = 8;
    /// Plies in a row after which a game is won.
    pub const DECIDED_PLIES: u32 = 4;
    /// Plies in a row after which a game is a draw.
    pub const LEVEL_PLIES: u32 = 12;
    /// No draw is agreed to before.
    pub const LEVEL_FROM: usize = 60;
    /// A game that goes on for so long leads nowhere, and is thrown away.
    pub const LONGEST: usize = 400;
    /// Nodes of the search that judges a start.
    pub const START_NODES: u64 = 1_000;
}
