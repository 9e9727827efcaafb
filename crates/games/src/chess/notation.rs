//! Chess notation: positions as FEN, moves in UCI notation (`e2e4`, `e7e8q`, `e1g1`).

use super::Chess;
use crate::notation::NotationError;
use ::chess::uci::{self, CastlingStyle, UciMoveError};
use ::chess::{Color, File, Move, Position, Rank, Square};
use gametree::Game;

pub(super) fn start() -> Position {
    Position::startpos()
}

pub(super) fn render(state: &Position) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.digit());
        for file in File::ALL {
            text.push(' ');
            let piece = state.piece_at(Square::new(file, rank));
            text.push(piece.map_or('.', ::chess::Piece::letter));
        }
        text.push('\n');
    }
    let to_move = match state.side_to_move() {
        Color::White => "White",
        Color::Black => "Black",
    };
    let number = state.fullmove_number();
    text + &format!("  a b c d e f g h\n{to_move} to move, move {number}\n")
}

pub(super) fn write_move(mv: Move) -> String {
    mv.to_uci(CastlingStyle::KingMoves)
}

pub(super) fn read_move(game: &Chess, state: &Position, text: &str) -> Result<Move, NotationError> {
    let over = game.terminal(state).is_some();
    uci::parse(state, text)
        .ok()
        .filter(|_| !over)
        .ok_or_else(|| {
            let expected = match uci::parse(state, text) {
                _ if over => "none: the game is over",
                Err(UciMoveError::Syntax(_)) => "two squares, such as e2e4 or e7e8q",
                _ => "a legal move",
            };
            NotationError::new("move", text, expected)
        })
}

pub(super) fn write_position(state: &Position) -> String {
    state.to_string()
}

pub(super) fn read_position(text: &str) -> Result<Position, NotationError> {
    super::named::read(text)
        .map_err(|error| NotationError::new("FEN", text, format!("a position ({error})")))
}
