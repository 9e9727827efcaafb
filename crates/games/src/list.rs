//! The list of games: the only place that names every game.

use std::fmt;
use std::str::FromStr;

use crate::nearest::{hint, quote};
use crate::{BoardGame, Chess, ConnectFour, GameId, MiniChess, Othello, TicTacToe};

/// Declares the games in the order in which they are offered. The id of a game is [`BoardGame::ID`].
macro_rules! games {
    ($($game:ty,)+) => {
        impl GameId {
            /// All games, in the order in which they are offered.
            pub const ALL: [Self; [$(<$game>::ID),+].len()] = [$(<$game>::ID),+];

            /// Runs a job with the rules of this game.
            ///
            /// # Panics
            /// The game is not in the list: its id was created by [`GameId::new`] for a game outside this crate.
            pub fn with<J: WithGame>(self, job: J) -> J::Output {
                $(if self == <$game>::ID {
                    return job.run(&<$game>::default());
                })+
                panic!("{self} is not in the list of games");
            }
        }
    };
}

games! {
    Chess,
    MiniChess,
    ConnectFour,
    Othello<8>,
    Othello<6>,
    Othello<4>,
    TicTacToe,
}

impl FromStr for GameId {
    type Err = UnknownGame;

    /// Finds a game of the list by its name, in letters of any case.
    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        Self::ALL
            .into_iter()
            .find(|id| id.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for GameId {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

/// The error of a name that no game has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = GameId::ALL.map(GameId::name);
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

/// A job for a game whose type is known only at run time.
pub trait WithGame {
    /// The result of the job.
    type Output;

    /// Runs the job.
    fn run<G: BoardGame>(self, game: &G) -> Self::Output;
}
