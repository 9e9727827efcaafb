//! The ladder: the rungs of each game with their measured results.

use games::{BoardGame, Chess, MiniChess, Othello};
use research::ladder::rungs;
use serde::{Deserialize, Deserializer};

use crate::config::Config;
use crate::data::LADDER;
use crate::protocol::{Answer, Ladder, LadderGames, Reply, Rung, Step, Technique};

#[derive(Deserialize)]
struct Measured {
    game: String,
    size: LadderGames,
    rungs: Vec<MeasuredRung>,
    ablations: Vec<Technique>,
}

#[derive(Deserialize)]
struct MeasuredRung {
    name: String,
    spec: String,
    at_nodes: Option<Step>,
    at_time: Option<Step>,
    nodes: Option<f64>,
}

/// The result of a match, as experiments write it.
#[derive(Deserialize)]
struct MeasuredStep {
    wins: u64,
    draws: u64,
    losses: u64,
    elo: Elo,
    answer: Option<Answer>,
}

#[derive(Deserialize)]
struct Elo {
    value: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let step = MeasuredStep::deserialize(deserializer)?;
        Ok(Self {
            wdl: [step.wins, step.draws, step.losses],
            elo: step.elo.value,
            lower: step.elo.lower,
            upper: step.elo.upper,
            answer: step.answer,
        })
    }
}

/// Answers `ladder`.
pub fn ladder(config: &Config) -> Result<Reply, String> {
    let measured: Vec<Measured> =
        serde_json::from_slice(&config.data(LADDER)?).map_err(|error| {
            format!("results/ladder.json cannot be read: {error}; run espalier ladder --measure")
        })?;
    let games = [Chess::ID, MiniChess::ID, Othello::<8>::ID];
    Ok(Reply::Ladder {
        games: games
            .into_iter()
            .map(|id| {
                let found = measured.iter().find(|ladder| ladder.game == id.name());
                Ladder {
                    game: id,
                    size: found.map(|ladder| ladder.size),
                    rungs: rungs(id)
                        .iter()
                        .map(|rung| with_results(rung, found))
                        .collect(),
                    techniques: found.map(techniques).unwrap_or_default(),
                }
            })
            .collect(),
    })
}

/// Adds the results of a rung, if they were measured with the same spec.
fn with_results(rung: &research::ladder::Rung, measured: Option<&Measured>) -> Rung {
    let spec = rung.spec.to_string();
    let found = measured.and_then(|ladder| {
        ladder
            .rungs
            .iter()
            .find(|other| other.name == rung.name && other.spec == spec)
    });
    Rung {
        name: rung.name.to_owned(),
        spec,
        about: rung.about.to_owned(),
        at_nodes: found.and_then(|found| found.at_nodes),
        at_time: found.and_then(|found| found.at_time),
        nodes: found.and_then(|found| found.nodes),
    }
}

/// Lists the techniques by their effect, the largest first.
fn techniques(measured: &Measured) -> Vec<Technique> {
    let mut techniques = measured.ablations.clone();
    techniques.retain(|technique| technique.at_nodes.is_some() || technique.at_time.is_some());
    let worth = |technique: &Technique| {
        let step = technique.at_nodes.or(technique.at_time);
        step.and_then(|step| step.elo).unwrap_or(f64::INFINITY)
    };
    techniques.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
    techniques
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_and_techniques_have_their_figures() {
        let Ok(Reply::Ladder { games }) = ladder(&Config::default()) else {
            panic!("no ladder");
        };
        for ladder in games {
            assert!(ladder.size.is_some(), "{:?}", ladder.game);
            // The lowest rung has no opponent.
            for rung in &ladder.rungs[1..] {
                let both = [rung.at_nodes, rung.at_time].map(|step| step?.answer);
                assert!(
                    both.iter().all(Option::is_some) && rung.nodes.is_some(),
                    "{}: run espalier ladder --measure",
                    rung.name
                );
            }
            let exists =
                |technique: &Technique| technique.name.parse::<engine::Technique>().is_ok();
            assert!(ladder.techniques.iter().all(exists), "{:?}", ladder.game);
            let techniques = match ladder.game {
                Chess::ID => engine::Technique::ALL.len(),
                _ => 0,
            };
            assert_eq!(ladder.techniques.len(), techniques, "{:?}", ladder.game);
        }
    }
}
