//! What a run reads, and how to see that it is still the same.

use std::fs;
use std::path::Path;

use games::GameKind;
use serde::{Deserialize, Serialize};

use super::ManifestError;
use contest::book;
use contest::hash::hex;
use players::program::{Program, locate};
use players::registry;

/// What kind of thing is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputKind {
    /// A file; the name is its path.
    File,
    /// A player that is a program of its own; the name is its path, or a command the shell would find.
    Program,
    /// An opening book inside this program; the name is that of the game, and for a larger book its own: `chess unbalanced`.
    Book,
}

/// Something a run reads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// What kind of thing it is.
    pub kind: InputKind,
    /// Which one.
    pub name: String,
    /// FNV-1a of its bytes, 64 bits in hexadecimal.
    pub hash: String,
}

impl Input {
    /// A file that was read.
    #[must_use]
    pub fn file(path: &Path, bytes: &[u8]) -> Self {
        Self {
            kind: InputKind::File,
            name: path.display().to_string(),
            hash: hex(bytes),
        }
    }

    /// The book of this program for a game, if it has one.
    #[must_use]
    pub fn book(game: GameKind) -> Option<Self> {
        Self::read(InputKind::Book, game.name()).ok()
    }

    /// The larger book of this program that has this name, if there is one for the game.
    #[must_use]
    pub fn named_book(game: GameKind, name: &str) -> Option<Self> {
        Self::read(InputKind::Book, &format!("{} {name}", game.name())).ok()
    }

    /// What a player reads: its program, or the file its spec names.
    pub fn of_player(spec: &str) -> Result<Option<Self>, ManifestError> {
        let (kind, name) = match Program::parse(spec) {
            Some(Ok(program)) => (InputKind::Program, program.path),
            Some(Err(_)) => return Ok(None),
            None => match registry::parse(spec) {
                Ok(spec) if spec.get("book").is_some() => {
                    let file = spec.get("book").unwrap_or_default();
                    (InputKind::File, file.to_owned())
                }
                _ => return Ok(None),
            },
        };
        Self::read(kind, &name).map(Some).map_err(ManifestError)
    }

    /// Checks that it is there, and is what it was.
    pub fn check(&self) -> Result<(), ManifestError> {
        let now = Self::read(self.kind, &self.name).map_err(|reason| {
            ManifestError(format!(
                "{reason}, and the run needs it (hash {})",
                self.hash
            ))
        })?;
        if now.hash == self.hash {
            return Ok(());
        }
        let (what, mend) = match self.kind {
            InputKind::File => (self.name.clone(), "put the old file back"),
            InputKind::Program => (
                format!("the program {}", self.name),
                "put the old program back",
            ),
            InputKind::Book => (
                format!("the {} book of this program", self.name),
                "use the old version of Espalier",
            ),
        };
        Err(ManifestError(format!(
            "{what} has changed since: its hash is {}, not {}; {mend}, or run the command anew",
            now.hash, self.hash
        )))
    }

    /// What is there now; the error says what is missing.
    fn read(kind: InputKind, name: &str) -> Result<Self, String> {
        let cannot = |error: &dyn std::fmt::Display| format!("cannot read {name}: {error}");
        let bytes = match kind {
            InputKind::File => fs::read(name).map_err(|error| cannot(&error))?,
            InputKind::Program => {
                let path = locate(name).ok_or_else(|| format!("there is no program {name}"))?;
                fs::read(path).map_err(|error| cannot(&error))?
            }
            InputKind::Book => {
                let found = match name.split_once(' ') {
                    Some((game, book)) => {
                        game.parse().ok().and_then(|game| book::named(game, book))
                    }
                    None => name.parse().ok().and_then(book::default).map(str::as_bytes),
                };
                let found = found.ok_or_else(|| format!("this program has no book for {name}"))?;
                found.to_vec()
            }
        };
        Ok(Self {
            kind,
            name: name.to_owned(),
            hash: hex(&bytes),
        })
    }
}
