//! Compares players on one position, with one minimax search for each evaluator and depth.

use std::collections::HashMap;

use games::{BoardGame, Record};
use gametree::clock::Stopwatch;
use gametree::searches::Minimax;
use gametree::{Bound, Event, Limits, Request, Searcher, Signal, Value};
use players::measured::Measured;
use players::{Answer, Fault, Group, Listener, PlayerSpec, Seat, evaluators, minimax_of};
use trace::Counters;

use super::row::{Row, Step};

/// The most nodes of a minimax search for the reference value.
pub const MINIMAX_NODES: u64 = 100_000_000;

/// The same for the minimax of a course document, which is slower.
const DOCUMENT_NODES: u64 = 10_000_000;

/// The most nodes of a watched search.
const WATCHED_NODES: u64 = 500_000;

/// The minimax that a player's value is compared with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Reference {
    /// Minimax with this evaluator.
    Evaluator(String),
    /// The minimax of a course document, which evaluates leaves as the player does.
    Player(PlayerSpec),
}

impl Reference {
    /// Returns `None` for players without an evaluator setting and without a document.
    fn of<G: BoardGame>(spec: &PlayerSpec) -> Option<Self> {
        if let Some(player) = minimax_of(spec) {
            return Some(Self::Player(player));
        }
        let settings = spec.settings::<G>();
        let name = settings.text("eval").filter(|_| spec.program().is_none())?;
        Some(Self::Evaluator(name.to_owned()))
    }

    fn name(&self) -> &str {
        match self {
            Self::Evaluator(name) => name,
            Self::Player(spec) => spec.name(),
        }
    }
}

/// Compares players on one position. It searches minimax once for each evaluator and depth, for any number of players.
pub struct Comparer<'a, G: BoardGame> {
    game: &'a G,
    record: &'a Record<G>,
    known: HashMap<(Reference, u32), Option<Value>>,
    minimax_searches: usize,
}

impl<'a, G: BoardGame> Comparer<'a, G> {
    /// Creates a comparison on the last position of a game.
    #[must_use]
    pub fn new(game: &'a G, record: &'a Record<G>) -> Self {
        Self {
            game,
            record,
            known: HashMap::new(),
            minimax_searches: 0,
        }
    }

    /// Returns the number of minimax searches so far.
    #[must_use]
    pub const fn minimax_searches(&self) -> usize {
        self.minimax_searches
    }

    /// Searches with one player.
    ///
    /// # Errors
    /// The fault of the player.
    pub fn row(
        &mut self,
        spec: &PlayerSpec,
        seat: &mut Seat<G>,
        limits: &Limits,
    ) -> Result<Row, Fault> {
        let name = spec.to_string();
        let mut search = |limits: &Limits| -> Result<(Answer<G::Move>, Measured), Fault> {
            seat.new_game()?;
            let request = Request::new(limits.clone());
            let signal = Signal::with_stop(limits.stop.clone().unwrap_or_default());
            let start = limits.clock.now();
            let answer = seat.ask(
                self.game,
                self.record,
                &request,
                &signal,
                Listener::silent(),
            )?;
            let time = (limits.clock.now() - start).as_secs_f64() * 1_000.0;
            let measured = Measured::new(&name, self.game, self.record, &answer, time);
            Ok((answer, measured))
        };
        let (answer, measured) = search(limits)?;
        // The value can only be compared with minimax if the depth is the only limit.
        let depth = limits
            .depth
            .filter(|_| limits.nodes.is_none() && limits.evals.is_none() && limits.time.is_none());
        let mut by_depth = Vec::new();
        if let Some(limit) = depth
            && measured.depth == limit
        {
            for depth in first_depth(spec)..limit {
                let shallow = Limits {
                    depth: Some(depth),
                    ..limits.clone()
                };
                by_depth.push(Step::from(&search(&shallow)?.1));
            }
            by_depth.push(Step::from(&measured));
        }
        let reference = depth.and_then(|_| Reference::of::<G>(spec));
        let minimax_value = reference
            .as_ref()
            .and_then(|reference| self.minimax_value(reference, measured.depth, limits));
        Ok(Row {
            equals_minimax: minimax_value.map(|value| Some(value) == measured.score),
            minimax_eval: reference
                .filter(|_| minimax_value.is_some())
                .map(|reference| reference.name().to_owned()),
            first_depth: first_depth(spec),
            nodes_by_depth: by_depth.iter().map(|step| step.nodes).collect(),
            by_depth,
            ..Row::new(self.game, self.record, measured, answer.best, &answer.line)
        })
    }

