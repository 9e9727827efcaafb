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

mod board_game;
mod notation;

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
