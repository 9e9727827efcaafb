//! [`BoardGame`] for MiniChess.
//!
//! A move is two squares, `a2a3`; a promotion may end in `q`. A
//! position is written as in chess: the rows from the top separated by `/`, capitals for
//! White, digits for empty squares; the player to move, `w` or `b`; the number of plies
//! played. The start is `kqbnr/ppppp/5/5/PPPPP/RNBQK w 0`.

use super::{
    Activity, Kind, Material, MiniChess, Move, Position, SquareTables, TableSign, last_row,
};
use crate::board_game::{AnyEvaluator, BoardGame, ZERO, rows};
use crate::notation::{bad, read_square, square_name};
use crate::{Ending, GameId, NotationError, Reason, Record};
use gametree::{Game, Side, Zero};

const START: &str = "kqbnr/ppppp/5/5/PPPPP/RNBQK w 0";

fn letter(owner: Side, kind: Kind) -> char {
    let letter = match kind {
        Kind::Pawn => 'p',
        Kind::Rook => 'r',
        Kind::Knight => 'n',
        Kind::Bishop => 'b',
        Kind::Queen => 'q',
        Kind::King => 'k',
    };
    if owner == Side::First {
        letter.to_ascii_uppercase()
    } else {
        letter
    }
}

fn read_letter(c: char) -> Option<(Side, Kind)> {
    let owner = if c.is_ascii_uppercase() {
        Side::First
    } else {
        Side::Second
    };
    let kind = Kind::ALL
        .into_iter()
        .find(|&kind| letter(owner, kind) == c)?;
    Some((owner, kind))
}

fn name_of(square: u8) -> String {
    square_name(usize::from(square % 5), 6 - usize::from(square / 5))
}

/// Reads the rows of a board into an empty position.
fn read_board(text: &str, state: &mut Position) -> Result<(), NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 6 {
        return bad(
            "board",
            format!("{} rows", rows.len()),
            "6 rows separated by `/`",
        );
    }
    for (row, line) in rows.into_iter().enumerate() {
        let mut column = 0;
        for c in line.chars() {
            match (c.to_digit(10), read_letter(c)) {
                (Some(empty), _) if empty > 0 => column += empty as usize,
                (_, Some((owner, kind))) if column < 5 => {
                    if kind == Kind::Pawn && row == usize::from(last_row(owner)) {
                        return bad("board", line, "no pawn on its last row");
                    }
                    state.put((row * 5 + column) as u8, owner, kind);
                    column += 1;
                }
                (_, Some(_)) => column = 6,
                _ => {
                    return bad(
                        "board",
                        c,
                        "a piece of `prnbqkPRNBQK` or a number of empty squares",
                    );
                }
            }
        }
        if column != 5 {
            return bad("board", line, format!("5 squares in row {}", 6 - row));
        }
    }
    Ok(())
}

