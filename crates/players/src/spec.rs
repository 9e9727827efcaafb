//! A player in one word: `name[:key=value,...]`, such as `alphabeta:depth=5,order=mvvlva+killers,tt=16,quiesce`.
//!
//! The same spec works wherever a player is asked for, and what is printed can be read back. This file knows the form
//! of a spec and what kinds of values there are; [`crate::registry`] knows the players.

use std::fmt;
use std::str::FromStr;

use games::nearest::{hint, quote};

/// A spec by its form alone: a name and settings, of a player that may or may not exist.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    /// Who.
    pub name: String,
    /// How, in the order given. A key without a value is a switch.
    pub settings: Vec<(String, Option<String>)>,
}

impl Spec {
    /// The value of a setting: `None` if it is not given, an empty text if it is given without a value.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.settings
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value.as_deref().unwrap_or_default())
    }

    /// Whether a switch is on: given alone, or as `on`.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        matches!(self.get(key), Some("" | "on"))
    }

    /// A number, if the setting is given. The registry has checked that it is one.
    #[must_use]
    pub fn number(&self, key: &str) -> Option<u64> {
        self.get(key)?.parse().ok()
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let mut separator = ':';
        for (key, value) in &self.settings {
            write!(f, "{separator}{key}")?;
            if let Some(value) = value {
                write!(f, "={value}")?;
            }
            separator = ',';
        }
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text.trim(), None),
        };
        if name.is_empty() {
            return Err(SpecError::NoName);
        }
        let mut settings: Vec<(String, Option<String>)> = Vec::new();
        for setting in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (key, value) = match setting.split_once('=') {
                Some((key, value)) => (key.trim(), Some(value.trim().to_owned())),
                None => (setting.trim(), None),
            };
            if key.is_empty() {
                return Err(SpecError::EmptySetting);
            }
            if settings.iter().any(|(known, _)| known == key) {
                return Err(SpecError::Twice(key.to_owned()));
            }
            settings.push((key.to_owned(), value));
        }
        Ok(Self {
            name: name.to_owned(),
            settings,
        })
    }
}

/// What a setting takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Nothing, or `on` or `off`.
    Switch,
    /// The same, or `auto`: as the other settings suggest.
    AutoSwitch,
    /// A whole number in this range.
    Number(u64, u64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Some of these words, joined by `+`.
    List(&'static [&'static str]),
    /// The name of an evaluator of the game that is played.
    Evaluator,
    /// Anything, such as a file name.
    Text,
}

impl Takes {
    /// Whether `value` (empty if there is none) is of this kind; otherwise what is wrong with it.
    pub fn check(self, key: &str, value: &str) -> Result<(), SpecError> {
        let fits = match self {
            Self::Switch => matches!(value, "" | "on" | "off"),
            Self::AutoSwitch => matches!(value, "" | "on" | "off" | "auto"),
            Self::Number(least, most) => value
                .parse()
                .is_ok_and(|number: u64| (least..=most).contains(&number)),
            Self::Choice(words) => words.contains(&value),
            Self::List(words) => value.split('+').all(|word| words.contains(&word)),
            Self::Evaluator | Self::Text => !value.is_empty(),
        };
        if fits {
            return Ok(());
        }
        Err(SpecError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            takes: self,
        })
    }

    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Choice(words) | Self::List(words) => words,
            Self::Switch => &["on", "off"],
            Self::AutoSwitch => &["on", "off", "auto"],
            _ => &[],
        }
    }
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch => f.write_str("on or off"),
            Self::AutoSwitch => f.write_str("on, off or auto"),
            Self::Number(least, u64::MAX) => write!(f, "a number from {least}"),
            Self::Number(least, most) => write!(f, "a number from {least} to {most}"),
            Self::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Self::List(words) => write!(f, "some of {}, joined by +", words.join(", ")),
            Self::Evaluator => f.write_str("an evaluator of the game"),
            Self::Text => f.write_str("a text"),
        }
    }
}

