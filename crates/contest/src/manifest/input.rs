//! The inputs of a run, and their hashes.

use std::path::Path;

use games::GameId;
use serde::{Deserialize, Serialize};

use super::ManifestError;
use crate::book;
use crate::store::read_file;
use gametree::hash::hex;
use players::{PlayerSpec, locate};

/// The kind of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputKind {
    /// A file; the name is its path.
    File,
    /// An external program; the name is its path, or a command in the search path.
    Program,
    /// An opening book inside this program; the name is that of the game, followed by the name of a larger book: `chess
    /// unbalanced`.
    Book,
}

/// An input of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// Its kind.
    pub kind: InputKind,
    /// Its name.
    pub name: String,
    /// FNV-1a of its bytes, 64 bits in hexadecimal.
    pub hash: String,
}

impl Input {
    /// Creates the input for a file that was read.
    #[must_use]
    pub fn file(path: &Path, bytes: &[u8]) -> Self {
        Self {
            kind: InputKind::File,
            name: path.display().to_string(),
            hash: hex(bytes),
        }
    }

    /// Returns the built-in book for a game, if there is one.
    #[must_use]
    pub fn book(game: GameId) -> Option<Self> {
        Self::read(InputKind::Book, game.name()).ok()
    }

    /// Returns the larger built-in book of this name, if there is one for the game.
    #[must_use]
    pub fn named_book(game: GameId, name: &str) -> Option<Self> {
        Self::read(InputKind::Book, &format!("{} {name}", game.name())).ok()
    }

    /// The input of a player: its program, or the file named by its spec.
    pub fn of_player(spec: &PlayerSpec) -> Result<Option<Self>, ManifestError> {
        let input = match (spec.program(), spec.files().next()) {
            (Some(program), _) => Self::read(InputKind::Program, program.path()),
            (None, Some(file)) => Self::read(InputKind::File, file),
            (None, None) => return Ok(None),
        };
        input.map(Some).map_err(ManifestError)
    }

    /// Checks that the input exists and has not changed.
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
        let (what, remedy) = match self.kind {
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
            "{what} has changed since: its hash is {}, not {}; {remedy}, or run the command again",
            now.hash, self.hash
        )))
    }

    /// Reads the input as it is now. The error names what is missing.
    fn read(kind: InputKind, name: &str) -> Result<Self, String> {
        let bytes = match kind {
            InputKind::File => read_file(Path::new(name))?,
            InputKind::Program => {
                let path = locate(name).ok_or_else(|| format!("there is no program {name}"))?;
                read_file(&path)?
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
