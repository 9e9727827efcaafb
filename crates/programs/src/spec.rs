//! The spec of a program: `uci:PATH[,arg=VALUE...][,option.NAME=VALUE...]`, `file:PATH[,arg=VALUE...]` or
//! `script:PATH[,arg=VALUE...][,search=NAME][,eval=NAME]`, each with limits: `limited`, `memory=MIB` and the others of
//! [`Confinement`].
//!
//! The path and the values may contain any character, also `:` and `=`. A comma is written twice: `option.SyzygyPath=/a,,b` is
//! the path `/a,b`. A path without a slash is a command in the search path of the shell.

use std::fmt;
use std::path::{Path, PathBuf};

use games::nearest::quote;
use games::{BoardGame, Chess, GameId, MiniChess};

use super::confinement::Confinement;
use super::isolation::Isolation;
use players::{SpecError, locate};

/// The protocol of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The state and action files of the course I2P3.
    File,
    /// One JSON object per line.
    Script,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 3] = [Self::Uci, Self::File, Self::Script];

    /// Returns the first word of a spec.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::File => "file",
            Self::Script => "script",
        }
    }

    /// Returns the only game of the protocol; `None` if it is for every game.
    #[must_use]
    pub const fn game(self) -> Option<GameId> {
        match self {
            Self::Uci => Some(Chess::ID),
            Self::File => Some(MiniChess::ID),
            Self::Script => None,
        }
    }

    /// Returns the form of a spec.
    #[must_use]
    pub const fn form(self) -> &'static str {
        match self {
            Self::Uci => "uci:PATH[,arg=VALUE...][,option.NAME=VALUE...][,limited]",
            Self::File => {
                "file:PATH[,arg=VALUE...][,limited], called as PATH VALUE... STATE ACTION"
            }
            Self::Script => "script:PATH[,arg=VALUE...][,search=NAME][,eval=NAME][,limited]",
        }
    }
}

/// A program with its command line and limits.
///
/// ```
/// use programs::Program;
/// let program = Program::parse("uci:/opt/a,,b/engine,option.Move Overhead=50").unwrap().unwrap();
/// assert_eq!(program.path, "/opt/a,b/engine");
/// assert_eq!(program.options, [("Move Overhead".to_owned(), Some("50".to_owned()))]);
/// assert_eq!(program.to_string(), "uci:/opt/a,,b/engine,option.Move Overhead=50");
/// assert_eq!(Program::parse("random:seed=7"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// The protocol.
    pub protocol: Protocol,
    /// The path, or the name of a command.
    pub path: String,
    /// The arguments of its command line. The file protocol adds two file names.
    pub args: Vec<String>,
    /// The options to set, in this order. A button has no value. For a script: `search` and `eval`.
    pub options: Vec<(String, Option<String>)>,
    /// Its resource limits.
    pub confinement: Confinement,
}

impl Program {
    /// Returns a program without arguments, options and limits.
    #[must_use]
    pub fn new(protocol: Protocol, path: impl Into<String>) -> Self {
        Self {
            protocol,
            path: path.into(),
            args: Vec::new(),
            options: Vec::new(),
            confinement: Confinement::default(),
        }
    }

    /// Returns the program as untrusted: resources without a limit in the spec get the usual limits.
    #[must_use]
    pub const fn limited(mut self) -> Self {
        self.confinement.limited = true;
        self
    }

    /// Returns the program with the strongest isolation of this machine, unless its spec gives another one.
    #[must_use]
    pub fn isolated(mut self) -> Self {
        self.confinement
            .isolation
            .get_or_insert(Isolation::Strongest);
        self
    }

    /// Returns its isolation.
    #[must_use]
    pub fn isolation(&self) -> Isolation {
        self.confinement.isolation.unwrap_or(Isolation::Off)
    }

