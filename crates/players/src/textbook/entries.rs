//! The textbook players and their settings, weakest ideas first.

use gametree::Limits;

use super::build::{BUGS, FORMS, Family, MATCHES, ORDERINGS, PARALLEL, REPLACEMENTS, TIES};
use crate::common::{self, EVAL, EVALS, MOVETIME, NODES, SEED, TT};
use crate::registry::{AnyGame, Entry, Group};
use crate::setting::{Cost, Preset, Setting, SettingType, Settings, words};

use Preset::{Absent, Is};

/// The depth of a search if nothing limits the player.
const USUAL_DEPTH: u32 = 4;

/// The limits of a move, which every textbook player has.
const LIMITS: &[Setting] = &[
    common::DEPTH.preset(Absent("4 if nothing limits the player")),
    NODES,
    EVALS,
    MOVETIME,
];

const ID: Setting = Setting::new(
    "id",
    SettingType::AutoSwitch,
    Is("auto"),
    "iterative deepening: depth 1, 2, 3, ...; auto is on without a depth or with a window",
);
const ASP: Setting = Setting::number("asp", 0, 100_000, Is("0"))
    .about("aspiration: half-width of the first window around the last value; 0 is off");
const QUIESCE: Setting =
    Setting::switch("quiesce").about("quiescence search: captures before the evaluation of a leaf");
const ORDER: Setting = Setting::new(
    "order",
    SettingType::List(ORDERINGS),
    Is("hash"),
    "which moves to try first; hash is the move of the table, and as generated without one",
);
const TTMATCH: Setting = Setting::choice("ttmatch", &words(&MATCHES))
    .about("which entries cut: of exactly this depth (equals minimax), or deeper too");
const REPLACE: Setting = Setting::choice("replace", &words(&REPLACEMENTS))
    .preset(Is("bucket"))
    .about("which table entry is replaced");
const NULL: Setting = Setting::switch("null").about("null-move pruning (selective, not exact)");
const IID: Setting = Setting::switch("iid").about("internal iterative deepening");
const LMR: Setting = Setting::switch("lmr").about("late move reductions (selective, not exact)");
const FORM: Setting = Setting::choice("form", &words(&FORMS))
    .about("fail-soft, fail-hard, or max/min as course texts write it");
const TIES_KEY: Setting = Setting::choice("ties", TIES)
    .about("among equally good moves take the first, or any of them at random");
const BUG: Setting = Setting::choice("bug", BUGS)
    .about("a classic mistake, to be seen at work (with a small table, in generator order)");

const PARALLEL_KEY: Setting = Setting::choice("parallel", &words(&PARALLEL)).about(
    "search on several threads: root splitting, principal variation splitting, Young Brothers Wait, ABDADA, lazy SMP",
);
const THREADS: Setting = Setting::number("threads", 1, 256, Is("1"))
    .about("threads of a parallel search")
    .costs(Cost::Threads);

fn textbook(
    family: Family,
    name: &'static str,
    about: &'static str,
    settings: &[Setting],
) -> Entry {
    Entry {
        settings: [LIMITS, settings].concat(),
        usual: |_| Limits::depth(USUAL_DEPTH),
        least_depth: 1,
        is_random: |spec| {
            spec.list("order").contains(&"random") || spec.text("ties") == Some("random")
        },
        needs_keys: match family {
            Family::MtdF => |_| Some("use another player, such as pvs"),
            _ => table_or_bug,
        },
        ..Entry::new(name, about, Group::Textbook, AnyGame(family))
    }
}

/// Returns how to avoid keys: a search with a classic mistake has a table too.
fn table_or_bug(settings: &Settings) -> Option<&'static str> {
    if settings.number("tt").is_some_and(|size| size > 0) {
        return Some("set tt=0");
    }
    let bug = settings.text("bug").filter(|&bug| bug != "none");
    bug.map(|_| "leave out bug")
}

/// Returns the textbook players.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        textbook(
            Family::Minimax,
            "minimax",
            "searches every move, in max/min form as course texts write it",
            &[EVAL, ID, ASP],
        ),
        textbook(
            Family::Negamax,
            "negamax",
            "minimax with one rule instead of two",
            &[EVAL, ID, ASP, QUIESCE],
        ),
        textbook(
            Family::AlphaBeta,
            "alphabeta",
            "skips moves that cannot change the result",
            &[
                EVAL,
                ID,
                ASP,
                FORM,
                ORDER,
                SEED,
                QUIESCE,
                TT,
                TTMATCH,
                REPLACE,
                TIES_KEY,
                BUG,
                PARALLEL_KEY,
                THREADS,
            ],
        ),
        textbook(
            Family::Pvs,
            "pvs",
            "principal variation search: null windows after the first move",
            &[
                EVAL, ID, ASP, ORDER, SEED, QUIESCE, TT, TTMATCH, REPLACE, NULL, IID, LMR,
            ],
        ),
        textbook(
            Family::MtdF,
            "mtdf",
            "MTD(f): null windows only (needs a table)",
            &[EVAL, ID, ORDER, SEED, QUIESCE, TT.preset(Is("16")), TTMATCH],
        ),
        textbook(
            Family::Pvs,
            "classic",
            "all textbook techniques: table, null moves, quiescence, every ordering; each can be switched off",
            &[
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
    ]
}
