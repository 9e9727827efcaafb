//! The spec of a player: `name[:key=value,...]`, such as `alphabeta:depth=5,order=mvvlva+killers,tt=16,quiesce`.
//!
//! A [`PlayerSpec`] is parsed once, where a text enters the program, against a [`Registry`]: the player exists, it has these
//! settings, and they take these values. Inside the program it is passed on as it is. Printing it and parsing the result again
//! gives the same spec.

use std::any::Any;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use games::BoardGame;

use crate::error::SpecError;
use crate::player::Player;
use crate::registry::{Entry, Grammar, Registry};
use crate::setting::{Cost, SettingValue, Settings};

/// A player of a [`Registry`] with its settings.
#[derive(Clone)]
pub struct PlayerSpec {
    entry: Arc<Entry>,
    settings: Vec<Given>,
    program: Option<Arc<dyn ExternalProgram>>,
}

/// A setting that is given.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Given {
    key: &'static str,
    value: SettingValue,
    /// A switch without a value, such as `quiesce`.
    is_bare: bool,
}

/// The command line and the options of an external program, parsed by its own grammar.
pub trait ExternalProgram: Any + fmt::Display + fmt::Debug + Send + Sync {
    /// The path of the program, or the name of a command.
    fn path(&self) -> &str;

    /// The arguments of its command line.
    fn arguments(&self) -> &[String];

    /// Whether memory, processes or files of the program are limited.
    fn is_limited(&self) -> bool;
}

impl dyn ExternalProgram {
    /// The program as the type that the grammar returned.
    #[must_use]
    pub fn as_type<P: ExternalProgram>(&self) -> Option<&P> {
        (self as &dyn Any).downcast_ref()
    }
}

