//! [`BoardGame`] for tic-tac-toe.

use super::{LINES, OpenLines, Position, TicTacToe};
use crate::board_game::{AnyEvaluator, BoardGame, ZERO, piece_of, rows};
use crate::notation::{bad, read_square, square_name};
use crate::{Ending, GameId, NotationError, Reason, Record};
use gametree::{Game, Side, Zero};

impl BoardGame for TicTacToe {
    const ID: GameId = GameId::new("tictactoe");
    const TITLE: &'static str = "Tic-tac-toe";
    const ABOUT: &'static str = "Small enough to search every position.";
    const SIZE: (u32, u32) = (3, 3);
    const SIDES: [&'static str; 2] = ["X", "O"];
    const FROM_TOP: bool = true;
    const PLACES: bool = true;
    const LARGE: f64 = 4.0;
    const OPENING_PLIES: u32 = 1;
    const EXERCISE_PLIES: (u32, u32) = (0, 5);
    const BEST_EVALUATOR: &'static str = "lines";
    const EVALUATORS: &'static [(&'static str, &'static str)] = &[
        (
            "lines",
            "the number of lines that each side can still complete",
        ),
        ZERO,
    ];

    fn start(&self) -> Position {
        Position::default()
    }

    fn render(&self, state: &Position) -> String {
        let squares: Vec<char> = self.write_position(state).chars().collect();
        let mut text = String::new();
        for line in squares.chunks(3) {
            text += &format!("{} {} {}\n", line[0], line[1], line[2]);
        }
        let to_move = if self.side(state) == Side::First {
            'x'
        } else {
            'o'
        };
        text + &format!("{to_move} to move\n")
    }

    fn write_move(&self, mv: u8) -> String {
        square_name(usize::from(mv % 3), usize::from(mv / 3) + 1)
    }

    fn read_move(&self, state: &Position, text: &str) -> Result<u8, NotationError> {
        let (column, line) = read_square(text, 3, 3)?;
        let mv = (line * 3 + column) as u8;
        if self.terminal(state).is_some() {
            return bad("move", text, "none: the game is over");
        }
        if state.empty() & (1 << mv) == 0 {
            return bad("move", text, "an empty square");
        }
        Ok(mv)
    }

    fn write_position(&self, state: &Position) -> String {
        let mark =
            |square: usize| match (state.marks[0] >> square & 1, state.marks[1] >> square & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '.',
            };
        (0..9).map(mark).collect()
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let text = text.trim();
        if text.chars().count() != 9 {
            let found = format!("{} characters", text.chars().count());
            return bad("board", found, "nine characters");
        }
        let mut state = Position::default();
        for (square, c) in text.chars().enumerate() {
            match c {
                'x' | 'X' => state.marks[0] |= 1 << square,
                'o' | 'O' => state.marks[1] |= 1 << square,
                '.' | '-' => {}
                _ => return bad("board", c, "`x`, `o` or `.`"),
            }
        }
        let [x, o] = state.marks.map(u16::count_ones);
        if x != o && x != o + 1 {
            let found = format!("{x} x and {o} o");
            return bad("number of marks", found, "as many x as o, or one more");
        }
        // A line ends the game, so only the side that moved last can have one.
        if state.has_line(self.side(&state)) {
            return bad("board", text, "no line for the player to move");
        }
        Ok(state)
    }

    fn winning_squares(&self, state: &Position) -> Vec<String> {
        let won = |line: &&u16| state.marks.iter().any(|marks| *line & !marks == 0);
        let won = LINES.iter().filter(won).fold(0, |all, line| all | line);
        (0..9)
            .filter(|square| won >> square & 1 == 1)
            .map(|square| self.write_move(square))
            .collect()
    }

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        Some(match name {
            "lines" => Box::new(OpenLines),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn board(&self, state: &Position) -> String {
        rows(3, 3, |column, line| {
            [Side::First, Side::Second]
                .into_iter()
                .find(|player| state.marks[player.index()] >> (3 * line + column) & 1 == 1)
                .map(piece_of)
        })
    }

    fn describe_end(&self, _: &Record<Self>, ending: &Ending) -> String {
        let reason = match (ending.reason, ending.winner) {
            (Reason::Rules, Some(_)) => "three in a row",
            (Reason::Rules, None) => "a full board",
            (other, _) => other.words(),
        };
        ending.describe(Self::SIDES, reason)
    }
}
