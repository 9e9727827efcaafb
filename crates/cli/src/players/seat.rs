//! Who sits at a board: a person, or a player by its spec.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::str::FromStr;

use lab::{Spec, SpecError, registry};

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// Somebody at the keyboard.
    Human,
    /// A player of the registry.
    Program(Spec),
}

impl Seat {
    /// Whether somebody types the moves.
    #[must_use]
    pub fn is_human(&self) -> bool {
        *self == Self::Human
    }

    /// The same, with a seed where the player takes one and none was given: so that each game is another one, and any
    /// game can be met again.
    #[must_use]
    pub fn with_seed(mut self) -> Self {
        if let Self::Program(spec) = &mut self
            && spec.name == "random"
            && spec.get("seed").is_none()
        {
            // Small enough to be typed again.
            let seed = RandomState::new().build_hasher().finish() % 1_000_000;
            spec.settings
                .push(("seed".to_owned(), Some(seed.to_string())));
        }
        self
    }
}

impl FromStr for Seat {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text.trim() {
            "human" => Ok(Self::Human),
            other => registry::parse(other).map(Self::Program),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Program(spec) => spec.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_can_be_read_back() {
        for text in ["human", "random:seed=7", "alphabeta:depth=3,order=mvvlva"] {
            let seat: Seat = text.parse().expect(text);
            assert_eq!(seat.to_string(), text);
            assert_eq!(seat.with_seed().to_string(), text);
        }
        let seeded = "random".parse::<Seat>().expect("a player").with_seed();
        assert!(seeded.to_string().starts_with("random:seed="));
        assert!("humn".parse::<Seat>().is_err());
    }
}
