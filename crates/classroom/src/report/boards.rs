//! The five test boards of the report.
//!
//! Boards 1 to 4 are drawn in full. The drawing of board 5 has rows that are too short; this
//! reading of it gives all four moves that the report prints. Castling rights are not printed;
//! on board 2 they do not change any printed figure.
//!
//! They have names that can stand for a FEN everywhere: [`games::chess::named`].
//!
//! The report's alpha-beta table calls board 3 "Board 2" and board 4 "Board 3".

use chess::Position;
use games::chess::named;

/// Board `number` (1 to 5).
///
/// # Panics
/// If there is no such board.
#[must_use]
pub fn board(number: usize) -> Position {
    named::position(&format!("report-{number}")).expect("boards 1 to 5 have names")
}
