//! From a spec to an alternative to alpha-beta.

use games::minichess::Activity;
use games::minichess::tables::TableSearch;
use games::othello::Solver;
use games::{AnyEvaluator, BoardGame, GameKind, MiniChess, Othello};
use gametree::Score;
use gametree::alternatives::{
    Alternative, BStar, BestFirst, BestFirstHybrid, BestFirstLinear, BestPlay, Bounds, Conspiracy,
    DepthFirstProof, Dual, Form, Goal, MAndN, MinMaxApproximation, MoveModel, OnBoard,
    OpponentModel, Pick, ProbCut, ProbabilisticModel, ProbiMax, ProofNumbers, Rollouts, Sss, Uct,
    UctAlphaBeta,
};

use crate::evaluators;
use crate::fitted;
use crate::key::Values;
use crate::same::same;
use crate::spec::SpecError;
use crate::textbook::{AnySearch, Textbook};

/// The two ways to write SSS* and DUAL*, as `form=` names them.
pub const FORMS: &[&str] = &["list", "windows"];

/// Mebibytes in bytes.
const MEBIBYTE: u64 = 1 << 20;

/// The player that the values of a checked spec describe.
pub(crate) fn build<G: BoardGame>(name: &str, values: Values) -> Result<Textbook<G>, SpecError> {
    // Whatever can be wrong is found now, so that making the search again cannot fail.
    let opinions = OPINIONS.iter().filter_map(|key| values.get(key));
    for opinion in opinions {
        let found = evaluators::named::<G>(opinion)?;
        if !found.antisymmetric() {
            return Err(SpecError::Conflict(format!(
                "eval={opinion} is not worth the opposite to the other side, which {name} takes for granted; minimax and alphabeta:form=maxmin do not"
            )));
        }
    }
    if let Some(search) = for_one_game::<G>(name, &values) {
        return Ok(search);
    }
    let name = name.to_owned();
    let make = move || -> AnySearch<G> {
        let opinions = OPINIONS
            .iter()
            .filter_map(|key| evaluators::find::<G>(values.get(key)?))
            .collect::<Vec<AnyEvaluator<G>>>();
        let scale = G::LARGE as Score;
        let memory = values.number("mem").unwrap_or(64).max(1) * MEBIBYTE;
        let search = search(&name, &values, scale, G::KIND);
        Box::new(OnBoard::new(search, opinions, scale, memory))
    };
    Ok(Textbook::new(Box::new(make)))
}

/// Those that know one game only.
fn for_one_game<G: BoardGame>(name: &str, values: &Values) -> Option<Textbook<G>> {
    match (name, G::KIND) {
        ("othello-solver", GameKind::Othello) => same(solver::<8>(values)),
        ("othello-solver", GameKind::Othello6) => same(solver::<6>(values)),
        ("othello-solver", GameKind::Othello4) => same(solver::<4>(values)),
        ("minichess-tables", GameKind::MiniChess) => {
            let memory = values.number("mem").unwrap_or(1) * MEBIBYTE;
            let evaluator = || -> AnyEvaluator<MiniChess> { Box::new(Activity) };
            let make =
                move || -> AnySearch<MiniChess> { Box::new(TableSearch::new(evaluator, memory)) };
            same(Textbook::<MiniChess>::new(Box::new(make)))
        }
        _ => None,
    }
}

fn solver<const N: usize>(values: &Values) -> Textbook<Othello<N>>
where
    Othello<N>: BoardGame,
{
    let bytes = values.number("tt").unwrap_or(0) * MEBIBYTE;
    let empties = values.number("empties").unwrap_or(0) as u32;
    let make =
        move || -> AnySearch<Othello<N>> { Box::new(Solver::<N>::new(bytes as usize, empties)) };
    Textbook::new(Box::new(make))
}

/// The keys that name an evaluator: the player's own, and what it thinks is the opponent's.
const OPINIONS: [&str; 2] = ["eval", "model"];

/// The search of this name. Compiled once for all games.
fn search(name: &str, values: &Values, scale: Score, game: GameKind) -> Box<dyn Alternative> {
    let number = |key: &str| values.number(key).unwrap_or(0);
    // A part of what nearly wins, in thousandths; and a hundredth.
    let part = |key: &str| number(key) as f64 * f64::from(scale) / 1_000.0;
    let whole = |key: &str| part(key).round() as Score;
    let percent = |key: &str| number(key) as f64 / 100.0;
    let form = match values.get("form") {
        Some("windows") => Form::Windows,
        _ => Form::List,
    };
    let goal = match values.get("goal") {
        Some("value") => Goal::Value,
        _ => Goal::Win,
    };
    match name {
        "sss" => Box::new(Sss::new(form)),
        "dual" => Box::new(Dual::new(form)),
        "mn" => {
            let (m, n) = (number("m") as usize, number("n") as usize);
            Box::new(MAndN::new(m, n, part("bonus"), part("reach")))
        }
        "bestfirst-linear" => Box::<BestFirstLinear>::default(),
        "bestfirst-hybrid" => Box::new(BestFirstHybrid::new(number("first") as u32)),
        "om" => Box::new(OpponentModel::new(whole("eps"))),
        "prom" => Box::new(ProbabilisticModel::new(percent("same"))),
        "probimax" => {
            let moves = match values.get("moves") {
                Some("rank") => MoveModel::Rank(percent("first")),
                Some("blunder") => MoveModel::Blunder(percent("error")),
                _ => MoveModel::Softmax(part("heat")),
            };
            let safe = values.get("safe").map(|_| whole("safe"));
            Box::new(ProbiMax::new(moves, safe))
        }
        "bp" => Box::new(BestPlay::new(fitted::leaf_model(game), percent("gulp"))),
        "pn" => Box::new(ProofNumbers::new(goal)),
        "dfpn" => Box::new(DepthFirstProof::new(goal)),
        "conspiracy" => Box::new(Conspiracy {
            threshold: number("conspirators") as u8,
            width: whole("width"),
        }),
        "bstar" => Box::new(BStar::new(Bounds::Spread(whole("spread").max(1)))),
        "rivest" => Box::new(MinMaxApproximation::new(number("p") as f64)),
        "uct" => {
            let (rollout, seed) = (number("rollout") as u32, number("seed"));
            Box::new(Uct::new(percent("c"), rollout, seed))
        }
        "uct-ab" => Box::new(UctAlphaBeta::new(percent("c"), number("ab") as u32)),
        "ab-rollout" => Box::new(Rollouts::new(match values.get("pick") {
            Some("hopeful") => Pick::Hopeful,
            Some("uct") => Pick::Uct,
            _ => Pick::Left,
        })),
        "probcut" => Box::new(ProbCut::new(fitted::forecasts(game), percent("t"))),
        _ => Box::new(BestFirst),
    }
}
