//! Othello in text.
//!
//! A move is a square, `a1` top left, or `pass`. A position is one character per square,
//! line by line from `a1`: `X` for Black, `O` for White, `-` for empty; then a space and
//! the player to move, `X` or `O`. On the usual board that is the 64-character form many
//! programs use. On reading, `*` and `B` also mean Black, `W` White and `.` empty.

use super::{Move, Othello, Position};
use crate::notation::{NotationError, read_square, square_name};
use gametree::{Game, Player};

fn letter(player: Player) -> char {
    match player {
        Player::First => 'X',
        Player::Second => 'O',
    }
}

/// The player a character stands for; `None` for an empty square.
fn read_letter(c: char) -> Result<Option<Player>, ()> {
    match c {
        'X' | 'x' | '*' | 'B' | 'b' => Ok(Some(Player::First)),
        'O' | 'o' | 'W' | 'w' => Ok(Some(Player::Second)),
        '-' | '.' => Ok(None),
        _ => Err(()),
    }
}

pub(super) fn start<const N: usize>() -> Position {
    // White on d4 and e5, Black on e4 and d5; in the middle of the smaller boards.
    let square = |column: usize, line: usize| 1u64 << (line * N + column);
    let (low, high) = (N / 2 - 1, N / 2);
    Position {
        discs: [
            square(high, low) | square(low, high),
            square(low, low) | square(high, high),
        ],
        side: Player::First,
    }
}

pub(super) fn render<const N: usize>(game: &Othello<N>, state: &Position) -> String {
    let squares: Vec<char> = write_position::<N>(state).chars().collect();
    let placements = game.placements(state);
    let columns: Vec<String> = (0..N)
        .map(|column| square_name(column, 0)[..1].to_owned())
        .collect();
    let mut text = format!("  {}\n", columns.join(" "));
    for line in 0..N {
        text += &(line + 1).to_string();
        for column in 0..N {
            let square = line * N + column;
            text.push(' ');
            text.push(if placements >> square & 1 == 1 {
                '.'
            } else {
                squares[square]
            });
        }
        text.push('\n');
    }
    let [black, white] = state.discs.map(u64::count_ones);
    text + &format!("X {black}, O {white}, {} to move\n", letter(state.side))
}

pub(super) fn write_move<const N: usize>(mv: Move) -> String {
    mv.square().map_or_else(
        || "pass".to_owned(),
        |square| square_name(square % N, square / N + 1),
    )
}

pub(super) fn read_move<const N: usize>(
    game: &Othello<N>,
    state: &Position,
    text: &str,
) -> Result<Move, NotationError> {
    if game.terminal(state).is_some() {
        return Err(NotationError::new("move", text, "none: the game is over"));
    }
    let must_pass = game.placements(state) == 0;
    let pass = ["pass", "ps", "--"].contains(&text.to_ascii_lowercase().as_str());
    match (must_pass, pass) {
        (true, true) => return Ok(Move::PASS),
        (true, false) => {
            return Err(NotationError::new(
                "move",
                text,
                "`pass`: there is no other move",
            ));
        }
        (false, true) => {
            return Err(NotationError::new(
                "move",
                text,
                "a disc: passing is for players without a move",
            ));
        }
        (false, false) => {}
    }
    let (column, line) = read_square(text, N, N)?;
    let square = line * N + column;
    if game.placements(state) >> square & 1 == 0 {
        return Err(NotationError::new(
            "move",
            text,
            "a square where the disc turns others",
        ));
    }
    Ok(Move::place(square))
}

pub(super) fn write_position<const N: usize>(state: &Position) -> String {
    let mut text: String = (0..N * N)
        .map(
            |square| match (state.discs[0] >> square & 1, state.discs[1] >> square & 1) {
                (1, _) => 'X',
                (_, 1) => 'O',
                _ => '-',
            },
        )
        .collect();
    text.push(' ');
    text.push(letter(state.side));
    text
}

pub(super) fn read_position<const N: usize>(text: &str) -> Result<Position, NotationError> {
    let mut parts = text.split_whitespace();
    let board = parts.next().unwrap_or("");
    let side = parts.next().unwrap_or("");
    if let Some(more) = parts.next() {
        return Err(NotationError::new(
            "end of the position",
            more,
            "nothing after the player to move",
        ));
    }
    if board.chars().count() != N * N {
        let found = format!("{} characters", board.chars().count());
        return Err(NotationError::new(
            "board",
            found,
            format!("{} characters", N * N),
        ));
    }
    let mut discs = [0; 2];
    for (square, c) in board.chars().enumerate() {
        match read_letter(c) {
            Ok(Some(player)) => discs[player.index()] |= 1 << square,
            Ok(None) => {}
            Err(()) => {
                let found = format!("{c} on {}", square_name(square % N, square / N + 1));
                return Err(NotationError::new("board", found, "`X`, `O` or `-`"));
            }
        }
    }
    let mut letters = side.chars();
    match (letters.next().map(read_letter), letters.next()) {
        (Some(Ok(Some(side))), None) => Ok(Position { discs, side }),
        _ => Err(NotationError::new("player to move", side, "`X` or `O`")),
    }
}
