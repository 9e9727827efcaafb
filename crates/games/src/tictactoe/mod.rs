//! Tic-tac-toe: small enough to look at everything.
//!
//! Squares are numbered 0 to 8, line by line from the top left, and moves are
//! generated in that order. In text a square is a column and a line, `a1` top left.
//! A position is nine characters, `x`, `o` or `.`, in the order of the squares; who is
//! to move follows from their number, since `x` begins.
//!
//! ```
//! use games::{BoardGame, TicTacToe};
//! let game = TicTacToe::default();
//! let position = game.read_position("xo..x....").unwrap();
//! assert_eq!(game.render(&position), "x o .\n. x .\n. . .\no to move\n");
//! ```

mod descriptor;

use crate::notation::{BoardGame, NotationError, read_square, square_name};
use gametree::{Evaluator, Game, Player, Score, WIN, mix};

/// The eight lines of three.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
const FULL: u16 = 0b111_111_111;

/// What a won game is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// 1, however long it takes.
    #[default]
    Outcome,
    /// [`WIN`] less the number of plies: quick wins are better.
    Distance,
}

/// The rules of tic-tac-toe.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe {
    /// What a won game is worth.
    pub scoring: Scoring,
}

/// The squares each player has taken, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    marks: [u16; 2],
}

impl Position {
    /// The squares of `x` and of `o`, as bits.
    #[must_use]
    pub const fn marks(self) -> [u16; 2] {
        self.marks
    }

    fn has_line(self, player: Player) -> bool {
        let marks = self.marks[player.index()];
        LINES.iter().any(|line| line & !marks == 0)
    }

    fn empty(self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }
}

impl Game for TicTacToe {
    type State = Position;
    type Move = u8;
    type Undo = ();
    const ALTERNATES: bool = true;

    #[inline]
    fn side(&self, state: &Position) -> Player {
        if state.marks[0].count_ones() == state.marks[1].count_ones() {
            Player::First
        } else {
            Player::Second
        }
    }

    fn moves(&self, state: &Position, out: &mut Vec<u8>) {
        let mut empty = state.empty();
        while empty != 0 {
            out.push(empty.trailing_zeros() as u8);
            empty &= empty - 1;
        }
    }

    fn play(&self, state: &mut Position, mv: u8) {
        let mover = self.side(state).index();
        state.marks[mover] |= 1 << mv;
    }

    fn undo(&self, state: &mut Position, mv: u8, (): ()) {
        state.marks[0] &= !(1 << mv);
        state.marks[1] &= !(1 << mv);
    }

    fn terminal(&self, state: &Position) -> Option<Score> {
        // Only the player who has just moved can have made a line.
        if state.has_line(self.side(state).other()) {
            return Some(match self.scoring {
                Scoring::Outcome => -1,
                Scoring::Distance => -WIN,
            });
        }
        (state.empty() == 0).then_some(0)
    }

    fn key(&self, state: &Position) -> u64 {
        // The number of marks says who is to move.
        self.board_key(state)
    }

    fn board_key(&self, state: &Position) -> u64 {
        mix(u64::from(state.marks[0]) << 9 | u64::from(state.marks[1]) | 1 << 63)
    }

    fn move_slot(&self, mv: u8) -> Option<usize> {
        Some(usize::from(mv))
    }
}

impl BoardGame for TicTacToe {
    fn name(&self) -> String {
        "tictactoe".to_owned()
    }

    fn start(&self) -> Position {
        Position::default()
    }

    fn render(&self, state: &Position) -> String {
        let squares: Vec<char> = self.write_position(state).chars().collect();
        let mut text = String::new();
        for line in squares.chunks(3) {
            text += &format!("{} {} {}\n", line[0], line[1], line[2]);
        }
        let mover = if self.side(state) == Player::First {
            'x'
        } else {
            'o'
        };
        text + &format!("{mover} to move\n")
    }

    fn write_move(&self, mv: u8) -> String {
        square_name(usize::from(mv % 3), usize::from(mv / 3) + 1)
    }

    fn read_move(&self, state: &Position, text: &str) -> Result<u8, NotationError> {
        let (column, line) = read_square(text, 3, 3)?;
        let mv = (line * 3 + column) as u8;
        if self.terminal(state).is_some() {
            return Err(NotationError::new("move", text, "none: the game is over"));
        }
        if state.empty() & (1 << mv) == 0 {
            return Err(NotationError::new("move", text, "an empty square"));
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
            return Err(NotationError::new("board", found, "nine characters"));
        }
        let mut state = Position::default();
        for (square, c) in text.chars().enumerate() {
            match c {
                'x' | 'X' => state.marks[0] |= 1 << square,
                'o' | 'O' => state.marks[1] |= 1 << square,
                '.' | '-' => {}
                _ => return Err(NotationError::new("board", c, "`x`, `o` or `.`")),
            }
        }
        let [x, o] = state.marks.map(u16::count_ones);
        if x != o && x != o + 1 {
            let found = format!("{x} x and {o} o");
            return Err(NotationError::new(
                "number of marks",
                found,
                "as many x as o, or one more",
            ));
        }
        // A line ends the game, so only the player who moved last can have one.
        if state.has_line(self.side(&state)) {
            return Err(NotationError::new(
                "board",
                text,
                "no line for the player to move",
            ));
        }
        Ok(state)
    }
}

/// Counts the lines each player can still complete.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&mut self, game: &TicTacToe, state: &Position) -> Score {
        let open = |player: Player| {
            let theirs = state.marks[player.other().index()];
            LINES.iter().filter(|&&line| line & theirs == 0).count() as Score
        };
        let mover = game.side(state);
        open(mover) - open(mover.other())
    }
}
