//! The Universal Chess Interface: how GUIs, bots and match runners talk to the program.
//!
//! [`command`] reads lines, [`options`] holds what can be set, [`Session`] carries commands out and writes the
//! answers anywhere. The player behind it is a [`crate::players::Mover`]; the protocol does not know which.

pub mod command;
mod go;
pub mod line;
pub mod options;
mod output;
mod report;
mod session;

pub use command::{Command, CommandError, parse};
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
        session.finish_unless_endless();
    }
    session.quit()
}
