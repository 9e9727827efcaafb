//! The alternatives to alpha-beta and their settings.

use games::GameKind;

use crate::alternatives::FORMS;
use crate::key::{Cost, Key, Preset};
use crate::registry::textbook::{EVAL, EVALS, MOVETIME, NODES, SEED, TT};
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
const MODEL: Key = Key::new(
    "model",
    Takes::Evaluator,
    Preset::OtherEvaluator,
    "what the opponent is thought to value positions by",
);
const GOAL: Key = Key::new(
    "goal",
    Takes::Choice(GOALS),
    Is("win"),
    "whether it is won or drawn, or what it is worth at the end of the game",
);
const EXPLORATION: Key = Key::new(
    "c",
    Takes::Number(0, 10_000),
    Is("140"),
    "how much seldom tried moves are preferred, in hundredths",
);
/// How the opponent of ProbiMax chooses.
const MOVE_MODELS: &[&str] = &["softmax", "rank", "blunder"];
/// What a proof is about.
const GOALS: &[&str] = &["win", "value"];
/// Which child a rollout takes.
const PICKS: &[&str] = &["left", "hopeful", "uct"];
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
    alternative(
        "om",
        "opponent model: expects what the opponent's own evaluator makes him play",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            MODEL,
            Key::new(
                "eps",
                Takes::Number(0, 100_000),
                Is("0"),
                "the opponent may err by so much in his own view, in thousandths of what nearly wins",
            ),
        ],
    ),
    alternative(
        "prom",
        "the same, not quite sure of the model",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            MODEL,
            Key::new(
                "same",
                Takes::Number(0, 100),
                Is("50"),
                "the chance that the opponent thinks as the player does, in percent",
            ),
        ],
    ),
    alternative(
        "probimax",
        "ProbiMax: plays for the mistakes of an opponent who errs",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            MODEL.preset(Preset::BestEvaluator),
            Key::new(
                "moves",
                Takes::Choice(MOVE_MODELS),
                Is("softmax"),
                "how the opponent chooses: by value, by rank, or the best with blunders",
            ),
            Key::new(
                "heat",
                Takes::Number(1, 100_000),
                Is("100"),
                "softmax: how little values matter to him, in thousandths of what nearly wins",
            ),
            Key::new(
                "first",
                Takes::Number(1, 100),
                Is("70"),
                "rank: the chance that he takes the first of the moves left, in percent",
            ),
            Key::new(
                "error",
                Takes::Number(0, 100),
                Is("20"),
                "blunder: the chance that he plays any move at all, in percent",
            ),
            Key::new(
                "safe",
                Takes::Number(0, 100_000),
                Is("200"),
                "how much worse than minimax's best the move may be, in thousandths of what nearly wins",
            ),
        ],
    ),
    alternative(
        "bp",
        "BP: leaves are distributions, and those that may change the choice are expanded",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            Key::new(
                "gulp",
                Takes::Number(1, 100),
                Is("10"),
                "how many of the leaves that matter are expanded at once, in percent",
            ),
            MEM,
        ],
    ),
    alternative(
        "pn",
        "proof-number search: is it won? is it a draw? (a solver; plays by the evaluator where it proves nothing)",
        &[DEPTH, NODES, EVALS, MOVETIME, BEST, GOAL, MEM],
    ),
    alternative(
        "dfpn",
        "the same depth first, with a table",
        &[DEPTH, NODES, EVALS, MOVETIME, BEST, GOAL, MEM],
    ),
    alternative(
        "conspiracy",
        "conspiracy numbers: until only large conspiracies of leaves could change the value",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            Key::new(
                "conspirators",
                Takes::Number(1, 254),
                Is("3"),
                "larger conspiracies are ruled out",
            ),
            Key::new(
                "width",
                Takes::Number(0, 10_000),
                Is("20"),
                "how far apart the values left may lie, in thousandths of what nearly wins",
            ),
            MEM,
        ],
    ),
    alternative(
        "bstar",
        "B*: until one move is separated from the rest",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            Key::new(
                "spread",
                Takes::Number(1, 10_000),
                Is("200"),
                "how far the optimist and the pessimist are from the evaluator, in thousandths of what nearly wins",
            ),
            MEM,
        ],
    ),
    alternative(
        "rivest",
        "min/max approximation: expands the leaf on which the root depends most",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            Key::new(
                "p",
                Takes::Number(2, 1_000),
                Is("10"),
                "the power of the mean: large is deep, small is broad",
            ),
            MEM,
        ],
    ),
    alternative(
        "uct",
        "UCT: Monte Carlo tree search, with proved wins and losses",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            EXPLORATION,
            Key::new(
                "rollout",
                Takes::Number(0, 500),
                Is("20"),
                "plies by chance before the evaluator is asked",
            ),
            SEED,
            MEM,
        ],
    ),
    alternative(
        "uct-ab",
        "the same with a small alpha-beta search instead of chance",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            EXPLORATION,
            Key::new(
                "ab",
                Takes::Number(0, 10),
                Is("1"),
                "plies that alpha-beta looks ahead",
            ),
            MEM,
        ],
    ),
    alternative(
        "ab-rollout",
        "alpha-beta as rollouts; the value of minimax",
        &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            Key::new(
                "pick",
                Takes::Choice(PICKS),
                Is("left"),
                "which open child a rollout takes: as alpha-beta, as SSS*, or as UCT",
            ),
            MEM,
        ],
    ),
    Entry {
        name: "probcut",
        about: "ProbCut: alpha-beta that leaves out what a shallow search foretells",
        keys: &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            BEST,
            Key::new(
                "t",
                Takes::Number(0, 1_000),
                Is("150"),
                "how sure a forecast must be, in hundredths of its standard deviation",
            ),
        ],
        game: Some(GameKind::Othello),
        kind: Kind::Alternative,
    },
    Entry {
        name: "othello-solver",
        about: "solves the end of the game exactly, and looks some plies ahead before it",
        keys: &[
            DEPTH,
            NODES,
            EVALS,
            MOVETIME,
            Key::new(
                "empties",
                Takes::Number(1, 60),
                Is("18"),
                "with more empty squares than this it does not try to solve",
            ),
            TT.preset(Is("16")),
        ],
        game: Some(GameKind::Othello),
        kind: Kind::Alternative,
    },
    Entry {
        name: "minichess-tables",
        about: "alpha-beta that knows every position with at most three pieces",
        keys: &[DEPTH, NODES, EVALS, MOVETIME, MEM],
        game: Some(GameKind::MiniChess),
        kind: Kind::Alternative,
    },
];
