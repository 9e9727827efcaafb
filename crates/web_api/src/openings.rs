//! The opening explorer: names of chess openings, and the moves of the book.

use std::any::Any;

use analysis::openings;
use chess::Position;
use games::{BoardGame, Chess, Record};

use crate::position::record;
use crate::protocol::{ExplorerMove, Line, Reply};

/// Returns the name of the last named position of a chess game, or `None`.
pub fn name<G: BoardGame>(record: &Record<G>) -> Option<String> {
    let states = record.states().iter();
    let positions = states.map(|state| (state as &dyn Any).downcast_ref::<Position>().copied());
    // Only chess has these positions.
    openings::name(&positions.collect::<Option<Vec<_>>>()?).map(str::to_owned)
}

/// Answers `explore`: the moves of the book in a position of a chess game.
pub fn explore(line: &Line) -> Result<Reply, String> {
    if line.game != Chess::ID {
        return Ok(Reply::Explored { moves: Vec::new() });
    }
    let game = Chess::default();
    let record = record(&game, line)?;
    let position = record.state();
    let moves = openings::book_moves(position)
        .into_iter()
        .map(|book| ExplorerMove {
            mv: game.wire_move(position, book.played),
            book,
        });
    Ok(Reply::Explored {
        moves: moves.collect(),
    })
}
