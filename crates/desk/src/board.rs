//! What a page needs of a game besides what the game says about itself.

use std::any::Any;

use classroom::fascicle3::board_weight;
use games::GameKind;
use gametree::Player as Turn;

use crate::protocol::{GameId, Named, Side};

pub use games::{BoardGame as Shown, WithGame as WithShown};

impl GameId {
    /// Does `job` with this game.
    pub fn with<J: WithShown>(self, job: J) -> J::Output {
        GameKind::from(self).with(job)
    }
}

impl From<GameKind> for GameId {
    fn from(kind: GameKind) -> Self {
        match kind {
            GameKind::Chess => Self::Chess,
            GameKind::MiniChess => Self::MiniChess,
            GameKind::Othello => Self::Othello,
            GameKind::Othello6 => Self::Othello6,
            GameKind::Othello4 => Self::Othello4,
            GameKind::TicTacToe => Self::TicTacToe,
        }
    }
}

impl From<GameId> for GameKind {
    fn from(id: GameId) -> Self {
        match id {
            GameId::Chess => Self::Chess,
            GameId::MiniChess => Self::MiniChess,
            GameId::Othello => Self::Othello,
            GameId::Othello6 => Self::Othello6,
            GameId::Othello4 => Self::Othello4,
            GameId::TicTacToe => Self::TicTacToe,
        }
    }
}

impl From<Turn> for Side {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::First => Self::First,
            Turn::Second => Self::Second,
        }
    }
}

impl From<Side> for Turn {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// An opinion about positions of chess that is no evaluator: its name, and a line about it.
const BOARD_WEIGHT: (&str, &str) = (
    "board weight",
    "what fascicle 3 asks for: pieces, advanced pawns, protected pieces and threats, in points",
);

/// The names of everything that weighs a position of a game.
pub fn weights<G: Shown>() -> Vec<Named> {
    let named = |&(name, about): &(&str, &str)| Named {
        name: name.to_owned(),
        about: about.to_owned(),
    };
    let evaluators = G::EVALUATORS.iter().filter(|(name, _)| *name != "zero");
    let more = (G::KIND == GameKind::Chess).then_some(&BOARD_WEIGHT);
    evaluators.chain(more).map(named).collect()
}

/// What each of them says about a position, for the first side.
pub fn weigh<G: Shown>(game: &G, state: &G::State) -> Vec<i32> {
    let sign = match game.side(state) {
        Turn::First => 1,
        Turn::Second => -1,
    };
    let evaluators = G::EVALUATORS.iter().filter(|(name, _)| *name != "zero");
    let chess: Option<&chess::Position> = (state as &dyn Any).downcast_ref();
    evaluators
        .filter_map(|(name, _)| G::evaluator(name))
        .map(|mut evaluator| sign * evaluator.evaluate(game, state))
        .chain(chess.map(board_weight))
        .collect()
}
