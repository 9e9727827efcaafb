//! Everything that weighs a position without a search: the evaluators of its game, and what course documents ask for.

use std::any::Any;

use classroom::fascicle3::board_weight;
use games::{BoardGame, GameKind};
use gametree::Player as Turn;

use crate::protocol::Named;

/// What a course document asks for besides the evaluators: the weight of the board of fascicle 3, for chess.
const BOARD_WEIGHT: (&str, &str) = (
    "board weight",
    "what fascicle 3 asks for: pieces, advanced pawns, protected pieces and threats, in points",
);

/// The evaluators that have an opinion.
fn evaluators<G: BoardGame>() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    G::EVALUATORS.iter().filter(|(name, _)| *name != "zero")
}

/// The names of everything that weighs a position of a game.
#[must_use]
pub fn weights<G: BoardGame>() -> Vec<Named> {
    let more = (G::KIND == GameKind::Chess).then_some(&BOARD_WEIGHT);
    let named = |&(name, about): &(&str, &str)| Named {
        name: name.to_owned(),
        about: about.to_owned(),
    };
    evaluators::<G>().chain(more).map(named).collect()
}

/// What each of them says about a position, for the first side.
pub fn weigh<G: BoardGame>(game: &G, state: &G::State) -> Vec<i32> {
    let sign = match game.side(state) {
        Turn::First => 1,
        Turn::Second => -1,
    };
    let position = (state as &dyn Any).downcast_ref::<chess::Position>();
    evaluators::<G>()
        .filter_map(|(name, _)| G::evaluator(name))
        .map(|mut evaluator| sign * evaluator.evaluate(game, state))
        .chain(position.map(board_weight))
        .collect()
}
