//! From a spec to a textbook search.

use games::{AnyEvaluator, BoardGame, Chess};
use gametree::bugs::{Bug, BuggyAlphaBeta};
use gametree::horizon::{Either, Static};
use gametree::ordering::{
    Captures, Countermove, FewestReplies, GeneratorOrder, HashMove, History, Killers, Orderer,
    PvMove, RandomOrder, StaticValue,
};
use gametree::searches::parallel::{
    Abdada, LazySmp, PvSplitting, RootSplitting, YoungBrothersWait,
};
use gametree::searches::{
    AlphaBeta, BestMoves, FailHard, InternalDeepening, LateMoveReductions, LateMoveRule,
    MaxMinAlphaBeta, Minimax, MtdF, Negamax, NullMove, NullMoveRule, OrderedAlphaBeta, Pvs,
    Quiescence, TableAlphaBeta,
};
use gametree::table::{BoundsTable, DepthMatch, Replacement, SharedTable, Table};
use gametree::{Score, Search};

use super::paced::Paced;
use super::player::{AnySearch, Textbook};
use crate::common::MEBIBYTE;
use crate::error::SpecError;
use crate::evaluators::{self, MakeEvaluator};
use crate::player::Player;
use crate::registry::BuildAny;
use crate::setting::{Settings, Word, words};
use crate::spec::PlayerSpec;

/// The names of move orderings, for `order=`.
pub(super) const ORDERINGS: &[&str] = &words(&Parts::<Chess>::ORDERS);

/// The replacement policies of a table, for `replace=`.
pub(super) const REPLACEMENTS: [Word<Replacement>; 4] = [
    ("always", Replacement::Always),
    ("depth", Replacement::DepthPreferred),
    ("two-tier", Replacement::TwoTier),
    ("bucket", Replacement::Bucket),
];

/// The table entries that cut, for `ttmatch=`.
pub(super) const MATCHES: [Word<DepthMatch>; 2] = [
    ("exact", DepthMatch::Exact),
    ("atleast", DepthMatch::AtLeast),
];

/// The forms of alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    FailSoft,
    FailHard,
    MaxMin,
}

/// The forms of alpha-beta, for `form=`.
pub(super) const FORMS: [Word<Form>; 3] = [
    ("soft", Form::FailSoft),
    ("hard", Form::FailHard),
    ("maxmin", Form::MaxMin),
];

/// The parallel searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parallel {
    Off,
    Root,
    Pv,
    YoungBrothersWait,
    Abdada,
    Lazy,
}

/// The parallel searches, for `parallel=`.
pub(super) const PARALLEL: [Word<Parallel>; 6] = [
    ("off", Parallel::Off),
    ("root", Parallel::Root),
    ("pv", Parallel::Pv),
    ("ybw", Parallel::YoungBrothersWait),
    ("abdada", Parallel::Abdada),
    ("lazy", Parallel::Lazy),
];

/// The choices among equally good moves, for `ties=`.
pub(super) const TIES: &[&str] = &["first", "random"];

/// The classic mistakes, for `bug=`, after a word for none.
pub(super) const BUGS: &[&str] = &{
    let mut names = ["none"; Bug::ALL.len() + 1];
    let mut index = 0;
    while index < Bug::ALL.len() {
        names[index + 1] = Bug::ALL[index].name();
        index += 1;
    }
    names
};

/// Orderings in sequence, chosen at run time.
type Row<G> = Vec<Box<dyn Orderer<G> + Send>>;

/// Makes an ordering.
type MakeOrder<G> = fn(&Parts<G>) -> Box<dyn Orderer<G> + Send>;

/// The evaluation of leaves: static, or quiescence search.
type AnyHorizon<G> = Either<Static<AnyEvaluator<G>>, Quiescence<AnyEvaluator<G>>>;

/// A family of searches. The settings select the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// Minimax with two functions.
    Minimax,
    /// Minimax with one function.
    Negamax,
    /// Alpha-beta: plain, ordered, with a table, or one of its variants.
    AlphaBeta,
    /// Principal variation search and everything after it.
    Pvs,
    /// MTD(f).
    MtdF,
}

impl BuildAny for Family {
    fn build<G: BoardGame>(
        &self,
        spec: &PlayerSpec,
        settings: &Settings,
    ) -> Result<Box<dyn Player<G>>, SpecError> {
        // The settings are checked now, so that making the search again cannot fail.
        let parts = Parts::<G>::new(*self, spec.name(), settings.clone())?;
        let is_traced = parts.parallel() == Parallel::Off;
        let player = Textbook::new(move || parts.search());
        Ok(Box::new(player.traced(is_traced)))
    }
}

