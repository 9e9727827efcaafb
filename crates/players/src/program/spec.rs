//! A program in one word: `uci:PATH[,arg=VALUE...][,option.NAME=VALUE...]`, `file:PATH[,arg=VALUE...]` or
//! `script:PATH[,arg=VALUE...][,search=NAME][,eval=NAME]`, each with limits: `limited`, `memory=MIB` and the others of
//! [`Confinement`].
//!
//! The path and the values may hold anything, `:` and `=` too. A comma is written twice: `option.SyzygyPath=/a,,b` is
//! the path `/a,b`. A path without a slash is looked for where the shell looks for commands.

use std::fmt;
use std::path::{Path, PathBuf};

use games::GameKind;
use games::nearest::quote;

use super::confinement::Confinement;
use crate::spec::SpecError;

/// How a program talks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The state and action files of the course I2P3.
    File,
    /// A JSON object a line.
    Script,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Uci, Self::File, Self::Script];

    /// What a spec begins with.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::File => "file",
            Self::Script => "script",
        }
    }

    /// The game that is played so; `None` if every game can be.
    #[must_use]
    pub const fn game(self) -> Option<GameKind> {
        match self {
            Self::Uci => Some(GameKind::Chess),
            Self::File => Some(GameKind::MiniChess),
            Self::Script => None,
        }
    }

    /// What a spec looks like.
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

/// A program to run, and how.
///
/// ```
/// use players::program::Program;
/// let program = Program::parse("uci:/opt/a,,b/engine,option.Move Overhead=50").unwrap().unwrap();
/// assert_eq!(program.path, "/opt/a,b/engine");
/// assert_eq!(program.options, [("Move Overhead".to_owned(), Some("50".to_owned()))]);
/// assert_eq!(program.to_string(), "uci:/opt/a,,b/engine,option.Move Overhead=50");
/// assert_eq!(Program::parse("random:seed=7"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// How it talks.
    pub protocol: Protocol,
    /// Where it is.
    pub path: String,
    /// What it gets on its command line; the files of the course's referee come after it.
    pub args: Vec<String>,
    /// The options to set, in the order given. A button has no value. For a script: `search` and `eval`.
    pub options: Vec<(String, Option<String>)>,
    /// What it may take of the machine.
    pub confinement: Confinement,
}

impl Program {
    /// A program without arguments, options and limits.
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

    /// The same as a stranger's: what its spec does not limit has the usual limits.
    #[must_use]
    pub const fn limited(mut self) -> Self {
        self.confinement.limited = true;
        self
    }

    /// Reads a spec; `None` if it is not that of a program. Whether there is such a program is another question.
    #[must_use]
    pub fn parse(text: &str) -> Option<Result<Self, SpecError>> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let protocol = Protocol::ALL
            .into_iter()
            .find(|protocol| protocol.name() == name.trim())?;
        Some(Self::read(protocol, rest))
    }

    fn read(protocol: Protocol, rest: &str) -> Result<Self, SpecError> {
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

    /// Checks that the program is there.
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

/// Whether a program is named by where it is, and not as a command.
fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    path.components().count() > 1 || path.is_absolute()
}

/// The file of a program: a path, or a name that is looked for where the shell looks for commands.
#[must_use]
pub fn locate(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if is_path(name) {
        return path.is_file().then(|| path.to_owned());
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .map(|folder| folder.join(path))
        .find(|found| found.is_file())
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

/// The parts between single commas, with double ones made single.
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
    fn what_is_printed_can_be_read_back() {
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
    fn half_a_spec_is_none() {
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
    fn a_missing_program_is_found_missing() {
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
