//! A setting of a player, with its default as a value: what builds players, lists them and shows them in forms.

use games::BoardGame;

use crate::spec::{Spec, Takes};

/// What a setting is if it is not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// Nothing: the setting is absent. In words, what that means.
    Absent(&'static str),
    /// This value, as a spec writes it.
    Is(&'static str),
    /// This number.
    Number(u64),
    /// The first evaluator of the game.
    FirstEvaluator,
    /// The evaluator of the game that plays best.
    BestEvaluator,
    /// The last evaluator of the game that has an opinion: another one than the best, where there are several.
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
                // Every game's last one finds all positions equal.
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

    /// In words.
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

/// What a setting costs the machine, for whoever lends it to strangers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Nothing to speak of.
    Nothing,
    /// So many mebibytes of memory.
    Mebibytes,
    /// So many threads.
    Threads,
    /// A file is read.
    File,
}

/// A setting of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is if it is not given.
    pub preset: Preset,
    /// One line about it.
    pub about: &'static str,
    /// What it costs.
    pub cost: Cost,
}

impl Key {
    /// A setting that costs nothing.
    #[must_use]
    pub const fn new(
        name: &'static str,
        takes: Takes,
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

    /// The same, with a cost.
    #[must_use]
    pub const fn costs(mut self, cost: Cost) -> Self {
        self.cost = cost;
        self
    }

    /// The same, with another value where it is not given.
    #[must_use]
    pub const fn preset(mut self, preset: Preset) -> Self {
        self.preset = preset;
        self
    }
}

/// The settings of a player as they count: those of its spec, and the presets of its keys where it says nothing. Whoever
/// builds a player reads them here and has no defaults of its own.
#[derive(Clone, Debug)]
pub struct Values {
    values: Vec<(&'static str, Option<String>)>,
}

impl Values {
    /// The values of a spec that was checked against these keys.
    #[must_use]
    pub fn new<G: BoardGame>(keys: &[Key], spec: &Spec) -> Self {
        let value = |key: &Key| {
            let given = spec.get(key.name).map(|value| match (key.takes, value) {
                (Takes::Switch | Takes::AutoSwitch, "") => "on".to_owned(),
                (_, value) => value.to_owned(),
            });
            (key.name, given.or_else(|| key.preset.value::<G>()))
        };
        Self {
            values: keys.iter().map(value).collect(),
        }
    }

    /// The value of a key; `None` if it is absent or the player has no such key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        let (_, value) = self.values.iter().find(|(name, _)| *name == key)?;
        value.as_deref()
    }

    /// A number.
    #[must_use]
    pub fn number(&self, key: &str) -> Option<u64> {
        self.get(key)?.parse().ok()
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        self.get(key) == Some("on")
    }

    /// The words of a list.
    pub fn list<'a>(&'a self, key: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let words = self.get(key).unwrap_or_default().split('+');
        words.filter(|word| !word.is_empty())
    }

    /// Every key that has a value, with it.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.values
            .iter()
            .filter_map(|(key, value)| Some((*key, value.as_deref()?)))
    }
}