/// The parts of a search, by the settings of a spec.
struct Parts<G> {
    family: Family,
    settings: Settings,
    evaluator: MakeEvaluator<G>,
}

impl<G: BoardGame> Parts<G> {
    fn new(family: Family, name: &str, settings: Settings) -> Result<Self, SpecError> {
        let evaluator = settings.text("eval").unwrap_or_default();
        let make = evaluators::maker::<G>(evaluator)?;
        let is_max_min =
            family == Family::Minimax || settings.chosen("form", &FORMS) == Form::MaxMin;
        if !is_max_min && !make().antisymmetric() {
            return Err(evaluators::not_antisymmetric(evaluator, name));
        }
        let differs = |key: &str, usual: &str| {
            let value = settings.get(key);
            value.is_some_and(|value| value.to_string() != usual)
        };
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
            ("parallel", "off"),
        ];
        let found = rich.into_iter().find(|(key, usual)| differs(key, usual));
        if differs("form", "soft")
            && let Some((key, _)) = found.or(differs("bug", "none").then_some(("bug", "none")))
        {
            let form = settings.text("form").unwrap_or_default();
            return conflict(format!("form={form}"), key);
        }
        if differs("bug", "none")
            && let Some((key, _)) = found
        {
            let bug = settings.text("bug").unwrap_or_default();
            return conflict(format!("bug={bug}"), key);
        }
        let parts = Self {
            family,
            settings,
            evaluator: make,
        };
        parts.check_parallel()?;
        Ok(parts)
    }

    /// Checks that a parallel search has the table that it needs, or none.
    fn check_parallel(&self) -> Result<(), SpecError> {
        let conflict = |text: &str| Err(SpecError::Conflict(text.to_owned()));
        let has_table = self.settings.number("tt").is_some_and(|size| size > 0);
        match self.parallel() {
            Parallel::Off
                if self
                    .settings
                    .number("threads")
                    .is_some_and(|count| count > 1) =>
            {
                conflict(
                    "threads is the number of threads of a parallel search; choose one, such as parallel=ybw, or leave threads out",
                )
            }
            Parallel::YoungBrothersWait if has_table => {
                conflict("parallel=ybw has no table; leave tt out, or choose parallel=abdada")
            }
            Parallel::Abdada | Parallel::Lazy if !has_table => conflict(
                "the threads of parallel=abdada and parallel=lazy share a table; add its size, such as tt=16",
            ),
            _ => Ok(()),
        }
    }

    fn parallel(&self) -> Parallel {
        match self.settings.get("parallel") {
            Some(_) => self.settings.chosen("parallel", &PARALLEL),
            None => Parallel::Off,
        }
    }

    fn evaluator(&self) -> AnyEvaluator<G> {
        (self.evaluator)()
    }

    fn horizon(&self) -> AnyHorizon<G> {
        if self.settings.is_on("quiesce") {
            Either::Other(Quiescence::new(self.evaluator()))
        } else {
            Either::One(Static(self.evaluator()))
        }
    }

    /// The orderings, for `order=`.
    const ORDERS: [Word<MakeOrder<G>>; 10] = [
        ("generator", |_| Box::new(GeneratorOrder)),
        ("random", |it| Box::new(RandomOrder::new(it.seed()))),
        ("static", |it| Box::new(StaticValue(it.evaluator()))),
        ("hash", |_| Box::new(HashMove)),
        ("pv", |_| Box::new(PvMove)),
        ("killers", |_| Box::new(Killers::new())),
        ("history", |_| Box::new(History::new())),
        ("mvvlva", |_| Box::new(Captures)),
        ("countermove", |_| Box::new(Countermove::new())),
        ("replies", |_| Box::new(FewestReplies::new())),
    ];

    fn order(&self) -> Row<G> {
        let names = self.settings.list("order").iter();
        let find = |name: &&str| Self::ORDERS.iter().find(|(word, _)| word == name);
        names.filter_map(find).map(|(_, make)| make(self)).collect()
    }

    fn seed(&self) -> u64 {
        self.settings.number("seed").unwrap_or(0)
    }

    fn depth_match(&self) -> DepthMatch {
        self.settings.chosen("ttmatch", &MATCHES)
    }

    /// Returns a table for one of `threads` threads, which share the memory.
    fn table(&self, threads: u64) -> Option<Table<G::Move>> {
        let mebibytes = self.settings.number("tt").filter(|&size| size > 0)?;
        let replacement = self.settings.chosen("replace", &REPLACEMENTS);
        let entry = size_of::<Option<gametree::table::Entry<G::Move>>>();
        Some(Table::new(
            entries(mebibytes, entry) / threads as usize,
            replacement,
        ))
    }

    /// Adds iterative deepening and aspiration, according to the settings.
    fn paced<S: Search<G> + Send + 'static>(&self, inner: S) -> AnySearch<G> {
        let width = self.settings.number("asp").unwrap_or(0);
        let aspiration = (width > 0).then_some(width as Score);
        Box::new(Paced {
            inner,
            deepen: (self.settings.auto_switch("id")).unwrap_or(aspiration.is_some()),
            aspiration,
        })
    }

    /// Makes the search: the first one in the chain of `gametree::searches` that has all requested steps, or a branch.
    fn search(&self) -> AnySearch<G> {
        match self.family {
            Family::Minimax => self.paced(Minimax::new(self.evaluator())),
            Family::Negamax => self.paced(Negamax::with_horizon(self.horizon())),
            Family::MtdF => {
                let mebibytes = self.settings.number("tt").unwrap_or(1).max(1);
                let entry = size_of::<Option<gametree::table::BoundsEntry<G::Move>>>();
                let table = BoundsTable::new(entries(mebibytes, entry));
                let (horizon, order) = (self.horizon(), self.order());
                self.paced(MtdF::with(horizon, order, table, self.depth_match(), 0))
            }
            Family::Pvs => self.scouting(),
            Family::AlphaBeta => self.alphabeta(),
        }
    }

    /// Alpha-beta: plain, ordered, with a table, or one of the branches.
    fn alphabeta(&self) -> AnySearch<G> {
        if let Some(bug) = self.settings.text("bug").and_then(|name| name.parse().ok()) {
            return self.paced(BuggyAlphaBeta::new(self.evaluator(), Some(bug)));
        }
        match self.settings.chosen("form", &FORMS) {
            Form::MaxMin => return self.paced(MaxMinAlphaBeta::new(self.evaluator())),
            Form::FailHard => return self.paced(FailHard::new(self.evaluator())),
            Form::FailSoft => {}
        }
        if self.parallel() != Parallel::Off {
            return self.in_parallel();
        }
        let table = self.table(1);
        // Without a table there is no hash move to try first: that is the order of the generator.
        let plain = table.is_none() && self.settings.list("order") == ["hash"];
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

    /// Alpha-beta on several threads.
    fn in_parallel(&self) -> AnySearch<G> {
        let threads = self.settings.number("threads").unwrap_or(1);
        let parts = || {
            (0..threads)
                .map(|_| (self.horizon(), self.order()))
                .collect::<Vec<_>>()
        };
        let depth_match = self.depth_match();
        let shared = || {
            let mebibytes = self.settings.number("tt").unwrap_or(1);
            SharedTable::with_mebibytes(mebibytes as usize)
        };
        let alone = || {
            let search = |(horizon, order)| {
                TableAlphaBeta::with(horizon, order, self.table(threads), depth_match)
            };
            parts().into_iter().map(search).collect::<Vec<_>>()
        };
        match self.parallel() {
            Parallel::Off | Parallel::Root => self.tied(RootSplitting::new(alone())),
            Parallel::Pv => self.tied(PvSplitting::new(alone())),
            Parallel::YoungBrothersWait => self.tied(YoungBrothersWait::new(parts())),
            Parallel::Abdada => self.tied(Abdada::new(parts(), shared(), depth_match)),
            Parallel::Lazy => self.tied(LazySmp::new(parts(), shared(), depth_match)),
        }
    }

    /// Adds a random choice among equally good moves, according to the settings.
    fn tied<S: Search<G> + Send + 'static>(&self, search: S) -> AnySearch<G> {
        if self.settings.text("ties") == Some("random") {
            return self.paced(BestMoves::new(search).at_random(self.seed()));
        }
        self.paced(search)
    }

    /// Principal variation search, with null moves, internal deepening and reductions according to the settings.
    fn scouting(&self) -> AnySearch<G> {
        let (horizon, order) = (self.horizon(), self.order());
        let (table, depth_match) = (self.table(1), self.depth_match());
        let null_move = self.settings.is_on("null").then(NullMoveRule::default);
        if self.settings.is_on("lmr") {
            let search = LateMoveReductions::with(horizon, order)
                .with_table(table, depth_match)
                .with_null_move(null_move)
                .with_internal_deepening(self.settings.is_on("iid"))
                .with_reductions(Some(LateMoveRule::default()));
            self.paced(search)
        } else if self.settings.is_on("iid") {
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

/// Returns how many table entries of `size` bytes fit into a memory.
fn entries(mebibytes: u64, size: usize) -> usize {
    (mebibytes * MEBIBYTE) as usize / size
}
