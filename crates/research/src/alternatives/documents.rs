//! The documents of the experiment, and its description for a manifest.

use contest::manifest::{Experiment, Input, ManifestError};
use games::{BoardGame, Chess, GameId, MiniChess, Othello, TicTacToe};
use players::PlayerSpec;
use serde_json::json;

use super::{Part, Results, Size, alternatives, baseline, html, markdown};

/// The games that are measured by default.
pub const GAMES: [GameId; 5] = [
    TicTacToe::ID,
    Othello::<6>::ID,
    Othello::<8>::ID,
    MiniChess::ID,
    Chess::ID,
];

/// Returns the extensions and texts of the documents. `command` is the command that repeats the experiment.
#[must_use]
pub fn documents(results: &[Results], command: &str) -> [(&'static str, String); 3] {
    let json = serde_json::to_string_pretty(results).unwrap_or_default();
    [
        ("md", markdown(results, command)),
        ("html", html(results, command)),
        ("json", json),
    ]
}

/// Describes the experiment in these games for its manifest.
pub fn experiment(
    games: &[GameId],
    size: Size,
    part: Part<'_>,
    seed: u64,
) -> Result<Experiment, ManifestError> {
    let mut players: Vec<PlayerSpec> = Vec::new();
    for &game in games {
        for it in [baseline(game)].into_iter().chain(alternatives(game)) {
            if !players.contains(&it.spec) {
                players.push(it.spec);
            }
        }
    }
    let settings = json!({
        "games": games.iter().map(|game| game.name()).collect::<Vec<_>>(),
        "size": size,
        "only": part.only,
        "at": part.at,
    });
    let mut experiment = Experiment::new(&players, settings)?
        .varying("at_time")
        .varying("at_memory")
        .varying("microseconds");
    experiment.seeds.push(seed);
    let books = games.iter().copied().filter_map(Input::book);
    experiment.inputs.extend(books);
    Ok(experiment)
}
