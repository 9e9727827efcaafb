//! The answers of known searches to a question: the right ones, and one with each known bug.

use std::collections::HashMap;

use gametree::bugs::{Bug, BuggyAlphaBeta, Returns, Slip, SmallSearch, TableUse, small_search};
use gametree::horizon::Static;
use gametree::observer::{Enter, How, Leave, Try, View};
use gametree::ordering::StaticValue;
use gametree::searches::{AlphaBeta, FailHard, MaxMinAlphaBeta, Minimax, OrderedAlphaBeta, Pvs};
use gametree::synthetic::{GraphGame, GraphState, VertexValue};
use gametree::{
    Bound, Expanded, Game, INF, Limits, Observer, Score, Search, SearchResult, Searcher, Stopped,
    Walk,
};
use players::builtin;

use super::assignment::QuestionGame;
use super::not_undone;
use super::question::{Problem, Question};
use super::truth::flat;

/// A known search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KnownSearch {
    /// Minimax.
    Minimax,
    /// Alpha-beta, fail-soft.
    AlphaBeta,
    /// Alpha-beta, fail-hard.
    FailHard,
    /// Alpha-beta in max/min form.
    MaxMin,
    /// Principal variation search.
    Pvs,
    /// Alpha-beta that orders moves by their static values.
    Ordered,
    /// Alpha-beta with a transposition table.
    Table,
    /// The same with a bug, in one of the usual forms.
    Bug(Bug, Returns, TableUse),
    /// A small search with a beginner's mistake, in one of its variants.
    Slip(Slip, u8),
    /// Negamax without the sign change.
    Unsigned,
}

/// The answer of a known search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulated {
    /// The best move.
    pub best: Option<String>,
    /// The value for the side to move. All wins are equal.
    pub value: Score,
    /// The nodes entered, the root included.
    pub nodes: u64,
    /// The leaves of a tree or graph in the order of the visits, with their values for MAX.
    pub leaves: Vec<Score>,
}

/// Returns a search of trees and graphs.
fn searcher(known: KnownSearch) -> Option<Box<dyn Searcher<GraphGame>>> {
    let searcher: Box<dyn Searcher<GraphGame>> = match known {
        KnownSearch::Minimax => Box::new(Minimax::new(VertexValue)),
        KnownSearch::AlphaBeta => Box::new(AlphaBeta::new(VertexValue)),
        KnownSearch::FailHard => Box::new(FailHard::new(VertexValue)),
        KnownSearch::MaxMin => Box::new(MaxMinAlphaBeta::new(VertexValue)),
        KnownSearch::Pvs => Box::new(Pvs::new(VertexValue)),
        KnownSearch::Ordered => Box::new(OrderedAlphaBeta::with(
            Static(VertexValue),
            StaticValue(VertexValue),
        )),
        KnownSearch::Table => Box::new(BuggyAlphaBeta::new(VertexValue, None)),
        KnownSearch::Bug(bug, form, table_use) => {
            let search = BuggyAlphaBeta::new(VertexValue, Some(bug)).returning(form);
            Box::new(search.with_table_use(table_use))
        }
        KnownSearch::Slip(..) => return None,
        KnownSearch::Unsigned => Box::new(Unsigned),
    };
    Some(searcher)
}

/// Negamax that does not negate the values of its children.
struct Unsigned;