    /// Parses a spec; `None` if it is not that of a program. Does not check whether the program exists.
    #[must_use]
    pub fn parse(text: &str) -> Option<Result<Self, SpecError>> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let protocol = Protocol::ALL
            .into_iter()
            .find(|protocol| protocol.name() == name.trim())?;
        Some(Self::read(protocol, rest))
    }

    pub(crate) fn read(protocol: Protocol, rest: &str) -> Result<Self, SpecError> {
        let malformed = |reason: String| SpecError::Program {
            form: protocol.form(),
            reason,
        };
        let mut parts = split(rest).into_iter();
        let path = parts.next().unwrap_or_default().trim().to_owned();
        if path.is_empty() {
            return Err(malformed("the path is missing".to_owned()));
        }
        let mut program = Self::new(protocol, path);
        for part in parts {
            if part.contains(['\n', '\r', '\0']) {
                return Err(malformed(format!("{} has a line break", quote(&part))));
            }
            let (key, value) = match part.split_once('=') {
                Some((key, value)) => (key.trim(), Some(value.to_owned())),
                None => (part.trim(), None),
            };
            if let Some(set) = program.confinement.set(key, value.as_deref()) {
                set?;
                continue;
            }
            let option = key.strip_prefix("option.").map(str::trim);
            match (key, option, value) {
                ("arg", _, Some(value)) => program.args.push(value),
                ("search" | "eval", _, Some(value)) if protocol == Protocol::Script => {
                    if program.options.iter().any(|(known, _)| known == key) {
                        return Err(SpecError::Twice(key.to_owned()));
                    }
                    let value = value.trim().to_owned();
                    program.options.push((key.to_owned(), Some(value)));
                }
                (_, Some(name), value) if protocol == Protocol::Uci && !name.is_empty() => {
                    let twice = |(known, _): &(String, _)| known.eq_ignore_ascii_case(name);
                    if program.options.iter().any(twice) {
                        return Err(SpecError::Twice(key.to_owned()));
                    }
                    let value = value.map(|value| value.trim().to_owned());
                    program.options.push((name.to_owned(), value));
                }
                _ => return Err(malformed(format!("{} is no setting", quote(&part)))),
            }
        }
        Ok(program)
    }

    /// Returns the file of the program, or an error if there is none.
    pub fn locate(&self) -> Result<PathBuf, SpecError> {
        let missing = |reason: &str| SpecError::Program {
            form: self.protocol.form(),
            reason: format!("{reason} {}", quote(&self.path)),
        };
        locate(&self.path).ok_or_else(|| {
            missing(match is_path(&self.path) {
                true => "there is no file",
                false => "there is no command",
            })
        })
    }
}

/// Returns whether a name is a path, not a command.
fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    path.components().count() > 1 || path.is_absolute()
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escape = |text: &str| text.replace(',', ",,");
        write!(f, "{}:{}", self.protocol.name(), escape(&self.path))?;
        for value in &self.args {
            write!(f, ",arg={}", escape(value))?;
        }
        let prefix = match self.protocol {
            Protocol::Script => "",
            _ => "option.",
        };
        for (name, value) in &self.options {
            write!(f, ",{prefix}{}", escape(name))?;
            if let Some(value) = value {
                write!(f, "={}", escape(value))?;
            }
        }
        self.confinement.fmt(f)
    }
}

/// Splits at single commas, and replaces double ones by single ones.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == ',' && letters.next_if_eq(&',').is_none() {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Program, SpecError> {
        Program::parse(text).expect("a program")
    }

    #[test]
    fn a_printed_spec_parses_to_the_same_program() {
        for text in [
            "uci:stockfish",
            "uci:C:\\engines\\sf=17.exe,option.Clear Hash,option.SyzygyPath=C:\\tb\\,option.Hash=16",
            "uci:/a,,,,b,arg=--x=1,,2,option.File=a,,b=c:d",
            "file:./player,arg=,arg=a b",
            "script:python3,arg=my search.py,search=alphabeta,eval=material",
            "file:./player,arg=a,limited,memory=512,processes=4,filesize=1,cpu=60",
            "uci:engine,option.Hash=16,memory=2048",
        ] {
            let program = parse(text).expect(text);
            assert_eq!(program.to_string(), text);
            assert_eq!(parse(&program.to_string()), Ok(program));
        }
        let program = parse("uci:/a,,,,b,arg=--x=1,,2,option.File=a,,b=c:d").expect("a program");
        assert_eq!(
            (program.path.as_str(), &*program.args[0]),
            ("/a,,b", "--x=1,2")
        );
        assert_eq!(program.options[0].1.as_deref(), Some("a,b=c:d"));
    }

    #[test]
    fn malformed_specs_are_rejected() {
        for (text, reason) in [
            ("uci", "the path is missing"),
            ("uci:,option.Hash=1", "the path is missing"),
            ("uci:a,Hash=1", "\"Hash=1\" is no setting"),
            ("uci:a,option.=1", "\"option.=1\" is no setting"),
            (
                "uci:a,option.X=1\nquit",
                "\"option.X=1\\nquit\" has a line break",
            ),
            ("file:a,option.Hash=1", "\"option.Hash=1\" is no setting"),
            ("file:a,-v", "called as PATH VALUE... STATE ACTION"),
            ("uci:a,memory=0", "memory takes a number from 1"),
            ("uci:a,memory", "memory takes a number from 1"),
            ("uci:a,limited=yes", "limited takes on or off"),
            ("uci:a,limited,limited", "\"limited\" is given twice"),
            ("uci:a,cpu=1,cpu=2", "\"cpu\" is given twice"),
            (
                "uci:a,option.Hash=1,option.hash=2",
                "the setting \"option.hash\" is given twice",
            ),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{error}");
        }
        assert_eq!(Program::parse("ucinewgame"), None);
    }

    #[test]
    fn a_missing_program_is_an_error() {
        let error = |text: &str| {
            parse(text)
                .expect(text)
                .locate()
                .expect_err(text)
                .to_string()
        };
        assert!(error("uci:/no/such/engine").contains("there is no file \"/no/such/engine\""));
        assert!(error("uci:no-such-engine-here").contains("there is no command"));
        assert!(error("uci:/").contains("there is no file"), "a folder");
    }
}
