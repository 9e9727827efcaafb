//! The file protocol between the referee of the course and its players.
//!
//! The referee writes a *state*: the number of the player to move (0 is White), White's board as six rows of five piece
//! numbers, a blank line, and Black's board. The player appends *actions*, lines of `row column row column`, row 0 at the
//! top. When the time is up, the last complete line counts.

use super::geometry::last_row;
use super::{Kind, MiniChess, Move, Position, Rules};
use crate::notation::bad;
use crate::{BoardGame, NotationError};
use gametree::{Game, Side};

/// Reads a state file. The file does not contain the number of plies; it is 0.
///
/// ```
/// use games::minichess::referee;
/// use games::{BoardGame, MiniChess};
/// let state = "0
/// 0 0 0 0 0
/// 0 0 0 0 0
/// 0 0 0 0 0
/// 0 0 0 0 0
/// 1 1 1 1 1
/// 2 3 4 5 6
///
/// 6 5 4 3 2
/// 1 1 1 1 1
/// 0 0 0 0 0
/// 0 0 0 0 0
/// 0 0 0 0 0
/// 0 0 0 0 0
/// ";
/// assert_eq!(referee::read_state(state).unwrap(), MiniChess::default().start());
/// ```
pub fn read_state(text: &str) -> Result<Position, NotationError> {
    let mut numbers = text.split_ascii_whitespace();
    let side = match numbers.next().unwrap_or("") {
        "0" => Side::First,
        "1" => Side::Second,
        other => {
            return bad("player", excerpt(other), "0 for White or 1 for Black");
        }
    };
    let mut state = Position::empty(side, 0);
    for (owner, name) in [(Side::First, "White"), (Side::Second, "Black")] {
        let mut kings = 0;
        for square in 0..30 {
            let number = numbers.next().unwrap_or("");
            let kind = match number {
                "0" => continue,
                _ => Kind::ALL
                    .into_iter()
                    .find(|&kind| (kind as u8).to_string() == number)
                    .ok_or_else(|| {
                        NotationError::new(
                            "board",
                            excerpt(number),
                            format!("30 numbers from 0 to 6 for {name}"),
                        )
                    })?,
            };
            if state.piece(square).is_some() {
                return bad(
                    "board",
                    format!("two pieces in row {}, column {}", square / 5, square % 5),
                    "one piece a square",
                );
            }
            if kind == Kind::Pawn && square / 5 == last_row(owner) {
                return bad("board", number, "no pawn on its last row");
            }
            kings += usize::from(kind == Kind::King);
            state.put(square, owner, kind);
        }
        if kings != 1 {
            return bad(
                "board",
                format!("{kings} kings for {name}"),
                "one king each",
            );
        }
    }
    match numbers.next() {
        None => Ok(state),
        Some(more) => bad(
            "end of the file",
            excerpt(more),
            "nothing after Black's board",
        ),
    }
}

fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Writes a position as a state file, without the number of plies.
#[must_use]
pub fn write_state(state: &Position) -> String {
    let mut text = format!("{}\n", state.side().index());
    for owner in [Side::First, Side::Second] {
        for row in 0..6 {
            let numbers = (0..5).map(|column| match state.piece_at(row, column) {
                Some((player, kind)) if player == owner => (kind as u8).to_string(),
                _ => "0".to_owned(),
            });
            text += &numbers.collect::<Vec<_>>().join(" ");
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// Writes a move as a line of an action file.
#[must_use]
pub fn write_action(mv: Move) -> String {
    let [(row, column), (to_row, to_column)] = mv.rows_and_columns();
    format!("{row} {column} {to_row} {to_column}")
}

/// Returns the moves that the referee accepts, captures of the king first. A position in which the king can be captured is
/// over by the rules, but the referee still requests a move.
#[must_use]
pub fn allowed_moves(state: &Position) -> Vec<Move> {
    let game = MiniChess::new(Rules {
        won_if_king_can_be_taken: false,
        ..Rules::COURSE
    });
    let mut moves = game.legal_moves(state);
    moves.sort_by_key(|&mv| std::cmp::Reverse(game.capture_value(state, mv)));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(player: &str, white: [&str; 6], black: [&str; 6]) -> String {
        format!("{player}\n{}\n\n{}\n\n", white.join("\n"), black.join("\n"))
    }

    const EMPTY: &str = "0 0 0 0 0";
    const WHITE: [&str; 6] = [EMPTY, EMPTY, EMPTY, EMPTY, "1 1 1 1 1", "2 3 4 5 6"];
    const BLACK: [&str; 6] = ["6 5 4 3 2", "1 1 1 1 1", EMPTY, EMPTY, EMPTY, EMPTY];

    #[test]
    fn the_start_is_read_for_both_players() {
        let start = MiniChess::default().start();
        assert_eq!(read_state(&state("0", WHITE, BLACK)), Ok(start));
        let black = read_state(&state("1", WHITE, BLACK)).expect("a position");
        assert_eq!(black.side(), Side::Second);
    }

    #[test]
    fn what_is_written_reads_back() {
        let game = MiniChess::default();
        let mut state = game.start();
        for index in [0, 3, 5, 1, 4, 2, 6, 0, 1, 2] {
            let read = read_state(&write_state(&state)).expect("what we write");
            // The plies are not in the file.
            let board = |state| {
                game.write_position(state)
                    .rsplit_once(' ')
                    .map(|(board, _)| board.to_owned())
            };
            assert_eq!(board(&read), board(&state));
            let moves = game.legal_moves(&state);
            if moves.is_empty() {
                break;
            }
            game.play(&mut state, moves[index % moves.len()]);
        }
    }

    #[test]
    fn broken_files_say_what_is_wrong() {
        let error = |text: &str| read_state(text).expect_err("broken").to_string();
        assert!(error("").contains("player"));
        assert!(error("2").contains("player"));
        assert!(error("0\n2 3").contains("30 numbers from 0 to 6 for White"));
        assert!(
            error(&state(
                "0",
                WHITE,
                ["7 5 4 3 2", EMPTY, EMPTY, EMPTY, EMPTY, EMPTY]
            ))
            .contains('7')
        );
        assert!(error(&state("0", WHITE, WHITE)).contains("two pieces"));
        assert!(error(&state("0", [EMPTY; 6], BLACK)).contains("0 kings for White"));
        assert!(error(&(state("0", WHITE, BLACK) + "1")).contains("nothing after"));
        let pawn = ["1 0 0 0 0", EMPTY, EMPTY, EMPTY, EMPTY, "0 0 0 0 6"];
        let king = [EMPTY, "6 0 0 0 0", EMPTY, EMPTY, EMPTY, EMPTY];
        assert!(error(&state("0", pawn, king)).contains("last row"));
    }

    #[test]
    fn taking_the_king_comes_first() {
        let game = MiniChess::default();
        let state = game
            .read_position("k4/5/5/5/5/R3K w 0")
            .expect("a position");
        assert!(game.legal_moves(&state).is_empty(), "the game is over");
        let moves = allowed_moves(&state);
        assert_eq!(write_action(moves[0]), "5 0 0 0");
    }
}
