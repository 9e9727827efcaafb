//! The registry: every player with its settings, their defaults, and how it is built.
//!
//! A registry is a value. [`Registry::builtin`] has the players of this crate; a program adds more entries, such as external
//! programs. Adding a player is one [`Entry`] in one file: an entry without a builder does not compile.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use games::{BoardGame, DynamicGame, GameId, WithGame};
use gametree::Limits;

use crate::error::SpecError;
use crate::player::Player;
use crate::setting::{Setting, Settings};
use crate::spec::{ExternalProgram, PlayerSpec};

/// The group of a player, for lists and forms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Random moves.
    Random,
    /// Searches of the textbooks.
    Textbook,
    /// Alternatives to alpha-beta.
    Alternative,
    /// The engine.
    Engine,
    /// Programs of the course documents.
    Course,
    /// Named opponents of a course: other players under a second name.
    Baseline,
    /// External programs.
    Program,
}

/// The games that a player plays.
#[derive(Clone, Debug)]
pub enum Games {
    /// Every game.
    Any,
    /// These games.
    Only(Vec<GameId>),
}

/// The grammar of a spec after its name.
pub enum Grammar {
    /// `key=value,...`, checked against the settings of the entry.
    Settings,
    /// A path and options of an external program.
    External(fn(&str) -> Result<Arc<dyn ExternalProgram>, SpecError>),
}

/// A player of a registry.
pub struct Entry {
    /// The name that a spec begins with.
    pub name: Cow<'static, str>,
    /// Earlier names, which still work.
    pub aliases: Vec<String>,
    /// A one-line description.
    pub about: Cow<'static, str>,
    /// Its settings.
    pub settings: Vec<Setting>,
    /// The games it plays.
    pub games: Games,
    /// The group it is listed in.
    pub group: Group,
    /// The grammar of its specs.
    pub grammar: Grammar,
    /// The limits of a move if neither the spec nor the request sets any.
    pub usual: fn(&Settings) -> Limits,
    /// The least depth that it can search to.
    pub least_depth: u32,
    /// Whether a player with this spec makes random choices.
    pub is_random: fn(&PlayerSpec) -> bool,
    /// If the player finds positions again by their keys, how to avoid it: the end of a sentence.
    pub needs_keys: fn(&Settings) -> Option<&'static str>,
    /// The player that this name is an alias of.
    pub stands_for: Option<PlayerSpec>,
    /// Builds the player.
    pub build: Box<dyn Build>,
}

impl Entry {
    /// An entry without settings that plays every game.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        about: impl Into<Cow<'static, str>>,
        group: Group,
        build: impl Build,
    ) -> Self {
        Self {
            name: name.into(),
            aliases: Vec::new(),
            about: about.into(),
            settings: Vec::new(),
            games: Games::Any,
            group,
            grammar: Grammar::Settings,
            usual: |_| Limits::default(),
            least_depth: 0,
            is_random: |_| false,
            needs_keys: |_| None,
            stands_for: None,
            build: Box::new(build),
        }
    }

    /// The setting of this name.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.name == name)
    }

    /// Whether it plays a game.
    #[must_use]
    pub fn plays(&self, game: GameId) -> bool {
        match &self.games {
            Games::Any => true,
            Games::Only(games) => games.contains(&game),
        }
    }

    /// The name of the first game it plays, if it does not play every game.
    #[must_use]
    pub fn only_game(&self) -> Option<GameId> {
        match &self.games {
            Games::Any => None,
            Games::Only(games) => games.first().copied(),
        }
    }

    /// The error of a player that does not play a game.
    pub(crate) fn other_game(&self, game: GameId) -> SpecError {
        SpecError::Game {
            player: self.name.to_string(),
            game: game.name(),
            plays: self.only_game().map_or("another game", GameId::name),
        }
    }
}

/// Builds the players of an entry.
pub trait Build: Send + Sync + 'static {
    /// Builds the player of a spec for a game that its entry plays.
    ///
    /// # Errors
    /// Settings exclude each other, or a file or program is missing.
    fn build(
        &self,
        spec: &PlayerSpec,
        settings: &Settings,
        game: GameId,
    ) -> Result<AnyPlayer, SpecError>;
}

/// A player of some game.
pub struct AnyPlayer(Box<dyn Any + Send>);

