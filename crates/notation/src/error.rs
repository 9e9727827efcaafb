//! Errors of games in files.

use std::{fmt, io};

use games::{GameId, NotationError};

use crate::{BuildError, Limit, TagError};

/// Why a game in a file is rejected.
#[derive(Debug)]
pub struct Error {
    /// The number of the game, from 1.
    pub game: usize,
    /// The reason.
    pub kind: ErrorKind,
}

/// The reason why a game is rejected.
#[derive(Debug)]
pub enum ErrorKind {
    /// The file cannot be read.
    Io(io::Error),
    /// A tag or comment that is not closed, or another syntax error.
    Syntax(String),
    /// There is no game: no tag, no move, no result.
    NoGame,
    /// More text follows where one game is expected.
    SeveralGames,
    /// A tag with an invalid name.
    Tag(TagError),
    /// The tag `FEN` is not a position.
    Fen(NotationError),
    /// The tag `Variant` names an unknown game.
    Variant(String),
    /// The tag `Variant` names another game than the expected one.
    OtherGame {
        /// The game that was found.
        found: GameId,
        /// The expected game.
        expected: GameId,
    },
    /// A move that is not legal.
    Move {
        /// The number of the move.
        number: u32,
        /// The side to move.
        side: &'static str,
        /// The error, with the text of the move.
        error: String,
    },
    /// Parentheses that do not match, or an exceeded limit.
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
            Self::NoGame => f.write_str("found no tag, move or result"),
            Self::SeveralGames => f.write_str("more text follows where one game is expected"),
            Self::Tag(error) => write!(f, "tags: {error}"),
            Self::Fen(error) => write!(f, "tag FEN: {error}"),
            Self::Variant(name) => {
                let names = GameId::ALL.map(GameId::name);
                write!(
                    f,
                    "tag Variant: found {name:?}, expected Standard, Chess960 or one of {}",
                    names[1..].join(", ")
                )
            }
            Self::OtherGame { found, expected } => {
                write!(
                    f,
                    "tag Variant: found a game of {found}, expected {expected}"
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
