//! How games end.

use std::fmt;

use gametree::{Player as Side, Score};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;

/// Why a game is over. The names are those of the journal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Chess: mate.
    Checkmate,
    /// Chess: no move and no check.
    Stalemate,
    /// Chess: nobody can mate.
    InsufficientMaterial,
    /// Chess: the position came up three times.
    Repetition,
    /// Chess: fifty moves by each side without a capture or pawn move.
    FiftyMoves,
    /// Another game is over by its rules.
    Rules,
    /// Both players found it equal for long enough.
    DrawAgreed,
    /// A player found it lost for long enough.
    Resignation,
    /// It took too many moves.
    Length,
    /// A player used more time than there was.
    Time,
    /// A player's move was not legal.
    IllegalMove,
    /// A player had no move to offer.
    NoMove,
    /// A player crashed.
    Crash,
    /// A player did not answer.
    Stall,
    /// A player did not start.
    Start,
}

impl Reason {
    /// Whether the loser did something that no player should.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::Time | Self::IllegalMove | Self::NoMove | Self::Crash | Self::Stall | Self::Start
        )
    }

    /// As the PGN tag `Termination` has it.
    #[must_use]
    pub const fn termination(self) -> &'static str {
        match self {
            Self::DrawAgreed | Self::Resignation | Self::Length => "adjudication",
            Self::Time => "time forfeit",
            Self::IllegalMove => "illegal move",
            Self::NoMove | Self::Crash | Self::Stall | Self::Start => "abandoned",
            _ => "normal",
        }
    }

    /// As people say it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::Repetition => "threefold repetition",
            Self::FiftyMoves => "fifty moves",
            Self::Rules => "the rules of the game",
            Self::DrawAgreed => "draw adjudication",
            Self::Resignation => "resignation",
            Self::Length => "length",
            Self::Time => "time forfeit",
            Self::IllegalMove => "illegal move",
            Self::NoMove => "no move",
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::Start => "did not start",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl From<chess::Reason> for Reason {
    fn from(reason: chess::Reason) -> Self {
        match reason {
            chess::Reason::Checkmate => Self::Checkmate,
            chess::Reason::Stalemate => Self::Stalemate,
            chess::Reason::InsufficientMaterial => Self::InsufficientMaterial,
            chess::Reason::FivefoldRepetition | chess::Reason::ThreefoldRepetition => {
                Self::Repetition
            }
            chess::Reason::SeventyFiveMoves | chess::Reason::FiftyMoves => Self::FiftyMoves,
        }
    }
}

/// How a game ended: who won, if anyone, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
    /// More about it, such as what a player said before it crashed.
    pub detail: Option<String>,
}

impl Ending {
    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self {
            winner: None,
            reason,
            detail: None,
        }
    }

    /// A loss for `side`.
    #[must_use]
    pub const fn loss(side: Side, reason: Reason) -> Self {
        Self {
            winner: Some(side.other()),
            reason,
            detail: None,
        }
    }

    /// A loss by a fault.
    #[must_use]
    pub fn fault(side: Side, fault: &Fault) -> Self {
        let reason = match fault {
            Fault::Start(_) => Reason::Start,
            Fault::Crash(_) => Reason::Crash,
            Fault::Stall(_) => Reason::Stall,
            Fault::IllegalMove(_) => Reason::IllegalMove,
            Fault::NoMove => Reason::NoMove,
        };
        Self {
            detail: Some(fault.to_string()),
            ..Self::loss(side, reason)
        }
    }

    /// The end of a game with this final score for the side to move.
    #[must_use]
    pub const fn scored(side: Side, score: Score, reason: Reason) -> Self {
        match score {
            0 => Self::draw(reason),
            1.. => Self::loss(side.other(), reason),
            _ => Self::loss(side, reason),
        }
    }
}

/// A result as PGN writes it. `1-0` is a win for the player who moves first from the usual starting position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// The first player won.
    #[serde(rename = "1-0")]
    First,
    /// The second player won.
    #[serde(rename = "0-1")]
    Second,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result with this winner.
    #[must_use]
    pub const fn of(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::First) => Self::First,
            Some(Side::Second) => Self::Second,
            None => Self::Draw,
        }
    }

    /// As PGN writes it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// Half points for the first player: 2, 1 or 0.
    #[must_use]
    pub const fn half_points(self) -> usize {
        match self {
            Self::First => 2,
            Self::Draw => 1,
            Self::Second => 0,
        }
    }
}
