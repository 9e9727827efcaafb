//! Named opponents from easy to strong, for the MiniChess programs of the course I2P3.
//!
//! The course's document names none, so these are ours. Each searches to a fixed depth: it plays the same on every machine, and
//! at once, so that only the program that is graded uses its ten seconds. Each beats the one before it in at least three games
//! of four (`docs/teaching.md`).

use games::GameKind;

use crate::registry::{Entry, Kind};

/// A baseline: its name, what it is, and a line about it.
const BASELINES: [(&str, &str, &str); 5] = [
    (
        "i2p3-baseline-1",
        "random",
        "the first of five opponents for programs of the course I2P3: any legal move",
    ),
    (
        "i2p3-baseline-2",
        "minimax:depth=1",
        "the second: takes what it can get (minimax:depth=1)",
    ),
    (
        "i2p3-baseline-3",
        "alphabeta:depth=2",
        "the third: sees the answer to its move (alphabeta:depth=2)",
    ),
    (
        "i2p3-baseline-4",
        "alphabeta:depth=4",
        "the fourth: material, four plies ahead, where the document's program begins (alphabeta:depth=4)",
    ),
    (
        "i2p3-baseline-5",
        "classic:depth=5",
        "the fifth: five plies and captures played out, with squares that have values (classic:depth=5)",
    ),
];

/// One entry for each.
pub(super) fn entries() -> impl Iterator<Item = Entry> {
    BASELINES.iter().map(|&(name, _, about)| Entry {
        name,
        about,
        keys: &[],
        game: Some(GameKind::MiniChess),
        kind: Kind::Baseline,
    })
}

/// The spec of the player that a baseline is.
#[must_use]
pub fn baseline(name: &str) -> Option<&'static str> {
    let found = BASELINES.iter().find(|(known, ..)| *known == name);
    found.map(|(_, spec, _)| *spec)
}

/// The names of the baselines of a game, from easy to strong.
pub fn baselines(game: GameKind) -> impl Iterator<Item = &'static str> {
    let names = BASELINES.iter().map(|(name, ..)| *name);
    names.filter(move |_| game == GameKind::MiniChess)
}
