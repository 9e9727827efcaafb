//! What can be set before a search.

use std::sync::Arc;
use std::time::Duration;

use crate::Techniques;
use crate::network::Network;
use crate::strength::StrengthSettings;
use crate::tablebase::TablebaseSettings;

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
    pub tables: TablebaseSettings,
    /// The network to ask; `None` is the one in the program.
    pub network: Option<Arc<Network>>,
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
            tables: TablebaseSettings::default(),
            network: None,
        }
    }
}
