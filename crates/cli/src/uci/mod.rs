//! The Universal Chess Interface: how GUIs, bots and match runners talk to the program.
//!
//! [`command`] reads lines, [`options`] holds what can be set, [`Session`] carries commands out and writes the
//! answers anywhere. The player behind it sits at a [`players::Seat`]; the protocol does not know which it is.
//!
//! # What happens to a command while a search runs
//!
//! | command | |
//! |---|---|
//! | `stop` | every search asked for so far ends at once and says its move; counts end, too |
//! | `isready`, `ponderhit`, `debug` | at once |
//! | `quit`, end of input | searches end and say their moves, counts are finished |
//! | `setoption` | refused with one sentence |
//! | `position`, `flip` | at once; they count for the next `go` |
//! | `go`, `ucinewgame`, `bench`, `genfens` | done after the search; a search without an end is ended for them |
//! | `uci`, `d`, `eval`, `help` and other questions | answered after a search that has an end, at once in one that has none |
//!
//! Reading never waits for a search to end by itself, so a later `stop` is heard whatever was sent before it.

pub mod command;
mod forgiving;
mod genfens;
mod go;
pub mod line;
mod mates;
mod opening;
pub mod options;
mod output;
mod report;
mod session;
mod spsa;
mod work;

pub use command::{Command, CommandError, parse};
pub use genfens::GenFens;
pub use go::Go;
pub use session::{Flow, Session};

use std::io::{self, BufRead, Write};

use line::Line;

/// Talks UCI until `quit` or the end of the input.
pub fn serve(mut input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = Session::new(output);
    // Input that cannot be read is input that has ended.
    while let Ok(Some(line)) = line::read(&mut input) {
        match line {
            Line::Text(text) => {
                if session.line(&text)? == Flow::Quit {
                    return Ok(());
                }
            }
            Line::TooLong => session.complain(format_args!(
                "a line of more than {} bytes was dropped",
                line::LONGEST
            ))?,
            Line::NotText => session.complain("a line that is not UTF-8 was dropped")?,
        }
    }
    session.quit()
}

/// Runs commands in turn, each to its end, and then quits.
pub fn run_all<'a>(
    commands: impl IntoIterator<Item = &'a str>,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut session = Session::new(output);
    for command in commands {
        if session.line(command)? == Flow::Quit {
            return Ok(());
        }
        session.wait_unless_endless();
    }
    session.quit()
}