impl BoardGame for MiniChess {
    const ID: GameId = GameId::new("minichess");
    const TITLE: &'static str = "MiniChess";
    const ABOUT: &'static str = "Chess on a 5×6 board: short games, deep searches.";
    const SIZE: (u32, u32) = (5, 6);
    const LARGE: f64 = 80.0;
    const OPENING_PLIES: u32 = 4;
    const EXERCISE_PLIES: (u32, u32) = (4, 16);
    const BEST_EVALUATOR: &'static str = "activity";
    const EVALUATORS: &'static [(&'static str, &'static str)] = &[
        ("activity", "material, mobility and advanced pawns"),
        (
            "squares",
            "material and piece-square tables (those of the course, added)",
        ),
        (
            "squares-printed",
            "material and piece-square tables (subtracted, for Black with the codes swapped, as printed in the course)",
        ),
        ("material", "pawn 2, rook 6, knight 7, bishop 8, queen 20"),
        ZERO,
    ];

    fn start(&self) -> Position {
        self.read_position(START)
            .expect("the start position is valid")
    }

    fn render(&self, state: &Position) -> String {
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
        let to_move = if state.side() == Side::First {
            "White"
        } else {
            "Black"
        };
        text + &format!(
            "  a b c d e\n{to_move} to move, ply {} of {}\n",
            state.ply(),
            self.rules.ply_limit
        )
    }

    fn write_move(&self, mv: Move) -> String {
        name_of(mv.from) + &name_of(mv.to)
    }

    fn read_move(&self, state: &Position, text: &str) -> Result<Move, NotationError> {
        let plain = text.strip_suffix(['q', 'Q']).unwrap_or(text);
        let squares = plain.split_at_checked(2).filter(|_| plain.len() == 4);
        let Some((from, to)) = squares else {
            return bad("move", text, "two squares, such as a2a3");
        };
        let read =
            |text| read_square(text, 5, 6).map(|(column, line)| ((5 - line) * 5 + column) as u8);
        let mv = Move {
            from: read(from)?,
            to: read(to)?,
        };
        if self.legal_moves(state).contains(&mv) {
            return Ok(mv);
        }
        let expected = match state.piece(mv.from) {
            _ if self.legal_moves(state).is_empty() => "none: the game is over",
            None => "a move from a square with a piece",
            Some((owner, _)) if owner != state.side() => "a move of the side to move",
            Some(_) => "a square that this piece can move to",
        };
        bad("move", text, expected)
    }

    fn write_position(&self, state: &Position) -> String {
        let to_move = if state.side() == Side::First {
            'w'
        } else {
            'b'
        };
        format!("{} {to_move} {}", self.board(state), state.ply())
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut parts = text.split_whitespace();
        let board = parts.next().unwrap_or("");
        let side = match parts.next().unwrap_or("") {
            "w" => Side::First,
            "b" => Side::Second,
            other => return bad("player to move", other, "`w` or `b`"),
        };
        let ply = match parts.next() {
            None => 0,
            Some(number) => number
                .parse()
                .ok()
                .filter(|&ply: &u32| ply <= 1_000)
                .ok_or_else(|| {
                    NotationError::new("number of plies", number, "a number up to 1000")
                })?,
        };
        if let Some(more) = parts.next() {
            return bad(
                "end of the position",
                more,
                "nothing after the number of plies",
            );
        }
        let mut state = Position::empty(side, ply);
        read_board(board, &mut state)?;
        for (player, name) in [(Side::First, "White"), (Side::Second, "Black")] {
            let kings = state
                .pieces()
                .filter(|&(_, owner, kind)| owner == player && kind == Kind::King)
                .count();
            // A game can have ended with the capture of a king.
            let fewest = usize::from(self.rules.won_if_king_can_be_taken);
            if kings < fewest || kings > 1 {
                return bad(
                    "board",
                    format!("{kings} kings for {name}"),
                    "one king each",
                );
            }
        }
        Ok(state)
    }

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        let tables = |sign| Box::new(SquareTables { sign });
        Some(match name {
            "activity" => Box::new(Activity),
            "squares" => tables(TableSign::Add),
            "squares-printed" => tables(TableSign::Subtract),
            "material" => Box::new(Material),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn board(&self, state: &Position) -> String {
        rows(5, 6, |column, row| {
            let piece = state.piece_at(row, column);
            piece.map(|(owner, kind)| letter(owner, kind))
        })
    }

    fn describe_end(&self, record: &Record<Self>, ending: &Ending) -> String {
        let state = record.state();
        let reason = if ending.reason != Reason::Rules {
            ending.reason.words().to_owned()
        } else if state.ply() >= self.rules.ply_limit {
            format!("material after {} plies", self.rules.ply_limit)
        } else if ending.winner == Some(self.side(state)) {
            "the king that can be captured".to_owned()
        } else {
            "leaving the opponent without a move".to_owned()
        };
        ending.describe(Self::SIDES, &reason)
    }
}
