//! The textbook players and their settings, weakest ideas first.

use crate::key::{Cost, Key, Preset};
use crate::registry::{Entry, Kind};
use crate::spec::Takes;
use crate::textbook::{BUGS, FORMS, ORDERINGS, REPLACEMENTS, TIES};

use Preset::{Absent, Is};

/// The same seed plays the same game.
pub(super) const SEED: Key = Key::new(
    "seed",
    Takes::Number(0, u64::MAX),
    Preset::Number(0),
    "the same seed plays the same game",
);
const DEPTH: Key = Key::new(
    "depth",
    Takes::Number(1, 200),
    Absent("4 if nothing limits the player"),
    "plies to look ahead",
);
/// Nodes a move.
pub(super) const NODES: Key = Key::new(
    "nodes",
    Takes::Number(1, u64::MAX),
    Absent("no limit"),
    "nodes a move",
);
/// Evaluations a move.
pub(super) const EVALS: Key = Key::new(
    "evals",
    Takes::Number(1, u64::MAX),
    Absent("no limit"),
    "evaluations a move",
);
/// Milliseconds a move.
pub(super) const MOVETIME: Key = Key::new(
    "movetime",
    Takes::Number(1, 86_400_000),
    Absent("no limit"),
    "milliseconds a move",
);
/// What values the leaves.
pub(super) const EVAL: Key = Key::new(
    "eval",
    Takes::Evaluator,
    Preset::FirstEvaluator,
    "what values the leaves",
);
const ID: Key = Key::new(
    "id",
    Takes::AutoSwitch,
    Is("auto"),
    "iterative deepening: depth 1, 2, 3, ...; auto is on without a depth or with a window",
);
const ASP: Key = Key::new(
    "asp",
    Takes::Number(0, 100_000),
    Is("0"),
    "aspiration: search first within so much of the last value; 0 is off",
);
const QUIESCE: Key = Key::new(
    "quiesce",
    Takes::Switch,
    Is("off"),
    "play captures out before valuing a leaf",
);
const ORDER: Key = Key::new(
    "order",
    Takes::List(ORDERINGS),
    Is("hash"),
    "which moves to try first; hash is the move of the table, and as generated without one",
);
/// The size of a table.
pub(super) const TT: Key = Key::new(
    "tt",
    Takes::Number(0, 65_536),
    Is("0"),
    "transposition table, in mebibytes; 0 is none",
)
.costs(Cost::Mebibytes);
const TTMATCH: Key = Key::new(
    "ttmatch",
    Takes::Choice(&["exact", "atleast"]),
    Is("exact"),
    "which entries count: of just this depth (equals minimax), or deeper too",
);
const REPLACE: Key = Key::new(
    "replace",
    Takes::Choice(REPLACEMENTS),
    Is("bucket"),
    "which table entry has to go",
);
const NULL: Key = Key::new(
    "null",
    Takes::Switch,
    Is("off"),
    "null move pruning (a bet, not exact)",
);
const IID: Key = Key::new(
    "iid",
    Takes::Switch,
    Is("off"),
    "internal iterative deepening",
);
const LMR: Key = Key::new(
    "lmr",
    Takes::Switch,
    Is("off"),
    "late move reductions (a bet, not exact)",
);
const FORM: Key = Key::new(
    "form",
    Takes::Choice(FORMS),
    Is("soft"),
    "fail-soft, fail-hard, or max/min as course texts write it",
);
const TIES_KEY: Key = Key::new(
    "ties",
    Takes::Choice(TIES),
    Is("first"),
    "among equally good moves take the first, or any of them at random",
);
const BUG: Key = Key::new(
    "bug",
    Takes::Choice(BUGS),
    Is("none"),
    "a classic mistake, to be seen at work (with a small table, in generator order)",
);

const fn textbook(name: &'static str, about: &'static str, keys: &'static [Key]) -> Entry {
    Entry {
        name,
        about,
        keys,
        game: None,
        kind: Kind::Textbook,
    }
}

/// The textbook players.
pub(super) const TEXTBOOK: &[Entry] = &[
    Entry {
        name: "random",
        about: "picks any legal move",
        keys: &[SEED],
        game: None,
        kind: Kind::Random,
    },
    textbook(
        "minimax",
        "looks at everything, in max/min form as course texts write it",
        &[DEPTH, NODES, EVALS, MOVETIME, EVAL, ID, ASP],
    ),
    textbook(
        "negamax",
        "minimax with one rule instead of two",
        &[DEPTH, NODES, EVALS, MOVETIME, EVAL, ID, ASP, QUIESCE],
    ),
    textbook(
        "alphabeta",
        "does not look at what cannot matter",
        &[
            DEPTH, NODES, EVALS, MOVETIME, EVAL, ID, ASP, FORM, ORDER, SEED, QUIESCE, TT, TTMATCH,
            REPLACE, TIES_KEY, BUG,
        ],
    ),
    textbook(
        "pvs",
        "values the first move, and only refutes the others",
        &[
            DEPTH, NODES, EVALS, MOVETIME, EVAL, ID, ASP, ORDER, SEED, QUIESCE, TT, TTMATCH,
            REPLACE, NULL, IID, LMR,
        ],
    ),
    textbook(
        "mtdf",
        "never values, only compares (needs a table)",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            EVAL,
            ID,
            ORDER,
            SEED,
            QUIESCE,
            TT.preset(Is("16")),
            TTMATCH,
        ],
    ),
    textbook(
        "classic",
        "all of it: table, null moves, quiescence, every ordering; each can be switched off",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            EVAL.preset(Preset::BestEvaluator),
            ID,
            ASP,
            ORDER.preset(Is("hash+pv+mvvlva+killers+countermove+history")),
            SEED,
            QUIESCE.preset(Is("on")),
            TT.preset(Is("16")),
            TTMATCH.preset(Is("atleast")),
            REPLACE,
            NULL.preset(Is("on")),
            IID.preset(Is("on")),
            LMR,
        ],
    ),
];
