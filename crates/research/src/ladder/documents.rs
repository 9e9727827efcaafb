//! The documents of a measured ladder, and its description for a manifest.

use contest::manifest::{Experiment, Input, ManifestError};
use games::{BoardGame, Chess, GameId, MiniChess, Othello};
use players::PlayerSpec;
use serde_json::json;

use super::{Ladder, Scale, html, markdown, rungs, staircase, techniques};

/// The games that are measured by default.
pub const GAMES: [GameId; 3] = [Chess::ID, MiniChess::ID, Othello::<8>::ID];

/// Returns the names and texts of the documents. `command` is the command that repeats the measurement.
#[must_use]
pub fn documents(ladders: &[Ladder], command: &str) -> Vec<(String, String)> {
    let json = serde_json::to_string_pretty(ladders).unwrap_or_default();
    let mut documents = vec![
        ("ladder.md".to_owned(), markdown(ladders, command)),
        ("ladder.html".to_owned(), html(ladders, command)),
        ("ladder.json".to_owned(), json),
    ];
    for ladder in ladders {
        let name = format!("ladder-{}.svg", ladder.game);
        documents.push((name, staircase(ladder)));
        let techniques = techniques(ladder);
        if !techniques.is_empty() {
            documents.push(("ladder-techniques.svg".to_owned(), techniques));
        }
    }
    documents
}

/// Describes a measurement of these games for its manifest.
pub fn experiment(scales: &[(GameId, Scale)], seed: u64) -> Result<Experiment, ManifestError> {
    let mut players: Vec<PlayerSpec> = Vec::new();
    for rung in scales.iter().flat_map(|&(game, _)| rungs(game)) {
        if !players.contains(&rung.spec) {
            players.push(rung.spec.clone());
        }
    }
    let settings = json!({
        "games": scales.iter().map(|(game, _)| game.name()).collect::<Vec<_>>(),
        "scales": scales.iter().map(|(_, scale)| scale).collect::<Vec<_>>(),
    });
    let mut experiment = Experiment::new(&players, settings)?.varying("at_time");
    experiment.seeds.push(seed);
    let book = |game| Input::named_book(game, "unbalanced").or_else(|| Input::book(game));
    let books = scales.iter().filter_map(|&(game, _)| book(game));
    experiment.inputs.extend(books);
    Ok(experiment)
}
