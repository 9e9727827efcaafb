//! What was learned from games of our own: how far static values are to be trusted, and what shallow searches foretell.
//!
//! Both come from `espalier experiment models`, which plays games, searches their positions and prints the tables that stand in
//! `fitted.txt`. A game without a table gets the model that knows nothing, and no forecast.

use games::GameKind;
use gametree::alternatives::{Forecast, LeafModel};

const TABLES: &str = include_str!("fitted.txt");

/// The lines after the heading of a game, up to the next heading.
fn lines(game: GameKind, what: &str) -> impl Iterator<Item = &'static str> {
    let heading = format!("[{game} {what}]");
    TABLES
        .lines()
        .skip_while(move |line| line.trim() != heading)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// How a static value of the game's best evaluator changes with deeper search.
pub(crate) fn leaf_model(game: GameKind) -> LeafModel {
    LeafModel::read(lines(game, "leaves")).unwrap_or_default()
}

/// What shallow searches foretell.
pub(crate) fn forecasts(game: GameKind) -> Vec<Forecast> {
    lines(game, "forecasts")
        .filter_map(|line| {
            let numbers: Vec<f64> = line
                .split_whitespace()
                .map(str::parse)
                .collect::<Result<_, _>>()
                .ok()?;
            let [shallow, deep, slope, offset, deviation] = numbers[..] else {
                return None;
            };
            Some(Forecast {
                shallow: shallow as u32,
                deep: deep as u32,
                slope: slope / 1_000.0,
                offset: offset / 1_000.0,
                deviation: deviation / 1_000.0,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::alternatives::STEPS;

    #[test]
    fn every_game_has_a_leaf_model_and_othello_has_forecasts() {
        for game in GameKind::ALL {
            assert_eq!(lines(game, "leaves").count(), STEPS.len() + 1, "{game}");
            assert_ne!(leaf_model(game), LeafModel::default(), "{game}");
        }
        for game in [GameKind::Othello, GameKind::Othello6, GameKind::Othello4] {
            assert!(forecasts(game).len() >= 2, "{game}");
            assert!(forecasts(game).iter().all(|it| it.shallow < it.deep));
        }
    }
}
