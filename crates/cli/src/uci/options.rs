//! What a GUI can set.

use std::fmt;
use std::time::Duration;

use chess::uci::CastlingStyle;

use engine::{Settings, Strength, StrengthSettings, network, params};
use games::Chess;
use games::nearest::{hint, quote};
use players::{Seat, SpecError};

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
    Text {
        default: &'static str,
        set: fn(&mut Options, &str) -> Result<(), String>,
    },
    Button,
    /// A player by its spec.
    Player,
}

/// What there is to do once an option is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing: it counts from the next answer on.
    Nothing,
    /// The player is told its settings.
    Settings,
    /// Another player takes over.
    Player,
    /// The player forgets what its table holds.
    ClearHash,
    /// The book is read, if it is used.
    Book,
    /// The log goes to another file.
    Log,
}

/// Every option, in the order in which they are announced: name, what it takes, what is to be done once it is set.
///
/// `Player` says who finds the moves. `Hash`, `Clear Hash` and `Techniques` are for the engine: the textbook players
/// have their table in their spec. They are taken all the same, because GUIs and match runners set them without asking
/// and some refuse an engine that lacks them. `Seed` is for the random player and the book. `Ponder`, `UCI_Opponent`
/// and `UCI_EngineAbout` change nothing.
const OPTIONS: &[(&str, Kind, Change)] = &[
    ("Player", Kind::Player, Change::Player),
    (
        "Hash",
        Kind::Spin {
            default: 16,
            min: 1,
            max: 1 << 25,
            set: |options, value| options.settings.hash = value,
        },
        Change::Settings,
    ),
    (
        "Threads",
        Kind::Spin {
            default: 1,
            min: 1,
            max: 1024,
            set: |options, value| options.settings.threads = value as usize,
        },
        Change::Settings,
    ),
    ("Clear Hash", Kind::Button, Change::ClearHash),
    (
        "Ponder",
        Kind::Check {
            default: false,
            set: |_, _| {},
        },
        Change::Nothing,
    ),
    (
        "MultiPV",
        Kind::Spin {
            default: 1,
            min: 1,
            max: 256,
            set: |options, value| options.settings.multi_pv = value as usize,
        },
        Change::Settings,
    ),
    (
        "Move Overhead",
        Kind::Spin {
            default: 10,
            min: 0,
            max: 5000,
            set: |options, value| options.settings.move_overhead = Duration::from_millis(value),
        },
        Change::Settings,
    ),
    (
        "UCI_Chess960",
        Kind::Check {
            default: false,
            set: |options, value| options.chess960 = value,
        },
        Change::Nothing,
    ),
    (
        "UCI_ShowWDL",
        Kind::Check {
            default: false,
            set: |options, value| options.show_wdl = value,
        },
        Change::Nothing,
    ),
    (
        "UCI_AnalyseMode",
        Kind::Check {
            default: false,
            set: |options, value| options.analyse = value,
        },
        Change::Nothing,
    ),
    (
        "UCI_Opponent",
        Kind::Text {
            default: "",
            set: |_, _| Ok(()),
        },
        Change::Nothing,
    ),
    (
        "UCI_EngineAbout",
        Kind::Text {
            default: ABOUT,
            set: |_, _| Ok(()),
        },
        Change::Nothing,
    ),
    (
        "OwnBook",
        Kind::Check {
            default: false,
            set: |options, value| options.own_book = value,
        },
        Change::Book,
    ),
    (
        "Book File",
        Kind::Text {
            default: "",
            set: |options, value| {
                value.clone_into(&mut options.book_file);
                Ok(())
            },
        },
        Change::Book,
    ),
    (
        "Techniques",
        Kind::Text {
            default: "all",
            set: |options, value| {
                options.settings.techniques = value.parse().map_err(|error| format!("{error}"))?;
                Ok(())
            },
        },
        Change::Settings,
    ),
    (
        "Seed",
        Kind::Spin {
            default: 0,
            min: 0,
            max: i32::MAX as u64,
            set: |options, value| options.settings.seed = value,
        },
        Change::Settings,
    ),
    (
        "Debug Log File",
        Kind::Text {
            default: "",
            set: |options, value| {
                value.clone_into(&mut options.log_file);
                Ok(())
            },
        },
        Change::Log,
    ),
    (
        "UCI_LimitStrength",
        Kind::Check {
            default: false,
            set: |options, value| options.settings.strength.limited = value,
        },
        Change::Settings,
    ),
    (
        "UCI_Elo",
        Kind::Spin {
            default: Strength::MIN as u64,
            min: Strength::MIN as u64,
            max: Strength::MAX as u64,
            set: |options, value| options.settings.strength.elo = value as u32,
        },
        Change::Settings,
    ),
    (
        "Skill Level",
        Kind::Spin {
            default: StrengthSettings::FULL_SKILL as u64,
            min: 0,
            max: StrengthSettings::FULL_SKILL as u64,
            set: |options, value| options.settings.strength.skill = value as u32,
        },
        Change::Settings,
    ),
    (
        "Play Like a Person",
        Kind::Check {
            default: true,
            set: |options, value| options.settings.strength.person = value,
        },
        Change::Settings,
    ),
    (
        "EvalFile",
        Kind::Text {
            default: "",
            set: |options, value| {
                options.settings.network = match value {
                    "" => None,
                    path => Some(network::read(path.as_ref())?),
                };
                Ok(())
            },
        },
        Change::Settings,
    ),
    (
        "SyzygyPath",
        Kind::Text {
            default: "",
            set: |options, value| {
                value.clone_into(&mut options.settings.tables.path);
                Ok(())
            },
        },
        Change::Settings,
    ),
    (
        "SyzygyProbeDepth",
        Kind::Spin {
            default: 1,
            min: 1,
            max: 100,
            set: |options, value| options.settings.tables.probe_depth = value as u32,
        },
        Change::Settings,
    ),
    (
        "SyzygyProbeLimit",
        Kind::Spin {
            default: 7,
            min: 0,
            max: 7,
            set: |options, value| options.settings.tables.probe_limit = value as u32,
        },
        Change::Settings,
    ),
    (
        "Syzygy50MoveRule",
        Kind::Check {
            default: true,
            set: |options, value| options.settings.tables.fifty_move_rule = value,
        },
        Change::Settings,
    ),
];

