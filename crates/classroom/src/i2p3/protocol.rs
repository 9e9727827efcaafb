//! The files by which the course's referee and a player talk.
//!
//! The referee writes a file `state`: the player's number on the first line (0 is White), White's
//! board as six lines of five piece codes, an empty line, Black's board, an empty line. The codes
//! are 0 empty, 1 pawn, 2 rook, 3 knight, 4 bishop, 5 queen, 6 king. The player appends lines
//! `row column row column` (from, to; row 0 is Black's back row) to the file `action`, and the
//! last complete line counts when the player is killed after ten seconds.

use super::{DEPTH_STEP, FIRST_DEPTH, Stoppable};
use games::minichess::{Kind, Move, Position};
use games::{BoardGame, MiniChess, NotationError};
use gametree::{Game, Player};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn error(part: &'static str, found: &str, expected: &str) -> NotationError {
    NotationError {
        part,
        found: found.to_owned(),
        expected: expected.to_owned(),
    }
}

/// Read the referee's `state`. The number of plies played is not in it and is taken as 0.
pub fn read_state(text: &str) -> Result<Position, NotationError> {
    let mut words = text.split_whitespace();
    let side = match words.next().unwrap_or("") {
        "0" => 'w',
        "1" => 'b',
        other => return Err(error("player number", other, "0 or 1")),
    };
    let mut rows = vec![String::new(); 6];
    let mut board = [[None; 5]; 6];
    for owner in [Player::First, Player::Second] {
        for row in &mut board {
            for place in row {
                let word = words.next().unwrap_or("");
                let kind = match word {
                    "0" => continue,
                    _ => Kind::ALL
                        .into_iter()
                        .find(|kind| (*kind as u8).to_string() == word),
                };
                let kind = kind.ok_or_else(|| error("piece code", word, "a digit from 0 to 6"))?;
                if place.is_some() {
                    return Err(error("board", word, "one piece to a square"));
                }
                *place = Some((owner, kind));
            }
        }
    }
    if let Some(more) = words.next() {
        return Err(error("end of the state", more, "nothing after two boards"));
    }
    for (text, row) in rows.iter_mut().zip(board) {
        for piece in row {
            text.push(match piece {
                None => '1',
                Some((owner, kind)) => letter(owner, kind),
            });
        }
    }
    MiniChess::default().read_position(&format!("{} {side} 0", rows.join("/")))
}

/// Write a position as the referee does.
#[must_use]
pub fn write_state(position: &Position) -> String {
    let mut text = match position.side() {
        Player::First => "0\n".to_owned(),
        Player::Second => "1\n".to_owned(),
    };
    for owner in [Player::First, Player::Second] {
        for row in 0..6 {
            for column in 0..5 {
                let code = match position.piece_at(row, column) {
                    Some((player, kind)) if player == owner => super::code(kind),
                    _ => 0,
                };
                text += &format!("{code} ");
            }
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

fn letter(owner: Player, kind: Kind) -> char {
    let letter = match kind {
        Kind::Pawn => 'p',
        Kind::Rook => 'r',
        Kind::Knight => 'n',
        Kind::Bishop => 'b',
        Kind::Queen => 'q',
        Kind::King => 'k',
    };
    match owner {
        Player::First => letter.to_ascii_uppercase(),
        Player::Second => letter,
    }
}

/// A move as a line of `action`.
#[must_use]
pub fn action(mv: Move) -> String {
    let [(from_row, from_column), (to_row, to_column)] = mv.rows_and_columns();
    format!("{from_row} {from_column} {to_row} {to_column}")
}

/// What to write before the first search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    /// Nothing, as the document: if four plies take too long the game is lost.
    Nothing,
    /// The first legal move, as the mended player does.
    AnyMove,
}

/// Search 4, 6, 8, ... plies, at most `deepest`, and write the best move after each, until `stop`.
///
/// Returns the last move written.
pub fn respond(
    position: &Position,
    player: &mut dyn Stoppable,
    early: Early,
    deepest: u32,
    stop: &Arc<AtomicBool>,
    out: &mut dyn Write,
) -> io::Result<Option<Move>> {
    let game = MiniChess::default();
    let mut written = None;
    let mut put = |mv: Move, out: &mut dyn Write| {
        written = Some(mv);
        writeln!(out, "{}", action(mv))?;
        out.flush()
    };
    if game.terminal(position).is_some() {
        return Ok(None);
    }
    if early == Early::AnyMove
        && let Some(&mv) = game.legal_moves(position).first()
    {
        put(mv, out)?;
    }
    for depth in (FIRST_DEPTH..=deepest).step_by(DEPTH_STEP as usize) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        match player.think(position, depth, stop) {
            Some(choice) => match choice.best {
                Some(mv) => put(mv, out)?,
                None => break,
            },
            None => break,
        }
    }
    Ok(written)
}
