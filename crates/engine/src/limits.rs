//! What a search may spend, and what can be set beforehand.

use std::time::Duration;

use chess::Move;

use crate::Techniques;
use crate::strength::StrengthSettings;
use crate::tablebase::TableSettings;

/// What a search may spend and look at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Only these moves are considered; empty is all of them.
    pub search_moves: Vec<Move>,
    /// What is left on each side's clock, White first, where known.
    pub time: [Option<Duration>; 2],
    /// What each side gets for a move.
    pub increment: [Duration; 2],
    /// Moves until the clocks get their next share.
    pub moves_to_go: Option<u32>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Look for a mate in so many moves.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Go on until told to stop.
    pub infinite: bool,
    /// Think on the opponent's time, until told that the move came or to stop.
    pub ponder: bool,
}

/// What can be set for every player. Those that do not know a setting leave it alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Memory for the hash table, in MiB.
    pub hash: u64,
    /// How many threads may work.
    pub threads: usize,
    /// How many of the best moves to report.
    pub multi_pv: usize,
    /// Time lost on the way to the clock and back.
    pub move_overhead: Duration,
    /// What makes one random player differ from another.
    pub seed: u64,
    /// Which techniques the engine uses.
    pub techniques: Techniques,
    /// How strong the engine plays.
    pub strength: StrengthSettings,
    /// Where end-game tables are, and how they are used.
    pub tables: TableSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            seed: 0,
            techniques: Techniques::ALL,
            strength: StrengthSettings::default(),
            tables: TableSettings::default(),
        }
    }
}