/// How an empty text is written: the protocol has no other way.
const EMPTY: &str = "<empty>";

/// What `UCI_EngineAbout` says.
const ABOUT: &str = concat!(
    "Espalier ",
    env!("CARGO_PKG_VERSION"),
    ", from the textbook minimax to a strong engine; free software (GPL-3.0-or-later)"
);

/// The player until another one is chosen.
const DEFAULT_PLAYER: &str = "engine";

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Who finds the moves.
    pub player: String,
    /// What the player is told.
    pub settings: Settings,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Whether the chances to win, draw and lose are told.
    pub show_wdl: bool,
    /// Whether positions are analysed and no game is played: then no move comes from a book.
    pub analyse: bool,
    /// Whether moves may come from a book.
    pub own_book: bool,
    /// The book; empty is the one that comes with the program.
    pub book_file: String,
    /// Where the conversation is written down; empty is nowhere.
    pub log_file: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            player: DEFAULT_PLAYER.to_owned(),
            settings: Settings::default(),
            chess960: false,
            show_wdl: false,
            analyse: false,
            own_book: false,
            book_file: String::new(),
            log_file: String::new(),
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
    /// The text means nothing to the option.
    Text {
        /// The option.
        name: &'static str,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let known = OPTIONS.iter().map(|(name, ..)| *name);
                write!(f, "there is no option {}{}", quote(name), hint(name, known))
            }
            Self::Value { name, takes, found } => write!(
                f,
                "the option {name} takes {takes} and not {}",
                quote(found)
            ),
            Self::Player(error) => error.fmt(f),
            Self::Text { name, reason } => write!(f, "the option {name}: {reason}"),
        }
    }
}

impl std::error::Error for OptionError {}

