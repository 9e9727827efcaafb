//! How a search earns trust.
//!
//! A search that promises the minimax value can be held to it: on any position,
//! within any window. These checks are what the tests of this crate are made of,
//! and anyone who writes a new game or a new search can use them too.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::horizon::Static;
use crate::limits::Limits;
use crate::ordering::{
    Captures, Countermove, FewestReplies, HashMove, History, Killers, Orderer, PvMove, RandomOrder,
    StaticValue,
};
use crate::score::Score;
use crate::search::Searcher;
use crate::searches::{
    AlphaBeta, Aspiration, BestMoves, Deepening, FailHard, InternalDeepening, LateMoveReductions,
    MaxMinAlphaBeta, Minimax, MtdF, Negamax, NullMove, OrderedAlphaBeta, Pvs, TableAlphaBeta,
};
use crate::table::{BoundsTable, DepthMatch, Replacement, Table};

/// Orderings one after the other, chosen at run time.
type Row<G> = Vec<Box<dyn Orderer<G>>>;

/// A row of orderings.
macro_rules! row {
    ($($piece:expr),+ $(,)?) => {{
        let row: Row<G> = vec![$(Box::new($piece)),+];
        row
    }};
}

/// A search with a name.
pub type Named<G> = (&'static str, Box<dyn Searcher<G>>);

/// The oracle: plain minimax.
pub fn minimax<G, E>(game: &G, root: &G::State, depth: u32, eval: &E) -> Score
where
    G: Game,
    E: Evaluator<G> + Clone,
{
    Minimax::new(eval.clone())
        .search(game, root, &Limits::depth(depth))
        .score
}

/// Every search of this crate that must return the minimax value of a fixed depth,
/// in many combinations with orderings and tables.
#[must_use]
pub fn exact_searches<G, E>(eval: &E) -> Vec<Named<G>>
where
    G: Game + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    // Chosen at run time, as players choose them: the searches are then compiled once for each game.
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

/// Alpha-beta with each ordering piece of this crate by itself.
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

/// The window contract: is `value` an honest answer for the window `(alpha, beta)`
/// if the true value is `truth`?
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
