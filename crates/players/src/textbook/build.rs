//! From a spec to a textbook search.

use games::{AnyEvaluator, BoardGame};
use gametree::bugs::{Bug, BuggyAlphaBeta};
use gametree::horizon::{Either, Static};
use gametree::ordering::{
    Captures, Countermove, FewestReplies, GeneratorOrder, HashMove, History, Killers, Orderer,
    PvMove, RandomOrder, StaticValue,
};
use gametree::searches::{
    AlphaBeta, Classic, ClassicOptions, FailHard, MaxMinAlphaBeta, Minimax, MtdF, Negamax,
    NullMoveRule, Quiescence, TableAlphaBeta, best_moves,
};
use gametree::table::{BoundsTable, DepthMatch, Replacement, Table};
use gametree::{Limits, Score, Search, SearchResult};

use super::paced::Paced;
use super::player::{AnySearch, AnyTies, Maker, Textbook, Ties};
use crate::key::Values;
use crate::spec::SpecError;

/// The pieces a move ordering is made of, as `order=` names them.
pub const ORDERINGS: &[&str] = &[
    "generator",
    "random",
    "static",
    "hash",
    "pv",
    "killers",
    "history",
    "mvvlva",
    "countermove",
    "replies",
];

/// The replacement policies of a table, as `replace=` names them.
pub const REPLACEMENTS: &[&str] = &["always", "depth", "two-tier", "bucket"];

/// The forms of alpha-beta, as `form=` names them.
pub const FORMS: &[&str] = &["soft", "hard", "maxmin"];

/// Mebibytes in bytes.
const MEBIBYTE: usize = 1 << 20;

/// A row of orderings chosen at run time.
type Row<G> = Vec<Box<dyn Orderer<G> + Send>>;

/// What values the leaves: the evaluator, or quiescence before it.
type AnyHorizon<G> = Either<Static<AnyEvaluator<G>>, Quiescence<AnyEvaluator<G>>>;

/// What happens with equally good moves, as `ties=` names it.
pub const TIES: &[&str] = &["first", "random"];

/// The classic mistakes, as `bug=` names them, and a word for none.
pub const BUGS: &[&str] = &{
    let mut names = ["none"; Bug::ALL.len() + 1];
    let mut index = 0;
    while index < Bug::ALL.len() {
        names[index + 1] = Bug::ALL[index].name();
        index += 1;
    }
    names
};

/// The player that the values of a checked spec describe.
pub(crate) fn build<G: BoardGame>(name: &str, values: Values) -> Result<Textbook<G>, SpecError> {
    // Whatever can be wrong is found now, so that making the search again cannot fail.
    let parts = Parts::<G>::new(name, values)?;
    Ok(Textbook::new(
        if parts.values.get("ties") == Some("random") {
            let seed = parts.values.number("seed").unwrap_or(0);
            Maker::Ties(Box::new(move || parts.ties()), seed)
        } else {
            Maker::Search(Box::new(move || parts.search()))
        },
    ))
}