/// Why a text is not a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// No name before the colon.
    NoName,
    /// Nothing after the colon, or nothing between two commas.
    EmptySetting,
    /// A setting is given twice.
    Twice(String),
    /// No player has this name.
    Name {
        /// The name given.
        name: String,
        /// The names there are.
        names: Vec<&'static str>,
    },
    /// The player has no such setting.
    Key {
        /// Whose setting.
        player: &'static str,
        /// The key given.
        key: String,
        /// The keys there are.
        keys: Vec<&'static str>,
    },
    /// The setting does not take this value.
    Value {
        /// The key given.
        key: String,
        /// The value given.
        value: String,
        /// What it takes.
        takes: Takes,
    },
    /// The game has no such evaluator.
    Evaluator {
        /// The name given.
        name: String,
        /// The game.
        game: &'static str,
        /// The evaluators it has.
        names: Vec<&'static str>,
    },
    /// The player does not play this game.
    Game {
        /// The player.
        player: &'static str,
        /// The game asked for.
        game: &'static str,
        /// The game it plays.
        plays: &'static str,
    },
    /// The spec of a program of its own is not complete, or there is no such program.
    Program {
        /// What the spec should look like.
        form: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// A program of its own where only players inside this program can be.
    Outside(&'static str),
    /// Two settings that exclude each other, or one that needs another.
    Conflict(String),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => {
                f.write_str("a player is name[:key=value,...], such as alphabeta:depth=4")
            }
            Self::EmptySetting => f.write_str(
                "after the colon come settings key=value with commas between, such as random:seed=7",
            ),
            Self::Twice(key) => write!(f, "the setting {} is given twice", quote(key)),
            Self::Name { name, names } => write!(
                f,
                "no player is called {}{} (`espalier players` lists them)",
                quote(name),
                hint(name, names.iter().copied())
            ),
            Self::Key { player, key, keys } => {
                write!(f, "the player {player} has no setting {}", quote(key))?;
                if keys.is_empty() {
                    return f.write_str(" (it has none)");
                }
                let hint = hint(key, keys.iter().copied());
                write!(f, "{hint} (it has: {})", keys.join(", "))
            }
            Self::Value { key, value, takes } => {
                write!(f, "the setting {key} takes {takes}")?;
                if value.is_empty() {
                    return f.write_str(", and nothing is given");
                }
                let wrong = value
                    .split('+')
                    .find(|word| !takes.words().contains(word))
                    .unwrap_or(value);
                let wrong = if matches!(takes, Takes::List(_)) { wrong } else { value };
                let hint = hint(wrong, takes.words().iter().copied());
                write!(f, ", not {}{hint}", quote(wrong))
            }
            Self::Evaluator { name, game, names } => write!(
                f,
                "{game} has no evaluator {}{} (it has: {})",
                quote(name),
                hint(name, names.iter().copied()),
                names.join(", ")
            ),
            Self::Game {
                player,
                game,
                plays,
            } => write!(f, "the player {player} plays {plays}, not {game}"),
            Self::Program { form, reason } => {
                write!(f, "{reason} (a program is {form}, a comma in it written twice)")
            }
            Self::Outside(player) => write!(
                f,
                "the player {player} is a program of its own, and only players of this program can be here"
            ),
            Self::Conflict(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for SpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_can_be_read_back() {
        for text in [
            "human",
            "random:seed=7",
            "alphabeta:depth=5,order=mvvlva+killers,quiesce",
        ] {
            let spec: Spec = text.parse().expect(text);
            assert_eq!(spec.to_string(), text);
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
        assert_eq!(
            " random : seed = 7 "
                .parse::<Spec>()
                .expect("a spec")
                .to_string(),
            "random:seed=7"
        );
    }

    #[test]
    fn half_a_spec_is_none() {
        for text in ["", ":", ":seed=1", "  "] {
            assert_eq!(text.parse::<Spec>(), Err(SpecError::NoName), "{text:?}");
        }
        for text in ["random:", "random:seed=1,", "random:=3"] {
            assert_eq!(
                text.parse::<Spec>(),
                Err(SpecError::EmptySetting),
                "{text:?}"
            );
        }
        assert_eq!(
            "random:a,a".parse::<Spec>(),
            Err(SpecError::Twice("a".to_owned()))
        );
    }

    #[test]
    fn values_are_checked_by_kind() {
        assert!(Takes::Number(1, 9).check("depth", "9").is_ok());
        let error = Takes::Number(1, 9).check("depth", "-3").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the setting depth takes a number from 1 to 9, not \"-3\""
        );
        let error = Takes::List(&["hash", "killers"])
            .check("order", "hash+kilers")
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the setting order takes some of hash, killers, joined by +, not \"kilers\"; did you mean killers?"
        );
        let error = Takes::Choice(&["a", "b"]).check("form", "").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the setting form takes one of a, b, and nothing is given"
        );
        assert!(Takes::Switch.check("quiesce", "").is_ok());
        assert!(Takes::Switch.check("quiesce", "maybe").is_err());
    }
}
