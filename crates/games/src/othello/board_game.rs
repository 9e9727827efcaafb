//! [`BoardGame`] for Othello.
//!
//! A move is a square, `a1` top left, or `pass`. A position is one character per square,
//! line by line from `a1`: `X` for Black, `O` for White, `-` for empty; then a space and
//! the player to move, `X` or `O`. On the 8x8 board this is the 64-character form of many
//! programs. On reading, `*` and `B` also mean Black, `W` White and `.` empty.

use super::{DiscDifference, MobilityAndCorners, Move, Othello, Position};
use crate::board_game::{AnyEvaluator, BoardGame, ZERO, piece_of, rows};
use crate::notation::{bad, read_square, square_name};
use crate::{Ending, GameId, NotationError, Reason, Record};
use gametree::{Game, Side, Zero};

const NO_SUCH_BOARD: &str = "Othello is played on 4x4, 6x6 or 8x8 squares";

fn letter(player: Side) -> char {
    match player {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// Reads the owner of a disc; `None` for an empty square.
fn read_letter(c: char) -> Result<Option<Side>, ()> {
    match c {
        'X' | 'x' | '*' | 'B' | 'b' => Ok(Some(Side::First)),
        'O' | 'o' | 'W' | 'w' => Ok(Some(Side::Second)),
        '-' | '.' => Ok(None),
        _ => Err(()),
    }
}

impl<const N: usize> BoardGame for Othello<N> {
    const ID: GameId = GameId::new(match N {
        4 => "othello4",
        6 => "othello6",
        8 => "othello",
        _ => panic!("{}", NO_SUCH_BOARD),
    });
    const TITLE: &'static str = match N {
        4 => "Othello 4×4",
        6 => "Othello 6×6",
        8 => "Othello",
        _ => panic!("{}", NO_SUCH_BOARD),
    };
    const ABOUT: &'static str = match N {
        4 => "Othello on a 4×4 board, small enough to solve.",
        6 => "Othello on a 6×6 board.",
        _ => "Discs that flip, on an 8×8 board.",
    };
    const SIZE: (u32, u32) = (N as u32, N as u32);
    const SIDES: [&'static str; 2] = ["Black", "White"];
    const FROM_TOP: bool = true;
    const PLACES: bool = true;
    const LARGE: f64 = 1_500.0;
    const OPENING_PLIES: u32 = match N {
        4 => 2,
        6 => 4,
        _ => 6,
    };
    const EXERCISE_PLIES: (u32, u32) = match N {
        4 => (2, 6),
        6 => (6, 22),
        _ => (8, 44),
    };
    const BEST_EVALUATOR: &'static str = "corners";
    const EVALUATORS: &'static [(&'static str, &'static str)] = &[
        (
            "corners",
            "corners, mobility and discs, weighted by the phase of the game",
        ),
        ("discs", "the difference in discs"),
        ZERO,
    ];

    fn start(&self) -> Position {
        // White on d4 and e5, Black on e4 and d5; on smaller boards also in the centre.
        let square = |column: usize, line: usize| 1u64 << (line * N + column);
        let (low, high) = (N / 2 - 1, N / 2);
        Position {
            discs: [
                square(high, low) | square(low, high),
                square(low, low) | square(high, high),
            ],
            side: Side::First,
        }
    }

    fn render(&self, state: &Position) -> String {
        let squares: Vec<char> = self.write_position(state).chars().collect();
        let placements = self.placements(state);
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

    fn write_move(&self, mv: Move) -> String {
        mv.square().map_or_else(
            || "pass".to_owned(),
            |square| square_name(square % N, square / N + 1),
        )
    }

    fn read_move(&self, state: &Position, text: &str) -> Result<Move, NotationError> {
        if self.terminal(state).is_some() {
            return bad("move", text, "none: the game is over");
        }
        let must_pass = self.placements(state) == 0;
        let pass = ["pass", "ps", "--"].contains(&text.to_ascii_lowercase().as_str());
        match (must_pass, pass) {
            (true, true) => return Ok(Move::PASS),
            (true, false) => {
                return bad("move", text, "`pass`: there is no other move");
            }
            (false, true) => {
                return bad(
                    "move",
                    text,
                    "a square: only a player without a move can pass",
                );
            }
            (false, false) => {}
        }
        let (column, line) = read_square(text, N, N)?;
        let square = line * N + column;
        if self.placements(state) >> square & 1 == 0 {
            return bad("move", text, "a square where the disc flips others");
        }
        Ok(Move::place(square))
    }

    fn write_position(&self, state: &Position) -> String {
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

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut parts = text.split_whitespace();
        let board = parts.next().unwrap_or("");
        let side = parts.next().unwrap_or("");
        if let Some(more) = parts.next() {
            return bad(
                "end of the position",
                more,
                "nothing after the player to move",
            );
        }
        if board.chars().count() != N * N {
            let found = format!("{} characters", board.chars().count());
            return bad("board", found, format!("{} characters", N * N));
        }
        let mut discs = [0; 2];
        for (square, c) in board.chars().enumerate() {
            match read_letter(c) {
                Ok(Some(player)) => discs[player.index()] |= 1 << square,
                Ok(None) => {}
                Err(()) => {
                    let found = format!("{c} on {}", square_name(square % N, square / N + 1));
                    return bad("board", found, "`X`, `O` or `-`");
                }
            }
        }
        let mut letters = side.chars();
        match (letters.next().map(read_letter), letters.next()) {
            (Some(Ok(Some(side))), None) => Ok(Position { discs, side }),
            _ => bad("player to move", side, "`X` or `O`"),
        }
    }

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        Some(match name {
            "corners" => Box::new(MobilityAndCorners),
            "discs" => Box::new(DiscDifference),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn board(&self, state: &Position) -> String {
        rows(N, N, |column, line| {
            [Side::First, Side::Second]
                .into_iter()
                .find(|player| state.discs[player.index()] >> (N * line + column) & 1 == 1)
                .map(piece_of)
        })
    }

    fn describe_end(&self, record: &Record<Self>, ending: &Ending) -> String {
        if ending.reason != Reason::Rules {
            return ending.describe(Self::SIDES, ending.reason.words());
        }
        let [black, white] = record.state().discs.map(u64::count_ones);
        let (more, fewer) = (black.max(white), black.min(white));
        ending.describe(Self::SIDES, &format!("{more} discs to {fewer}"))
    }
}
