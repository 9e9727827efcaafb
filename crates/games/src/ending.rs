//! The ends of games, by the rules or otherwise.

use std::fmt;

use gametree::{Score, Side};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// Chess: checkmate.
    Checkmate,
    /// Chess: stalemate.
    Stalemate,
    /// Chess: insufficient material.
    InsufficientMaterial,
    /// Chess: threefold repetition.
    Repetition,
    /// Chess: fifty moves by each side without a capture or pawn move.
    FiftyMoves,
    /// Another game is over by its rules.
    Rules,
    /// Adjudicated: both players evaluated the game as equal for long enough.
    DrawAgreed,
    /// Adjudicated: a player evaluated the game as lost for long enough.
    Resignation,
    /// The game exceeded the maximum number of moves.
    Length,
    /// A player exceeded its time.
    Time,
    /// A player played an illegal move.
    IllegalMove,
    /// A player returned no move.
    NoMove,
    /// A player crashed.
    Crash,
    /// A player did not answer.
    Stall,
    /// A player did not start.
    Start,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 15] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::InsufficientMaterial,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Rules,
        Self::DrawAgreed,
        Self::Resignation,
        Self::Length,
        Self::Time,
        Self::IllegalMove,
        Self::NoMove,
        Self::Crash,
        Self::Stall,
        Self::Start,
    ];

    /// Returns the name of the reason in journals.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient-material",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty-moves",
            Self::Rules => "rules",
            Self::DrawAgreed => "draw-agreed",
            Self::Resignation => "resignation",
            Self::Length => "length",
            Self::Time => "time",
            Self::IllegalMove => "illegal-move",
            Self::NoMove => "no-move",
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::Start => "start",
        }
    }

    /// Returns the reason with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Returns whether the reason is a fault of the losing player, such as a crash.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::Time | Self::IllegalMove | Self::NoMove | Self::Crash | Self::Stall | Self::Start
        )
    }

    /// Returns whether the rules of the game alone ended the game, without claims or adjudication.
    #[must_use]
    pub const fn is_by_rules(self) -> bool {
        matches!(
            self,
            Self::Checkmate
                | Self::Stalemate
                | Self::InsufficientMaterial
                | Self::Repetition
                | Self::FiftyMoves
                | Self::Rules
        )
    }

    /// Returns the value of the PGN tag `Termination`.
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

    /// Returns the reason in words.
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

impl From<::chess::Reason> for Reason {
    fn from(reason: ::chess::Reason) -> Self {
        match reason {
            ::chess::Reason::Checkmate => Self::Checkmate,
            ::chess::Reason::Stalemate => Self::Stalemate,
            ::chess::Reason::InsufficientMaterial => Self::InsufficientMaterial,
            ::chess::Reason::FivefoldRepetition | ::chess::Reason::ThreefoldRepetition => {
                Self::Repetition
            }
            ::chess::Reason::SeventyFiveMoves | ::chess::Reason::FiftyMoves => Self::FiftyMoves,
        }
    }
}

/// The result of a game and its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// The reason.
    pub reason: Reason,
    /// More details, such as the error output of a crashed player.
    pub detail: Option<String>,
}

impl Ending {
    /// Creates a draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self {
            winner: None,
            reason,
            detail: None,
        }
    }

    /// Creates a loss for `side`.
    #[must_use]
    pub const fn loss(side: Side, reason: Reason) -> Self {
        Self {
            winner: Some(side.other()),
            reason,
            detail: None,
        }
    }

    /// Creates the end of a game with this final score for the side to move.
    #[must_use]
    pub const fn scored(side: Side, score: Score, reason: Reason) -> Self {
        match score {
            0 => Self::draw(reason),
            1.. => Self::loss(side.other(), reason),
            _ => Self::loss(side, reason),
        }
    }

    /// Returns the result without the reason.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        GameResult::of(self.winner)
    }

    /// Describes the end with the names of the sides: `White wins by checkmate` or `Draw by stalemate`.
    #[must_use]
    pub fn describe(&self, sides: [&str; 2], reason: &str) -> String {
        match self.winner {
            Some(side) => format!("{} wins by {reason}", sides[side.index()]),
            None => format!("Draw by {reason}"),
        }
    }
}

/// A result in PGN. `1-0` is a win for the side that moves first in the default start position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// The game is drawn.
    Draw,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Draw];

    /// Returns the result with this winner.
    #[must_use]
    pub const fn of(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::First) => Self::First,
            Some(Side::Second) => Self::Second,
            None => Self::Draw,
        }
    }

    /// Returns the result as text, as in PGN and journals.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// Reads the text of a result.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == text)
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

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_texts_read_back() {
        for reason in Reason::ALL {
            assert_eq!(Reason::from_name(reason.name()), Some(reason));
        }
        for result in GameResult::ALL {
            assert_eq!(GameResult::from_text(result.text()), Some(result));
        }
        assert_eq!(Reason::from_name("Checkmate"), None);
        assert_eq!(GameResult::from_text("*"), None);
    }

    #[test]
    fn scores_are_for_the_side_to_move() {
        let winner = |score| Ending::scored(Side::Second, score, Reason::Rules).winner;
        assert_eq!(winner(5), Some(Side::Second));
        assert_eq!(winner(-5), Some(Side::First));
        assert_eq!(winner(0), None);
    }
}
