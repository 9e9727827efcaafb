//! How the document's player answers the course's referee.
//!
//! The files are those of [`games::minichess::referee`]. The player appends a move to the file `action` after each
//! search, and the last complete line counts when it is killed after ten seconds.

use super::{DEPTH_STEP, FIRST_DEPTH, Stoppable};
use games::minichess::{Move, Position, referee};
use games::{BoardGame, MiniChess};
use gametree::Game;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
        writeln!(out, "{}", referee::write_action(mv))?;
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
