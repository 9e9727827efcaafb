//! The Universal Chess Interface (UCI): the protocol of chess GUIs, bots and match runners.
//!
//! [`command`] parses lines, [`options`] holds the settings, and a [`Session`] executes commands and writes the answers. Moves come
//! from a [`players::Seat`]; the protocol does not depend on the player.
//!
//! # Commands during a search
//!
//! | command | |
//! |---|---|
//! | `stop` | stops every search, which then reports its move, and every count |
//! | `isready`, `ponderhit`, `debug` | are executed at once |
//! | `quit`, end of input | stops searches, which report their moves, and finishes counts |
//! | `setoption` | is rejected with one sentence |
//! | `position`, `flip` | are executed at once and apply to the next `go` |
//! | `go`, `ucinewgame`, `bench`, `genfens` | wait for the search, and stop it if it has no limit |
//! | `uci`, `d`, `eval`, `help` and other questions | are answered after a search with a limit, or at once during one without |
//!
//! The session never blocks on a search while it reads, so it always receives `stop`.

#![forbid(unsafe_code)]

pub mod command;
mod genfens;
mod go;
pub mod line;
pub mod options;
mod output;
mod queue;
mod repair;
mod report;
mod search;
mod session;

pub use command::{Command, parse};
pub use genfens::GenFens;
pub use go::Go;
pub use session::{Flow, Session};

use std::io::{self, BufRead, Write};

use line::Line;

/// Executes commands until `quit` or the end of the input.
pub fn serve(mut input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = Session::new(output);
    // A read error ends the input.
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

/// Executes commands one after the other, each to its end, and then quits.
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
