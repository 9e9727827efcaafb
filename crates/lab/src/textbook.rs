//! From a spec to a textbook search.

use gametree::horizon::{Either, Static};
use gametree::ordering::{
    Captures, Countermove, FewestReplies, GeneratorOrder, HashMove, History, Killers, Orderer,
    PvMove, RandomOrder, StaticValue,
};
use gametree::searches::{
    AlphaBeta, FailHard, InternalDeepening, LateMoveReductions, MaxMinAlphaBeta, Minimax, MtdF,
    Negamax, NullMove, NullMoveRule, OrderedAlphaBeta, Pvs, Quiescence, TableAlphaBeta,
};
use gametree::table::{BoundsTable, DepthMatch, Replacement, Table};
use gametree::{Score, Search};

use crate::arena::{AnyEvaluator, Arena};
use crate::player::{AnySearch, OwnLimits, Paced, Textbook};
use crate::spec::{Spec, SpecError};

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

/// The player that a checked spec of a textbook search describes.
pub(crate) fn build<G: Arena>(spec: &Spec) -> Result<Textbook<G>, SpecError> {
    // Whatever can be wrong is found now, so that making the search again cannot fail.
    let parts = Parts::<G>::new(spec)?;
    let limits = OwnLimits {
        depth: spec.number("depth").map(|depth| depth as u32),
        nodes: spec.number("nodes"),
        evals: spec.number("evals"),
        milliseconds: spec.number("movetime"),
    };
    Ok(Textbook::new(move || parts.search(), limits))
}

/// The evaluator of a spec: the one it names, or the default of the player.
pub(crate) fn evaluator_name<G: Arena>(spec: &Spec) -> &str {
    spec.get("eval").unwrap_or(match spec.name.as_str() {
        "classic" => G::BEST_EVALUATOR,
        _ => G::EVALUATORS[0].0,
    })
}

/// The parts of a search, by the settings of a spec.
struct Parts<G> {
    spec: Spec,
    evaluator: String,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Arena> Parts<G> {
    fn new(spec: &Spec) -> Result<Self, SpecError> {
        let evaluator = evaluator_name::<G>(spec).to_owned();
        if G::evaluator(&evaluator).is_none() {
            return Err(SpecError::Evaluator {
                name: evaluator,
                game: G::KIND.name(),
                names: G::EVALUATORS.iter().map(|(name, _)| *name).collect(),
            });
        }
        let form = spec.get("form").unwrap_or("soft");
        let needs_soft = ["order", "tt", "null", "iid", "quiesce"];
        if form != "soft"
            && let Some(key) = needs_soft.into_iter().find(|key| spec.get(key).is_some())
        {
            return Err(SpecError::Conflict(format!(
                "form={form} is the bare textbook form and has no {key}; leave one of them out"
            )));
        }
        Ok(Self {
            spec: spec.clone(),
            evaluator,
            game: std::marker::PhantomData,
        })
    }

    fn evaluator(&self) -> AnyEvaluator<G> {
        G::evaluator(&self.evaluator).unwrap_or_else(|| Box::new(gametree::Zero))
    }

    fn horizon(&self, quiesce_by_default: bool) -> AnyHorizon<G> {
        let quiesce = match self.spec.get("quiesce") {
            None => quiesce_by_default,
            Some(value) => value != "off",
        };
        if quiesce {
            Either::Other(Quiescence::new(self.evaluator()))
        } else {
            Either::One(Static(self.evaluator()))
        }
    }

    /// The row of orderings, from the setting or from `default`.
    fn order(&self, default: &str) -> Row<G> {
        let seed = self.spec.number("seed").unwrap_or(0);
        self.spec
            .get("order")
            .unwrap_or(default)
            .split('+')
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

    fn depth_match(&self, default: DepthMatch) -> DepthMatch {
        match self.spec.get("ttmatch") {
            Some("exact") => DepthMatch::Exact,
            Some(_) => DepthMatch::AtLeast,
            None => default,
        }
    }

    fn table(&self, default_mebibytes: Option<u64>) -> Option<Table<G::Move>> {
        let mebibytes = self.spec.number("tt").or(default_mebibytes)?;
        if mebibytes == 0 {
            return None;
        }
        let replacement = match self.spec.get("replace") {
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

    fn null_move(&self, by_default: bool) -> Option<NullMoveRule> {
        let on = match self.spec.get("null") {
            None => by_default,
            Some(value) => value != "off",
        };
        on.then(NullMoveRule::default)
    }

    fn switch(&self, key: &str, by_default: bool) -> bool {
        match self.spec.get(key) {
            None => by_default,
            Some(value) => value != "off",
        }
    }

    /// Adds deepening and aspiration as the spec says.
    fn paced<S: Search<G> + Send + 'static>(&self, inner: S) -> AnySearch<G> {
        let aspiration = self.spec.number("asp").map(|width| width as Score);
        Box::new(Paced {
            inner,
            deepen: self.switch("id", aspiration.is_some()),
            aspiration,
        })
    }

    /// Makes the search: the first one on the line that has all the steps asked for.
    fn search(&self) -> AnySearch<G> {
        match self.spec.name.as_str() {
            "minimax" => self.paced(Minimax::new(self.evaluator())),
            "negamax" => self.paced(Negamax::with_horizon(self.horizon(false))),
            "pvs" => self.scouting(),
            "mtdf" => {
                let mebibytes = self.spec.number("tt").unwrap_or(16).max(1) as usize;
                let entry = size_of::<Option<gametree::table::BoundsEntry<G::Move>>>();
                let table = BoundsTable::new(mebibytes * MEBIBYTE / entry);
                self.paced(MtdF::with(
                    self.horizon(false),
                    self.order("hash"),
                    table,
                    self.depth_match(DepthMatch::Exact),
                    0,
                ))
            }
            "classic" => {
                let order = self.order("hash+pv+mvvlva+killers+countermove+history");
                let search = LateMoveReductions::with(self.horizon(true), order)
                    .with_table(self.table(Some(16)), self.depth_match(DepthMatch::AtLeast))
                    .with_null_move(self.null_move(true))
                    .with_internal_deepening(self.switch("iid", true));
                self.paced(search)
            }
            _ => match self.spec.get("form") {
                Some("maxmin") => self.paced(MaxMinAlphaBeta::new(self.evaluator())),
                Some("hard") => self.paced(FailHard::new(self.evaluator())),
                // These two steps come after the scout on the line, and bring it with them.
                _ if self.has("null") || self.has("iid") => self.scouting(),
                _ if self.has("tt") => self.paced(TableAlphaBeta::with(
                    self.horizon(false),
                    self.order("hash"),
                    self.table(None),
                    self.depth_match(DepthMatch::Exact),
                )),
                _ if self.has("order") => self.paced(OrderedAlphaBeta::with(
                    self.horizon(false),
                    self.order("generator"),
                )),
                _ => self.paced(AlphaBeta::with_horizon(self.horizon(false))),
            },
        }
    }

    /// Does the spec set this key?
    fn has(&self, key: &str) -> bool {
        self.spec.get(key).is_some()
    }

    /// Principal variation search with whatever else was asked for.
    fn scouting(&self) -> AnySearch<G> {
        let enriched = ["tt", "null", "iid"].into_iter().any(|key| self.has(key));
        let order = self.order(if enriched { "hash" } else { "generator" });
        let (horizon, table) = (self.horizon(false), self.table(None));
        let depth_match = self.depth_match(DepthMatch::Exact);
        let null_move = self.null_move(false);
        if self.switch("iid", false) {
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
