//! Settings of players: what a setting takes, its default, and its value.

use games::BoardGame;

use crate::error::SpecError;

/// The kind of value that a setting takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingType {
    /// `on`, `off`, or no value, which is `on`.
    Switch,
    /// A switch, or `auto`: depends on the other settings.
    AutoSwitch,
    /// A whole number in this range.
    Number(u64, u64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Some of these words, joined by `+`.
    List(&'static [&'static str]),
    /// The name of an evaluator of the game that is played.
    Evaluator,
    /// Any text, such as a file name.
    Text,
}

/// The value of a setting.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SettingValue {
    /// Of a switch.
    Switch(bool),
    /// Of a switch that other settings may decide: `None` is `auto`.
    AutoSwitch(Option<bool>),
    /// A number.
    Number(u64),
    /// One word of a choice.
    Choice(&'static str),
    /// Words of a list.
    List(Vec<&'static str>),
    /// A text, or the name of an evaluator.
    Text(String),
}

impl SettingType {
    /// Reads the value that is given for the setting `key`; an empty text means that no value is given.
    ///
    /// # Errors
    /// The text is not a value of this kind.
    pub fn parse(self, key: &str, text: &str) -> Result<SettingValue, SpecError> {
        let word = |words: &'static [&'static str], text: &str| {
            words.iter().copied().find(|&word| word == text)
        };
        let value = match self {
            Self::Switch => switch(text).map(SettingValue::Switch),
            Self::AutoSwitch if text == "auto" => Some(SettingValue::AutoSwitch(None)),
            Self::AutoSwitch => switch(text).map(|on| SettingValue::AutoSwitch(Some(on))),
            Self::Number(least, most) => (text.parse().ok())
                .filter(|number| (least..=most).contains(number))
                .map(SettingValue::Number),
            Self::Choice(words) => word(words, text).map(SettingValue::Choice),
            Self::List(words) => (text.split('+').map(|text| word(words, text)))
                .collect::<Option<Vec<_>>>()
                .map(SettingValue::List),
            Self::Evaluator | Self::Text => {
                (!text.is_empty()).then(|| SettingValue::Text(text.to_owned()))
            }
        };
        value.ok_or_else(|| SpecError::Value {
            key: key.to_owned(),
            value: text.to_owned(),
            expected: self,
        })
    }

    /// The words that it can be.
    pub(crate) fn words(self) -> &'static [&'static str] {
        match self {
            Self::Choice(words) | Self::List(words) => words,
            Self::Switch => &["on", "off"],
            Self::AutoSwitch => &["on", "off", "auto"],
            _ => &[],
        }
    }
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "" | "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

impl std::fmt::Display for SettingType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

impl std::fmt::Display for SettingValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Switch(on) | Self::AutoSwitch(Some(on)) => {
                f.write_str(if *on { "on" } else { "off" })
            }
            Self::AutoSwitch(None) => f.write_str("auto"),
            Self::Number(number) => number.fmt(f),
            Self::Choice(word) => f.write_str(word),
            Self::List(words) => f.write_str(&words.join("+")),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// The default of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// No value. The text describes what that means.
    Absent(&'static str),
    /// This value, as a spec writes it.
    Is(&'static str),
    /// This number.
    Number(u64),
    /// The first evaluator of the game.
    FirstEvaluator,
    /// The strongest evaluator of the game.
    BestEvaluator,
    /// The last evaluator of the game but `zero`: where there are several, another one than the strongest.
    OtherEvaluator,
}

impl Preset {
    /// The value as a spec writes it, for a game. `None`: absent.
    #[must_use]
    pub fn value<G: BoardGame>(self) -> Option<String> {
        match self {
            Self::FirstEvaluator => Some(G::EVALUATORS[0].0.to_owned()),
            Self::BestEvaluator => Some(G::BEST_EVALUATOR.to_owned()),
            Self::OtherEvaluator => {
                let (name, _) = G::EVALUATORS[G::EVALUATORS.len().saturating_sub(2)];
                Some(name.to_owned())
            }
            other => other.fixed(),
        }
    }

    /// The value as a spec writes it, if it is the same for every game. `None`: absent, or it depends on the game.
    #[must_use]
    pub fn fixed(self) -> Option<String> {
        match self {
            Self::Is(value) => Some(value.to_owned()),
            Self::Number(value) => Some(value.to_string()),
            Self::Absent(_) | Self::FirstEvaluator | Self::BestEvaluator | Self::OtherEvaluator => {
                None
            }
        }
    }

    /// A description.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Absent(words) => words.to_owned(),
            Self::FirstEvaluator => "the game's first".to_owned(),
            Self::BestEvaluator => "the game's best".to_owned(),
            Self::OtherEvaluator => "the game's last but zero".to_owned(),
            other => other.fixed().unwrap_or_default(),
        }
    }
}