/// The parts of a search, by the settings of a spec.
struct Parts<G> {
    name: String,
    values: Values,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: BoardGame> Parts<G> {
    fn new(name: &str, values: Values) -> Result<Self, SpecError> {
        let evaluator = values.get("eval").unwrap_or_default();
        if G::evaluator(evaluator).is_none() {
            return Err(SpecError::Evaluator {
                name: evaluator.to_owned(),
                game: G::KIND.name(),
                names: G::EVALUATORS.iter().map(|(name, _)| *name).collect(),
            });
        }
        let differs = |key: &str, usual: &str| values.get(key).is_some_and(|value| value != usual);
        let conflict = |what: String, key: &str| {
            Err(SpecError::Conflict(format!(
                "{what} is the bare textbook form and has no {key}; leave one of them out"
            )))
        };
        let rich = [
            ("order", "hash"),
            ("tt", "0"),
            ("quiesce", "off"),
            ("ties", "first"),
        ];
        let found = rich.into_iter().find(|(key, usual)| differs(key, usual));
        if differs("form", "soft")
            && let Some((key, _)) = found.or(differs("bug", "none").then_some(("bug", "none")))
        {
            let form = values.get("form").unwrap_or_default();
            return conflict(format!("form={form}"), key);
        }
        if differs("bug", "none")
            && let Some((key, _)) = found
        {
            let bug = values.get("bug").unwrap_or_default();
            return conflict(format!("bug={bug}"), key);
        }
        Ok(Self {
            name: name.to_owned(),
            values,
            game: std::marker::PhantomData,
        })
    }

    fn evaluator(&self) -> AnyEvaluator<G> {
        let name = self.values.get("eval").unwrap_or_default();
        G::evaluator(name).unwrap_or_else(|| Box::new(gametree::Zero))
    }

    fn horizon(&self) -> AnyHorizon<G> {
        if self.values.is_on("quiesce") {
            Either::Other(Quiescence::new(self.evaluator()))
        } else {
            Either::One(Static(self.evaluator()))
        }
    }

    /// The row of orderings.
    fn order(&self) -> Row<G> {
        let seed = self.values.number("seed").unwrap_or(0);
        self.values
            .list("order")
            .filter_map(|name| -> Option<Box<dyn Orderer<G> + Send>> {
                Some(match name {
                    "generator" => Box::new(GeneratorOrder),
                    "random" => Box::new(RandomOrder::new(seed)),
                    "static" => Box::new(StaticValue(self.evaluator())),
                    "hash" => Box::new(HashMove),
                    "pv" => Box::new(PvMove),
                    "killers" => Box::new(Killers::new()),
                    "history" => Box::new(History::new()),
                    "mvvlva" => Box::new(Captures),
                    "countermove" => Box::new(Countermove::new()),
                    "replies" => Box::new(FewestReplies::new()),
                    _ => return None,
                })
            })
            .collect()
    }

    fn depth_match(&self) -> DepthMatch {
        match self.values.get("ttmatch") {
            Some("atleast") => DepthMatch::AtLeast,
            _ => DepthMatch::Exact,
        }
    }

    fn table(&self) -> Option<Table<G::Move>> {
        let mebibytes = self.values.number("tt").filter(|&size| size > 0)?;
        let replacement = match self.values.get("replace") {
            Some("always") => Replacement::Always,
            Some("depth") => Replacement::DepthPreferred,
            Some("two-tier") => Replacement::TwoTier,
            _ => Replacement::Bucket,
        };
        let entry = size_of::<Option<gametree::table::Entry<G::Move>>>();
        Some(Table::new(
            mebibytes as usize * MEBIBYTE / entry,
            replacement,
        ))
    }

    /// Adds deepening and aspiration as the spec says.
    fn paced<S: Search<G> + Send + 'static>(&self, inner: S) -> AnySearch<G> {
        let width = self.values.number("asp").unwrap_or(0);
        let aspiration = (width > 0).then_some(width as Score);
        Box::new(Paced {
            inner,
            deepen: match self.values.get("id") {
                Some("on") => true,
                Some("off") => false,
                _ => aspiration.is_some(),
            },
            aspiration,
        })
    }

    /// Makes the search.
    fn search(&self) -> AnySearch<G> {
        let bug = self
            .values
            .get("bug")
            .and_then(|name| Bug::ALL.into_iter().find(|bug| bug.name() == name));
        match self.name.as_str() {
            "minimax" => self.paced(Minimax::new(self.evaluator())),
            "negamax" => self.paced(Negamax::with_horizon(self.horizon())),
            "mtdf" => {
                let mebibytes = self.values.number("tt").unwrap_or(1).max(1) as usize;
                let entry = size_of::<Option<gametree::table::BoundsEntry<G::Move>>>();
                let table = BoundsTable::new(mebibytes * MEBIBYTE / entry);
                self.paced(MtdF::with(
                    self.horizon(),
                    self.order(),
                    table,
                    self.depth_match(),
                    0,
                ))
            }
            "pvs" | "classic" => {
                let null_move = self.values.is_on("null");
                let options = ClassicOptions {
                    table: self.table(),
                    depth_match: self.depth_match(),
                    scout: true,
                    null_move: null_move.then(NullMoveRule::default),
                    internal_deepening: self.values.is_on("iid"),
                };
                self.paced(Classic::new(self.horizon(), self.order(), options))
            }
            _ if bug.is_some() => self.paced(BuggyAlphaBeta::new(self.evaluator(), bug)),
            _ => match (self.values.get("form"), self.table()) {
                (Some("maxmin"), _) => self.paced(MaxMinAlphaBeta::new(self.evaluator())),
                (Some("hard"), _) => self.paced(FailHard::new(self.evaluator())),
                (_, None) => self.paced(AlphaBeta::with(self.horizon(), self.order())),
                (_, Some(table)) => self.paced(TableAlphaBeta::with(
                    self.horizon(),
                    self.order(),
                    table,
                    self.depth_match(),
                )),
            },
        }
    }

    /// Makes a search for all best moves: alpha-beta, which is exact.
    fn ties(&self) -> AnyTies<G> {
        let mut search = AlphaBeta::with(self.horizon(), self.order());
        Box::new(move |game: &G, state: &G::State, limits: &Limits| {
            let limits = Limits {
                depth: limits.depth.or(Some(4)),
                ..limits.clone()
            };
            let (best, score) = best_moves(&mut search, game, state, &limits);
            Ties {
                result: SearchResult {
                    best: best.first().copied(),
                    score,
                    bound: gametree::Bound::Exact,
                    pv: Vec::new(),
                    depth: limits.depth.unwrap_or(0),
                    stopped: false,
                    stats: gametree::Stats::default(),
                },
                best,
            }
        })
    }
}
