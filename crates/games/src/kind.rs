//! The games by name.

use std::fmt;
use std::str::FromStr;

use gametree::{Score, Value};

use crate::nearest::{hint, quote};

/// A game by its name.
///
/// ```
/// use games::GameKind;
/// assert_eq!("Othello6".parse(), Ok(GameKind::Othello6));
/// let error = "otello".parse::<GameKind>().unwrap_err();
/// assert!(error.to_string().starts_with("no game is called \"otello\"; did you mean othello?"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameKind {
    /// Chess and Chess960 on 8x8 squares.
    Chess,
    /// The 6x5 game of the course I2P3.
    MiniChess,
    /// Othello on 8x8 squares.
    Othello,
    /// Othello on 6x6 squares.
    Othello6,
    /// Othello on 4x4 squares.
    Othello4,
    /// Tic-tac-toe.
    TicTacToe,
}

impl GameKind {
    /// All games, in the order they are offered.
    pub const ALL: [Self; 6] = [
        Self::Chess,
        Self::MiniChess,
        Self::Othello,
        Self::Othello6,
        Self::Othello4,
        Self::TicTacToe,
    ];

    /// The name used in commands, messages and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::MiniChess => "minichess",
            Self::Othello => "othello",
            Self::Othello6 => "othello6",
            Self::Othello4 => "othello4",
            Self::TicTacToe => "tictactoe",
        }
    }
}

/// A score of the searches as people read it.
#[must_use]
pub const fn value_of(game: GameKind, score: Score) -> Value {
    match game {
        GameKind::Chess => Value::of_chess(score),
        _ => Value::of_points(score),
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No game has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = GameKind::ALL.map(GameKind::name);
        write!(
            f,
            "no game is called {}{} (games: {})",
            quote(&self.0),
            hint(&self.0, names),
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownGame {}

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| UnknownGame(text.to_owned()))
    }
}
