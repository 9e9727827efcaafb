//! Every player, its settings and their presets: the one list from which players are built, listed and offered.

mod alternatives;
mod baseline;
mod course;
mod engine;
mod textbook;

pub use baseline::{baseline, baselines};

use classroom::presets;
use std::sync::LazyLock;

use games::{BoardGame, GameKind};

use crate::key::{Key, Preset, Values};
use crate::program::{Program, Protocol};
use crate::spec::{Spec, SpecError, Takes};

/// Where a player comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Chance.
    Random,
    /// A search of the textbooks.
    Textbook,
    /// An alternative to alpha-beta.
    Alternative,
    /// The engine.
    Engine,
    /// A course document.
    Course,
    /// A named opponent of a course, which is another player by its right name.
    Baseline,
    /// A program of its own.
    Program,
}

/// A player.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What its spec begins with.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Its settings.
    pub keys: &'static [Key],
    /// The one game it plays, on boards of any size; `None` for any game.
    pub game: Option<GameKind>,
    /// Where it comes from.
    pub kind: Kind,
}

impl Entry {
    /// The setting of this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Whether it plays a game.
    #[must_use]
    pub fn plays(&self, game: GameKind) -> bool {
        self.game
            .is_none_or(|only| only == game || (is_othello(only) && is_othello(game)))
    }
}

/// Whether it is Othello, on a board of any size.
const fn is_othello(game: GameKind) -> bool {
    matches!(
        game,
        GameKind::Othello | GameKind::Othello6 | GameKind::Othello4
    )
}

/// Every player inside this program: random, the textbook searches, the alternatives to alpha-beta, the engine, those of the five course documents.
#[must_use]
pub fn players() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let textbook = textbook::TEXTBOOK.iter().copied();
        textbook
            .chain(alternatives::ALTERNATIVES.iter().copied())
            .chain([engine::ENGINE])
            .chain(course::entries())
            .chain(baseline::entries())
            .collect()
    });
    &ALL
}

const ARG: Key = Key::new(
    "arg",
    Takes::Text,
    Preset::Absent("none"),
    "an argument of its command line; can be given several times",
);

const LIMITED: Key = Key::new(
    "limited",
    Takes::Switch,
    Preset::Absent("off; on for programs that are graded and for a class"),
    "limits what is not given: memory=1024,processes=16,filesize=64",
);

const fn limit(name: &'static str, about: &'static str) -> Key {
    Key::new(
        name,
        Takes::Number(1, 1 << 24),
        Preset::Absent("no limit"),
        about,
    )
}

const MEMORY: Key = limit(
    "memory",
    "MiB of memory in use, by the program and all it starts together",
);
const PROCESSES: Key = limit("processes", "processes at a time, itself included");
const FILESIZE: Key = limit("filesize", "MiB of a file that it writes");
const CPU: Key = limit("cpu", "seconds of processor time of a process");

/// The players that are programs of their own, see [`crate::program`].
pub const PROGRAMS: &[Entry] = &[
    Entry {
        name: Protocol::Uci.name(),
        about: "uci:PATH[,arg=VALUE...][,option.NAME=VALUE...]: any UCI engine; a comma in it is written twice",
        keys: &[
            ARG,
            Key::new(
                "option.NAME",
                Takes::Text,
                Preset::Absent("as the engine has it"),
                "an option of the engine, such as option.Hash=64",
            ),
            LIMITED,
            MEMORY,
            PROCESSES,
            FILESIZE,
            CPU,
        ],
        game: Protocol::Uci.game(),
        kind: Kind::Program,
    },
    Entry {
        name: Protocol::File.name(),
        about: "file:PATH[,arg=VALUE...]: a program that is called PATH STATE ACTION, as the course I2P3 does; its arguments come before the two files",
        keys: &[ARG, LIMITED, MEMORY, PROCESSES, FILESIZE, CPU],
        game: Protocol::File.game(),
        kind: Kind::Program,
    },
    Entry {
        name: Protocol::Script.name(),
        about: "script:PATH[,arg=VALUE...][,search=NAME][,eval=NAME]: a program that reads {\"game\",\"position\",\"depth\",...} and writes {\"move\",\"value\",\"nodes\"}, a JSON object a line",
        keys: &[
            ARG,
            Key::new(
                "search",
                Takes::Text,
                Preset::Absent("nothing"),
                "told to the program: which search is asked for, such as alphabeta",
            ),
            Key::new(
                "eval",
                Takes::Text,
                Preset::Absent("nothing"),
                "told to the program: which evaluator is asked for, such as material",
            ),
            LIMITED,
            MEMORY,
            PROCESSES,
            FILESIZE,
            CPU,
        ],
        game: Protocol::Script.game(),
        kind: Kind::Program,
    },
];

