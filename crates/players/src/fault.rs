//! What can go wrong with somebody who is asked for a move.

use std::fmt;

use games::{Ending, Reason};
use gametree::Player;

/// Why a player has no legal move to offer. In a match each of these loses the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started, or ended before it was ready.
    Start(String),
    /// It ended in the middle of a game.
    Crash(String),
    /// It does not answer.
    Stall(String),
    /// It answered with something that is not a legal move.
    IllegalMove(String),
    /// It says it has no move, though there is one.
    NoMove,
    /// It was asked for a depth that it cannot search to.
    Depth(u32),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(reason) => write!(f, "did not start: {reason}"),
            Self::Crash(reason) => write!(f, "crashed: {reason}"),
            Self::Stall(reason) => write!(f, "does not answer: {reason}"),
            Self::IllegalMove(text) => write!(f, "played {text}, which is not legal"),
            Self::NoMove => f.write_str("has no move, though there is one"),
            Self::Depth(depth) => write!(
                f,
                "cannot search to depth {depth}: only players whose document counts from 0 can (report-minimax, say)"
            ),
        }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// How a game ends in which `side` does this.
    #[must_use]
    pub fn ending(&self, side: Player) -> Ending {
        let reason = match self {
            Self::Start(_) | Self::Depth(_) => Reason::Start,
            Self::Crash(_) => Reason::Crash,
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
