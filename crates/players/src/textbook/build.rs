//! From a spec to a textbook search.

use games::{AnyEvaluator, BoardGame};
use gametree::bugs::{Bug, BuggyAlphaBeta};
use gametree::horizon::{Either, Static};
use gametree::ordering::{
    Captures, Countermove, FewestReplies, GeneratorOrder, HashMove, History, Killers, Orderer,
    PvMove, RandomOrder, StaticValue,
};
use gametree::searches::{
    AlphaBeta, BestMoves, FailHard, InternalDeepening, LateMoveReductions, LateMoveRule,
    MaxMinAlphaBeta, Minimax, MtdF, Negamax, NullMove, NullMoveRule, OrderedAlphaBeta, Pvs,
    Quiescence, TableAlphaBeta,
};
use gametree::table::{BoundsTable, DepthMatch, Replacement, Table};
use gametree::{Score, Search};

use super::paced::Paced;
use super::player::{AnySearch, Textbook};
use crate::evaluators;
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
    Ok(Textbook::new(Box::new(move || parts.search())))
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
        let found = evaluators::named::<G>(evaluator)?;
        let is_max_min = name == "minimax" || values.get("form") == Some("maxmin");
        if !found.antisymmetric() && !is_max_min {
            return Err(SpecError::Conflict(format!(
                "eval={evaluator} is not worth the opposite to the other side, which {name} takes for granted; minimax and alphabeta:form=maxmin do not"
            )));
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
        evaluators::find::<G>(name).unwrap_or_else(|| Box::new(gametree::Zero))
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

    /// Makes the search: the first one on the line of `gametree::searches` that has all the steps asked for, or a branch.
    fn search(&self) -> AnySearch<G> {
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
            "pvs" | "classic" => self.scouting(),
            _ => self.alphabeta(),
        }
    }

    /// Alpha-beta: plain, ordered, with a table, or one of the branches.
    fn alphabeta(&self) -> AnySearch<G> {
        if let Some(bug) = self.values.get("bug").and_then(|name| name.parse().ok()) {
            return self.paced(BuggyAlphaBeta::new(self.evaluator(), Some(bug)));
        }
        match self.values.get("form") {
            Some("maxmin") => return self.paced(MaxMinAlphaBeta::new(self.evaluator())),
            Some("hard") => return self.paced(FailHard::new(self.evaluator())),
            _ => {}
        }
        let table = self.table();
        // Without a table there is no hash move to try first: that is the order of the generator.
        let plain = table.is_none() && self.values.list("order").eq(["hash"]);
        if let Some(table) = table {
            let depth_match = self.depth_match();
            let (horizon, order) = (self.horizon(), self.order());
            self.tied(TableAlphaBeta::with(horizon, order, table, depth_match))
        } else if plain {
            self.tied(AlphaBeta::with_horizon(self.horizon()))
        } else {
            self.tied(OrderedAlphaBeta::with(self.horizon(), self.order()))
        }
    }

    /// The same, and equally good moves are chosen among as the spec says.
    fn tied<S: Search<G> + Send + 'static>(&self, search: S) -> AnySearch<G> {
        if self.values.get("ties") == Some("random") {
            let seed = self.values.number("seed").unwrap_or(0);
            return self.paced(BestMoves::new(search).at_random(seed));
        }
        self.paced(search)
    }

    /// Principal variation search, with null moves, internal deepening and reductions as the spec says.
    fn scouting(&self) -> AnySearch<G> {
        let (horizon, order) = (self.horizon(), self.order());
        let (table, depth_match) = (self.table(), self.depth_match());
        let null_move = self.values.is_on("null").then(NullMoveRule::default);
        if self.values.is_on("lmr") {
            let search = LateMoveReductions::with(horizon, order)
                .with_table(table, depth_match)
                .with_null_move(null_move)
                .with_internal_deepening(self.values.is_on("iid"))
                .with_reductions(Some(LateMoveRule::default()));
            self.paced(search)
        } else if self.values.is_on("iid") {
            let search = InternalDeepening::with(horizon, order)
                .with_table(table, depth_match)
                .with_null_move(null_move)
                .with_internal_deepening(true);
            self.paced(search)
        } else if null_move.is_some() {
            let search = NullMove::with(horizon, order)
                .with_table(table, depth_match)
                .with_null_move(null_move);
            self.paced(search)
        } else {
            self.paced(Pvs::with(horizon, order).with_table(table, depth_match))
        }
    }
}
