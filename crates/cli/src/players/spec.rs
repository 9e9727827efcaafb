//! A player in one word: `name[:key=value,...]`, such as `random:seed=7`.
//!
//! The same spec works wherever a player is asked for, and what is printed can be read back.

use std::fmt;
use std::str::FromStr;

use crate::nearest::{hint, quote};

/// A spec by its form alone: a name and settings, of players that may or may not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Who.
    pub name: String,
    /// How, in the order given. A key without a value is a switch.
    pub settings: Vec<(String, Option<String>)>,
}

/// A player that exists, with its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Somebody at the keyboard.
    Human,
    /// Picks any legal move.
    Random {
        /// The same seed plays the same game; `None` is another one every time.
        seed: Option<u64>,
    },
}

/// A player as the list of players shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What the spec begins with.
    pub name: &'static str,
    /// The settings it takes: key, and what it means.
    pub keys: &'static [(&'static str, &'static str)],
    /// One line about it.
    pub about: &'static str,
}

/// Every player.
pub const PLAYERS: [Entry; 2] = [
    Entry {
        name: "human",
        keys: &[],
        about: "you, at the keyboard",
    },
    Entry {
        name: "random",
        keys: &[(
            "seed",
            "a number: the same seed plays the same game (default: another one every time)",
        )],
        about: "picks any legal move",
    },
];

/// Why a text is not a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// No name before the colon.
    NoName,
    /// Nothing after the colon, or nothing between two commas.
    EmptySetting,
    /// No player has this name.
    Name(String),
    /// The player has no such setting.
    Key {
        /// Whose setting.
        player: &'static str,
        /// The key given.
        key: String,
    },
    /// A setting is given twice.
    Twice(String),
    /// The setting does not take this value.
    Value {
        /// The key given.
        key: String,
        /// The value given.
        value: String,
        /// What it takes.
        takes: &'static str,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => f.write_str("a player is name[:key=value,...], such as random:seed=7"),
            Self::EmptySetting => {
                f.write_str("after the colon come settings key=value with commas between, such as random:seed=7")
            }
            Self::Name(name) => {
                let names = PLAYERS.map(|entry| entry.name);
                write!(f, "no player is called {}{} (players: {})", quote(name), hint(name, names), names.join(", "))
            }
            Self::Key { player, key } => {
                let keys: Vec<&str> = keys_of(player).iter().map(|(key, _)| *key).collect();
                write!(f, "the player {player} has no setting {}", quote(key))?;
                match keys.as_slice() {
                    [] => f.write_str(" (it has none)"),
                    _ => write!(f, "{} (it has: {})", hint(key, keys.iter().copied()), keys.join(", ")),
                }
            }
            Self::Twice(key) => write!(f, "the setting {} is given twice", quote(key)),
            Self::Value { key, value, takes } => write!(f, "the setting {key} takes {takes} and not {}", quote(value)),
        }
    }
}

impl std::error::Error for SpecError {}

fn keys_of(player: &str) -> &'static [(&'static str, &'static str)] {
    PLAYERS
        .iter()
        .find(|entry| entry.name == player)
        .map_or(&[], |entry| entry.keys)
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if name.trim().is_empty() {
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
            name: name.trim().to_owned(),
            settings,
        })
    }
}

impl FromStr for Player {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let Spec { name, settings } = text.parse()?;
        let entry = PLAYERS
            .iter()
            .find(|entry| entry.name == name)
            .ok_or(SpecError::Name(name))?;
        if let Some((key, _)) = settings
            .iter()
            .find(|(key, _)| entry.keys.iter().all(|(known, _)| known != key))
        {
            return Err(SpecError::Key {
                player: entry.name,
                key: key.clone(),
            });
        }
        let number = |key: &str| {
            let setting = settings.iter().find(|(known, _)| known == key);
            let value = setting.map(|(_, value)| value.as_deref().unwrap_or_default());
            value
                .map(|value| {
                    value.parse().map_err(|_| SpecError::Value {
                        key: key.to_owned(),
                        value: value.to_owned(),
                        takes: "a number from 0 to 18446744073709551615",
                    })
                })
                .transpose()
        };
        Ok(match entry.name {
            "random" => Self::Random {
                seed: number("seed")?,
            },
            _ => Self::Human,
        })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Random { seed: None } => f.write_str("random"),
            Self::Random { seed: Some(seed) } => write!(f, "random:seed={seed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Player>().expect_err(text).to_string()
    }

    #[test]
    fn what_is_printed_can_be_read_back() {
        for text in [
            "human",
            "random",
            "random:seed=7",
            "random:seed=18446744073709551615",
        ] {
            let player: Player = text.parse().expect(text);
            assert_eq!(player.to_string(), text);
        }
        assert_eq!(
            " random : seed = 7 ".parse(),
            Ok(Player::Random { seed: Some(7) })
        );
    }

    #[test]
    fn every_player_in_the_list_can_be_had_by_its_name() {
        for entry in PLAYERS {
            assert_eq!(
                entry.name.parse::<Player>().expect(entry.name).to_string(),
                entry.name
            );
        }
    }

    #[test]
    fn errors_name_the_wrong_part_and_the_nearest_right_one() {
        assert_eq!(
            error("randm"),
            "no player is called \"randm\"; did you mean random? (players: human, random)"
        );
        assert_eq!(
            error("random:sed=3"),
            "the player random has no setting \"sed\"; did you mean seed? (it has: seed)"
        );
        assert_eq!(
            error("human:depth=3"),
            "the player human has no setting \"depth\" (it has none)"
        );
        assert_eq!(
            error("random:seed=many"),
            "the setting seed takes a number from 0 to 18446744073709551615 and not \"many\""
        );
        assert_eq!(
            error("random:seed=1,seed=2"),
            "the setting \"seed\" is given twice"
        );
    }

    #[test]
    fn half_a_spec_is_none() {
        for text in ["", ":", ":seed=1", "  "] {
            assert_eq!(text.parse::<Player>(), Err(SpecError::NoName), "{text:?}");
        }
        for text in ["random:", "random:seed=1,", "random:=3"] {
            assert_eq!(
                text.parse::<Player>(),
                Err(SpecError::EmptySetting),
                "{text:?}"
            );
        }
        assert!(matches!(
            "random:seed".parse::<Player>(),
            Err(SpecError::Value { .. })
        ));
    }
}
