//! The alternatives to alpha-beta: what `espalier experiment alternatives` found.

use games::GameKind;
use serde::Deserialize;

use super::ladder::MeasuredStep;
use crate::protocol::{
    AlternativeMatch, AlternativePlayer, AlternativeReference, AlternativeTruth, Alternatives,
    GameId, Say, Step,
};

/// What the experiment wrote.
const MEASURED: &str = include_str!("../../../../docs/experiments/alternatives-tables.json");

#[derive(Deserialize)]
struct Measured {
    game: String,
    size: Size,
    seed: u64,
    reference: Option<AlternativeReference>,
    alternatives: Vec<Player>,
}

#[derive(Deserialize)]
struct Size {
    games: u64,
    positions: u64,
}

#[derive(Deserialize)]
struct Player {
    name: String,
    spec: String,
    at_nodes: Vec<Row>,
    at_evals: Vec<Row>,
    at_time: Vec<Row>,
    at_memory: Vec<Row>,
    accuracy: Vec<AlternativeTruth>,
}

#[derive(Deserialize)]
struct Row {
    budget: u64,
    step: MeasuredStep,
}

fn matches(rows: &[Row]) -> Vec<AlternativeMatch> {
    let shown = |row: &Row| AlternativeMatch {
        budget: row.budget,
        step: Step::from(&row.step),
    };
    rows.iter().map(shown).collect()
}

impl From<Player> for AlternativePlayer {
    fn from(it: Player) -> Self {
        Self {
            matches: [&it.at_nodes, &it.at_evals, &it.at_time, &it.at_memory].map(|it| matches(it)),
            name: it.name,
            spec: it.spec,
            truth: it.accuracy,
        }
    }
}

/// Answers `alternatives`.
pub fn alternatives() -> Result<Say, String> {
    let measured: Vec<Measured> = serde_json::from_str(MEASURED).map_err(|error| {
        format!("docs/experiments/alternatives-tables.json cannot be read: {error}; run espalier experiment alternatives --output docs/experiments")
    })?;
    let game = |it: Measured| {
        let kind = GameKind::ALL
            .into_iter()
            .find(|kind| kind.name() == it.game)?;
        Some(Alternatives {
            game: GameId(kind),
            games: it.size.games,
            seed: it.seed,
            positions: it.size.positions,
            reference: it.reference,
            players: it
                .alternatives
                .into_iter()
                .map(AlternativePlayer::from)
                .collect(),
        })
    };
    Ok(Say::Alternatives {
        games: measured.into_iter().filter_map(game).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_protocol_was_measured_at_four_budgets() {
        let Ok(Say::Alternatives { games }) = alternatives() else {
            panic!("no figures");
        };
        let found: Vec<&str> = games.iter().map(|it| it.game.0.name()).collect();
        assert_eq!(
            found,
            ["tictactoe", "othello6", "othello", "minichess", "chess"]
        );
        for it in &games {
            assert_eq!(it.players[0].name, "alpha-beta");
            assert_eq!(it.players[0].truth.len(), 4, "{}", it.game.0);
            // Chess is not solved: whoever values its moves has an opinion.
            let exact = it.reference.as_ref().map(|reference| reference.exact);
            assert_eq!(exact, Some(it.game.0 != GameKind::Chess));
            // In tic-tac-toe everybody draws.
            let expected = if it.game.0 == GameKind::TicTacToe {
                0
            } else {
                4
            };
            for player in &it.players[1..] {
                assert_eq!(player.matches[0].len(), expected, "{}", player.name);
                assert_eq!(player.matches[2].len(), expected, "{}", player.name);
            }
        }
    }
}
