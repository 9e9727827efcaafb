//! The ids of games.

use std::fmt;

/// The id of a game: its name in commands, messages and files.
///
/// ```
/// use games::{BoardGame, GameId, Othello};
/// assert_eq!("Othello6".parse(), Ok(Othello::<6>::ID));
/// let error = "otello".parse::<GameId>().unwrap_err();
/// assert!(error.to_string().starts_with("no game is called \"otello\"; did you mean othello?"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameId(&'static str);

impl GameId {
    /// Creates the id of a game. Ids of games in the list are lower-case words without spaces.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Returns the name used in commands, messages and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
