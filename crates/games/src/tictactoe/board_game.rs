//! Tic-tac-toe as players, pages and files know it.

use super::{OpenLines, Position, TicTacToe, notation};
use crate::board_game::{AnyEvaluator, BoardGame, ZERO, rows};
use crate::{Ending, GameKind, NotationError, Reason, Record};
use gametree::{Player, Zero};

impl BoardGame for TicTacToe {
    const KIND: GameKind = GameKind::TicTacToe;
    const TITLE: &'static str = "Tic-tac-toe";
    const SIZE: (u32, u32) = (3, 3);
    const SIDES: [&'static str; 2] = ["X", "O"];
    const FROM_TOP: bool = true;
    const PLACES: bool = true;
    const LARGE: f64 = 4.0;
    const BEST_EVALUATOR: &'static str = "lines";
    const EVALUATORS: &'static [(&'static str, &'static str)] =
        &[("lines", "lines still open to each side"), ZERO];

    fn start(&self) -> Position {
        notation::start()
    }

    fn render(&self, state: &Position) -> String {
        notation::render(self, state)
    }

    fn write_move(&self, mv: u8) -> String {
        notation::write_move(mv)
    }

    fn read_move(&self, state: &Position, text: &str) -> Result<u8, NotationError> {
        notation::read_move(self, state, text)
    }

    fn write_position(&self, state: &Position) -> String {
        notation::write_position(state)
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::read_position(self, text)
    }

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        Some(match name {
            "lines" => Box::new(OpenLines),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn board(&self, state: &Position) -> String {
        rows(3, |square| {
            [Player::First, Player::Second]
                .into_iter()
                .find(|player| state.marks[player.index()] >> square & 1 == 1)
        })
    }

    fn told(&self, _: &Record<Self>, ending: &Ending) -> String {
        let reason = match (ending.reason, ending.winner) {
            (Reason::Rules, Some(_)) => "three in a row",
            (Reason::Rules, None) => "a full board",
            (other, _) => other.words(),
        };
        ending.told(Self::SIDES, reason)
    }
}
