//! Checks that a search fulfils its contract.
//!
//! An exact search returns the minimax value for every position, and a value within the contract for every window. The tests of
//! this crate consist of these checks. Use them for a new game or a new search too.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::horizon::Static;
use crate::ordering::{
    Captures, Countermove, FewestReplies, HashMove, History, Killers, Orderer, PvMove, RandomOrder,
    StaticValue,
};
use crate::reference::Reference;
use crate::score::Score;
use crate::search::Searcher;
use crate::searches::parallel::{Abdada, LazySmp, PvSplitting, RootSplitting, YoungBrothersWait};
use crate::searches::{
    AlphaBeta, Aspiration, BestMoves, Deepening, FailHard, InternalDeepening, LateMoveReductions,
    MaxMinAlphaBeta, MtdF, Negamax, NullMove, OrderedAlphaBeta, Pvs, TableAlphaBeta,
};
use crate::table::{BoundsTable, DepthMatch, Replacement, SharedTable, Table};

/// A list of orderings chosen at run time.
type Row<G> = Vec<Box<dyn Orderer<G>>>;

/// Builds a list of orderings.
macro_rules! row {
    ($($piece:expr),+ $(,)?) => {{
        let row: Row<G> = vec![$(Box::new($piece)),+];
        row
    }};
}

/// As [`Row`], for another thread.
type SendRow<G> = Vec<Box<dyn Orderer<G> + Send>>;

