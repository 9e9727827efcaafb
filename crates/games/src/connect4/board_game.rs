//! [`BoardGame`] for Connect Four.

use super::{BOTTOM, COLUMNS, ConnectFour, LINES, OpenLines, Position, ROWS, STEP};
use crate::board_game::{AnyEvaluator, BoardGame, ZERO, piece_of, rows};
use crate::notation::{bad, square_name};
use crate::{Ending, GameId, NotationError, Reason, Record};
use gametree::{Game, Side, Zero};

/// The bit of a square. Lines are counted from the top, as a position is written.
const fn bit(column: usize, line: usize) -> u64 {
    1 << (column * STEP + ROWS - 1 - line)
}

impl BoardGame for ConnectFour {
    const ID: GameId = GameId::new("connect4");
    const TITLE: &'static str = "Connect Four";
    const ABOUT: &'static str = "Discs drop into seven columns; four in a row win.";
    const SIZE: (u32, u32) = (COLUMNS as u32, ROWS as u32);
    const SIDES: [&'static str; 2] = ["Red", "Yellow"];
    const PLACES: bool = true;
    const LARGE: f64 = 60.0;
    const OPENING_PLIES: u32 = 4;
    const EXERCISE_PLIES: (u32, u32) = (4, 24);
    const BEST_EVALUATOR: &'static str = "lines";
    const EVALUATORS: &'static [(&'static str, &'static str)] = &[
        (
            "lines",
            "the lines of four that each side can still complete, weighted by their discs",
        ),
        ZERO,
    ];

    fn start(&self) -> Position {
        Position::default()
    }

    fn render(&self, state: &Position) -> String {
        let squares = self.write_position(state);
        let mut text = String::new();
        for line in squares.as_bytes().chunks(COLUMNS) {
            let line: Vec<String> = line.iter().map(|&c| char::from(c).to_string()).collect();
            text += &(line.join(" ") + "\n");
        }
        let side = Self::SIDES[self.side(state).index()].to_lowercase();
        text + &format!("a b c d e f g\n{side} to move\n")
    }

    fn write_move(&self, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }

    fn read_move(&self, state: &Position, text: &str) -> Result<u8, NotationError> {
        let column = match text.as_bytes() {
            [letter] => letter.to_ascii_lowercase().wrapping_sub(b'a'),
            _ => u8::MAX,
        };
        if usize::from(column) >= COLUMNS {
            return bad("column", text, "a letter from a to g");
        }
        if self.terminal(state).is_some() {
            return bad("move", text, "none: the game is over");
        }
        if state.landing(column) == 0 {
            return bad("move", text, "a column that is not full");
        }
        Ok(column)
    }

    fn write_position(&self, state: &Position) -> String {
        let squares = (0..ROWS).flat_map(|line| (0..COLUMNS).map(move |column| bit(column, line)));
        let letter = |square| match state.owner(square) {
            Some(Side::First) => 'r',
            Some(Side::Second) => 'y',
            None => '.',
        };
        squares.map(letter).collect()
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let text = text.trim();
        let count = text.chars().count();
        if count != COLUMNS * ROWS {
            let found = format!("{count} characters");
            return bad("board", found, "42 characters");
        }
        let mut state = Position::default();
        for (index, c) in text.chars().enumerate() {
            let square = bit(index % COLUMNS, index / COLUMNS);
            match c {
                'r' | 'R' => state.discs[0] |= square,
                'y' | 'Y' => state.discs[1] |= square,
                '.' | '-' => {}
                _ => return bad("board", c, "`r`, `y` or `.`"),
            }
        }
        let [red, yellow] = state.discs.map(u64::count_ones);
        if red != yellow && red != yellow + 1 {
            let found = format!("{red} red and {yellow} yellow");
            let expected = "as many red as yellow discs, or one more";
            return bad("number of discs", found, expected);
        }
        let below = state.occupied() << 1 | BOTTOM;
        if state.occupied() & !below != 0 {
            return bad("board", text, "no empty square below a disc");
        }
        // Four in a row end the game, so only the side that moved last can have them.
        if state.has_four(self.side(&state)) {
            return bad("board", text, "no four in a row of the side to move");
        }
        Ok(state)
    }

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        Some(match name {
            "lines" => Box::new(OpenLines),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn board(&self, state: &Position) -> String {
        rows(COLUMNS, ROWS, |column, line| {
            state.owner(bit(column, line)).map(piece_of)
        })
    }

    fn landing(&self, state: &Position, column: u8) -> Option<String> {
        let row = state.landing(column).checked_ilog2()? as usize % STEP;
        Some(square_name(usize::from(column), row + 1))
    }

    fn winning_squares(&self, state: &Position) -> Vec<String> {
        let won = |line: &&u64| state.discs().iter().any(|discs| *line & !discs == 0);
        let won = LINES.iter().filter(won).fold(0, |all, line| all | line);
        (0..COLUMNS * STEP)
            .filter(|square| won >> square & 1 == 1)
            .map(|square| square_name(square / STEP, square % STEP + 1))
            .collect()
    }

    fn describe_end(&self, _: &Record<Self>, ending: &Ending) -> String {
        let reason = match (ending.reason, ending.winner) {
            (Reason::Rules, Some(_)) => "four in a row",
            (Reason::Rules, None) => "a full board",
            (other, _) => other.words(),
        };
        ending.describe(Self::SIDES, reason)
    }
}
