//! The settings of an engine.

use std::sync::Arc;
use std::time::Duration;

use crate::Techniques;
use crate::network::Network;
use crate::strength::StrengthSettings;
use crate::tablebase::TablebaseSettings;

/// The settings of a player. Players ignore settings that do not apply to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Memory for the transposition table, in MiB.
    pub hash: u64,
    /// The number of search threads.
    pub threads: usize,
    /// The number of principal variations to report.
    pub multi_pv: usize,
    /// Time lost between the engine and the clock, for each move.
    pub move_overhead: Duration,
    /// The random seed.
    pub seed: u64,
    /// The techniques that are on.
    pub techniques: Techniques,
    /// Whether the search widens to find the mate in positions that are won by ten pawns. It costs up to eight times the nodes of
    /// a soft limit, so data generation switches it off.
    pub hunt: bool,
    /// Limited strength.
    pub strength: StrengthSettings,
    /// The paths and limits of the tablebases.
    pub tables: TablebaseSettings,
    /// The network; `None` is the one built into the program.
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
            hunt: true,
            strength: StrengthSettings::default(),
            tables: TablebaseSettings::default(),
            network: None,
        }
    }
}