/// A search and its name.
pub type Named<G> = (&'static str, Box<dyn Searcher<G>>);

/// A search that can move to another thread, and its name.
pub type NamedSend<G> = (&'static str, Box<dyn Searcher<G> + Send>);

/// Returns the value of the minimax [`Reference`].
///
/// # Panics
/// Never: without a limit the reference has an answer.
pub fn minimax<G, E>(game: &G, root: &G::State, depth: u32, eval: &E) -> Score
where
    G: Game,
    E: Evaluator<G> + Clone,
{
    Reference::new(depth)
        .minimax(game, root, &mut eval.clone())
        .expect("no limit is set")
        .value
}

/// Returns every search of this crate that must return the minimax value of a fixed depth,
/// in many combinations with orderings and tables.
#[must_use]
pub fn exact_searches<G, E>(eval: &E) -> Vec<Named<G>>
where
    G: Game + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    // Evaluators are boxed, as in players: each search is compiled once per game.
    let e = || -> Box<dyn Evaluator<G>> { Box::new(eval.clone()) };
    let exact = DepthMatch::Exact;
    let table = |entries, policy| Table::new(entries, policy);
    vec![
        ("negamax", Box::new(Negamax::new(e()))),
        ("max/min alpha-beta", Box::new(MaxMinAlphaBeta::new(e()))),
        ("fail-hard alpha-beta", Box::new(FailHard::new(e()))),
        ("alpha-beta", Box::new(AlphaBeta::new(e()))),
        (
            "all best moves",
            Box::new(BestMoves::new(AlphaBeta::new(e()))),
        ),
        ("pvs", Box::new(Pvs::with(Static(e()), Row::<G>::new()))),
        (
            "pvs, killers and history",
            Box::new(Pvs::with(
                Static(e()),
                row![Captures, Killers::new(), History::new()],
            )),
        ),
        (
            "null move, off",
            Box::new(NullMove::with(Static(e()), Row::<G>::new())),
        ),
        (
            "deepening alpha-beta",
            Box::new(Deepening::new(OrderedAlphaBeta::with(
                Static(e()),
                row![PvMove],
            ))),
        ),
        (
            "aspiration",
            Box::new(Aspiration::new(Pvs::with(Static(e()), Row::<G>::new()), 5).with_guess(3)),
        ),
        (
            "deepening aspiration",
            Box::new(Deepening::new(Aspiration::new(
                OrderedAlphaBeta::with(Static(e()), row![PvMove]),
                10,
            ))),
        ),
        (
            "table",
            Box::new(TableAlphaBeta::with(
                Static(e()),
                row![HashMove],
                table(1 << 10, Replacement::Bucket),
                exact,
            )),
        ),
        (
            "deepening table",
            Box::new(Deepening::new(TableAlphaBeta::with(
                Static(e()),
                row![HashMove, Captures, Killers::new(), History::new()],
                table(1 << 10, Replacement::TwoTier),
                exact,
            ))),
        ),
        (
            "mtd(f)",
            Box::new(MtdF::new(e(), BoundsTable::new(1 << 10), 4)),
        ),
        (
            "deepening mtd(f)",
            Box::new(Deepening::new(MtdF::new(e(), BoundsTable::new(64), -30))),
        ),
        (
            "pvs, table",
            Box::new(
                Pvs::with(Static(e()), row![HashMove, Captures])
                    .with_table(table(1 << 10, Replacement::Always), exact),
            ),
        ),
        (
            "internal deepening, table",
            Box::new(
                InternalDeepening::with(
                    Static(e()),
                    row![HashMove, Captures, Countermove::new(), History::new()],
                )
                .with_table(table(1 << 10, Replacement::DepthPreferred), exact)
                .with_internal_deepening(true),
            ),
        ),
        (
            "deepening classic",
            Box::new(Deepening::new(
                LateMoveReductions::with(Static(e()), row![HashMove, PvMove, StaticValue(e())])
                    .with_internal_deepening(true),
            )),
        ),
    ]
}

/// Returns every parallel search of this crate, with this number of threads. Each of them must return the minimax value of a fixed
/// depth.
#[must_use]
pub fn parallel_searches<G, E>(eval: &E, threads: usize) -> Vec<NamedSend<G>>
where
    G: Game<State: Send + Sync, Move: Send + Sync> + Sync + 'static,
    E: Evaluator<G> + Clone + Send + 'static,
{
    let exact = DepthMatch::Exact;
    let plain = || vec![AlphaBeta::new(eval.clone()); threads];
    let with =
        |order: fn() -> SendRow<G>| (0..threads).map(move |_| (Static(eval.clone()), order()));
    let ordered = |order| with(order).collect::<Vec<_>>();
    let row: fn() -> SendRow<G> = || {
        vec![
            Box::new(HashMove),
            Box::new(Killers::new()),
            Box::new(History::new()),
        ]
    };
    let tables = (0..threads).map(|_| {
        let table = Table::new(1 << 8, Replacement::Bucket);
        TableAlphaBeta::new(eval.clone(), table, exact)
    });
    let small = || SharedTable::new(1 << 8);
    vec![
        ("root splitting", Box::new(RootSplitting::new(plain()))),
        (
            "root splitting, tables",
            Box::new(RootSplitting::new(tables.collect())),
        ),
        ("pv splitting", Box::new(PvSplitting::new(plain()))),
        (
            "deepening pv splitting",
            Box::new(Deepening::new(PvSplitting::new(
                with(row)
                    .map(|(horizon, order)| OrderedAlphaBeta::with(horizon, order))
                    .collect(),
            ))),
        ),
        (
            "young brothers wait",
            Box::new(YoungBrothersWait::new(ordered(Vec::new))),
        ),
        (
            "deepening young brothers wait",
            Box::new(Deepening::new(YoungBrothersWait::new(ordered(row)))),
        ),
        (
            "lazy smp",
            Box::new(LazySmp::new(ordered(row), small(), exact)),
        ),
        (
            "deepening lazy smp",
            Box::new(Deepening::new(LazySmp::new(ordered(row), small(), exact))),
        ),
        (
            "abdada",
            Box::new(Abdada::new(ordered(row), small(), exact)),
        ),
        (
            "aspiration abdada",
            Box::new(Aspiration::new(Abdada::new(ordered(row), small(), exact), 5).with_guess(3)),
        ),
    ]
}

/// Returns alpha-beta with each single ordering of this crate.
#[must_use]
pub fn orderings<G, E>(eval: &E) -> Vec<Named<G>>
where
    G: Game + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    let with = |order: Row<G>| -> Box<dyn Searcher<G>> {
        let eval: Box<dyn Evaluator<G>> = Box::new(eval.clone());
        Box::new(Deepening::new(OrderedAlphaBeta::with(Static(eval), order)))
    };
    vec![
        ("random", with(row![RandomOrder::new(7)])),
        ("static value", with(row![StaticValue(eval.clone())])),
        ("pv", with(row![PvMove])),
        ("killers", with(row![Killers::new()])),
        ("history", with(row![History::new()])),
        ("captures", with(row![Captures])),
        ("countermove", with(row![Countermove::new()])),
        ("fewest replies", with(row![FewestReplies::new()])),
    ]
}

/// Returns whether `value` keeps the window contract: whether it is a correct answer for the window `(alpha, beta)`
/// if the true value is `truth`.
///
/// ```
/// use gametree::checks::keeps_contract;
/// assert!(keeps_contract(5, 5, (0, 10)));    // inside: must be exact
/// assert!(!keeps_contract(5, 6, (0, 10)));
/// assert!(keeps_contract(12, 15, (0, 10)));  // at or above beta: a lower bound
/// assert!(!keeps_contract(12, 11, (0, 10)));
/// assert!(keeps_contract(-3, -8, (0, 10)));  // at or below alpha: an upper bound
/// ```
#[must_use]
pub const fn keeps_contract(value: Score, truth: Score, (alpha, beta): (Score, Score)) -> bool {
    if value <= alpha {
        truth <= value
    } else if value >= beta {
        truth >= value
    } else {
        truth == value
    }
}
