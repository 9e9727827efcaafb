//! Named opponents from easy to strong, for the MiniChess programs of the course I2P3.
//!
//! The course's document names none. Each searches to a fixed depth, so it plays the same on every machine and moves at once:
//! only the graded program uses its ten seconds. Each beats the one before it in at least three games of four (`docs/teaching.md`).

use games::{BoardGame, MiniChess};

use crate::error::SpecError;
use crate::player::Player;
use crate::registry::{AnyGame, BuildAny, Entry, Games, Group, Registry};
use crate::setting::Settings;
use crate::spec::PlayerSpec;

/// Name, spec and description of each baseline.
const BASELINES: [(&str, &str, &str); 5] = [
    (
        "i2p3-baseline-1",
        "random",
        "the first of five opponents for programs of the course I2P3: any legal move",
    ),
    (
        "i2p3-baseline-2",
        "minimax:depth=1",
        "the second: looks one ply ahead (minimax:depth=1)",
    ),
    (
        "i2p3-baseline-3",
        "alphabeta:depth=2",
        "the third: looks two plies ahead (alphabeta:depth=2)",
    ),
    (
        "i2p3-baseline-4",
        "alphabeta:depth=4",
        "the fourth: material, four plies ahead, the depth of the document's program (alphabeta:depth=4)",
    ),
    (
        "i2p3-baseline-5",
        "classic:depth=5",
        "the fifth: five plies, quiescence search and piece-square tables (classic:depth=5)",
    ),
];

/// Returns the baselines. The registry already has the players they stand for.
pub(crate) fn entries(registry: &Registry) -> Vec<Entry> {
    let entry = |&(name, spec, about): &(&'static str, &str, &'static str)| Entry {
        games: Games::Only(vec![MiniChess::ID]),
        stands_for: registry.parse(spec).ok(),
        ..Entry::new(name, about, Group::Baseline, AnyGame(Same))
    };
    BASELINES.iter().map(entry).collect()
}

/// Builds the player that a baseline stands for.
struct Same;

impl BuildAny for Same {
    fn build<G: BoardGame>(
        &self,
        spec: &PlayerSpec,
        _: &Settings,
    ) -> Result<Box<dyn Player<G>>, SpecError> {
        match &spec.entry().stands_for {
            Some(inner) => inner.build::<G>(),
            None => Err(spec.entry().other_game(G::ID)),
        }
    }
}
