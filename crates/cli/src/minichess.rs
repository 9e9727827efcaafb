//! The command `espalier minichess STATE ACTION`: a player for the referee of the course I2P3.
//!
//! The referee kills the player when its time is up, so whatever is known is written at once, a whole line at a time, and
//! a better move is appended as soon as an iteration has found one. A file that cannot be read gets an error and no move.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use games::MiniChess;
use games::Record;
use games::minichess::{Move, referee};
use gametree::{Event, Limits, Request, Signal};
use players::{Listener, Seat, registry};

use crate::args::MinichessArgs;
use crate::error::Failure;

/// The largest state file that is read: a real one has less than 200 bytes.
const LARGEST: u64 = 64 * 1024;

/// Reads the state and writes moves until told to stop.
pub fn command(args: &MinichessArgs) -> Result<(), Failure> {
    registry::parse(&args.player).map_err(Failure::input)?;
    let state = referee::read_state(&read(&args.state)?).map_err(|error| {
        Failure::input(format_args!(
            "{} is no state of the referee: {error}",
            args.state.display()
        ))
    })?;
    let allowed = referee::allowed_moves(&state);
    let Some(&first) = allowed.first() else {
        return Err(Failure::input(format_args!(
            "there is no move in {}: the player to move has lost",
            args.state.display()
        )));
    };
    let mut action = Action::open(&args.action)?;
    // Any move now is better than the best move too late: even the table is made only after it.
    action.write(first)?;
    let mut seat = Seat::<MiniChess>::sit(&args.player).map_err(Failure::input)?;

    let game = MiniChess::default();
    let request = Request {
        // Without a time of our own we search until we are killed.
        infinite: args.movetime.is_none(),
        ..Request::new(Limits {
            time: args.movetime.map(Duration::from_millis),
            ..Limits::default()
        })
    };
    let answer = {
        let mut hear = |event: &Event<Move>| {
            if let Event::Info(info) = event
                && let Some(&mv) = info.line.first()
            {
                action.note(mv);
            }
        };
        let listener = Listener::hearing(&mut hear);
        let signal = Signal::default();
        seat.ask(&game, &Record::new(state), &request, &signal, listener)
    };
    // A player that finds no move leaves the one that is written.
    if let Ok(Some(best)) = answer.map(|answer| answer.best) {
        action.write(best)?;
    }
    match action.failure {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    let failure = |error: &dyn std::fmt::Display| {
        Failure::input(format_args!("cannot read {}: {error}", path.display()))
    };
    let size = std::fs::metadata(path)
        .map_err(|error| failure(&error))?
        .len();
    if size > LARGEST {
        return Err(failure(&"it is too large for a state of the referee"));
    }
    std::fs::read_to_string(path).map_err(|error| failure(&error))
}

/// The file of moves.
struct Action {
    file: File,
    last: Option<Move>,
    failure: Option<io::Error>,
}

impl Action {
    fn open(path: &Path) -> Result<Self, Failure> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(|error| {
                Failure::input(format_args!("cannot write {}: {error}", path.display()))
            })?;
        Ok(Self {
            file,
            last: None,
            failure: None,
        })
    }

    /// Appends a move, if it is another one than the last. One write is one whole line: who reads it while we are being
    /// killed finds a complete one.
    fn write(&mut self, mv: Move) -> io::Result<()> {
        if self.last != Some(mv) {
            self.file
                .write_all(format!("{}\n", referee::write_action(mv)).as_bytes())?;
            self.last = Some(mv);
        }
        Ok(())
    }
}

impl Action {
    /// The same in the middle of a search: what goes wrong is told when it is over.
    fn note(&mut self, mv: Move) {
        if let Err(error) = self.write(mv) {
            self.failure = Some(error);
        }
    }
}