impl PlayerSpec {
    /// Parses a spec and checks it against a registry.
    ///
    /// # Errors
    /// The text has another form, no player has this name, or a setting is unknown or has a wrong value.
    pub fn parse(registry: &Registry, text: &str) -> Result<Self, SpecError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text.trim(), None),
        };
        if name.is_empty() {
            return Err(SpecError::NoName);
        }
        let entry = registry.get(name)?;
        let (settings, program) = match &entry.grammar {
            Grammar::Settings => (parse_settings(&entry, rest)?, None),
            Grammar::External(read) => (Vec::new(), Some(read(rest.unwrap_or_default())?)),
        };
        Ok(Self {
            entry,
            settings,
            program,
        })
    }

    /// The player.
    #[must_use]
    pub fn entry(&self) -> &Arc<Entry> {
        &self.entry
    }

    /// The name of the player.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.entry.name
    }

    /// The external program that this player is.
    #[must_use]
    pub fn program(&self) -> Option<&dyn ExternalProgram> {
        self.program.as_deref()
    }

    /// Returns the spec if the player is not an external program.
    ///
    /// # Errors
    /// [`SpecError::Outside`] for an external program.
    pub fn inside(self) -> Result<Self, SpecError> {
        match self.program {
            Some(_) => Err(SpecError::Outside(self.entry.name.to_string())),
            None => Ok(self),
        }
    }

    /// The value of a setting, if the spec gives one.
    #[must_use]
    pub fn given(&self, key: &str) -> Option<&SettingValue> {
        let given = self.settings.iter().find(|given| given.key == key)?;
        Some(&given.value)
    }

    /// Whether the spec gives a value for a setting.
    #[must_use]
    pub fn gives(&self, key: &str) -> bool {
        self.given(key).is_some()
    }

    /// The settings that the spec gives, as texts: a switch without a value has an empty one.
    pub fn given_texts(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.settings.iter().map(|given| {
            let text = match given.is_bare {
                true => String::new(),
                false => given.value.to_string(),
            };
            (given.key, text)
        })
    }

    /// The number that the spec gives for a setting.
    #[must_use]
    pub fn number(&self, key: &str) -> Option<u64> {
        match self.given(key)? {
            SettingValue::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The word or text that the spec gives for a setting.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.given(key)? {
            SettingValue::Choice(word) => Some(word),
            SettingValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The words that the spec gives for a setting.
    #[must_use]
    pub fn list(&self, key: &str) -> &[&'static str] {
        match self.given(key) {
            Some(SettingValue::List(words)) => words,
            _ => &[],
        }
    }

    /// The same spec with another value for a setting.
    ///
    /// # Errors
    /// The player has no such setting, or it does not take this value.
    pub fn with(&self, key: &str, value: &str) -> Result<Self, SpecError> {
        let given = parse_setting(&self.entry, key, Some(value))?;
        let mut spec = self.clone();
        match spec.settings.iter_mut().find(|old| old.key == given.key) {
            Some(old) => *old = given,
            None => spec.settings.push(given),
        }
        Ok(spec)
    }

    /// The same spec without a setting.
    #[must_use]
    pub fn without(&self, key: &str) -> Self {
        let mut spec = self.clone();
        spec.settings.retain(|given| given.key != key);
        spec
    }

    /// The same spec with only these settings.
    #[must_use]
    pub fn keeping(&self, keys: &[&str]) -> Self {
        let mut spec = self.clone();
        spec.settings.retain(|given| keys.contains(&given.key));
        spec
    }

    /// The spec of another player with those of these settings that it has.
    #[must_use]
    pub fn with_player(&self, entry: &Arc<Entry>) -> Self {
        let mut spec = self.clone();
        spec.settings.retain_mut(|given| {
            let setting = entry.setting(given.key);
            setting.is_some_and(|setting| {
                setting
                    .takes
                    .parse(given.key, &given.value.to_string())
                    .is_ok()
            })
        });
        spec.entry = Arc::clone(entry);
        spec
    }

    /// The settings at a game: those given, and the defaults of the others.
    #[must_use]
    pub fn settings<G: BoardGame>(&self) -> Settings {
        let values = self.entry.settings.iter().filter_map(|setting| {
            let given = self.given(setting.name).cloned();
            let default = || {
                let text = setting.preset.value::<G>()?;
                // A test parses every default of every player.
                setting.takes.parse(setting.name, &text).ok()
            };
            Some((setting.name, given.or_else(default)?))
        });
        Settings::new(values.collect())
    }

    /// Builds the player for the game `G`.
    ///
    /// # Errors
    /// It does not play this game, settings exclude each other, or a file or program is missing.
    pub(crate) fn build<G: BoardGame>(&self) -> Result<Box<dyn Player<G>>, SpecError> {
        let other_game = || self.entry.other_game(G::ID);
        if !self.entry.plays(G::ID) {
            return Err(other_game());
        }
        let settings = self.settings::<G>();
        check_memory(&settings)?;
        let player = self.entry.build.build(self, &settings, G::ID)?;
        player.of_game::<G>().ok_or_else(other_game)
    }

    /// The same player with every default written out.
    ///
    /// ```
    /// use games::Chess;
    /// use players::{PlayerSpec, Registry};
    /// let registry = Registry::builtin();
    /// let spec = PlayerSpec::parse(&registry, "classic:depth=3")?;
    /// let whole = spec.written_out::<Chess>().to_string();
    /// assert!(whole.starts_with("classic:depth=3,eval=squares,id=auto,"), "{whole}");
    /// assert!(whole.contains(",tt=16,ttmatch=atleast,"), "{whole}");
    /// assert_eq!(PlayerSpec::parse(&registry, &whole)?.to_string(), whole);
    /// # Ok::<(), players::SpecError>(())
    /// ```
    #[must_use]
    pub fn written_out<G: BoardGame>(&self) -> Self {
        let mut spec = self.clone();
        let settings = self.settings::<G>();
        spec.settings = settings
            .iter()
            .map(|(key, value)| Given {
                key,
                value: value.clone(),
                is_bare: false,
            })
            .collect();
        spec
    }

    /// Whether the player makes random choices and the spec has no seed. A seat then sets one.
    #[must_use]
    pub fn needs_seed(&self) -> bool {
        self.entry.setting("seed").is_some() && !self.gives("seed") && (self.entry.is_random)(self)
    }

    /// The same spec with a seed, if the player has that setting.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        self.with("seed", &seed.to_string())
            .unwrap_or_else(|_| self.clone())
    }

    /// The least depth that the player can search to: 0 for course programs that count depth from 0.
    #[must_use]
    pub fn least_depth(&self) -> u32 {
        self.entry.least_depth
    }

    /// The files that the player reads.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let is_file = |given: &&Given| {
            let setting = self.entry.setting(given.key);
            setting.is_some_and(|setting| setting.cost == Cost::File)
        };
        let text = |given| match given {
            &Given {
                value: SettingValue::Text(ref text),
                ..
            } => Some(text.as_str()),
            _ => None,
        };
        self.settings.iter().filter(is_file).filter_map(text)
    }
}

