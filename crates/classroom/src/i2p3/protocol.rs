//! How the document's player answers the course's referee.
//!
//! The files are those of [`games::minichess::referee`]. The player appends a move to the file `action` after each
//! search, and the last complete line counts when it is killed after ten seconds.

use super::{DEPTH_STEP, FIRST_DEPTH};
use crate::player::{Control, CoursePlayer};
use games::minichess::{Move, Position, referee};
use games::{BoardGame, MiniChess};
use gametree::Game;
use std::io::{self, Write};

/// What to write before the first search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    /// Nothing, as the document: if four plies take too long the game is lost.
    Nothing,
    /// The first legal move, as the mended player does.
    AnyMove,
}

/// Search 4, 6, 8, ... plies, at most `deepest`, and write the best move after each, until stopped.
///
/// Returns the last move written.
pub fn respond(
    position: &Position,
    player: &mut dyn CoursePlayer<MiniChess>,
    early: Early,
    deepest: u32,
    control: &Control,
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
        let choice = player.choose(&[*position], depth, control);
        // Half a search is not written: the last whole one counts.
        match choice.best {
            Some(mv) if !choice.stopped => put(mv, out)?,
            _ => break,
        }
    }
    Ok(written)
}
