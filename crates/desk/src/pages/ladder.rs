//! The ladder: the rungs of each game, with what was measured about them.

use games::GameKind;
use lab::ladder::rungs;
use serde::Deserialize;

use crate::protocol::{GameId, Ladder, LadderGames, Rung, Say, Step, Technique};

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
        .filter_map(|ablation| {
            Some(Technique {
                name: ablation.name.clone(),
                spec: ablation.spec.clone(),
                about: ablation.about.clone(),
                at_nodes: Step::from(ablation.at_nodes.as_ref()?),
            })
        })
        .collect();
    let worth = |technique: &Technique| technique.at_nodes.elo.unwrap_or(f64::INFINITY);
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
            let measured = |rung: &&Rung| rung.at_nodes.is_some() && rung.nodes.is_some();
            let count = ladder.rungs.iter().filter(measured).count();
            // The lowest has nobody below it. What is newer than the figures has none until the ladder is measured again.
            let newer = match ladder.game {
                GameId(GameKind::Chess) => 2,
                _ => 0,
            };
            assert!(
                count + 1 + newer >= ladder.rungs.len(),
                "{:?}: {count} of {}",
                ladder.game,
                ladder.rungs.len()
            );
            let known = |technique: &Technique| technique.name.parse::<engine::Technique>().is_ok();
            assert!(ladder.techniques.iter().all(known), "{:?}", ladder.game);
            assert_eq!(
                ladder.techniques.is_empty(),
                ladder.game != GameId(GameKind::Chess)
            );
        }
    }
}
