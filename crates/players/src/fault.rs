//! Failures of a player that has to move.

use std::fmt;

use games::{Ending, Reason};
use gametree::Side;

/// The failure of a player to return a legal move. In a match each of these loses the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program did not start, or ended before it was ready.
    Start(String),
    /// The program ended during a game.
    Crash(String),
    /// The program does not answer.
    Stall(String),
    /// The answer is not a legal move.
    IllegalMove(String),
    /// The answer has no move, although one is legal.
    NoMove,
    /// The player does not support the requested depth.
    Depth(u32),
    /// The rules of the game failed. It is not a fault of the player, but the game cannot continue.
    Rules(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(reason) => write!(f, "did not start: {reason}"),
            Self::Crash(reason) => write!(f, "crashed: {reason}"),
            Self::Stall(reason) => write!(f, "does not answer: {reason}"),
            Self::IllegalMove(text) => write!(f, "played {text}, which is not legal"),
            Self::NoMove => f.write_str("has no move, though there is one"),
            Self::Rules(error) => write!(f, "the rules of the game failed: {error}"),
            Self::Depth(depth) => write!(
                f,
                "cannot search to depth {depth}: only players of documents that count depth from 0 can, such as report-minimax"
            ),
        }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// Returns the ending of a game in which `side` fails.
    #[must_use]
    pub fn ending(&self, side: Side) -> Ending {
        let reason = match self {
            Self::Start(_) | Self::Depth(_) => Reason::Start,
            Self::Crash(_) | Self::Rules(_) => Reason::Crash,
            Self::Stall(_) => Reason::Stall,
            Self::IllegalMove(_) => Reason::IllegalMove,
            Self::NoMove => Reason::NoMove,
        };
        Ending {
            detail: Some(self.to_string()),
            ..Ending::loss(side, reason)
        }
    }
}
