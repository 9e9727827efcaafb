//! The command `espalier minichess STATE ACTION`: a player for the referee of the course I2P3.
//!
//! The referee kills the player when its time is up, so whatever is known is written at once, a whole line at a time, and
//! a better move is appended as soon as an iteration has found one. A file that cannot be read gets an error and no move.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use games::MiniChess;
use games::minichess::{Move, referee};
use gametree::{Bound, Limits, MAX_DEPTH, Observer, Score, Stats};
use lab::{Record, registry};

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
    let mut player = registry::build::<MiniChess>(&args.player).map_err(Failure::input)?;

    let game = MiniChess::default();
    let limits = Limits {
        depth: MAX_DEPTH,
        time: args.movetime.map(Duration::from_millis),
        // Without a time of our own we search until we are killed; the flag keeps it from ending by default.
        stop: Some(std::sync::Arc::default()),
        ..Limits::default()
    };
    let result = player.choose(&game, &Record::new(state), &limits, Some(&mut action));
    if let Some(best) = result.best {
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

impl Observer<Move> for Action {
    fn iteration(&mut self, _depth: u32, _score: Score, bound: Bound, pv: &[Move], _stats: &Stats) {
        if let (Bound::Exact, Some(&mv)) = (bound, pv.first())
            && let Err(error) = self.write(mv)
        {
            self.failure = Some(error);
        }
    }
}
