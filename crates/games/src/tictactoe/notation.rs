//! Tic-tac-toe in text, as the module above says.

use super::{Position, TicTacToe};
use crate::notation::{NotationError, read_square, square_name};
use gametree::{Game, Player};

pub(super) fn start() -> Position {
    Position::default()
}

pub(super) fn render(game: &TicTacToe, state: &Position) -> String {
    let squares: Vec<char> = write_position(state).chars().collect();
    let mut text = String::new();
    for line in squares.chunks(3) {
        text += &format!("{} {} {}\n", line[0], line[1], line[2]);
    }
    let mover = if game.side(state) == Player::First {
        'x'
    } else {
        'o'
    };
    text + &format!("{mover} to move\n")
}

pub(super) fn write_move(mv: u8) -> String {
    square_name(usize::from(mv % 3), usize::from(mv / 3) + 1)
}

pub(super) fn read_move(
    game: &TicTacToe,
    state: &Position,
    text: &str,
) -> Result<u8, NotationError> {
    let (column, line) = read_square(text, 3, 3)?;
    let mv = (line * 3 + column) as u8;
    if game.terminal(state).is_some() {
        return Err(NotationError::new("move", text, "none: the game is over"));
    }
    if state.empty() & (1 << mv) == 0 {
        return Err(NotationError::new("move", text, "an empty square"));
    }
    Ok(mv)
}

pub(super) fn write_position(state: &Position) -> String {
    let mark = |square: usize| match (state.marks[0] >> square & 1, state.marks[1] >> square & 1) {
        (1, _) => 'x',
        (_, 1) => 'o',
        _ => '.',
    };
    (0..9).map(mark).collect()
}

pub(super) fn read_position(game: &TicTacToe, text: &str) -> Result<Position, NotationError> {
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
    if state.has_line(game.side(&state)) {
        return Err(NotationError::new(
            "board",
            text,
            "no line for the player to move",
        ));
    }
    Ok(state)
}
