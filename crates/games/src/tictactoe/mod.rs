//! Tic-tac-toe: small enough for an exhaustive search.
//!
//! Squares are numbered 0 to 8, line by line from the top left, and moves are
//! generated in that order. In text a square is a column and a line, `a1` top left.
//! A position is nine characters, `x`, `o` or `.`, in the order of the squares.
//! The number of marks determines the side to move, since `x` moves first.
//!
//! ```
//! use games::{BoardGame, TicTacToe};
//! let game = TicTacToe::default();
//! let position = game.read_position("xo..x....").unwrap();
//! assert_eq!(game.render(&position), "x o .\n. x .\n. . .\no to move\n");
//! ```

mod board_game;

use gametree::{Evaluator, Game, Score, Side, WIN, mix};

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

/// The score of a won game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// 1.
    #[default]
    Outcome,
    /// [`WIN`] minus the number of plies: quick wins are better.
    Distance,
}

/// The rules of tic-tac-toe.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe {
    /// The score of a won game.
    pub scoring: Scoring,
}

/// The squares of each player, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    marks: [u16; 2],
}

impl Position {
    /// Returns the squares of `x` and of `o`, as bits.
    #[must_use]
    pub const fn marks(self) -> [u16; 2] {
        self.marks
    }

    fn has_line(self, player: Side) -> bool {
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
    fn side(&self, state: &Position) -> Side {
        if state.marks[0].count_ones() == state.marks[1].count_ones() {
            Side::First
        } else {
            Side::Second
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
        let to_move = self.side(state).index();
        state.marks[to_move] |= 1 << mv;
    }

    fn undo(&self, state: &mut Position, mv: u8, (): ()) {
        state.marks[0] &= !(1 << mv);
        state.marks[1] &= !(1 << mv);
    }

    fn terminal(&self, state: &Position) -> Option<Score> {
        // Only the side that just moved can have completed a line.
        if state.has_line(self.side(state).other()) {
            return Some(match self.scoring {
                Scoring::Outcome => -1,
                Scoring::Distance => -WIN,
            });
        }
        (state.empty() == 0).then_some(0)
    }

    fn key(&self, state: &Position) -> u64 {
        // The number of marks determines the side to move.
        self.board_key(state)
    }

    fn board_key(&self, state: &Position) -> u64 {
        mix(u64::from(state.marks[0]) << 9 | u64::from(state.marks[1]) | 1 << 63)
    }

    fn move_slot(&self, mv: u8) -> Option<usize> {
        Some(usize::from(mv))
    }
}

/// Counts the lines each player can still complete.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&mut self, game: &TicTacToe, state: &Position) -> Score {
        let open = |player: Side| {
            let theirs = state.marks[player.other().index()];
            LINES.iter().filter(|&&line| line & theirs == 0).count() as Score
        };
        let to_move = game.side(state);
        open(to_move) - open(to_move.other())
    }
}