    /// Searches with one player, then again with an observer that counts cutoffs and iterations. The first search is measured
    /// without it. External programs cannot be observed.
    ///
    /// # Errors
    /// The fault of the player.
    pub fn watched_row(
        &mut self,
        spec: &PlayerSpec,
        seat: &mut Seat<G>,
        limits: &Limits,
    ) -> Result<Row, Fault> {
        if spec.program().is_some() {
            return self.row(spec, seat, limits);
        }
        // Builds the tables of the player that are built on first use, before the clock runs.
        self.watch(spec, &Limits::depth(1));
        let mut row = self.row(spec, seat, limits)?;
        let (counters, iterations) = self.watch(spec, limits);
        if row.by_depth.is_empty() {
            row.by_depth = iterations;
        }
        row.cut_places = counters.cut_by_place;
        if row.answer.first_move_cuts.is_none()
            && let Some(&first) = row.cut_places.first()
        {
            let all: u64 = row.cut_places.iter().sum();
            row.answer.first_move_cuts = Some(first as f64 / all as f64);
        }
        Ok(row)
    }

    /// Searches with an observer, up to [`WATCHED_NODES`]. A fault leaves out what comes after it: the measured search
    /// reports it.
    fn watch(&self, spec: &PlayerSpec, limits: &Limits) -> (Counters, Vec<Step>) {
        let mut counters = Counters::new();
        let mut iterations = Vec::new();
        let watch = Stopwatch::new();
        let mut report = |event: &Event<G::Move>| {
            if let Event::Info(info) = event
                && info.rank == 1
                && info.bound == Bound::Exact
            {
                let time = watch.elapsed().as_secs_f64() * 1_000.0;
                iterations.push(Step::of_iteration(info, time));
            }
        };
        let nodes = limits
            .nodes
            .map_or(WATCHED_NODES, |nodes| nodes.min(WATCHED_NODES));
        let request = Request::new(Limits {
            nodes: Some(nodes),
            ..limits.clone()
        });
        let signal = Signal::with_stop(limits.stop.clone().unwrap_or_default());
        let listener = Listener {
            report: Some(&mut report),
            observer: Some(&mut counters),
        };
        if let Ok(mut seat) = Seat::<G>::new(spec) {
            _ = seat.ask(self.game, self.record, &request, &signal, listener);
        }
        (counters, iterations)
    }

    /// Returns the value of minimax; `None` if the search needs too many nodes or was stopped.
    fn minimax_value(
        &mut self,
        reference: &Reference,
        depth: u32,
        limits: &Limits,
    ) -> Option<Value> {
        let is_searched =
            depth > 0 || matches!(reference, Reference::Player(spec) if spec.least_depth() == 0);
        if !is_searched {
            return None;
        }
        let key = (reference.clone(), depth);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        // A depth that needs too many nodes rules out all higher depths.
        let is_too_deep = |((other, less), value): (&(Reference, u32), &Option<Value>)| {
            other == reference && *less < depth && value.is_none()
        };
        let value = if self.known.iter().any(is_too_deep) {
            None
        } else {
            self.minimax_searches += 1;
            self.search_minimax(reference, depth, limits)
        };
        self.known.insert(key, value);
        value
    }

    fn search_minimax(&self, reference: &Reference, depth: u32, limits: &Limits) -> Option<Value> {
        let limits = |nodes| Limits {
            depth: Some(depth),
            nodes: Some(nodes),
            ..limits.clone()
        };
        match reference {
            Reference::Evaluator(name) => {
                let mut minimax = Minimax::new(evaluators::find::<G>(name)?);
                let limits = limits(MINIMAX_NODES);
                let result = minimax.search(self.game, self.record.state(), &limits);
                (!result.stopped).then(|| G::value(result.score))
            }
            Reference::Player(spec) => {
                let mut seat = Seat::<G>::new(spec).ok()?;
                let request = Request::new(limits(DOCUMENT_NODES));
                let answer = seat.answer(self.game, self.record, &request).ok();
                answer.filter(|answer| !answer.stopped)?.value
            }
        }
    }
}

/// Returns the lowest depth of a comparison: 0 for course players that count depth from 0. Others need a move, so a depth of 1.
fn first_depth(spec: &PlayerSpec) -> u32 {
    u32::from(spec.entry().group != Group::Course).max(spec.least_depth())
}