impl Options {
    /// Sets an option by its name, in any case, and says what is to be done about it.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let Some(&(name, kind, change)) = OPTIONS
            .iter()
            .find(|(known, ..)| known.eq_ignore_ascii_case(name))
        else {
            return set_param(name, value.unwrap_or_default());
        };
        let found = value.unwrap_or_default();
        let wrong = |takes: String| OptionError::Value {
            name,
            takes,
            found: found.to_owned(),
        };
        match kind {
            Kind::Button => {}
            Kind::Player => {
                // Whether there is such a player and whether it plays chess is found now, not when a move is wanted.
                Seat::<Chess>::sit(found).map_err(OptionError::Player)?;
                self.player = found.trim().to_owned();
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
            Kind::Text { set, .. } => {
                let text = if found == EMPTY { "" } else { found };
                set(self, text).map_err(|reason| OptionError::Text { name, reason })?;
            }
        }
        Ok(change)
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
        let mut lines: String = OPTIONS
            .iter()
            .map(|(name, kind, _)| format!("option name {name} {kind}\n"))
            .collect();
        if params::TUNABLE {
            lines.extend(params::all().iter().map(|param| {
                format!(
                    "option name {} type spin default {} min {} max {}\n",
                    param.name, param.value, param.min, param.max
                )
            }));
        }
        lines
    }
}

/// Sets a number of the search, in a build for tuning. In any other they are constants.
fn set_param(name: &str, value: &str) -> Result<Change, OptionError> {
    let all = params::all();
    let param = all
        .iter()
        .find(|param| params::TUNABLE && param.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let is_set = value
        .parse()
        .is_ok_and(|number| params::set(param.name, number));
    if is_set {
        Ok(Change::Nothing)
    } else {
        Err(OptionError::Value {
            name: param.name,
            takes: format!("a number from {} to {}", param.min, param.max),
            found: value.to_owned(),
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { default, .. } => write!(f, "type check default {default}"),
            Self::Spin {
                default, min, max, ..
            } => write!(f, "type spin default {default} min {min} max {max}"),
            Self::Text { default: "", .. } => write!(f, "type string default {EMPTY}"),
            Self::Text { default, .. } => write!(f, "type string default {default}"),
            Self::Button => f.write_str("type button"),
            // A text and no list: a list of names would keep a GUI from sending a spec.
            Self::Player => write!(f, "type string default {DEFAULT_PLAYER}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announced_defaults_are_the_values_at_the_start() {
        let mut options = Options::default();
        for &(name, kind, _) in OPTIONS {
            match kind {
                Kind::Check { default, .. } => options.set(name, Some(&default.to_string())),
                Kind::Spin { default, .. } => options.set(name, Some(&default.to_string())),
                Kind::Text { default: "", .. } => options.set(name, Some(EMPTY)),
                Kind::Text { default, .. } => options.set(name, Some(default)),
                Kind::Button => options.set(name, None),
                Kind::Player => options.set(name, Some(DEFAULT_PLAYER)),
            }
            .expect("a default can be set");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn names_in_any_case_and_values_within_their_range() {
        let mut options = Options::default();
        assert_eq!(options.set("hAsH", Some("64")), Ok(Change::Settings));
        assert_eq!(
            options.set("uci_chess960", Some("TRUE")),
            Ok(Change::Nothing)
        );
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
            Ok(Change::Player)
        );
        assert_eq!(options.player, "alphabeta:depth=3,order=mvvlva+killers");
        for bad in [
            None,
            Some("nobody"),
            Some("alphabeta:depth=0"),
            Some("minimax:eval=discs"),
        ] {
            assert!(options.set("Player", bad).is_err(), "{bad:?}");
        }
        assert_eq!(
            options.player, "alphabeta:depth=3,order=mvvlva+killers",
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
        assert!(
            error("Techniques", Some("tt quick"))
                .starts_with("the option Techniques: no technique is called \"quick\"")
        );
    }

    #[test]
    fn techniques_are_switched_by_their_names() {
        let mut options = Options::default();
        assert_eq!(
            options.set("Techniques", Some("-lmr -null")),
            Ok(Change::Settings)
        );
        assert_eq!(options.settings.techniques.to_string(), "-null -lmr");
    }
}
