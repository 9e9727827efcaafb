//! What a GUI can set.

use std::fmt;
use std::time::Duration;

use chess::uci::CastlingStyle;

use lab::nearest::{hint, quote};
use lab::{GameKind, Spec, SpecError, registry};

use crate::players::{self, Settings};

/// What an option takes, as announced after `uci`.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Check {
        default: bool,
        set: fn(&mut Options, bool),
    },
    Spin {
        default: u64,
        min: u64,
        max: u64,
        set: fn(&mut Options, u64),
    },
    Button {
        press: fn(&mut Options),
    },
    /// A player by its spec. The names are proposed, and any spec is taken.
    Player,
}

/// Every option, in the order in which they are announced.
///
/// `Player` says who finds the moves. `Hash`, `Clear Hash` and `Ponder` are for an engine: the textbook players have
/// their table in their spec. They are taken all the same, because GUIs and match runners set them without asking and
/// some refuse an engine that lacks them. `Threads` counts for `go perft`, `Seed` and `MultiPV` for the random player.
const OPTIONS: [(&str, Kind); 9] = [
    ("Player", Kind::Player),
    (
        "Hash",
        Kind::Spin {
            default: 16,
            min: 1,
            max: 1 << 25,
            set: |options, value| options.settings.hash = value,
        },
    ),
    (
        "Threads",
        Kind::Spin {
            default: 1,
            min: 1,
            max: 1024,
            set: |options, value| options.settings.threads = value as usize,
        },
    ),
    ("Clear Hash", Kind::Button { press: |_| {} }),
    (
        "Ponder",
        Kind::Check {
            default: false,
            set: |_, _| {},
        },
    ),
    (
        "MultiPV",
        Kind::Spin {
            default: 1,
            min: 1,
            max: 256,
            set: |options, value| options.settings.multi_pv = value as usize,
        },
    ),
    (
        "Move Overhead",
        Kind::Spin {
            default: 10,
            min: 0,
            max: 5000,
            set: |options, value| options.settings.move_overhead = Duration::from_millis(value),
        },
    ),
    (
        "UCI_Chess960",
        Kind::Check {
            default: false,
            set: |options, value| options.chess960 = value,
        },
    ),
    (
        "Seed",
        Kind::Spin {
            default: 0,
            min: 0,
            max: i32::MAX as u64,
            set: |options, value| options.settings.seed = value,
        },
    ),
];

/// The player until another one is chosen.
const DEFAULT_PLAYER: &str = "engine";

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Who finds the moves.
    pub player: Spec,
    /// What the player is told.
    pub settings: Settings,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            player: Spec {
                name: DEFAULT_PLAYER.to_owned(),
                settings: Vec::new(),
            },
            settings: Settings::default(),
            chess960: false,
        }
    }
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// No option has this name.
    Unknown(String),
    /// The value is not one of those the option takes.
    Value {
        /// The option.
        name: &'static str,
        /// What it takes.
        takes: String,
        /// What was given.
        found: String,
    },
    /// No such player.
    Player(SpecError),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let known = OPTIONS.iter().map(|(name, _)| *name);
                write!(f, "there is no option {}{}", quote(name), hint(name, known))
            }
            Self::Value { name, takes, found } => write!(
                f,
                "the option {name} takes {takes} and not {}",
                quote(found)
            ),
            Self::Player(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OptionError {}

impl Options {
    /// Sets an option by its name, in any case.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let (name, kind) = OPTIONS
            .into_iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let found = value.unwrap_or_default();
        let wrong = |takes: String| OptionError::Value {
            name,
            takes,
            found: found.to_owned(),
        };
        match kind {
            Kind::Button { press } => press(self),
            Kind::Player => {
                let spec = registry::parse(found).map_err(OptionError::Player)?;
                // Whether such a player plays chess is found now, not when a move is wanted.
                players::mover(&spec).map_err(OptionError::Player)?;
                self.player = spec;
            }
            Kind::Check { set, .. } => match found.to_ascii_lowercase().as_str() {
                "true" => set(self, true),
                "false" => set(self, false),
                _ => return Err(wrong("true or false".to_owned())),
            },
            Kind::Spin { min, max, set, .. } => match found.parse() {
                Ok(number) if (min..=max).contains(&number) => set(self, number),
                _ => return Err(wrong(format!("a number from {min} to {max}"))),
            },
        }
        Ok(())
    }

    /// How castling is written.
    #[must_use]
    pub fn castling_style(&self) -> CastlingStyle {
        if self.chess960 {
            CastlingStyle::KingTakesRook
        } else {
            CastlingStyle::KingMoves
        }
    }

    /// The lines that announce all options.
    #[must_use]
    pub fn announcement() -> String {
        OPTIONS
            .iter()
            .map(|(name, kind)| format!("option name {name} {kind}\n"))
            .collect()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { default, .. } => write!(f, "type check default {default}"),
            Self::Spin {
                default, min, max, ..
            } => write!(f, "type spin default {default} min {min} max {max}"),
            Self::Button { .. } => f.write_str("type button"),
            Self::Player => {
                write!(f, "type combo default {DEFAULT_PLAYER}")?;
                registry::players()
                    .iter()
                    .filter(|entry| entry.game.is_none_or(|game| game == GameKind::Chess))
                    .try_for_each(|entry| write!(f, " var {}", entry.name))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announced_defaults_are_the_values_at_the_start() {
        let mut options = Options::default();
        for (name, kind) in OPTIONS {
            match kind {
                Kind::Check { default, .. } => options.set(name, Some(&default.to_string())),
                Kind::Spin { default, .. } => options.set(name, Some(&default.to_string())),
                Kind::Button { .. } => options.set(name, None),
                Kind::Player => options.set(name, Some(DEFAULT_PLAYER)),
            }
            .expect("a default can be set");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn names_in_any_case_and_values_within_their_range() {
        let mut options = Options::default();
        assert_eq!(options.set("hAsH", Some("64")), Ok(()));
        assert_eq!(options.set("uci_chess960", Some("TRUE")), Ok(()));
        assert_eq!((options.settings.hash, options.chess960), (64, true));
        for bad in [
            None,
            Some("0"),
            Some("-1"),
            Some("many"),
            Some("99999999999999999999999"),
        ] {
            assert!(options.set("Hash", bad).is_err(), "{bad:?}");
        }
        assert_eq!(options.settings.hash, 64, "a bad value changes nothing");
    }

    #[test]
    fn any_spec_is_a_player() {
        let mut options = Options::default();
        assert_eq!(
            options.set("player", Some("alphabeta:depth=3,order=mvvlva+killers")),
            Ok(())
        );
        assert_eq!(
            options.player.to_string(),
            "alphabeta:depth=3,order=mvvlva+killers"
        );
        for bad in [
            None,
            Some("nobody"),
            Some("alphabeta:depth=0"),
            Some("minimax:eval=discs"),
        ] {
            assert!(options.set("Player", bad).is_err(), "{bad:?}");
        }
        assert_eq!(
            options.player.name, "alphabeta",
            "a bad value changes nothing"
        );
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |name, value| Options::default().set(name, value).unwrap_err().to_string();
        assert_eq!(
            error("Hsah", Some("1")),
            "there is no option \"Hsah\"; did you mean Hash?"
        );
        assert_eq!(
            error("Ponder", Some("on")),
            "the option Ponder takes true or false and not \"on\""
        );
    }
}