impl Unsigned {
    fn value<O: Observer<u16>>(
        walk: &mut Walk<'_, GraphGame, O>,
        token: &mut GraphState,
        depth: u32,
        ply: u32,
    ) -> Result<Score, Stopped> {
        walk.enter(ply, depth, -INF, INF)?;
        if depth == 0 {
            return Ok(walk.horizon(&mut VertexValue, token, ply));
        }
        let list = match walk.expand(token, ply) {
            Expanded::Over(value) => return Ok(walk.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        let (mut best, mut best_move) = (-INF, None);
        for index in list.indices() {
            let mv = walk.try_move(index, Try::Full);
            let undo = walk.game.play(token, mv);
            let value = Self::value(walk, token, depth - 1, ply + 1);
            walk.game.undo(token, mv, undo);
            let value = value?;
            if value > best {
                (best, best_move) = (value, Some(mv));
                walk.improve(ply, mv, value);
            }
        }
        Ok(walk.leave(list, best, Bound::Exact, best_move))
    }
}

impl Search<GraphGame> for Unsigned {
    fn iteration<O: Observer<u16>>(
        &mut self,
        walk: &mut Walk<'_, GraphGame, O>,
        token: &mut GraphState,
        depth: u32,
        _: Score,
        _: Score,
    ) -> Result<Score, Stopped> {
        Self::value(walk, token, depth, 0)
    }
}

/// The name of iterative deepening in questions. All iterations share one table.
pub const DEEPENING: &str = "deepening";

/// Runs a known search on a tree or a graph, and observes its last iteration. `search` is the name in the question.
pub fn observe(
    game: &GraphGame,
    depth: u32,
    search: &str,
    known: KnownSearch,
    observer: &mut dyn Observer<u16>,
) -> Option<SearchResult<u16>> {
    let mut searcher = searcher(known)?;
    let root = game.root();
    if search == DEEPENING {
        for less in 1..depth {
            searcher.search(game, &root, &Limits::depth(less));
        }
    }
    Some(searcher.search_watched(game, &root, &Limits::depth(depth), observer))
}

/// Returns the answer of a known search on a tree or a graph, or `None` for a slip. `search` is the name in the question.
#[must_use]
pub fn simulate_graph(
    game: &GraphGame,
    depth: u32,
    search: &str,
    known: KnownSearch,
) -> Option<Simulated> {
    let mut leaves = Leaves::default();
    let result = observe(game, depth, search, known, &mut leaves)?;
    Some(Simulated {
        best: result.best.map(|mv| mv.to_string()),
        value: flat(result.score),
        nodes: result.stats.nodes,
        leaves: leaves.seen,
    })
}

/// Records the leaves. Sides alternate, so the ply determines the sign of a value.
#[derive(Default)]
struct Leaves {
    open: Vec<bool>,
    seen: Vec<Score>,
}

impl Observer<u16> for Leaves {
    fn enter(&mut self, event: &Enter) {
        // In max/min form every value is for MAX.
        let for_max = event.view != View::SideToMove || event.ply.is_multiple_of(2);
        self.open.push(for_max);
    }

    fn leave(&mut self, event: &Leave<u16>) {
        let for_max = self.open.pop().unwrap_or(true);
        if matches!(event.how, How::Terminal | How::Horizon) {
            self.seen
                .push(if for_max { event.score } else { -event.score });
        }
    }
}

/// Returns the answer of a known search, or `None` if it cannot search the problem.
#[must_use]
pub fn simulate(question: &Question, known: KnownSearch) -> Option<Simulated> {
    if let KnownSearch::Slip(slip, variant) = known {
        return slip_answer(question, slip, variant);
    }
    if let Some(game) = question.problem.graph_game() {
        let Question { depth, search, .. } = question;
        return simulate_graph(&game, *depth, search, known);
    }
    let spec = match known {
        KnownSearch::Minimax => "minimax".to_owned(),
        KnownSearch::Pvs => "pvs".to_owned(),
        KnownSearch::AlphaBeta => "alphabeta".to_owned(),
        KnownSearch::FailHard => "alphabeta:form=hard".to_owned(),
        KnownSearch::MaxMin => "alphabeta:form=maxmin".to_owned(),
        KnownSearch::Ordered => "alphabeta:order=static".to_owned(),
        KnownSearch::Table => "alphabeta:tt=1".to_owned(),
        KnownSearch::Bug(bug, Returns::Best, _) => format!("alphabeta:bug={bug}"),
        KnownSearch::Bug(..) | KnownSearch::Slip(..) | KnownSearch::Unsigned => return None,
    };
    let mut spec = builtin(&spec).ok()?;
    if let Some(eval) = &question.eval {
        spec = spec.with("eval", eval).ok()?;
    }
    if question.search == DEEPENING {
        spec = spec.with("id", "on").ok()?;
    }
    let limits = Limits::depth(question.depth);
    let played = question.problem.board()?.play(&spec, limits).ok()?;
    Some(Simulated {
        best: played.best,
        value: flat(played.score?),
        nodes: played.nodes,
        leaves: Vec::new(),
    })
}

/// Returns the answer of a search with a slip, or `None` if the question cannot reveal it.
fn slip_answer(question: &Question, slip: Slip, variant: u8) -> Option<Simulated> {
    let prunes = question.search != "minimax";
    if slip == Slip::MoveNotUndone {
        return not_undone::answer(question, variant, prunes);
    }
    let is_tree = question.game() == QuestionGame::Tree;
    let search = SmallSearch {
        slip,
        variant,
        prunes,
        has_draws: matches!(question.problem, Problem::Board(..)),
    };
    let Some(game) = question.problem.graph_game() else {
        let (_, eval) = question.position()?;
        return question.problem.board()?.slip(question.depth, eval, search);
    };
    // A tree is searched to its leaves.
    let depth = match slip {
        Slip::DepthTooSmall | Slip::DepthTooLarge if is_tree => question.depth + 4,
        _ => question.depth,
    };
    let found = small_search(&game, &game.root(), depth, &mut VertexValue, search)?;
    Some(Simulated {
        best: found.best.map(|mv| mv.to_string()),
        value: flat(found.value),
        nodes: found.nodes,
        leaves: Vec::new(),
    })
}

/// The answers of known searches to the questions of an exam, computed on first use.
#[derive(Default)]
pub struct Simulations {
    found: HashMap<(usize, KnownSearch), Option<Simulated>>,
}

impl Simulations {
    /// Returns the answer of a known search to the question with this number.
    pub fn of(
        &mut self,
        number: usize,
        question: &Question,
        known: KnownSearch,
    ) -> Option<&Simulated> {
        let entry = self.found.entry((number, known));
        entry.or_insert_with(|| simulate(question, known)).as_ref()
    }
}
