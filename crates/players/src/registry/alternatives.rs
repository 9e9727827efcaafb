//! The alternatives to alpha-beta and their settings.

use crate::alternatives::FORMS;
use crate::key::{Cost, Key, Preset};
use crate::registry::textbook::{EVAL, EVALS, MOVETIME, NODES};
use crate::registry::{Entry, Kind};
use crate::spec::Takes;

use Preset::{Absent, Is};

const DEPTH: Key = Key::new(
    "depth",
    Takes::Number(1, 200),
    Absent("no limit"),
    "plies to look ahead; a tree that grows ends there",
);
const MEM: Key = Key::new(
    "mem",
    Takes::Number(1, 65_536),
    Is("64"),
    "what it may keep, in mebibytes; when that is full it stops with the best move so far",
)
.costs(Cost::Mebibytes);
const FORM: Key = Key::new(
    "form",
    Takes::Choice(FORMS),
    Is("list"),
    "a sorted list of strategies, or repeated null windows with a memory: the same leaves",
);
const BEST: Key = EVAL.preset(Preset::BestEvaluator);

const fn alternative(name: &'static str, about: &'static str, keys: &'static [Key]) -> Entry {
    Entry {
        name,
        about,
        keys,
        game: None,
        kind: Kind::Alternative,
    }
}

/// The alternatives, in the order of their families.
pub(super) const ALTERNATIVES: &[Entry] = &[
    alternative(
        "sss",
        "SSS*: best-first over the strategies of the mover; the value of minimax",
        &[DEPTH, NODES, EVALS, MOVETIME, BEST, FORM, MEM],
    ),
    alternative(
        "dual",
        "DUAL*: the same over the strategies of the opponent",
        &[DEPTH, NODES, EVALS, MOVETIME, BEST, FORM, MEM],
    ),
    alternative(
        "mn",
        "M & N: several good moves are worth more than one",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            Key::new(
                "m",
                Takes::Number(1, 16),
                Is("2"),
                "how many of its own best moves count",
            ),
            Key::new(
                "n",
                Takes::Number(1, 16),
                Is("2"),
                "how many of the opponent's best moves count",
            ),
            Key::new(
                "bonus",
                Takes::Number(0, 1_000),
                Is("20"),
                "what an equally good move adds, in thousandths of what nearly wins",
            ),
            Key::new(
                "reach",
                Takes::Number(1, 4_000),
                Is("100"),
                "how much worse than the best a move may be and still add something, in the same unit",
            ),
        ],
    ),
    alternative(
        "bestfirst",
        "best-first minimax: looks further only at the end of the best line",
        &[DEPTH, NODES, EVALS, MOVETIME, BEST, MEM],
    ),
    alternative(
        "bestfirst-linear",
        "the same without keeping its tree",
        &[DEPTH, NODES, EVALS, MOVETIME, BEST],
    ),
    alternative(
        "bestfirst-hybrid",
        "alpha-beta first, best-first minimax from there",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            Key::new(
                "first",
                Takes::Number(1, 20),
                Is("2"),
                "plies that alpha-beta looks ahead",
            ),
            MEM,
        ],
    ),
];
