//! The five test boards of the report.
//!
//! Boards 1 to 4 are drawn in full. The drawing of board 5 has rows that are too short; the reading used here gives all
//! four moves that the report prints. Castling rights are not printed; on board 2 they change no printed figure.
//!
//! Their names can replace a FEN, see [`games::chess::named`].
//!
//! The report's alpha-beta table calls board 3 "Board 2" and board 4 "Board 3".

use chess::Position;
use games::chess::named;

/// Returns board `number` (1 to 5).
///
/// # Panics
/// If there is no such board.
#[must_use]
pub fn board(number: usize) -> Position {
    named::position(&format!("report-{number}")).expect("boards 1 to 5 have names")
}