impl AnyPlayer {
    /// A player of the game `G`.
    #[must_use]
    pub fn new<G: BoardGame>(player: Box<dyn Player<G>>) -> Self {
        Self(Box::new(player))
    }

    /// The player, if it plays the game `G`.
    #[must_use]
    pub fn of_game<G: BoardGame>(self) -> Option<Box<dyn Player<G>>> {
        self.0.downcast().ok().map(|player| *player)
    }
}

/// Builds players of every game.
pub trait BuildAny: Send + Sync + 'static {
    /// Builds the player of a spec for the game `G`.
    ///
    /// # Errors
    /// As [`Build::build`].
    fn build<G: BoardGame>(
        &self,
        spec: &PlayerSpec,
        settings: &Settings,
    ) -> Result<Box<dyn Player<G>>, SpecError>;
}

/// A builder of players for every game.
pub struct AnyGame<B>(pub B);

impl<B: BuildAny> Build for AnyGame<B> {
    fn build(
        &self,
        spec: &PlayerSpec,
        settings: &Settings,
        game: GameId,
    ) -> Result<AnyPlayer, SpecError> {
        struct Job<'a, B>(&'a B, &'a PlayerSpec, &'a Settings);
        impl<B: BuildAny> WithGame for Job<'_, B> {
            type Output = Result<AnyPlayer, SpecError>;

            fn run<G: BoardGame>(self, _: &G) -> Self::Output {
                self.0.build::<G>(self.1, self.2).map(AnyPlayer::new)
            }
        }
        // The list of games does not have it.
        if game == DynamicGame::ID {
            return (self.0.build::<DynamicGame>(spec, settings)).map(AnyPlayer::new);
        }
        game.with(Job(&self.0, spec, settings))
    }
}

/// A function that builds players of one game.
pub struct OneGame<G: BoardGame>(pub BuildOne<G>);

/// Builds a player of the game `G`.
pub type BuildOne<G> = fn(&PlayerSpec, &Settings) -> Result<Box<dyn Player<G>>, SpecError>;

impl<G: BoardGame> Build for OneGame<G> {
    fn build(
        &self,
        spec: &PlayerSpec,
        settings: &Settings,
        game: GameId,
    ) -> Result<AnyPlayer, SpecError> {
        if game != G::ID {
            return Err(spec.entry().other_game(game));
        }
        self.0(spec, settings).map(AnyPlayer::new)
    }
}

/// The players that specs are checked against.
#[derive(Clone, Default)]
pub struct Registry {
    entries: Arc<Vec<Arc<Entry>>>,
}

impl Registry {
    /// Adds entries.
    #[must_use]
    pub fn with(self, entries: impl IntoIterator<Item = Entry>) -> Self {
        let mut all = Arc::unwrap_or_clone(self.entries);
        all.extend(entries.into_iter().map(Arc::new));
        Self {
            entries: Arc::new(all),
        }
    }

    /// Every entry, in the order in which players are listed.
    pub fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.entries.iter()
    }

    /// The entry of a name or of an alias.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Arc<Entry>> {
        let is_it = |entry: &&Arc<Entry>| {
            entry.name == name || entry.aliases.iter().any(|alias| alias == name)
        };
        self.entries.iter().find(is_it).cloned()
    }

    /// The entry of a name or of an alias.
    ///
    /// # Errors
    /// No player has this name.
    pub fn get(&self, name: &str) -> Result<Arc<Entry>, SpecError> {
        self.find(name).ok_or_else(|| SpecError::Name {
            name: name.to_owned(),
            names: self.entries.iter().map(|it| it.name.to_string()).collect(),
        })
    }

    /// Parses a spec, see [`PlayerSpec::parse`].
    ///
    /// # Errors
    /// As [`PlayerSpec::parse`].
    pub fn parse(&self, text: &str) -> Result<PlayerSpec, SpecError> {
        PlayerSpec::parse(self, text)
    }

    /// The baselines of a game, from easy to strong.
    pub fn baselines(&self, game: GameId) -> impl Iterator<Item = &Arc<Entry>> {
        let is_one = move |entry: &&Arc<Entry>| entry.group == Group::Baseline && entry.plays(game);
        self.entries.iter().filter(is_one)
    }
}
