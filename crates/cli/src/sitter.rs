//! Who sits at a board in the terminal: a person, or a player by its spec.

use std::fmt;
use std::str::FromStr;

use games::BoardGame;
use players::program::Program;
use players::{Seat, SpecError, registry};

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// Somebody at the keyboard.
    Human,
    /// A player, by its spec.
    Player(String),
}

impl Sitter {
    /// Whether somebody types the moves.
    #[must_use]
    pub fn is_human(&self) -> bool {
        *self == Self::Human
    }

    /// The seat of a player, ready for its first game; people need none. What the player leaves to chance falls another way
    /// each time, and [`Seat::name`] says how it fell.
    pub fn seat<G: BoardGame>(&self) -> Result<Option<Seat<G>>, SpecError> {
        let Self::Player(spec) = self else {
            return Ok(None);
        };
        let mut seat = Seat::sit(spec)?;
        seat.seed_by_chance();
        // A program that does not start says so again when it is asked for a move.
        _ = seat.new_game();
        Ok(Some(seat))
    }
}

impl FromStr for Sitter {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text.trim() {
            "human" => Ok(Self::Human),
            other => {
                match Program::parse(other) {
                    Some(program) => program?.locate().map(|_| ())?,
                    None => registry::parse(other).map(|_| ())?,
                }
                Ok(Self::Player(other.to_owned()))
            }
        }
    }
}

impl fmt::Display for Sitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Player(spec) => spec.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use games::Chess;

    use super::*;

    #[test]
    fn what_is_printed_can_be_read_back() {
        for text in ["human", "random:seed=7", "alphabeta:depth=3,order=mvvlva"] {
            let sitter: Sitter = text.parse().expect(text);
            assert_eq!(sitter.to_string(), text);
        }
        assert!("humn".parse::<Sitter>().is_err());
        assert!("uci:/no/such/program".parse::<Sitter>().is_err());
    }

    #[test]
    fn chance_gets_a_seed_that_can_be_typed_again() {
        let seat = |text: &str| {
            let sitter: Sitter = text.parse().expect(text);
            let seat: Seat<Chess> = sitter.seat().expect(text).expect("a player");
            seat.name()
        };
        assert!(seat("random").starts_with("random:seed="));
        assert_eq!(seat("random:seed=7"), "random:seed=7");
        assert_eq!(seat("alphabeta:depth=3"), "alphabeta:depth=3");
    }
}
