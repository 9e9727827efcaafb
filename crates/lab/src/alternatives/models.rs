//! What the alternatives learn from games of our own: how static values change with deeper search, and what shallow searches foretell.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use games::{BoardGame, GameKind, Record};
use gametree::alternatives::{Forecast, LeafModel, STEPS};
use gametree::{Limits, Request, Score, SplitMix64};
use players::{Seat, SpecError};

/// How much is played and how deep is looked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModelSize {
    /// Games to play.
    pub games: u64,
    /// Plies of the search that a static value is compared with.
    pub depth: u32,
    /// Decides the games.
    pub seed: u64,
}

/// What was learned about one game.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The game.
    pub game: GameKind,
    /// How static values change.
    pub leaves: LeafModel,
    /// What shallow searches foretell; Othello only.
    pub forecasts: Vec<Forecast>,
    /// How many positions it was learned from.
    pub positions: u64,
}

/// The depths that are compared for forecasts.
const PAIRS: [(u32, u32); 4] = [(1, 3), (2, 4), (1, 5), (2, 6)];

/// Plays games, searches some of their positions, and fits the models. `None`: it was stopped.
pub fn fit<G: BoardGame>(
    game: &G,
    size: ModelSize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<Fitted>, SpecError> {
    let best = G::BEST_EVALUATOR;
    let deep = format!("alphabeta:eval={best},order=hash+mvvlva+killers+history,tt=1,id=on");
    let mut player = Seat::<G>::sit(&format!("alphabeta:depth=1,eval={best}"))?;
    let mut deep = Seat::<G>::sit(&deep)?;
    let mut evaluator = G::evaluator(best);
    let mut rng = SplitMix64::new(size.seed);
    let mut changes: [Vec<f64>; STEPS.len() + 1] = Default::default();
    let mut pairs: [Vec<(f64, f64)>; PAIRS.len()] = Default::default();
    let forecasts_wanted = matches!(
        G::KIND,
        GameKind::Othello | GameKind::Othello6 | GameKind::Othello4
    );
    let part = |score: Score| (f64::from(score) / G::LARGE).clamp(-3.0, 3.0);
    let mut positions = 0;
    for number in 0..size.games {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        progress(number, size.games);
        let mut record = Record::<G>::new(game.start());
        while record.moves().len() < 200 {
            let moves = game.legal_moves(record.state());
            if moves.is_empty() {
                break;
            }
            let look = record.moves().len() >= 2 && rng.below(4) == 0;
            if let Some(evaluator) = evaluator.as_mut().filter(|_| look) {
                let mut value = |depth: u32| {
                    let request = Request::new(Limits::depth(depth));
                    let answer = deep.answer(game, &record, &request).ok()?;
                    Some(answer.value?.score())
                };
                let fixed = evaluator.evaluate(game, record.state());
                if let Some(deep) = value(size.depth) {
                    let kind = LeafModel::kind(fixed, G::LARGE as Score);
                    changes[kind].push(part(deep) - part(fixed));
                    positions += 1;
                }
                // Deep searches take long: a part of the positions must do.
                if forecasts_wanted && positions % 4 == 0 {
                    for (place, (shallow, deep)) in PAIRS.into_iter().enumerate() {
                        if let (Some(shallow), Some(deep)) = (value(shallow), value(deep)) {
                            pairs[place].push((part(shallow), part(deep)));
                        }
                    }
                }
            }
            // Games as people play them, with mistakes.
            let chosen = if rng.below(10) < 4 {
                None
            } else {
                player
                    .answer(game, &record, &Request::default())
                    .ok()
                    .and_then(|answer| answer.best)
            };
            let any = moves[rng.below(moves.len() as u64) as usize];
            record.play(game, chosen.unwrap_or(any));
        }
    }
    let forecasts = PAIRS.into_iter().zip(&pairs);
    Ok(Some(Fitted {
        game: G::KIND,
        leaves: LeafModel::fitted(&changes),
        forecasts: forecasts
            .filter_map(|((shallow, deep), pairs)| Forecast::fitted(shallow, deep, pairs))
            .collect(),
        positions,
    }))
}

/// The models as the file has them that the players read.
#[must_use]
pub fn written(models: &[Fitted], command: &str) -> String {
    let mut text = format!("# Made by `{command}`; docs/experiments/alternatives.md says how.\n");
    for model in models {
        let _ = write!(
            text,
            "\n[{} leaves]\n# {} positions. A line for each kind of position, worst for the mover first: how its value changes, in thousandths.\n{}\n",
            model.game,
            model.positions,
            model.leaves.written()
        );
        if model.forecasts.is_empty() {
            continue;
        }
        let _ = write!(
            text,
            "\n[{} forecasts]\n# Shallow depth, deep depth, slope, offset and standard deviation in thousandths.\n",
            model.game
        );
        for it in &model.forecasts {
            let _ = writeln!(
                text,
                "{} {} {:.0} {:.0} {:.0}",
                it.shallow,
                it.deep,
                1_000.0 * it.slope,
                1_000.0 * it.offset,
                1_000.0 * it.deviation
            );
        }
    }
    text
}
