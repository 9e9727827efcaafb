//! MiniChess in text.
//!
//! A move is two squares, `a2a3`; a promotion may be written with a `q` behind it. A
//! position is written as in chess: the rows from the top separated by `/`, capitals for
//! White, digits for empty squares; the player to move, `w` or `b`; the number of plies
//! played. The start is `kqbnr/ppppp/5/5/PPPPP/RNBQK w 0`.

use super::geometry::last_row;
use super::{Kind, MiniChess, Move, Position};
use crate::BoardGame;
use crate::notation::{NotationError, read_square, square_name};
use gametree::Player;

const START: &str = "kqbnr/ppppp/5/5/PPPPP/RNBQK w 0";

fn letter(owner: Player, kind: Kind) -> char {
    let letter = match kind {
        Kind::Pawn => 'p',
        Kind::Rook => 'r',
        Kind::Knight => 'n',
        Kind::Bishop => 'b',
        Kind::Queen => 'q',
        Kind::King => 'k',
    };
    if owner == Player::First {
        letter.to_ascii_uppercase()
    } else {
        letter
    }
}

fn read_letter(c: char) -> Option<(Player, Kind)> {
    let owner = if c.is_ascii_uppercase() {
        Player::First
    } else {
        Player::Second
    };
    let kind = Kind::ALL
        .into_iter()
        .find(|&kind| letter(owner, kind) == c)?;
    Some((owner, kind))
}

fn name_of(square: u8) -> String {
    square_name(usize::from(square % 5), 6 - usize::from(square / 5))
}

/// Read the rows of a board into an empty position.
fn read_board(text: &str, state: &mut Position) -> Result<(), NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 6 {
        return Err(NotationError::new(
            "board",
            format!("{} rows", rows.len()),
            "6 rows separated by `/`",
        ));
    }
    for (row, line) in rows.into_iter().enumerate() {
        let mut column = 0;
        for c in line.chars() {
            match (c.to_digit(10), read_letter(c)) {
                (Some(empty), _) if empty > 0 => column += empty as usize,
                (_, Some((owner, kind))) if column < 5 => {
                    if kind == Kind::Pawn && row == usize::from(last_row(owner)) {
                        return Err(NotationError::new("board", line, "no pawn on its last row"));
                    }
                    state.put((row * 5 + column) as u8, owner, kind);
                    column += 1;
                }
                (_, Some(_)) => column = 6,
                _ => {
                    return Err(NotationError::new(
                        "board",
                        c,
                        "a piece of `prnbqkPRNBQK` or a number of empty squares",
                    ));
                }
            }
        }
        if column != 5 {
            return Err(NotationError::new(
                "board",
                line,
                format!("5 squares in row {}", 6 - row),
            ));
        }
    }
    Ok(())
}

pub(super) fn start(game: &MiniChess) -> Position {
    read_position(game, START).expect("the start is a position")
}

pub(super) fn render(game: &MiniChess, state: &Position) -> String {
    let mut text = String::new();
    for row in 0..6 {
        text += &(6 - row).to_string();
        for column in 0..5 {
            text.push(' ');
            text.push(
                state
                    .piece_at(row, column)
                    .map_or('.', |(owner, kind)| letter(owner, kind)),
            );
        }
        text.push('\n');
    }
    let mover = if state.side() == Player::First {
        "White"
    } else {
        "Black"
    };
    text + &format!(
        "  a b c d e\n{mover} to move, ply {} of {}\n",
        state.ply(),
        game.rules.ply_limit
    )
}

pub(super) fn write_move(mv: Move) -> String {
    name_of(mv.from) + &name_of(mv.to)
}

pub(super) fn read_move(
    game: &MiniChess,
    state: &Position,
    text: &str,
) -> Result<Move, NotationError> {
    let plain = text.strip_suffix(['q', 'Q']).unwrap_or(text);
    let squares = plain.split_at_checked(2).filter(|_| plain.len() == 4);
    let Some((from, to)) = squares else {
        return Err(NotationError::new(
            "move",
            text,
            "two squares, such as a2a3",
        ));
    };
    let read = |text| read_square(text, 5, 6).map(|(column, line)| ((5 - line) * 5 + column) as u8);
    let mv = Move {
        from: read(from)?,
        to: read(to)?,
    };
    if game.legal_moves(state).contains(&mv) {
        return Ok(mv);
    }
    let expected = match state.piece(mv.from) {
        _ if game.legal_moves(state).is_empty() => "none: the game is over",
        None => "a move from a square with a piece",
        Some((owner, _)) if owner != state.side() => "a move of the player whose turn it is",
        Some(_) => "a square this piece can go to",
    };
    Err(NotationError::new("move", text, expected))
}

pub(super) fn write_position(state: &Position) -> String {
    let mut text = String::new();
    for row in 0..6 {
        let mut empty = 0;
        for column in 0..5 {
            match state.piece_at(row, column) {
                None => empty += 1,
                Some((owner, kind)) => {
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    text.push(letter(owner, kind));
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text.push(if row < 5 { '/' } else { ' ' });
    }
    let mover = if state.side() == Player::First {
        'w'
    } else {
        'b'
    };
    text + &format!("{mover} {}", state.ply())
}

pub(super) fn read_position(game: &MiniChess, text: &str) -> Result<Position, NotationError> {
    let mut parts = text.split_whitespace();
    let board = parts.next().unwrap_or("");
    let side = match parts.next().unwrap_or("") {
        "w" => Player::First,
        "b" => Player::Second,
        other => return Err(NotationError::new("player to move", other, "`w` or `b`")),
    };
    let ply = match parts.next() {
        None => 0,
        Some(number) => number
            .parse()
            .ok()
            .filter(|&ply: &u32| ply <= 1_000)
            .ok_or_else(|| NotationError::new("number of plies", number, "a number up to 1000"))?,
    };
    if let Some(more) = parts.next() {
        return Err(NotationError::new(
            "end of the position",
            more,
            "nothing after the number of plies",
        ));
    }
    let mut state = Position::empty(side, ply);
    read_board(board, &mut state)?;
    for (player, name) in [(Player::First, "White"), (Player::Second, "Black")] {
        let kings = state
            .pieces()
            .filter(|&(_, owner, kind)| owner == player && kind == Kind::King)
            .count();
        // A taken king is how a game may have ended.
        let fewest = usize::from(game.rules.won_if_king_can_be_taken);
        if kings < fewest || kings > 1 {
            return Err(NotationError::new(
                "board",
                format!("{kings} kings for {name}"),
                "one king each",
            ));
        }
    }
    Ok(state)
}
