//! Overlays of a position: attacks and threats.

use std::sync::Arc;
use std::time::Duration;

use games::{BoardGame, Chess, Record, WithGame};
use gametree::{Limits, Request, Value};
use players::Seat;

use crate::job::Job;
use crate::position::{record, unfinished};
use crate::protocol::{AttackedSquare, Line, Overlay as Drawn, OverlayKind, Reply};

/// The time limit of a search for a threat.
const LONGEST: Duration = Duration::from_secs(1);

/// The node limit of a search for a threat.
const NODES: u64 = 60_000;

/// Answers `overlay`.
pub struct Overlay {
    /// The game so far.
    pub line: Line,
    /// The kind of overlay.
    pub kind: OverlayKind,
    /// The job.
    pub job: Job,
}

impl WithGame for Overlay {
    type Output = Result<Reply, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let overlay = match self.kind {
            OverlayKind::Attacks => {
                let record = record(game, &self.line)?;
                let squares = game.attacks(record.state());
                let squares =
                    squares.ok_or_else(|| format!("{} has no attacks to show", G::TITLE))?;
                let squares = squares.into_iter().map(|attacked| AttackedSquare {
                    square: attacked.square,
                    sides: attacked.by,
                });
                Drawn {
                    squares: squares.collect(),
                    mv: None,
                    text: format!(
                        "Blue: {} has more attackers. Orange: {} has more. The number is the difference.",
                        G::SIDES[0],
                        G::SIDES[1]
                    ),
                }
            }
            OverlayKind::Threat => threat(game, &self.line, &self.job)?,
        };
        Ok(Reply::Overlay { overlay })
    }
}

/// Searches the best move of the side not to move after a null move.
fn threat<G: BoardGame>(game: &G, line: &Line, job: &Job) -> Result<Drawn, String> {
    let record = unfinished(game, line)?;
    let passed = game.after_null(record.state()).ok_or(
        "threats need a position in which the side to move can pass (in chess: not in check)",
    )?;
    let player = if G::ID == Chess::ID {
        "engine:hash=4"
    } else {
        "classic:id,tt=4"
    };
    let mut seat = Seat::<G>::builtin(player).map_err(|error| error.to_string())?;
    let limits = Limits {
        nodes: Some(NODES),
        time: Some(LONGEST),
        stop: Some(Arc::clone(&job.stop)),
        ..Limits::default()
    };
    let found = seat
        .answer(game, &Record::new(passed.clone()), &Request::new(limits))
        .map_err(|fault| fault.to_string())?;
    let side = G::SIDES[game.side(&passed).index()];
    let Some(mv) = found.best else {
        return Ok(Drawn {
            text: format!("{side} would have no move."),
            ..Drawn::default()
        });
    };
    Ok(Drawn {
        squares: Vec::new(),
        mv: Some(game.wire_move(&passed, mv)),
        text: format!(
            "If it were {side}'s turn: {}, worth {} to {side} (depth {}).",
            game.display_move(&passed, mv),
            found.value.unwrap_or(Value::Points(0)),
            found.depth
        ),
    })
}
