//! The alternatives and their settings, family by family.

use games::{BoardGame, GameId, MiniChess, Othello};
use gametree::alternatives::{
    BStar, BestFirst, BestFirstHybrid, BestFirstLinear, BestPlay, Bounds, Conspiracy,
    DepthFirstProof, Dual, Form, Goal, MAndN, MinMaxApproximation, MoveModel, OpponentModel, Pick,
    ProbCut, ProbabilisticModel, ProbiMax, ProofNumbers, Rollouts, Sss, Uct, UctAlphaBeta,
};

use super::build::{OthelloSolver, Parameters, alternative, minichess_tables, of_one_game};
use crate::common::{self, EVAL, EVALS, MOVETIME, NODES, SEED, TT};
use crate::fitted;
use crate::registry::{Entry, Games, OneGame};
use crate::setting::{Cost, Preset, Setting, SettingType, Word, words};

use Preset::Is;

/// Othello on boards of every size.
const OTHELLO: [GameId; 3] = [Othello::<8>::ID, Othello::<6>::ID, Othello::<4>::ID];

/// The limits of a move, which every alternative has.
pub(super) const LIMITS: &[Setting] = &[
    common::DEPTH.about("plies to look ahead; a growing tree ends there"),
    NODES,
    EVALS,
    MOVETIME,
];

const MEM: Setting = Setting::number("mem", 1, 65_536, Is("64"))
    .about("memory limit in mebibytes; a full search stops with the best move so far")
    .costs(Cost::Mebibytes);
const BEST: Setting = EVAL.preset(Preset::BestEvaluator);
const MODEL: Setting = Setting::new(
    "model",
    SettingType::Evaluator,
    Preset::OtherEvaluator,
    "the evaluator that the opponent is assumed to use",
);
const EXPLORATION: Setting = Setting::number("c", 0, 10_000, Is("140"))
    .about("preference for rarely tried moves, in hundredths");

const FORMS: [Word<Form>; 2] = [("list", Form::List), ("windows", Form::Windows)];
const FORM: Setting = Setting::choice("form", &words(&FORMS))
    .about("a sorted list of strategies, or repeated null windows with a memory: the same leaves");

const GOALS: [Word<Goal>; 2] = [("win", Goal::Win), ("value", Goal::Value)];
const GOAL: Setting = Setting::choice("goal", &words(&GOALS))
    .about("prove win or draw, or the value at the end of the game");

const PICKS: [Word<Pick>; 3] = [
    ("left", Pick::Left),
    ("hopeful", Pick::Hopeful),
    ("uct", Pick::Uct),
];
const PICK: Setting = Setting::choice("pick", &words(&PICKS))
    .about("which open child a rollout takes: as alpha-beta, as SSS*, or as UCT");

/// Makes the model of the opponent's choice.
type MakeModel = fn(&Parameters) -> MoveModel;

/// The move models of ProbiMax's opponent.
const MOVE_MODELS: [Word<MakeModel>; 3] = [
    ("softmax", |it| MoveModel::Softmax(it.part("heat"))),
    ("rank", |it| MoveModel::Rank(it.percent("first"))),
    ("blunder", |it| MoveModel::Blunder(it.percent("error"))),
];
const PROBIMAX: &[Setting] = &[
    BEST,
    MODEL.preset(Preset::BestEvaluator),
    Setting::choice("moves", &words(&MOVE_MODELS))
        .about("how the opponent chooses: by value, by rank, or the best with blunders"),
    Setting::number("heat", 1, 100_000, Is("100"))
        .about("softmax: randomness of the opponent, in thousandths of a nearly winning value"),
    Setting::number("first", 1, 100, Is("70"))
        .about("rank: the chance that the opponent takes the first of the moves left, in percent"),
    Setting::number("error", 0, 100, Is("20"))
        .about("blunder: the chance that the opponent plays a random move, in percent"),
    Setting::number("safe", 0, 100_000, Is("200"))
        .about("largest loss against minimax's best, in thousandths of a nearly winning value"),
];

