//! What can be drawn over a position: attacks and threats.

use std::sync::Arc;
use std::time::Duration;

use games::{GameKind, Record};
use gametree::{Limits, Request, Value};
use players::Seat;

use crate::job::Job;
use crate::position::{over, record};
use crate::protocol::{Line, Overlay as Drawn, OverlayKind, Say, Weighed};
use games::{BoardGame, WithGame};

/// A threat is looked for no longer than this.
const LONGEST: Duration = Duration::from_secs(1);

/// And with no more nodes than this: a page wants it at once.
const NODES: u64 = 60_000;

/// Answers `overlay`.
pub struct Overlay {
    /// The game so far.
    pub line: Line,
    /// What to draw.
    pub kind: OverlayKind,
    /// Whom to tell.
    pub job: Job,
}

impl WithGame for Overlay {
    type Output = Result<Say, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = record(game, &self.line)?;
        let overlay = match self.kind {
            OverlayKind::Attacks => {
                let squares = game.attacks(record.state());
                let squares =
                    squares.ok_or_else(|| format!("{} has no attacks to show", G::TITLE))?;
                let squares = squares.into_iter().map(|attacked| Weighed {
                    square: attacked.square,
                    sides: attacked.by,
                });
                Drawn {
                    squares: squares.collect(),
                    mv: None,
                    text: format!(
                        "Blue: {} attacks more. Orange: {} does. The number is the difference.",
                        G::SIDES[0],
                        G::SIDES[1]
                    ),
                }
            }
            OverlayKind::Threat => threat(game, &record, &self.job)?,
        };
        Ok(Say::Overlay { overlay })
    }
}

/// What the side that is not to move would do if the other passed.
fn threat<G: BoardGame>(game: &G, record: &Record<G>, job: &Job) -> Result<Drawn, String> {
    if let Some(over) = over(game, record) {
        return Err(format!(
            "there are no threats, the game is over: {}",
            over.text
        ));
    }
    let passed = game.passed(record.state()).ok_or(
        "nobody can pass here, so there is no telling what the other side threatens (in chess: out of check)",
    )?;
    let player = if G::KIND == GameKind::Chess {
        "engine:hash=4"
    } else {
        "classic:id,tt=4"
    };
    let mut seat = Seat::<G>::sit(player).map_err(|error| error.to_string())?;
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
            text: format!("{side} could not move even if it were its turn."),
            ..Drawn::default()
        });
    };
    Ok(Drawn {
        squares: Vec::new(),
        mv: Some(game.message_move(&passed, mv)),
        text: format!(
            "If it were {side}'s turn: {}, worth {} to {side} (depth {}).",
            game.people_move(&passed, mv),
            found.value.unwrap_or(Value::Points(0)),
            found.depth
        ),
    })
}
