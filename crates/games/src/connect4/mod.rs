//! Connect Four on 7 columns and 6 rows: the first four discs in a line win.
//!
//! Moves are columns, `a` to `g`, generated from the centre outwards (d c e b f a g), because central discs are part of the
//! most lines. A position is 42 characters, `r`, `y` or `.`, row by row from the top left. Red moves first, so the number of
//! discs determines the side to move.
//!
//! ```
//! use games::{BoardGame, ConnectFour};
//! let game = ConnectFour;
//! let mut position = game.start();
//! for text in ["d", "d", "c"] {
//!     let mv = game.read_move(&position, text).unwrap();
//!     gametree::Game::play(&game, &mut position, mv);
//! }
//! assert_eq!(game.write_position(&position), ".......".repeat(4) + "...y..." + "..rr...");
//! ```

mod board_game;

use gametree::{Evaluator, Game, Score, Side, WIN, mix};

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// The bits of a column: its six squares, the lowest first, and one bit that stays empty, so that no line wraps around.
const STEP: usize = ROWS + 1;

/// The lowest square of each column.
const BOTTOM: u64 = {
    let mut squares = 0;
    let mut column = 0;
    while column < COLUMNS {
        squares |= 1 << (column * STEP);
        column += 1;
    }
    squares
};

/// All 42 squares.
const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);

/// The columns from the centre outwards.
const CENTRE_FIRST: [u8; COLUMNS] = [3, 2, 4, 1, 5, 0, 6];

/// The distance of neighbouring bits in a column, a row and the two diagonals.
const DIRECTIONS: [usize; 4] = [1, STEP, STEP - 1, STEP + 1];

/// The number of lines of four squares.
const LINE_COUNT: usize = 69;

/// The lines of four squares.
const LINES: [u64; LINE_COUNT] = {
    let mut lines = [0; LINE_COUNT];
    let mut count = 0;
    let mut first = 0;
    while first < COLUMNS * STEP {
        let mut index = 0;
        while index < DIRECTIONS.len() {
            let by = DIRECTIONS[index];
            if first + 3 * by < COLUMNS * STEP {
                let line = (1 | 1 << by | 1 << (2 * by) | 1 << (3 * by)) << first;
                if line & !BOARD == 0 {
                    lines[count] = line;
                    count += 1;
                }
            }
            index += 1;
        }
        first += 1;
    }
    assert!(count == LINE_COUNT);
    lines
};

/// The rules of Connect Four.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

/// The discs of each side: bit `7 * column + row`, row 0 at the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    discs: [u64; 2],
}

impl Position {
    /// Returns the discs of Red and of Yellow: bit `7 * column + row`, row 0 at the bottom.
    #[must_use]
    pub const fn discs(self) -> [u64; 2] {
        self.discs
    }

    const fn occupied(self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    /// Returns the lowest empty square of a column, or 0 if the column is full.
    const fn landing(self, column: u8) -> u64 {
        let squares = ((1 << ROWS) - 1) << (column as usize * STEP);
        let occupied = self.occupied() & squares;
        // The discs of a column are stacked: adding the lowest bit carries past them.
        (occupied + (BOTTOM & squares)) & squares
    }

    fn has_four(self, side: Side) -> bool {
        let discs = self.discs[side.index()];
        DIRECTIONS.iter().any(|by| {
            let pairs = discs & discs >> by;
            pairs & pairs >> (2 * by) != 0
        })
    }

    fn owner(self, square: u64) -> Option<Side> {
        let sides = [Side::First, Side::Second];
        sides
            .into_iter()
            .find(|side| self.discs[side.index()] & square != 0)
    }
}

impl Game for ConnectFour {
    type State = Position;
    /// A column, 0 on the left.
    type Move = u8;
    type Undo = ();
    const ALTERNATES: bool = true;

    #[inline]
    fn side(&self, state: &Position) -> Side {
        if state.occupied().count_ones().is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    fn moves(&self, state: &Position, out: &mut Vec<u8>) {
        let open = |&column: &u8| state.landing(column) != 0;
        out.extend(CENTRE_FIRST.into_iter().filter(open));
    }

    fn play(&self, state: &mut Position, column: u8) {
        let side = self.side(state);
        state.discs[side.index()] |= state.landing(column);
    }

    fn undo(&self, state: &mut Position, column: u8, (): ()) {
        let squares = ((1 << ROWS) - 1) << (usize::from(column) * STEP);
        let top = 1 << (state.occupied() & squares).ilog2();
        state.discs = state.discs.map(|discs| discs & !top);
    }

    fn terminal(&self, state: &Position) -> Option<Score> {
        // Only the side that just moved can have completed a line.
        if state.has_four(self.side(state).other()) {
            return Some(-WIN);
        }
        (state.occupied() == BOARD).then_some(0)
    }

    /// The discs of one side and, added to it, the first empty square of each column determine the position.
    fn key(&self, state: &Position) -> u64 {
        mix(state.discs[0] + state.occupied() + BOTTOM)
    }

    fn move_slot(&self, column: u8) -> Option<usize> {
        Some(usize::from(column))
    }
}

/// Counts the open lines: those of four squares without a disc of the opponent, more for lines with more own discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

/// The value of an open line by its number of discs.
const OPEN: [Score; 4] = [0, 1, 4, 16];

impl Evaluator<ConnectFour> for OpenLines {
    fn evaluate(&mut self, game: &ConnectFour, state: &Position) -> Score {
        let side = game.side(state);
        let [own, other] = [side, side.other()].map(|side| state.discs[side.index()]);
        let open = |own: u64, other: u64| {
            let lines = LINES.iter().filter(|&&line| line & other == 0);
            let values = lines.map(|line| OPEN[(line & own).count_ones().min(3) as usize]);
            values.sum::<Score>()
        };
        open(own, other) - open(other, own)
    }
}
