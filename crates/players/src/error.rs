//! Errors of player specs.

use std::fmt;

use games::nearest::{hint, quote};

use crate::setting::SettingType;

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
        names: Vec<String>,
    },
    /// The player has no such setting.
    Key {
        /// The player.
        player: String,
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
        /// The kind of value it takes.
        expected: SettingType,
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
        player: String,
        /// The requested game.
        game: &'static str,
        /// The game it plays.
        plays: &'static str,
    },
    /// The player needs the keys of positions, and the game has none.
    Keys {
        /// The player.
        player: String,
        /// The way to avoid it.
        instead: &'static str,
    },
    /// The spec of an external program is malformed, or there is no such program.
    Program {
        /// The form of a right spec.
        form: &'static str,
        /// The error.
        reason: String,
    },
    /// An external program where only players of this program are allowed.
    Outside(String),
    /// Two settings that exclude each other, or one that needs another.
    Conflict(String),
    /// The source of an external program does not compile.
    Compile(String),
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
                hint(name, names.iter().map(String::as_str))
            ),
            Self::Key { player, key, keys } => {
                write!(f, "the player {player} has no setting {}", quote(key))?;
                if keys.is_empty() {
                    return f.write_str(" (it has none)");
                }
                let hint = hint(key, keys.iter().copied());
                write!(f, "{hint} (it has: {})", keys.join(", "))
            }
            Self::Value { key, value, expected: takes } => {
                write!(f, "the setting {key} takes {takes}")?;
                if value.is_empty() {
                    return f.write_str(", and nothing is given");
                }
                let wrong = value
                    .split('+')
                    .find(|word| !takes.words().contains(word))
                    .unwrap_or(value);
                let wrong = if matches!(takes, SettingType::List(_)) { wrong } else { value };
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
            Self::Keys { player, instead } => write!(
                f,
                "the player {player} recognises positions by their keys, and this game has no keys; give the game a key, or {instead}"
            ),
            Self::Program { form, reason } => {
                write!(f, "{reason} (a program is {form}, a comma in it written twice)")
            }
            Self::Outside(player) => write!(
                f,
                "{} is an external program, and only players of this program can be used here",
                quote(player)
            ),
            Self::Conflict(reason) | Self::Compile(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for SpecError {}