fn parse_settings(entry: &Entry, rest: Option<&str>) -> Result<Vec<Given>, SpecError> {
    let mut settings: Vec<Given> = Vec::new();
    let mut keys: Vec<&str> = Vec::new();
    let mut parts = Vec::new();
    // The form is checked before the names, so that an error names what is wrong with the text first.
    for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
        let (key, value) = match part.split_once('=') {
            Some((key, value)) => (key.trim(), Some(value.trim())),
            None => (part.trim(), None),
        };
        if key.is_empty() {
            return Err(SpecError::EmptySetting);
        }
        if keys.contains(&key) {
            return Err(SpecError::Twice(key.to_owned()));
        }
        keys.push(key);
        parts.push((key, value));
    }
    for (key, value) in parts {
        settings.push(parse_setting(entry, key, value)?);
    }
    Ok(settings)
}

fn parse_setting(entry: &Entry, key: &str, value: Option<&str>) -> Result<Given, SpecError> {
    let setting = entry.setting(key).ok_or_else(|| SpecError::Key {
        player: entry.name.to_string(),
        key: key.to_owned(),
        keys: entry.settings.iter().map(|setting| setting.name).collect(),
    })?;
    Ok(Given {
        key: setting.name,
        value: setting
            .takes
            .parse(setting.name, value.unwrap_or_default())?,
        is_bare: value.is_none(),
    })
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(program) = &self.program {
            return program.fmt(f);
        }
        f.write_str(&self.entry.name)?;
        let mut separator = ':';
        for given in &self.settings {
            write!(f, "{separator}{}", given.key)?;
            if !given.is_bare {
                write!(f, "={}", given.value)?;
            }
            separator = ',';
        }
        Ok(())
    }
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerSpec({self})")
    }
}

impl PartialEq for PlayerSpec {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for PlayerSpec {}

impl std::hash::Hash for PlayerSpec {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}

impl serde::Serialize for PlayerSpec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Checks that the tables and trees of a player fit in memory. The engine checks its own table.
fn check_memory(settings: &Settings) -> Result<(), SpecError> {
    /// The mebibytes up to which nothing is checked.
    const SMALL: u64 = 64;
    for key in ["tt", "mem"] {
        let Some(size) = settings.number(key).filter(|&size| size > SMALL) else {
            continue;
        };
        engine::check_memory(size).map_err(|error| {
            let most = error.most.unwrap_or(SMALL);
            SpecError::Conflict(format!(
                "{key}={size} does not fit in memory: at most {most} MiB are free for it"
            ))
        })?;
    }
    Ok(())
}

/// Returns the file of a program: a path, or a command in the search path of the shell.
#[must_use]
pub fn locate(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 || path.is_absolute() {
        return path.is_file().then(|| path.to_owned());
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .map(|folder| folder.join(path))
        .find(|found| found.is_file())
}
