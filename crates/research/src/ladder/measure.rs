//! Measures what each rung and each technique of the engine gains: games at equal nodes and at equal time.
//!
//! Two players play until a sequential test decides which is stronger. Most techniques are measured together, in a fixed
//! number of games.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use contest::stats::ThreeWay;
use contest::{Openings, Shard};
use games::{BoardGame, Chess, GameId};
use serde::{Deserialize, Serialize};

use super::comparison::comparisons;
use super::judged::Judged;
use crate::Error;
use crate::pairs::{self, Match, PairLedger, Progress};

/// The size of a measurement.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LadderScale"))]
pub struct Scale {
    /// The most games of a comparison.
    pub games: u64,
    /// The fewest games, so that the error of the Elo is small enough to read.
    pub least: u64,
    /// The smallest difference worth naming, in Elo.
    pub margin: f64,
    /// Nodes per move for the engine.
    pub nodes: u64,
    /// Nodes per move for textbook players, which have cheap nodes and need depth.
    pub textbook_nodes: u64,
    /// Milliseconds per move at equal time.
    pub movetime: u64,
    /// Nodes per move for the engine without some of its techniques.
    pub ablation_nodes: u64,
    /// Games that measure most techniques together.
    pub technique_games: u64,
    /// The number of positions in which nodes are counted.
    pub positions: usize,
    /// The depth of the searches there.
    pub depth: u32,
    /// Longer games are drawn.
    pub max_plies: u32,
    /// The seed of the openings and positions.
    pub seed: u64,
}

impl Scale {
    /// Returns the default for a game. Small games need smaller searches than chess.
    #[must_use]
    pub fn of(game: GameId) -> Self {
        let is_chess = game == Chess::ID;
        Self {
            games: 1_500,
            least: 200,
            margin: 20.0,
            nodes: 20_000,
            textbook_nodes: if is_chess { 100_000 } else { 20_000 },
            movetime: if is_chess { 20 } else { 5 },
            ablation_nodes: 20_000,
            technique_games: 8_000,
            positions: 10,
            depth: if is_chess { 4 } else { 5 },
            max_plies: 300,
            seed: 0,
        }
    }

    /// Returns the test of a comparison.
    #[must_use]
    pub fn question(&self) -> ThreeWay {
        ThreeWay {
            least_pairs: (self.least / 2).max(1),
            ..ThreeWay::new(self.margin)
        }
    }
}

/// The measurement of one rung.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LadderRung"))]
pub struct Measured {
    /// The name of the rung.
    pub name: String,
    /// Its spec.
    pub spec: String,
    /// The result against the rung below at equal nodes.
    pub at_nodes: Option<Judged>,
    /// The result against the rung below at equal time.
    pub at_time: Option<Judged>,
    /// The mean nodes to the fixed depth; `None` for random moves.
    pub nodes: Option<f64>,
}

/// The gain of one technique: the engine with it against the engine without it, corrected for other differences.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "LadderTechnique"))]
pub struct Ablation {
    /// The technique.
    pub name: String,
    /// The engine without it.
    pub spec: String,
    /// Its description.
    pub about: String,
    /// The result at equal nodes.
    pub at_nodes: Option<Judged>,
    /// The result at equal time.
    pub at_time: Option<Judged>,
}

/// The measured ladder of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ladder {
    /// The game.
    pub game: String,
    /// The size of the measurement.
    pub size: Scale,
    /// The rungs, the lowest first.
    pub rungs: Vec<Measured>,
    /// The techniques of the engine, if it plays the game.
    pub ablations: Vec<Ablation>,
    /// The number of games that measure techniques together, at equal nodes and at equal time.
    pub together: [u64; 2],
    /// The number of all games.
    pub games: u64,
}

/// The resources of a run.
pub struct Workers<'a> {
    /// The number of threads; 0 only evaluates the recorded games.
    pub threads: usize,
    /// The comparisons that this run plays.
    pub shard: Shard,
    /// Ends the run when it is set.
    pub stop: &'a Arc<AtomicBool>,
}

/// Measures the ladder of a game, or resumes a measurement. Calls `watch` after each pair. Returns the ladder as far as it
/// is known when all comparisons are settled or the run was stopped, and the progress.
pub fn measure<G: BoardGame>(
    game: &G,
    scale: Scale,
    kept: &mut PairLedger,
    workers: &Workers<'_>,
    watch: &mut (dyn FnMut(Progress) + Send),
) -> Result<(Ladder, Progress), Error> {
    let openings = Openings::<G>::of_match(game, true, scale.seed);
    let (comparisons, places) = comparisons(G::ID, &scale, workers.shard)?;
    let all: Vec<&Match> = comparisons.iter().collect();
    let threads = NonZeroUsize::new(workers.threads);
    let (pairs, progress) = pairs::play(game, &openings, &all, kept, threads, workers.stop, watch)?;
    Ok((places.into_ladder(game, scale, &pairs)?, progress))
}
