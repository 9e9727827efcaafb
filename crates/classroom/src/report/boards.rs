//! The five test boards of the report.
//!
//! Boards 1 to 4 are drawn in full. The drawing of board 5 has rows that are too short; this
//! reading of it gives all four moves that the report prints. Castling rights are not printed;
//! on board 2 they do not change any printed figure.
//!
//! The report's alpha-beta table calls board 3 "Board 2" and board 4 "Board 3".

use chess::Position;

/// The FEN of boards 1 to 5, at index 0 to 4.
pub const FENS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1",
    "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1",
    "8/pkP5/8/8/P7/6q1/3Q2p1/2R2rK1 w - - 0 1",
    "7k/8/8/Q6q/8/PPPP4/PPPP4/K7 b - - 0 1",
];

/// Board `number` (1 to 5).
///
/// # Panics
/// If there is no such board.
#[must_use]
pub fn board(number: usize) -> Position {
    Position::from_fen(FENS[number - 1]).expect("the boards are right")
}
