//! Static evaluations of a position: by the evaluators of its game, and for chess the board weight of fascicle 3.

use std::any::Any;

use courses::fascicle3::board_weight;
use games::{BoardGame, Chess};

use crate::protocol::Named;

/// Name and description of the evaluation that fascicle 3 asks for.
const BOARD_WEIGHT: (&str, &str) = (
    "board weight",
    "what fascicle 3 asks for: pieces, advanced pawns, protected pieces and threats, in points",
);

/// Lists the evaluators, without the one that is always zero.
fn evaluators<G: BoardGame>() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    G::EVALUATORS.iter().filter(|(name, _)| *name != "zero")
}

/// Returns the names of the evaluations, in the order of [`values`].
#[must_use]
pub fn names<G: BoardGame>() -> Vec<Named> {
    let more = (G::ID == Chess::ID).then_some(&BOARD_WEIGHT);
    evaluators::<G>()
        .chain(more)
        .copied()
        .map(Named::from)
        .collect()
}

/// Evaluates a position, for the first side.
pub fn values<G: BoardGame>(game: &G, state: &G::State) -> Vec<i32> {
    let sign = match game.side(state) {
        gametree::Side::First => 1,
        gametree::Side::Second => -1,
    };
    let position = (state as &dyn Any).downcast_ref::<chess::Position>();
    evaluators::<G>()
        .filter_map(|(name, _)| G::evaluator(name))
        .map(|mut evaluator| sign * evaluator.evaluate(game, state))
        .chain(position.map(board_weight))
        .collect()
}
