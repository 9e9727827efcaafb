//! A player that a page asks for: one of this program's, or a program that may be started because whoever started the server
//! said so. A page can never name a program, an argument or an option of its own.

use std::fmt;

use games::BoardGame;
use players::program::{Program, Protocol};
use players::{Seat, Spec, registry};

/// The programs that pages may use, each exactly as it was written when the server was started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Allowed(Vec<Program>);

impl Allowed {
    /// Nothing but these.
    #[must_use]
    pub fn new(programs: impl IntoIterator<Item = Program>) -> Self {
        Self(programs.into_iter().collect())
    }

    /// The programs.
    pub fn iter(&self) -> impl Iterator<Item = &Program> {
        self.0.iter()
    }

    /// Whether this is one of them, as it is printed.
    #[must_use]
    pub fn names(&self, text: &str) -> bool {
        self.iter().any(|program| program.to_string() == text)
    }

    /// Whether a page may use this program: path, arguments, options and limits are all the same.
    fn has(&self, program: &Program) -> bool {
        self.0.contains(program)
    }
}

/// A player that a page may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// One of this program's players.
    Inside(Spec),
    /// A program that was allowed.
    Program(Program),
}

impl Wanted {
    /// Reads a spec. An error is a sentence for the page.
    pub fn read(text: &str, allowed: &Allowed) -> Result<Self, String> {
        match Program::parse(text) {
            Some(Ok(program)) if allowed.has(&program) => Ok(Self::Program(program)),
            // Whether there is such a program, and what is wrong with its spec, is nothing that a page is told.
            Some(Ok(Program { protocol, .. })) => Err(refused(protocol.name())),
            Some(Err(_)) => Err(refused(text.split(':').next().unwrap_or_default().trim())),
            None => {
                let spec = registry::parse(text).map_err(|error| error.to_string())?;
                Ok(Self::Inside(spec))
            }
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Inside(spec) => &spec.name,
            Self::Program(program) => program.protocol.name(),
        }
    }

    /// The spec of one of this program's players.
    #[must_use]
    pub const fn inside(&self) -> Option<&Spec> {
        match self {
            Self::Inside(spec) => Some(spec),
            Self::Program(_) => None,
        }
    }

    /// Sits it down. An error is a sentence for the page.
    pub fn sit<G: BoardGame>(&self) -> Result<Seat<G>, String> {
        match self {
            Self::Inside(spec) => Seat::sit_spec(spec),
            Self::Program(program) => Seat::sit(&program.to_string()),
        }
        .map_err(|error| error.to_string())
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inside(spec) => spec.fmt(f),
            Self::Program(program) => program.fmt(f),
        }
    }
}

/// What a page is told that asks for a program.
fn refused(protocol: &str) -> String {
    format!(
        "a page may not start programs: `{protocol}:` is for those that were allowed when the server was started, each exactly as it was written there (`espalier serve --allow {protocol}:PATH`)"
    )
}

/// What is said about a program among the players.
#[must_use]
pub fn about(program: &Program) -> &'static str {
    match program.protocol {
        Protocol::Uci => "a UCI engine that was allowed when the server was started",
        Protocol::File => {
            "a program of the course I2P3 that was allowed when the server was started"
        }
        Protocol::Script => "a script that was allowed when the server was started",
    }
}
