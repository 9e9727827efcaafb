//! The models that alternatives learn from games of this program: how static values change with depth, and how well shallow
//! searches predict deep ones.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use games::{BoardGame, GameId, Othello, Record};
use gametree::alternatives::{Forecast, LeafModel, STEPS};
use gametree::{Limits, Request, Score, SplitMix64};
use players::{Seat, SpecError};

/// The size of the training.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModelSize {
    /// The number of games.
    pub games: u64,
    /// The depth of the search that a static value is compared with.
    pub depth: u32,
    /// The seed of the games.
    pub seed: u64,
}

/// The models of one game.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The game.
    pub game: GameId,
    /// The changes of static values.
    pub leaves: LeafModel,
    /// The predictions from shallow searches; Othello only.
    pub forecasts: Vec<Forecast>,
    /// The number of training positions.
    pub positions: u64,
}

/// The depths of the forecasts, shallow and deep.
const PAIRS: [(u32, u32); 4] = [(1, 3), (2, 4), (1, 5), (2, 6)];

/// Plays games, searches some of their positions, and fits the models. Returns `None` if it was stopped.
pub fn fit<G: BoardGame>(
    game: &G,
    size: ModelSize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<Fitted>, SpecError> {
    let best = G::BEST_EVALUATOR;
    let deep = format!("alphabeta:eval={best},order=hash+mvvlva+killers+history,tt=1,id=on");
    let mut player = Seat::<G>::builtin(&format!("alphabeta:depth=1,eval={best}"))?;
    let mut deep = Seat::<G>::builtin(&deep)?;
    let mut evaluator = G::evaluator(best);
    let mut rng = SplitMix64::new(size.seed);
    let mut changes: [Vec<f64>; STEPS.len() + 1] = Default::default();
    let mut pairs: [Vec<(f64, f64)>; PAIRS.len()] = Default::default();
    let othello = [Othello::<8>::ID, Othello::<6>::ID, Othello::<4>::ID];
    let has_forecasts = othello.contains(&G::ID);
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
            let is_sampled = record.moves().len() >= 2 && rng.below(4) == 0;
            if let Some(evaluator) = evaluator.as_mut().filter(|_| is_sampled) {
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
                // Deep searches are slow, so only some positions are used.
                if has_forecasts && positions % 4 == 0 {
                    for (place, (shallow, deep)) in PAIRS.into_iter().enumerate() {
                        if let (Some(shallow), Some(deep)) = (value(shallow), value(deep)) {
                            pairs[place].push((part(shallow), part(deep)));
                        }
                    }
                }
            }
            // Games with mistakes, as in human games.
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
        game: G::ID,
        leaves: LeafModel::fitted(&changes),
        forecasts: forecasts
            .filter_map(|((shallow, deep), pairs)| Forecast::fitted(shallow, deep, pairs))
            .collect(),
        positions,
    }))
}

/// Returns the models in the format of the file that the players read.
#[must_use]
pub fn written(models: &[Fitted], command: &str) -> String {
    let mut text = format!("# Made by `{command}`; see docs/experiments/alternatives.md.\n");
    for model in models {
        let _ = write!(
            text,
            "\n[{} leaves]\n# {} positions. A line for each kind of position, worst for the side to move first: how its value changes, in thousandths.\n{}\n",
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
