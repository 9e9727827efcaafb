//! The UCI options.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chess::uci::CastlingStyle;

use engine::network::{self, Network};
use engine::{Settings, Strength, StrengthSettings, Techniques, params};
use games::Chess;
use games::nearest::{hint, quote};
use players::{PlayerSpec, Seat, builtin};

/// The effect of an option on the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// None.
    Nothing,
    /// Configures the player.
    Settings,
    /// Replaces the player.
    Player,
    /// Clears the table of the player.
    ClearHash,
    /// Reads the book, if it is used.
    Book,
    /// Opens the log.
    Log,
}

/// A value that a client can set, with the range of a number.
enum Value<'a> {
    Check(&'a mut bool),
    Spin(&'a mut dyn Number, u64, u64),
    Text(&'a mut String),
    Techniques(&'a mut Techniques),
    Network(&'a mut Option<Arc<Network>>),
    // A text and no list of names: a GUI with a list would reject specs.
    Player(&'a mut PlayerSpec),
    Button,
}

/// A whole number of any type. A duration counts milliseconds.
trait Number {
    fn get(&self) -> u64;
    fn set(&mut self, value: u64);
}

macro_rules! numbers {
    ($($type:ty)+) => {
        $(impl Number for $type {
            fn get(&self) -> u64 {
                *self as u64
            }
            fn set(&mut self, value: u64) {
                *self = value as $type;
            }
        })+
    };
}
numbers!(u32 u64 usize);

impl Number for Duration {
    fn get(&self) -> u64 {
        self.as_millis() as u64
    }

    fn set(&mut self, value: u64) {
        *self = Self::from_millis(value);
    }
}

/// The notation for an empty text, which the protocol does not have.
const EMPTY: &str = "<empty>";

const ABOUT: &str = concat!(
    "Espalier ",
    env!("CARGO_PKG_VERSION"),
    ", from the textbook minimax to a strong engine; free software (GPL-3.0-or-later)"
);

/// The values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The player that finds the moves.
    pub player: PlayerSpec,
    /// The settings of the player.
    pub settings: Settings,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Whether `info` has the probabilities of win, draw and loss.
    pub show_wdl: bool,
    /// Whether positions are analysed. Then no move comes from a book.
    pub analyse: bool,
    /// Whether moves may come from a book.
    pub own_book: bool,
    /// The file of the book; the embedded book if empty.
    pub book_file: String,
    /// The file for a copy of all input and output; none if empty.
    pub log_file: String,
    /// `Ponder`, without effect: `go ponder` always works.
    ponder: bool,
    /// `UCI_Opponent`, without effect.
    opponent: String,
    /// `UCI_EngineAbout`, without effect.
    about: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            player: builtin("engine").expect("the default player exists"),
            settings: Settings::default(),
            chess960: false,
            show_wdl: false,
            analyse: false,
            own_book: false,
            book_file: String::new(),
            log_file: String::new(),
            ponder: false,
            opponent: String::new(),
            about: ABOUT.to_owned(),
        }
    }
}

impl Options {
    /// Describes all options in the order of their announcement: name, value, and what the session does after it is set.
    ///
    /// `Hash`, `Clear Hash` and `Techniques` apply to the engine; textbook players have their table in their spec. `Seed` applies
    /// to the random player and the book. All players accept all options, because some GUIs and match runners reject an engine
    /// without them.
    fn all(&mut self) -> Vec<(&'static str, Value<'_>, Change)> {
        use Value::{Button, Check, Network, Player, Spin, Text};
        const SKILL: u64 = StrengthSettings::FULL_SKILL as u64;
        const ELO: [u64; 2] = [Strength::MIN as u64, Strength::MAX as u64];
        let its = &mut self.settings;
        let (tables, strength) = (&mut its.tables, &mut its.strength);
        let set = Change::Settings;
        let none = Change::Nothing;
        vec![
            ("Player", Player(&mut self.player), Change::Player),
            ("Hash", Spin(&mut its.hash, 1, 1 << 25), set),
            ("Threads", Spin(&mut its.threads, 1, 1024), set),
            ("Clear Hash", Button, Change::ClearHash),
            ("Ponder", Check(&mut self.ponder), none),
            ("MultiPV", Spin(&mut its.multi_pv, 1, 256), set),
            ("Move Overhead", Spin(&mut its.move_overhead, 0, 5000), set),
            ("UCI_Chess960", Check(&mut self.chess960), none),
            ("UCI_ShowWDL", Check(&mut self.show_wdl), none),
            ("UCI_AnalyseMode", Check(&mut self.analyse), none),
            ("UCI_Opponent", Text(&mut self.opponent), none),
            ("UCI_EngineAbout", Text(&mut self.about), none),
            ("OwnBook", Check(&mut self.own_book), Change::Book),
            ("Book File", Text(&mut self.book_file), Change::Book),
            ("Techniques", Value::Techniques(&mut its.techniques), set),
            ("Seed", Spin(&mut its.seed, 0, i32::MAX as u64), set),
            ("Debug Log File", Text(&mut self.log_file), Change::Log),
            ("UCI_LimitStrength", Check(&mut strength.limited), set),
            ("UCI_Elo", Spin(&mut strength.elo, ELO[0], ELO[1]), set),
            ("Skill Level", Spin(&mut strength.skill, 0, SKILL), set),
            ("Play Like a Person", Check(&mut strength.person), set),
            ("EvalFile", Network(&mut its.network), set),
            ("SyzygyPath", Text(&mut tables.path), set),
            (
                "SyzygyProbeDepth",
                Spin(&mut tables.probe_depth, 1, 100),
                set,
            ),
            ("SyzygyProbeLimit", Spin(&mut tables.probe_limit, 0, 7), set),
            ("Syzygy50MoveRule", Check(&mut tables.fifty_move_rule), set),
        ]
    }

    /// Sets an option by its name in any case. Returns what the session must do, or a sentence about the error.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, String> {
        let value = value.unwrap_or_default();
        let mut all = self.all().into_iter();
        let Some((name, option, change)) = all.find(|(known, ..)| known.eq_ignore_ascii_case(name))
        else {
            return set_param(name, value);
        };
        match option.set(value) {
            Ok(()) => Ok(change),
            // The error of a spec needs no name.
            Err(reason) if change == Change::Player => Err(reason),
            Err(reason) => Err(format!("the option {name}{reason}")),
        }
    }

    /// Returns how castling is written.
    #[must_use]
    pub fn castling_style(&self) -> CastlingStyle {
        if self.chess960 {
            CastlingStyle::KingTakesRook
        } else {
            CastlingStyle::KingMoves
        }
    }

    /// Returns the lines that announce all options with their defaults.
    #[must_use]
    pub fn announcement() -> String {
        let mut defaults = Self::default();
        let options = defaults.all().into_iter();
        let mut lines: String = options
            .map(|(name, value, _)| format!("option name {name} {value}\n"))
            .collect();
        for param in params::all().into_iter().filter(|_| params::TUNABLE) {
            lines += &format!(
                "option name {} type spin default {} min {} max {}\n",
                param.name, param.value, param.min, param.max
            );
        }
        lines
    }
}

/// Sets a parameter of the search in a build with the feature `spsa`.
fn set_param(name: &str, value: &str) -> Result<Change, String> {
    let mut tunable = params::all().into_iter().filter(|_| params::TUNABLE);
    let Some(param) = tunable.find(|param| param.name.eq_ignore_ascii_case(name)) else {
        let mut known = Options::default();
        let hint = hint(name, known.all().into_iter().map(|(name, ..)| name));
        return Err(format!("there is no option {}{hint}", quote(name)));
    };
    match value.parse() {
        Ok(number) if params::set(param.name, number) => Ok(Change::Nothing),
        _ => Err(format!(
            "the option {} takes a number from {} to {} and not {}",
            param.name,
            param.min,
            param.max,
            quote(value)
        )),
    }
}

impl Value<'_> {
    /// Sets the value. The error continues the sentence "the option NAME".
    fn set(self, text: &str) -> Result<(), String> {
        let wrong = |right: &str| format!(" takes {right} and not {}", quote(text));
        let value = if text == EMPTY { "" } else { text };
        match self {
            Self::Button => {}
            Self::Check(flag) => {
                let parsed = text.to_ascii_lowercase().parse();
                *flag = parsed.map_err(|_| wrong("true or false"))?;
            }
            Self::Spin(number, min, max) => match text.parse() {
                Ok(value) if (min..=max).contains(&value) => number.set(value),
                _ => return Err(wrong(&format!("a number from {min} to {max}"))),
            },
            Self::Text(text) => value.clone_into(text),
            Self::Techniques(techniques) => {
                *techniques = value.parse().map_err(|error| format!(": {error}"))?;
            }
            Self::Network(network) => {
                let read = |path: &str| network::read(path.as_ref());
                let file = Some(value).filter(|file| !file.is_empty()).map(read);
                *network = file.transpose().map_err(|error| format!(": {error}"))?;
            }
            Self::Player(player) => {
                let spec = programs::registry().parse(text);
                let spec = spec.map_err(|error| error.to_string())?;
                // The seat rejects players that do not play chess.
                Seat::<Chess>::new(&spec).map_err(|error| error.to_string())?;
                *player = spec;
            }
        }
        Ok(())
    }
}

/// Writes the type and the value as in the announcement.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Check(flag) => return write!(f, "type check default {flag}"),
            Self::Spin(number, min, max) => {
                let default = number.get();
                return write!(f, "type spin default {default} min {min} max {max}");
            }
            Self::Button => return f.write_str("type button"),
            Self::Text(text) => text.to_string(),
            Self::Techniques(techniques) => techniques.to_string(),
            Self::Network(_) => String::new(),
            Self::Player(player) => player.to_string(),
        };
        let text = if text.is_empty() { EMPTY } else { &text };
        write!(f, "type string default {text}")
    }
}
