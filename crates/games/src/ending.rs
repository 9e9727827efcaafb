//! How games end, by their rules and otherwise.

use std::fmt;

use gametree::{Player, Score};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
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
    /// All of them.
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

    /// The name in journals.
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

    /// The reason with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Whether the loser did something that no player should.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::Time | Self::IllegalMove | Self::NoMove | Self::Crash | Self::Stall | Self::Start
        )
    }

    /// Whether the rules of the game alone say so, and nobody who plays or watches.
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

/// How a game ended: who won, if anyone, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner; `None` is a draw.
    pub winner: Option<Player>,
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
    pub const fn loss(side: Player, reason: Reason) -> Self {
        Self {
            winner: Some(side.other()),
            reason,
            detail: None,
        }
    }

    /// The end of a game with this final score for the side to move.
    #[must_use]
    pub const fn scored(side: Player, score: Score, reason: Reason) -> Self {
        match score {
            0 => Self::draw(reason),
            1.. => Self::loss(side.other(), reason),
            _ => Self::loss(side, reason),
        }
    }

    /// The result alone.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        GameResult::of(self.winner)
    }

    /// `White wins by checkmate`, or `Draw by stalemate`, with what these sides are called.
    #[must_use]
    pub fn told(&self, sides: [&str; 2], reason: &str) -> String {
        match self.winner {
            Some(side) => format!("{} wins by {reason}", sides[side.index()]),
            None => format!("Draw by {reason}"),
        }
    }
}

/// A result as PGN writes it. `1-0` is a win for the player who moves first from the usual starting position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Draw];

    /// The result with this winner.
    #[must_use]
    pub const fn of(winner: Option<Player>) -> Self {
        match winner {
            Some(Player::First) => Self::First,
            Some(Player::Second) => Self::Second,
            None => Self::Draw,
        }
    }

    /// As PGN and journals write it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// The result that is written like this.
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
        let winner = |score| Ending::scored(Player::Second, score, Reason::Rules).winner;
        assert_eq!(winner(5), Some(Player::Second));
        assert_eq!(winner(-5), Some(Player::First));
        assert_eq!(winner(0), None);
    }
}
