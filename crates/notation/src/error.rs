//! What may be wrong with a game.

use std::{fmt, io};

use games::{GameKind, NotationError};

use crate::{BuildError, Limit, TagError};

/// What is wrong with a game in a file.
#[derive(Debug)]
pub struct Error {
    /// Which game, counted from 1.
    pub game: usize,
    /// What is wrong with it.
    pub kind: ErrorKind,
}

/// What is wrong with a game.
#[derive(Debug)]
pub enum ErrorKind {
    /// The file cannot be read on.
    Io(io::Error),
    /// A tag or comment that is never closed, or a tag longer than the limit.
    Syntax(String),
    /// There is no game: no tag, no move, no result.
    NoGame,
    /// There is more after the game, where only one was asked for.
    SeveralGames,
    /// A tag with an impossible name.
    Tag(TagError),
    /// The tag `FEN` is not a position.
    Fen(NotationError),
    /// The tag `Variant` names a game that nobody here knows.
    Variant(String),
    /// The tag `Variant` names another game than the one that is read.
    OtherGame {
        /// The game that was found.
        found: GameKind,
        /// The one that is read.
        wanted: GameKind,
    },
    /// A move that cannot be played.
    Move {
        /// The number of the move.
        number: u32,
        /// Who moves.
        side: &'static str,
        /// What is wrong with it, and its text.
        error: String,
    },
    /// Parentheses that do not match, or too much of something.
    Build(BuildError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, {}", self.game, self.kind)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "reading: {error}"),
            Self::Syntax(text) => write!(f, "syntax: {text}"),
            Self::NoGame => f.write_str("there is no tag, move or result in it"),
            Self::SeveralGames => {
                f.write_str("and there is more after it, but one game was wanted")
            }
            Self::Tag(error) => write!(f, "tags: {error}"),
            Self::Fen(error) => write!(f, "tag FEN: {error}"),
            Self::Variant(name) => {
                let names = GameKind::ALL.map(GameKind::name);
                write!(
                    f,
                    "tag Variant: {name:?} is neither Standard nor Chess960 nor another game known here ({})",
                    names[1..].join(", ")
                )
            }
            Self::OtherGame { found, wanted } => {
                write!(
                    f,
                    "tag Variant: this is a game of {found}, and {wanted} was wanted"
                )
            }
            Self::Move {
                number,
                side,
                error,
            } => write!(f, "move {number} of {side}: {error}"),
            Self::Build(error) => write!(f, "moves: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<BuildError> for ErrorKind {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl From<Limit> for ErrorKind {
    fn from(limit: Limit) -> Self {
        Self::Build(BuildError::Limit(limit))
    }
}

impl From<io::Error> for ErrorKind {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
