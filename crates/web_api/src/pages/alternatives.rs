//! The results of `espalier experiment alternatives`.

use games::GameId;
use serde::Deserialize;

use crate::config::Config;
use crate::data::ALTERNATIVES;
use crate::protocol::{
    AlternativeMatch, AlternativePlayer, AlternativeReference, AlternativeTruth, Alternatives,
    Reply,
};

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
    at_nodes: Vec<AlternativeMatch>,
    at_evals: Vec<AlternativeMatch>,
    at_time: Vec<AlternativeMatch>,
    at_memory: Vec<AlternativeMatch>,
    accuracy: Vec<AlternativeTruth>,
}

impl From<Player> for AlternativePlayer {
    fn from(it: Player) -> Self {
        Self {
            matches: [it.at_nodes, it.at_evals, it.at_time, it.at_memory],
            name: it.name,
            spec: it.spec,
            truth: it.accuracy,
        }
    }
}

/// Answers `alternatives`.
pub fn alternatives(config: &Config) -> Result<Reply, String> {
    let measured: Vec<Measured> = serde_json::from_slice(&config.data(ALTERNATIVES)?).map_err(|error| {
        format!("results/alternatives-tables.json cannot be read: {error}; run espalier experiment alternatives --output results")
    })?;
    let game = |it: Measured| {
        let id = GameId::ALL.into_iter().find(|id| id.name() == it.game)?;
        Some(Alternatives {
            game: id,
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
    Ok(Reply::Alternatives {
        games: measured.into_iter().filter_map(game).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{BoardGame, Chess, TicTacToe};

    #[test]
    fn every_game_of_the_protocol_was_measured_at_four_budgets() {
        let Ok(Reply::Alternatives { games }) = alternatives(&Config::default()) else {
            panic!("no figures");
        };
        let found: Vec<&str> = games.iter().map(|it| it.game.name()).collect();
        assert_eq!(
            found,
            ["tictactoe", "othello6", "othello", "minichess", "chess"]
        );
        for it in &games {
            assert_eq!(it.players[0].name, "alpha-beta");
            assert_eq!(it.players[0].truth.len(), 4, "{}", it.game);
            // Chess is not solved, so its reference values are not exact.
            let exact = it.reference.as_ref().map(|reference| reference.exact);
            assert_eq!(exact, Some(it.game != Chess::ID));
            // In tic-tac-toe every match is drawn and none is played.
            let expected = if it.game == TicTacToe::ID { 0 } else { 4 };
            for player in &it.players[1..] {
                assert_eq!(player.matches[0].len(), expected, "{}", player.name);
                assert_eq!(player.matches[2].len(), expected, "{}", player.name);
            }
        }
    }
}