/// The entry of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    players().iter().find(|entry| entry.name == name)
}

/// The least depth that the player of a spec can search to: 0 for those whose document counts from there.
#[must_use]
pub fn least_depth(spec: &str) -> u32 {
    let name = spec.split(':').next().unwrap_or_default();
    let counts_from_zero = presets::find(name.trim()).is_some_and(|preset| preset.plies_more() > 0);
    u32::from(!counts_from_zero)
}

/// The player that searches everything and values it as this one, out of a document, does.
#[must_use]
pub fn minimax_of(name: &str) -> Option<&'static str> {
    presets::find(name)?.minimax()
}

/// Reads the spec of a player inside this program, and checks that such a player exists and takes these settings.
pub fn parse(text: &str) -> Result<Spec, SpecError> {
    if let Some(program) = Program::parse(text) {
        return Err(SpecError::Outside(program?.protocol.name()));
    }
    let spec: Spec = text.parse()?;
    let entry = entry(&spec)?;
    for (key, value) in &spec.settings {
        let known = entry.key(key).ok_or_else(|| SpecError::Key {
            player: entry.name,
            key: key.clone(),
            keys: entry.keys.iter().map(|key| key.name).collect(),
        })?;
        known
            .takes
            .check(key, value.as_deref().unwrap_or_default())?;
    }
    Ok(spec)
}

/// The entry of a spec.
pub(crate) fn entry(spec: &Spec) -> Result<&'static Entry, SpecError> {
    find(&spec.name).ok_or_else(|| SpecError::Name {
        name: spec.name.clone(),
        names: players()
            .iter()
            .chain(PROGRAMS)
            .map(|entry| entry.name)
            .collect(),
    })
}

/// A spec with every preset written out: reading it again gives the same player.
///
/// ```
/// use games::Chess;
/// use players::registry;
/// let spec = registry::parse("classic:depth=3").unwrap();
/// let whole = registry::written_out::<Chess>(&spec).unwrap().to_string();
/// assert!(whole.starts_with("classic:depth=3,eval=squares,id=auto,"), "{whole}");
/// assert!(whole.contains(",tt=16,ttmatch=atleast,"), "{whole}");
/// assert!(registry::parse(&whole).is_ok());
/// ```
pub fn written_out<G: BoardGame>(spec: &Spec) -> Result<Spec, SpecError> {
    let entry = entry(spec)?;
    let values = Values::new::<G>(entry.keys, spec);
    let settings = values
        .iter()
        .map(|(key, value)| (key.to_owned(), Some(value.to_owned())));
    Ok(Spec {
        name: spec.name.clone(),
        settings: settings.collect(),
    })
}

/// Whether what a player does is left to chance and its spec does not say how it falls: then whoever seats it gives a
/// seed. A search that is not told to order by chance has no use for one, nor has an engine at full strength.
#[must_use]
pub fn leaves_to_chance(spec: &Spec) -> bool {
    let Some(entry) = find(&spec.name) else {
        return false;
    };
    if entry.key("seed").is_none() || spec.get("seed").is_some() {
        return false;
    }
    match entry.kind {
        Kind::Random | Kind::Course | Kind::Alternative => true,
        Kind::Engine => spec.get("elo").is_some(),
        Kind::Textbook => {
            let order = spec.get("order").unwrap_or_default();
            order.split('+').any(|part| part == "random") || spec.get("ties") == Some("random")
        }
        Kind::Baseline | Kind::Program => false,
    }
}
