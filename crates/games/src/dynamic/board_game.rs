//! [`BoardGame`] for dynamic games: players, matches and game records use it. There is no board.

use super::{DynamicGame, Failure, Move, OwnEvaluation, Position, Rules};
use crate::board_game::{AnyEvaluator, BoardGame, ZERO};
use crate::notation::bad;
use crate::{Ending, GameId, NotationError, Record};
use gametree::{Game, Zero};

impl BoardGame for DynamicGame {
    /// Not in the list of games: a name alone does not give its rules.
    const ID: GameId = GameId::new("dynamic");
    const TITLE: &'static str = "A game of your own";
    const ABOUT: &'static str = "Its rules are given at run time.";
    const SIZE: (u32, u32) = (1, 1);
    const SIDES: [&'static str; 2] = ["First", "Second"];
    const LARGE: f64 = 100.0;
    const OPENING_PLIES: u32 = 2;
    const EXERCISE_PLIES: (u32, u32) = (0, 4);
    const BEST_EVALUATOR: &'static str = "own";
    const EVALUATORS: &'static [(&'static str, &'static str)] =
        &[("own", "the evaluation of the rules; 0 without one"), ZERO];

    fn start(&self) -> Position {
        self.start_position().clone()
    }

    fn render(&self, state: &Position) -> String {
        let side = Self::SIDES[self.side(state).index()].to_lowercase();
        format!("{}\n{side} to move\n", self.write_position(state))
    }

    fn write_move(&self, mv: Move) -> String {
        self.text(mv)
    }

    fn read_move(&self, state: &Position, text: &str) -> Result<Move, NotationError> {
        let moves = self.legal(state);
        let found = moves.iter().find(|&&mv| self.text(mv) == text);
        found.copied().ok_or_else(|| {
            let texts: Vec<String> = moves.iter().map(|&mv| self.text(mv)).collect();
            let expected = match texts.is_empty() {
                true => "none: the game is over".to_owned(),
                false => format!("one of {}", texts.join(", ")),
            };
            NotationError::new("move", text, expected)
        })
    }

    /// The moves from the start position, after the word `start`.
    fn write_position(&self, state: &Position) -> String {
        let mut text = "start".to_owned();
        for mv in state.path() {
            text = text + " " + &self.text(mv);
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        if first != "start" {
            let expected = "the word start and the moves from the start position";
            return bad("position", first, expected);
        }
        let mut state = self.start();
        for word in words {
            let mv = self.read_move(&state, word)?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        Some(match name {
            "own" => Box::new(OwnEvaluation),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn board(&self, _: &Position) -> String {
        "1".to_owned()
    }

    fn describe_end(&self, _: &Record<Self>, ending: &Ending) -> String {
        ending.describe(Self::SIDES, ending.reason.words())
    }

    fn failure(&self) -> Option<String> {
        Self::failure(self).map(ToString::to_string)
    }
}

/// The rules of a game without moves.
struct NoRules;

impl Rules for NoRules {
    type State = ();
    type Move = String;
    type Key = ();

    fn start(&self) -> Result<(), Failure> {
        Ok(())
    }

    fn moves(&self, (): &()) -> Result<Vec<String>, Failure> {
        Ok(Vec::new())
    }

    fn play(&self, (): &(), _: &String) -> Result<(), Failure> {
        Ok(())
    }

    fn result(&self, (): &()) -> Result<Option<i64>, Failure> {
        Ok(Some(0))
    }
}

/// A game that is over at the start.
impl Default for DynamicGame {
    fn default() -> Self {
        Self::new(NoRules).expect("these rules do not fail")
    }
}
