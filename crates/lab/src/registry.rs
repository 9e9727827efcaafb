//! Every player, its settings and their defaults.

use std::sync::LazyLock;

use classroom::presets::{self, Document, Preset};
use engine::Strength;

use crate::arena::{Arena, GameKind};
use crate::course::Course;
use crate::external::{Program, Protocol};
use crate::master::{ONLY, TECHNIQUES};
use crate::player::{Player, Random};
use crate::spec::{Spec, SpecError, Takes};
use crate::textbook;

/// A setting of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is if it is not given, in words.
    pub default: &'static str,
    /// One line about it.
    pub about: &'static str,
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
    /// The one game it plays; `None` for any.
    pub game: Option<GameKind>,
}

impl Entry {
    /// The setting of this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

const fn key(name: &'static str, takes: Takes, default: &'static str, about: &'static str) -> Key {
    Key {
        name,
        takes,
        default,
        about,
    }
}

const SEED: Key = key(
    "seed",
    Takes::Number(0, u64::MAX),
    "0",
    "the same seed plays the same game",
);
const DEPTH: Key = key(
    "depth",
    Takes::Number(1, 200),
    "4, or as the other limits allow",
    "plies to look ahead",
);
const NODES: Key = key(
    "nodes",
    Takes::Number(1, u64::MAX),
    "no limit",
    "nodes a move",
);
const EVALS: Key = key(
    "evals",
    Takes::Number(1, u64::MAX),
    "no limit",
    "evaluations a move",
);
const MOVETIME: Key = key(
    "movetime",
    Takes::Number(1, 86_400_000),
    "no limit",
    "milliseconds a move",
);
const EVAL: Key = key(
    "eval",
    Takes::Evaluator,
    "the game's first",
    "what values the leaves",
);
const BEST_EVAL: Key = key(
    "eval",
    Takes::Evaluator,
    "the game's best",
    "what values the leaves",
);
const ID: Key = key(
    "id",
    Takes::Switch,
    "off with a depth, on without",
    "iterative deepening: depth 1, 2, 3, ...",
);
const ASP: Key = key(
    "asp",
    Takes::Number(1, 100_000),
    "off",
    "aspiration: search first within so much of the last value",
);
const QUIESCE: Key = key(
    "quiesce",
    Takes::Switch,
    "off",
    "play captures out before valuing a leaf",
);
const ORDER: Key = key(
    "order",
    Takes::List(textbook::ORDERINGS),
    "generator (hash with a table)",
    "which moves to try first",
);
const TT: Key = key(
    "tt",
    Takes::Number(0, 65_536),
    "0",
    "transposition table, in mebibytes",
);
const TTMATCH: Key = key(
    "ttmatch",
    Takes::Choice(&["exact", "atleast"]),
    "exact",
    "which entries count: of just this depth (equals minimax), or deeper too",
);
const REPLACE: Key = key(
    "replace",
    Takes::Choice(textbook::REPLACEMENTS),
    "bucket",
    "which table entry has to go",
);
const NULL: Key = key(
    "null",
    Takes::Switch,
    "off",
    "null move pruning (a bet, not exact)",
);
const IID: Key = key("iid", Takes::Switch, "off", "internal iterative deepening");
const FORM: Key = key(
    "form",
    Takes::Choice(textbook::FORMS),
    "soft",
    "fail-soft, fail-hard, or max/min as course texts write it",
);

/// The textbook players, weakest ideas first.
const TEXTBOOK: &[Entry] = &[
    Entry {
        name: "random",
        about: "picks any legal move",
        keys: &[SEED],
        game: None,
    },
    Entry {
        name: "minimax",
        about: "looks at everything, in max/min form as course texts write it",
        keys: &[DEPTH, NODES, EVALS, MOVETIME, EVAL, ID, ASP],
        game: None,
    },
    Entry {
        name: "negamax",
        about: "minimax with one rule instead of two",
        keys: &[DEPTH, NODES, EVALS, MOVETIME, EVAL, ID, ASP, QUIESCE],
        game: None,
    },
    Entry {
        name: "alphabeta",
        about: "does not look at what cannot matter",
        keys: &[
            DEPTH, NODES, EVALS, MOVETIME, EVAL, ID, ASP, FORM, ORDER, SEED, QUIESCE, TT, TTMATCH,
            REPLACE, NULL, IID,
        ],
        game: None,
    },
    Entry {
        name: "pvs",
        about: "values the first move, and only refutes the others",
        keys: &[
            DEPTH, NODES, EVALS, MOVETIME, EVAL, ID, ASP, ORDER, SEED, QUIESCE, TT, TTMATCH,
            REPLACE, NULL, IID,
        ],
        game: None,
    },
    Entry {
        name: "mtdf",
        about: "never values, only compares (needs a table, 16 MiB unless told otherwise)",
        keys: &[
            DEPTH, NODES, EVALS, MOVETIME, EVAL, ID, ORDER, SEED, QUIESCE, TT, TTMATCH,
        ],
        game: None,
    },
    Entry {
        name: "classic",
        about: "all of it: table, null moves, quiescence, every ordering; each can be switched off",
        keys: &[
            DEPTH, NODES, EVALS, MOVETIME, BEST_EVAL, ID, ASP, ORDER, SEED, QUIESCE, TT, TTMATCH,
            REPLACE, NULL, IID,
        ],
        game: None,
    },
];

const ENGINE: Entry = Entry {
    name: "engine",
    about: "the master: everything that makes a search strong; each technique can be switched off",
    keys: &[
        key(
            "depth",
            Takes::Number(1, 127),
            "no limit",
            "plies to look ahead",
        ),
        key(
            "nodes",
            Takes::Number(1, u64::MAX),
            "1000000 if nothing else limits it",
            "nodes a move",
        ),
        MOVETIME,
        key(
            "hash",
            Takes::Number(1, 65_536),
            "16",
            "transposition table, in mebibytes",
        ),
        key(
            "threads",
            Takes::Number(1, 256),
            "1",
            "threads that search together",
        ),
        key(
            "off",
            Takes::List(TECHNIQUES),
            "nothing",
            "techniques to do without",
        ),
        key(
            "only",
            Takes::List(ONLY),
            "all of them",
            "the only techniques to use",
        ),
        key(
            "elo",
            Takes::Number(Strength::MIN as u64, Strength::MAX as u64),
            "no limit",
            "plays as strongly as this rating says, by seeing less",
        ),
        key(
            "seed",
            Takes::Number(0, u64::MAX),
            "0",
            "with a rating: what it misjudges and overlooks",
        ),
    ],
    game: Some(GameKind::Chess),
};

const COURSE_DEPTH: Key = key(
    "depth",
    Takes::Number(0, 8),
    "as in the document",
    "as the document counts: the report's depth 3 looks four plies ahead",
);

const BOOK: Key = key(
    "book",
    Takes::Text,
    "32 well-known openings",
    "a Polyglot book (.bin) or a file of opening lines",
);

/// Every player: the textbook searches, then those of the five course documents.
#[must_use]
pub fn players() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let course = presets::PRESETS.iter().map(|preset| Entry {
            name: preset.name,
            about: preset.about,
            keys: if preset.name.starts_with("report-book") {
                &[COURSE_DEPTH, SEED, BOOK]
            } else {
                &[COURSE_DEPTH, SEED]
            },
            game: Some(match preset.document {
                Document::I2p3 => GameKind::MiniChess,
                _ => GameKind::Chess,
            }),
        });
        let engine = std::iter::once(ENGINE);
        TEXTBOOK
            .iter()
            .copied()
            .chain(engine)
            .chain(course)
            .collect()
    });
    &ALL
}