const M_AND_N: &[Setting] = &[
    BEST,
    Setting::number("m", 1, 16, Is("2")).about("number of the player's best moves that count"),
    Setting::number("n", 1, 16, Is("2")).about("number of the opponent's best moves that count"),
    Setting::number("bonus", 0, 1_000, Is("20"))
        .about("bonus for an equally good move, in thousandths of a nearly winning value"),
    Setting::number("reach", 1, 4_000, Is("100"))
        .about("how much worse than the best a move may be and still add a bonus, same unit"),
];

/// Returns the alternatives, in the order of their families.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        alternative(
            "sss",
            "SSS*: best-first over the strategies of the side to move; the value of minimax",
            &[BEST, FORM, MEM],
            |it| Box::new(Sss::new(it.settings.chosen("form", &FORMS))),
        ),
        alternative(
            "dual",
            "DUAL*: best-first over the strategies of the opponent; the value of minimax",
            &[BEST, FORM, MEM],
            |it| Box::new(Dual::new(it.settings.chosen("form", &FORMS))),
        ),
        alternative(
            "mn",
            "M & N: several good moves are worth more than one",
            M_AND_N,
            |it| {
                let (m, n) = (it.number("m") as usize, it.number("n") as usize);
                Box::new(MAndN::new(m, n, it.part("bonus"), it.part("reach")))
            },
        ),
        alternative(
            "bestfirst",
            "best-first minimax: looks further only at the end of the best line",
            &[BEST, MEM],
            |_| Box::new(BestFirst),
        ),
        alternative(
            "bestfirst-linear",
            "best-first minimax in linear memory: does not keep its tree",
            &[BEST],
            |_| Box::<BestFirstLinear>::default(),
        ),
        alternative(
            "bestfirst-hybrid",
            "alpha-beta first, best-first minimax from there",
            &[
                BEST,
                Setting::number("first", 1, 20, Is("2")).about("plies that alpha-beta looks ahead"),
                MEM,
            ],
            |it| Box::new(BestFirstHybrid::new(it.number("first") as u32)),
        ),
        alternative(
            "om",
            "opponent model: predicts the opponent's moves by the opponent's own evaluator",
            &[
                BEST,
                MODEL,
                Setting::number("eps", 0, 100_000, Is("0")).about(
                    "error of the opponent by its own evaluator, in thousandths of a nearly winning value",
                ),
            ],
            |it| Box::new(OpponentModel::new(it.whole("eps"))),
        ),
        alternative(
            "prom",
            "probabilistic opponent model: the opponent may also use the player's own evaluator",
            &[
                BEST,
                MODEL,
                Setting::number("same", 0, 100, Is("50")).about(
                    "the chance that the opponent uses the player's evaluator, in percent",
                ),
            ],
            |it| Box::new(ProbabilisticModel::new(it.percent("same"))),
        ),
        alternative(
            "probimax",
            "ProbiMax: plays for the mistakes of a fallible opponent",
            PROBIMAX,
            |it| {
                let model = it.settings.chosen("moves", &MOVE_MODELS)(it);
                let safe = it.settings.number("safe").map(|_| it.whole("safe"));
                Box::new(ProbiMax::new(model, safe))
            },
        ),
        alternative(
            "bp",
            "BP: leaves are distributions; expands those that may change the choice",
            &[
                BEST,
                Setting::number("gulp", 1, 100, Is("10"))
                    .about("share of the relevant leaves that are expanded at once, in percent"),
                MEM,
            ],
            |it| {
                let model = fitted::leaf_model(it.game);
                Box::new(BestPlay::new(model, it.percent("gulp")))
            },
        ),
        alternative(
            "pn",
            "proof-number search: a solver for win or draw; plays by the evaluator where it proves nothing",
            &[BEST, GOAL, MEM],
            |it| Box::new(ProofNumbers::new(it.settings.chosen("goal", &GOALS))),
        ),
        Entry {
            needs_keys: |_| Some("use pn"),
            ..alternative(
                "dfpn",
                "depth-first proof-number search, with a table",
                &[BEST, GOAL, MEM],
                |it| Box::new(DepthFirstProof::new(it.settings.chosen("goal", &GOALS))),
            )
        },
        alternative(
            "conspiracy",
            "conspiracy numbers: until only large conspiracies of leaves could change the value",
            &[
                BEST,
                Setting::number("conspirators", 1, 254, Is("3"))
                    .about("larger conspiracies are ruled out"),
                Setting::number("width", 0, 10_000, Is("20")).about(
                    "accepted range of the remaining values, in thousandths of a nearly winning value",
                ),
                MEM,
            ],
            |it| {
                Box::new(Conspiracy {
                    threshold: it.number("conspirators") as u8,
                    width: it.whole("width"),
                })
            },
        ),
        alternative(
            "bstar",
            "B*: until one move is separated from the rest",
            &[
                BEST,
                Setting::number("spread", 1, 10_000, Is("200")).about(
                    "distance of the bounds from the evaluator, in thousandths of a nearly winning value",
                ),
                MEM,
            ],
            |it| Box::new(BStar::new(Bounds::Spread(it.whole("spread").max(1)))),
        ),
        alternative(
            "rivest",
            "min/max approximation: expands the leaf on which the root depends most",
            &[
                BEST,
                Setting::number("p", 2, 1_000, Is("10"))
                    .about("the power of the mean: large is deep, small is broad"),
                MEM,
            ],
            |it| Box::new(MinMaxApproximation::new(it.number("p") as f64)),
        ),
        alternative(
            "uct",
            "UCT: Monte Carlo tree search, with proved wins and losses",
            &[
                BEST,
                EXPLORATION,
                Setting::number("rollout", 0, 500, Is("20"))
                    .about("random plies before the evaluation"),
                SEED,
                MEM,
            ],
            |it| {
                let rollout = it.number("rollout") as u32;
                Box::new(Uct::new(it.percent("c"), rollout, it.number("seed")))
            },
        ),
        alternative(
            "uct-ab",
            "UCT with a small alpha-beta search instead of random moves",
            &[
                BEST,
                EXPLORATION,
                Setting::number("ab", 0, 10, Is("1")).about("plies that alpha-beta looks ahead"),
                MEM,
            ],
            |it| Box::new(UctAlphaBeta::new(it.percent("c"), it.number("ab") as u32)),
        ),
        alternative(
            "ab-rollout",
            "alpha-beta as rollouts; the value of minimax",
            &[BEST, PICK, MEM],
            |it| Box::new(Rollouts::new(it.settings.chosen("pick", &PICKS))),
        ),
        Entry {
            games: Games::Only(OTHELLO.to_vec()),
            ..alternative(
                "probcut",
                "ProbCut: alpha-beta that prunes by the forecast of a shallow search",
                &[
                    BEST,
                    Setting::number("t", 0, 1_000, Is("150")).about(
                        "confidence of a forecast, in hundredths of its standard deviation",
                    ),
                ],
                |it| Box::new(ProbCut::new(fitted::forecasts(it.game), it.percent("t"))),
            )
        },
        Entry {
            games: Games::Only(OTHELLO.to_vec()),
            ..of_one_game(
                "othello-solver",
                "solves the end of the game exactly, and looks some plies ahead before it",
                &[
                    Setting::number("empties", 1, 60, Is("18"))
                        .about("number of empty squares from which on it solves"),
                    TT.preset(Is("16")),
                ],
                OthelloSolver,
            )
        },
        Entry {
            games: Games::Only(vec![MiniChess::ID]),
            ..of_one_game(
                "minichess-tables",
                "alpha-beta with tables of every position with at most three pieces",
                &[MEM],
                OneGame::<MiniChess>(minichess_tables),
            )
        },
    ]
}