/// The resource that a setting uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// None worth limiting.
    Nothing,
    /// Memory: the value is a number of mebibytes.
    Mebibytes,
    /// Processors: the value is a number of threads.
    Threads,
    /// A file is read.
    File,
}

/// A setting of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name.
    pub name: &'static str,
    /// The kind of value.
    pub takes: SettingType,
    /// The default.
    pub preset: Preset,
    /// A one-line description.
    pub about: &'static str,
    /// The resource it uses.
    pub cost: Cost,
}

impl Setting {
    /// A setting that uses no resource.
    #[must_use]
    pub const fn new(
        name: &'static str,
        takes: SettingType,
        preset: Preset,
        about: &'static str,
    ) -> Self {
        Self {
            name,
            takes,
            preset,
            about,
            cost: Cost::Nothing,
        }
    }

    /// A setting that takes a number from `least` to `most`.
    #[must_use]
    pub const fn number(name: &'static str, least: u64, most: u64, preset: Preset) -> Self {
        Self::new(name, SettingType::Number(least, most), preset, "")
    }

    /// A setting that takes one of these words. The first is the default.
    #[must_use]
    pub const fn choice(name: &'static str, words: &'static [&'static str]) -> Self {
        Self::new(name, SettingType::Choice(words), Preset::Is(words[0]), "")
    }

    /// A setting that is on or off, and off by default.
    #[must_use]
    pub const fn switch(name: &'static str) -> Self {
        Self::new(name, SettingType::Switch, Preset::Is("off"), "")
    }

    /// The same setting with a one-line description.
    #[must_use]
    pub const fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }

    /// The same setting with a cost.
    #[must_use]
    pub const fn costs(mut self, cost: Cost) -> Self {
        self.cost = cost;
        self
    }

    /// The same setting with another default.
    #[must_use]
    pub const fn preset(mut self, preset: Preset) -> Self {
        self.preset = preset;
        self
    }
}

/// A word of a setting, and what it stands for.
pub(crate) type Word<T> = (&'static str, T);

/// Returns the words of a table, for [`SettingType::Choice`] or [`SettingType::List`].
pub(crate) const fn words<T: Copy, const N: usize>(table: &[Word<T>; N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut index = 0;
    while index < N {
        words[index] = table[index].0;
        index += 1;
    }
    words
}

/// The settings of a player at a game, with defaults filled in. Builders read them here and have no defaults of their own.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    values: Vec<(&'static str, SettingValue)>,
}

impl Settings {
    pub(crate) fn new(values: Vec<(&'static str, SettingValue)>) -> Self {
        Self { values }
    }

    /// The value of a setting; `None` if it is absent or the player has no such setting.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&SettingValue> {
        let (_, value) = self.values.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }

    /// A number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.get(name)? {
            SettingValue::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.auto_switch(name) == Some(true)
    }

    /// The state of a switch; `None` where it is `auto`.
    #[must_use]
    pub fn auto_switch(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            SettingValue::Switch(on) => Some(*on),
            SettingValue::AutoSwitch(on) => *on,
            _ => None,
        }
    }

    /// The word of a choice, a text, or the name of an evaluator.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            SettingValue::Choice(word) => Some(word),
            SettingValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns what the word of a choice stands for. A player without this setting has the first of the table.
    pub(crate) fn chosen<T: Copy, const N: usize>(&self, name: &str, table: &[Word<T>; N]) -> T {
        let word = self.text(name);
        let found = table.iter().find(|(known, _)| word == Some(known));
        found.unwrap_or(&table[0]).1
    }

    /// The words of a list.
    #[must_use]
    pub fn list(&self, name: &str) -> &[&'static str] {
        match self.get(name) {
            Some(SettingValue::List(words)) => words,
            _ => &[],
        }
    }

    /// Every setting that has a value, in the order of the player's settings.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &SettingValue)> {
        self.values.iter().map(|(name, value)| (*name, value))
    }
}
