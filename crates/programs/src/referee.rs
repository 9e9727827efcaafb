//! Answers the MiniChess referee of the course I2P3.
//!
//! The referee kills the player when its time is up. So the first legal move is written at once, and a better move is appended after
//! each iteration of the search.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use games::minichess::{Move, referee};
use games::{MiniChess, Record};
use gametree::{Event, Limits, Request, Signal};
use players::{Listener, PlayerSpec, Seat};

/// The largest state file; a valid one has less than 200 bytes.
const LARGEST: u64 = 64 * 1024;

/// Reads a state file and appends moves to an action file until the search ends; without `time` it searches until it is killed.
///
/// # Errors
/// A sentence about a file that cannot be used, or about the player.
pub fn answer(
    state: &Path,
    action: &Path,
    player: &PlayerSpec,
    time: Option<Duration>,
) -> Result<(), String> {
    let name = state.display();
    let state = referee::read_state(&read(state)?)
        .map_err(|error| format!("{name} is not a state of the referee: {error}"))?;
    let Some(&first) = referee::allowed_moves(&state).first() else {
        return Err(format!(
            "there is no move in {name}: the player to move has lost"
        ));
    };
    let cannot = |error: io::Error| format!("cannot write {}: {error}", action.display());
    let mut action = Action::open(action).map_err(cannot)?;
    // The creation of the player takes time, so a move is written before it.
    action.write(first).map_err(cannot)?;
    let mut seat = Seat::<MiniChess>::new(player).map_err(|error| error.to_string())?;
    let request = Request {
        infinite: time.is_none(),
        ..Request::new(Limits {
            time,
            ..Limits::default()
        })
    };
    let mut written = Ok(());
    let mut report = |event: &Event<Move>| {
        if let Event::Info(info) = event
            && let Some(&mv) = info.line.first()
            && let Err(error) = action.write(mv)
        {
            written = Err(error);
        }
    };
    let (game, record, signal) = (MiniChess::default(), Record::new(state), Signal::default());
    let listener = Listener::reporting(&mut report);
    let answer = seat.ask(&game, &record, &request, &signal, listener);
    // If the player finds no move, the last written move counts.
    if let Ok(Some(best)) = answer.map(|answer| answer.best) {
        action.write(best).map_err(cannot)?;
    }
    written.map_err(cannot)
}

fn read(path: &Path) -> Result<String, String> {
    let cannot =
        |reason: &dyn std::fmt::Display| format!("cannot read {}: {reason}", path.display());
    if path.metadata().is_ok_and(|file| file.len() > LARGEST) {
        return Err(cannot(&"it is too large for a state of the referee"));
    }
    fs::read_to_string(path).map_err(|error| cannot(&error))
}

/// The file of moves.
struct Action {
    file: File,
    last: Option<Move>,
}

impl Action {
    fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file, last: None })
    }

    /// Appends a move, unless it is the last one. Each write is a complete line, so a killed process leaves complete lines.
    fn write(&mut self, mv: Move) -> io::Result<()> {
        if self.last != Some(mv) {
            let line = format!("{}\n", referee::write_action(mv));
            self.file.write_all(line.as_bytes())?;
            self.last = Some(mv);
        }
        Ok(())
    }
}
