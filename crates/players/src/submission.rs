//! Student programs under test.

use std::path::Path;
use std::time::Duration;

use games::GameId;

use crate::{Fault, PlayerSpec, SpecError};

/// A value beyond this, or below its negative, is a forced win or loss in an answer of a program.
pub const DECIDED: i64 = 100_000;

/// A student program under test. The grader uses only this trait and starts no processes.
pub trait Submission: Send + Sync {
    /// Returns its name on the grade sheet.
    fn name(&self) -> String;

    /// Returns the player that plays its games.
    fn spec(&self) -> &PlayerSpec;

    /// Returns a copy with these limits, unless its spec sets them: MiB of memory, and the number of processes.
    fn limited(&self, memory: Option<u64>, processes: Option<u64>) -> Box<dyn Submission>;

    /// Describes in one sentence what the program can reach on this machine, for the grade sheet. A player of this program needs
    /// none.
    fn isolation(&self) -> Option<&'static str> {
        None
    }

    /// Opens a connection.
    fn connect(&self) -> Connection;
}

/// Student programs by the text that names them. Only the implementation uses files and processes.
pub trait Submissions: Sync {
    /// Returns the text with full paths for those of its files that are in a folder.
    ///
    /// # Errors
    /// A file is in the folder only by a link: it is not the student's. The error is a sentence.
    fn resolve(&self, text: &str, folder: &Path) -> Result<String, String>;

    /// Returns a hash of the files of a program.
    fn hash(&self, text: &str) -> u64;

    /// Opens a program. A compiler writes to `folder`.
    fn open(&self, text: &str, folder: &Path) -> Result<Box<dyn Submission>, SpecError>;
}

/// The protocol between the grader and a submission.
pub enum Connection {
    /// It answers questions.
    Questions(Box<dyn Answering>),
    /// It plays this game and returns moves.
    Moves(GameId),
    /// It is a player of this program.
    Builtin,
}

/// A program that answers each question, a line of JSON, with a line of JSON.
pub trait Answering: Send {
    /// Sends a line, or several, without the last line end. Starts the program if necessary and discards its unread output.
    fn send(&mut self, lines: &str) -> Result<(), Fault>;

    /// Waits for the next line that begins with a brace. After a fault the program starts again at the next question.
    fn receive(&mut self, time: Duration) -> Result<String, Fault>;

    /// Ends the program, so that it starts again without memory of earlier questions. Returns `false` if it never has such a
    /// memory.
    fn restart(&mut self) -> bool;
}

/// A player of this program as a submission.
impl Submission for PlayerSpec {
    fn name(&self) -> String {
        self.to_string()
    }

    fn spec(&self) -> &PlayerSpec {
        self
    }

    fn limited(&self, _: Option<u64>, _: Option<u64>) -> Box<dyn Submission> {
        Box::new(self.clone())
    }

    fn connect(&self) -> Connection {
        Connection::Builtin
    }
}
