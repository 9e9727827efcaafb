//! The ladder: the rungs of each game, with what was measured about them.

use games::GameKind;
use lab::ladder::rungs;
use serde::Deserialize;

use crate::protocol::{Answer, GameId, Ladder, LadderGames, Rung, Say, Step, Technique};

/// What `espalier ladder --measure` wrote.
const MEASURED: &str = include_str!("../../../../docs/ladder.json");

#[derive(Deserialize)]
struct Measured {
    game: String,
    size: LadderGames,
    rungs: Vec<MeasuredRung>,
    ablations: Vec<Ablation>,
}

#[derive(Deserialize)]
struct Ablation {
    name: String,
    spec: String,
    about: String,
    at_nodes: Option<MeasuredStep>,
    at_time: Option<MeasuredStep>,
}

#[derive(Deserialize)]
struct MeasuredRung {
    name: String,
    spec: String,
    at_nodes: Option<MeasuredStep>,
    at_time: Option<MeasuredStep>,
    nodes: Option<f64>,
}

/// A match, as experiments write it.
#[derive(Deserialize)]
pub(super) struct MeasuredStep {
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

impl From<&MeasuredStep> for Step {
    fn from(step: &MeasuredStep) -> Self {
        Self {
            wdl: [step.wins, step.draws, step.losses],
            elo: step.elo.value,
            lower: step.elo.lower,
            upper: step.elo.upper,
            answer: step.answer,
        }
    }
}

/// Answers `ladder`.
pub fn ladder() -> Result<Say, String> {
    let measured: Vec<Measured> = serde_json::from_str(MEASURED).map_err(|error| {
        format!("docs/ladder.json cannot be read: {error}; run espalier ladder --measure")
    })?;
    let games = [GameKind::Chess, GameKind::MiniChess, GameKind::Othello];
    Ok(Say::Ladder {
        games: games
            .into_iter()
            .map(|kind| {
                let found = measured.iter().find(|ladder| ladder.game == kind.name());
                Ladder {
                    game: GameId(kind),
                    size: found.map(|ladder| ladder.size),
                    rungs: rungs(kind).iter().map(|rung| shown(rung, found)).collect(),
                    techniques: found.map(techniques).unwrap_or_default(),
                }
            })
            .collect(),
    })
}

/// A rung with its figures, if they were measured with the very same player.
fn shown(rung: &lab::ladder::Rung, measured: Option<&Measured>) -> Rung {
    let found = measured.and_then(|ladder| {
        ladder
            .rungs
            .iter()
            .find(|other| other.name == rung.name && other.spec == rung.spec)
    });
    Rung {
        name: rung.name.to_owned(),
        spec: rung.spec.to_owned(),
        about: rung.about.to_owned(),
        at_nodes: found
            .and_then(|found| found.at_nodes.as_ref())
            .map(Step::from),
        at_time: found
            .and_then(|found| found.at_time.as_ref())
            .map(Step::from),
        nodes: found.and_then(|found| found.nodes),
    }
}

/// What the techniques are worth, the most valuable one first.
fn techniques(measured: &Measured) -> Vec<Technique> {
    let mut techniques: Vec<Technique> = measured
        .ablations
        .iter()
        .map(|ablation| Technique {
            name: ablation.name.clone(),
            spec: ablation.spec.clone(),
            about: ablation.about.clone(),
            at_nodes: ablation.at_nodes.as_ref().map(Step::from),
            at_time: ablation.at_time.as_ref().map(Step::from),
        })
        .filter(|technique| technique.at_nodes.is_some() || technique.at_time.is_some())
        .collect();
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
        let Ok(Say::Ladder { games }) = ladder() else {
            panic!("no ladder");
        };
        for ladder in games {
            assert!(ladder.size.is_some(), "{:?}", ladder.game);
            // The lowest has nobody below it.
            for rung in &ladder.rungs[1..] {
                let both = [rung.at_nodes, rung.at_time].map(|step| step?.answer);
                assert!(
                    both.iter().all(Option::is_some) && rung.nodes.is_some(),
                    "{}: run espalier ladder --measure",
                    rung.name
                );
            }
            let known = |technique: &Technique| technique.name.parse::<engine::Technique>().is_ok();
            assert!(ladder.techniques.iter().all(known), "{:?}", ladder.game);
            let techniques = match ladder.game {
                GameId(GameKind::Chess) => engine::Technique::ALL.len(),
                _ => 0,
            };
            assert_eq!(ladder.techniques.len(), techniques, "{:?}", ladder.game);
        }
    }
}
