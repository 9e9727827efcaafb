//! Models fitted to games: the reliability of static values, and forecasts from shallow searches.
//!
//! Both come from `espalier experiment models`, which plays games, searches their positions and prints the tables that stand in
//! `fitted.txt`. A game without a table has the uniform model, and no forecast.

use games::GameId;
use gametree::alternatives::{Forecast, LeafModel};

const TABLES: &str = include_str!("fitted.txt");

/// Returns the lines after the heading of a game, up to the next heading.
fn lines(game: GameId, what: &str) -> impl Iterator<Item = &'static str> {
    let heading = format!("[{game} {what}]");
    TABLES
        .lines()
        .skip_while(move |line| line.trim() != heading)
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// Returns the distribution of deeper values around a static value of the game's best evaluator.
pub(crate) fn leaf_model(game: GameId) -> LeafModel {
    LeafModel::read(lines(game, "leaves")).unwrap_or_default()
}

/// Returns the forecasts of deep values from shallow ones.
pub(crate) fn forecasts(game: GameId) -> Vec<Forecast> {
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
    use games::{BoardGame, Othello};
    use gametree::alternatives::STEPS;

    #[test]
    fn tables_are_complete_and_othello_has_forecasts() {
        for game in GameId::ALL {
            let rows = lines(game, "leaves").count();
            assert!([0, STEPS.len() + 1].contains(&rows), "{game}: {rows}");
            let is_default = leaf_model(game) == LeafModel::default();
            assert_eq!(is_default, rows == 0, "{game}");
        }
        for game in [Othello::<8>::ID, Othello::<6>::ID, Othello::<4>::ID] {
            assert!(forecasts(game).len() >= 2, "{game}");
            assert!(forecasts(game).iter().all(|it| it.shallow < it.deep));
        }
    }
}