const ARG: Key = key(
    "arg",
    Takes::Text,
    "none",
    "an argument of its command line; can be given several times",
);

/// The players that are programs of their own, see [`crate::external`]. They play only matches and tournaments.
pub const PROGRAMS: &[Entry] = &[
    Entry {
        name: Protocol::Uci.name(),
        about: "uci:PATH[,arg=VALUE...][,option.NAME=VALUE...]: any UCI engine, in matches and tournaments; a comma in it is written twice",
        keys: &[
            ARG,
            key(
                "option.NAME",
                Takes::Text,
                "as the engine has it",
                "an option of the engine, such as option.Hash=64",
            ),
        ],
        game: Some(Protocol::Uci.game()),
    },
    Entry {
        name: Protocol::File.name(),
        about: "file:PATH[,arg=VALUE...]: a program that is called PATH STATE ACTION, as the course I2P3 does, in matches and tournaments",
        keys: &[ARG],
        game: Some(Protocol::File.game()),
    },
];

/// The entry of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    players().iter().find(|entry| entry.name == name)
}

/// Reads a spec and checks that such a player exists and takes these settings.
pub fn parse(text: &str) -> Result<Spec, SpecError> {
    if let Some(program) = Program::parse(text) {
        return Err(SpecError::Outside(program?.protocol.name()));
    }
    let spec: Spec = text.parse()?;
    let entry = find(&spec.name).ok_or_else(|| SpecError::Name {
        name: spec.name.clone(),
        names: players()
            .iter()
            .chain(PROGRAMS)
            .map(|entry| entry.name)
            .collect(),
    })?;
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

/// Builds the player that a spec describes, for a game.
///
/// ```
/// use games::{BoardGame, Chess};
/// use gametree::Limits;
/// use lab::{Record, registry};
/// let game = Chess::default();
/// let mut player = registry::build::<Chess>("alphabeta:depth=3,order=mvvlva").unwrap();
/// let answer = player.choose(&game, &Record::new(game.start()), &Limits::default(), None);
/// assert!(answer.best.is_some());
///
/// let error = registry::build::<Chess>("alphabeta:dept=3").err().unwrap();
/// assert!(error.to_string().contains("did you mean depth?"));
/// ```
pub fn build<G: Arena>(text: &str) -> Result<Box<dyn Player<G>>, SpecError> {
    let spec = parse(text)?;
    let entry = find(&spec.name).ok_or_else(|| SpecError::Name {
        name: spec.name.clone(),
        names: Vec::new(),
    })?;
    if let Some(plays) = entry.game
        && plays != G::KIND
    {
        return Err(SpecError::Game {
            player: entry.name,
            game: G::KIND.name(),
            plays: plays.name(),
        });
    }
    Ok(match entry.name {
        "random" => Box::new(Random::new(spec.number("seed").unwrap_or(0))),
        "engine" => G::engine(&spec).ok_or(SpecError::Game {
            player: "engine",
            game: G::KIND.name(),
            plays: GameKind::Chess.name(),
        })?,
        name => match presets::find(name) {
            Some(preset) => Box::new(course::<G>(preset, &spec)?),
            None => Box::new(textbook::build::<G>(&spec)?),
        },
    })
}

fn course<G: Arena>(preset: &'static Preset, spec: &Spec) -> Result<Course<G>, SpecError> {
    let seed = spec.number("seed").unwrap_or(0);
    let depth = spec
        .number("depth")
        .map_or(preset.depth, |depth| depth as u32);
    let player = match spec.get("book") {
        Some(file) => G::book_player(preset.name, seed, file).map_err(SpecError::Conflict)?,
        None => G::course_player(preset.name, seed),
    };
    let player = player.ok_or(SpecError::Game {
        player: preset.name,
        game: G::KIND.name(),
        plays: "another game",
    })?;
    Ok(Course::new(player, depth))
}
