//! The facade: takes a game and a request, reports events, returns a move.

use std::sync::Arc;
use std::time::Duration;

use chess::{Game, Move, Position};
use gametree::{Clock, Observer, Signal};

use crate::lateness::Lateness;
use crate::network::{self, Network};
use crate::report::{self, EventReporter};
use crate::search::threads::{self, Task};
use crate::search::{RootMove, Worker};
use crate::strength::{Strength, habits};
use crate::tablebase::{self, Tablebase};
use crate::techniques::{Switches, Technique};
use crate::time::Budget;
use crate::transposition::{NotEnoughMemory, TranspositionTable};
use crate::{Choice, Event, Request, Settings, line};

/// A chess engine.
///
/// ```
/// use chess::{Game, Position};
/// use engine::{Engine, Event, Request};
/// use gametree::{Limits, Signal, Value};
/// let mut engine = Engine::default();
/// let game = Game::new(Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap());
/// let request = Request::new(Limits::depth(4));
/// let mut last = None;
/// let choice = engine.search(&game, &request, &Signal::default(), &mut |event| {
///     if let Event::Info(info) = event {
///         last = Some(info.score);
///     }
/// });
/// assert_eq!(choice.best.unwrap().to_string(), "a1a8");
/// assert_eq!(last, Some(Value::Mate(1)));
/// ```
pub struct Engine {
    settings: Settings,
    table: TranspositionTable,
    workers: Vec<Worker>,
    /// The number of games before this one.
    games: u64,
    tablebase: Option<Arc<dyn Tablebase>>,
    /// The network; `None` selects the hand-crafted evaluation.
    network: Option<Arc<Network>>,
    /// The delays of the machine.
    lateness: Lateness,
    /// Remarks to report with the next search.
    remarks: Vec<String>,
    clock: fn() -> Box<dyn Clock>,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new(&Settings::default())
    }
}

/// Returns the clock of the platform.
fn machine_clock() -> Box<dyn Clock> {
    Box::new(gametree::Stopwatch::new())
}

impl Engine {
    /// Creates an engine with these settings.
    ///
    /// # Panics
    /// If the transposition table does not fit in memory, see [`Engine::try_new`].
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self::try_new(settings).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Creates an engine with these settings.
    ///
    /// # Errors
    /// The transposition table does not fit in memory.
    pub fn try_new(settings: &Settings) -> Result<Self, NotEnoughMemory> {
        let mut engine = Self {
            settings: settings.clone(),
            table: TranspositionTable::new(settings.hash)?,
            workers: Vec::new(),
            games: 0,
            tablebase: None,
            network: None,
            lateness: Lateness::default(),
            remarks: Vec::new(),
            clock: machine_clock,
        };
        engine.set_threads(settings);
        engine.open_tablebase();
        engine.network = engine.select_network();
        Ok(engine)
    }

    /// Replaces the clock.
    #[must_use]
    pub fn with_clock(mut self, clock: fn() -> Box<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets the tablebases to probe.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        self.tablebase = tablebase;
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings. A transposition table of another size starts empty.
    ///
    /// # Errors
    /// The new transposition table does not fit in memory. Nothing is changed.
    pub fn configure(&mut self, settings: &Settings) -> Result<(), NotEnoughMemory> {
        if settings.hash != self.settings.hash {
            self.table.resize(settings.hash)?;
        }
        self.set_threads(settings);
        let tables_changed = settings.tables != self.settings.tables;
        let strength_changed = settings.strength.strength() != self.settings.strength.strength();
        self.settings = settings.clone();
        let network = self.select_network();
        let network_changed = network != self.network;
        self.network = network;
        if strength_changed || network_changed {
            // Results of another strength or network do not apply.
            self.clear();
        }
        if tables_changed {
            self.open_tablebase();
        }
        Ok(())
    }

    fn open_tablebase(&mut self) {
        let remark;
        (self.tablebase, remark) = tablebase::open(&self.settings.tables);
        self.remarks.extend(remark);
    }

    /// Returns the network that the settings select. Players of low limited strength use the hand-crafted evaluation.
    fn select_network(&mut self) -> Option<Arc<Network>> {
        let settings = &self.settings;
        let strength = settings.strength.strength();
        let is_strong = strength.is_none_or(Strength::uses_network);
        if !settings.techniques.has(Technique::Network) || !is_strong {
            return None;
        }
        if settings.network.is_some() {
            return settings.network.clone();
        }
        match network::embedded() {
            Ok(network) => Some(network),
            Err(error) => {
                let remark = format!("the built-in network cannot be used: {error}");
                self.remarks.push(remark);
                None
            }
        }
    }

    /// Sets the number of threads. Limited strength uses one.
    fn set_threads(&mut self, settings: &Settings) {
        let threads = match settings.strength.strength() {
            Some(_) => 1,
            None => settings.threads.max(1),
        };
        if threads != self.workers.len() {
            self.remarks.extend(threads::too_many(threads));
            self.workers.resize_with(threads, Worker::new);
        }
    }

    /// Starts a new game: clears the transposition table and the histories.
    pub fn new_game(&mut self) {
        self.games += 1;
        self.lateness.new_game();
        self.clear();
    }

    fn clear(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.clear();
        }
    }

    /// Clears the transposition table.
    pub fn clear_hash(&mut self) {
        self.table.clear();
    }

    /// Searches the last position of a game.
    ///
    /// Returns when a limit of the request or `signal` ends the search. An endless search (`infinite`, or `ponder` before the
    /// ponderhit) may return early if it is complete; then the caller must hold the answer back. At least one exact value is
    /// reported before the end, and the last one is that of the returned move.
    pub fn search(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
    ) -> Choice {
        self.search_watched(game, request, signal, listener, None)
    }

    /// Like [`Engine::search`], with an observer of the first thread. It visits the same nodes.
    pub fn search_watched(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
        observer: Option<&mut dyn Observer<Move>>,
    ) -> Choice {
        for remark in self.remarks.drain(..) {
            listener(&Event::Remark(remark));
        }
        let position = game.position();
        tablebase::kbnk::prepare(position);
        let (moves, tablebase_use) = self.root_moves(game, request);
        if moves.is_empty() {
            listener(&Event::Info(report::game_over(position)));
            return Choice::default();
        }
        let handicap = self.settings.strength.strength().map(|strength| {
            let game = self.settings.seed.wrapping_add(self.games);
            strength.handicap(game)
        });
        let mut request = request.clone();
        if let Some(handicap) = &handicap {
            let max = handicap.nodes(position);
            let nodes = &mut request.limits.nodes;
            *nodes = Some(nodes.map_or(max, |nodes| nodes.min(max)));
        }
        let request = &request;
        let side = position.side_to_move();
        self.lateness.observe(game, request);
        let late = self.lateness.expected();
        let budget = Budget::new(request, &self.settings, side, late, (self.clock)());
        let hard = budget.hard();
        let start = (self.clock)();
        self.table.next_age();
        let multi_pv = self.settings.multi_pv.clamp(1, moves.len());
        let request = &with_finite_depth(request);
        let mut reporter = EventReporter::new(
            listener,
            game,
            &self.table,
            start.as_ref(),
            multi_pv,
            tablebase_use.hits,
        );
        let task = Task {
            game,
            moves: &moves,
            request,
            budget,
            signal,
            multi_pv,
            techniques: self.settings.techniques,
            hunt: self.settings.hunt,
            tablebase: self
                .tablebase
                .as_deref()
                .filter(|_| tablebase_use.in_search),
            handicap,
            network: self.network.as_ref(),
        };
        let count = if task.budget.is_short() {
            1
        } else {
            self.workers.len()
        };
        let (workers, idle) = self.workers.split_at_mut(count);
        for worker in idle {
            worker.sit_out();
        }
        threads::run(workers, &self.table, task, &mut reporter, observer);
        let used = start.now().min(hard.unwrap_or(Duration::MAX));
        let line = reporter.finish(workers);
        // Limited strength takes more time than its search.
        if handicap.is_none() {
            self.lateness.record(game, request, used);
        }
        let best = line[0];
        let ponder = line
            .get(1)
            .copied()
            .or_else(|| self.expected_reply(game, best));
        Choice {
            best: Some(best),
            ponder,
        }
    }

    /// Returns the root moves to search, ranked by the tablebases, and how the search uses the tablebases.
    fn root_moves(&self, game: &Game, request: &Request) -> (Vec<RootMove>, TablebaseUse) {
        let position = game.position();
        let mut candidates = root_moves(position, request);
        let limited = self.settings.strength.strength().is_some();
        if request.moves.is_empty() && limited {
            candidates = habits::considered(game, candidates);
        }
        let mut tablebase_use = TablebaseUse {
            hits: 0,
            in_search: true,
        };
        if limited {
            // Limited strength does not use tablebases.
            tablebase_use.in_search = false;
        }
        let advice = self
            .tablebase
            .as_deref()
            .filter(|_| !limited)
            .filter(|tablebase| position.occupied().count() <= tablebase.most_pieces())
            .filter(|_| !position.castling_rooks().any())
            .and_then(|tablebase| tablebase.advice(game));
        let Some(advice) = advice else {
            return (
                candidates.into_iter().map(RootMove::new).collect(),
                tablebase_use,
            );
        };
        let advised = advice.moves.iter();
        let mut moves: Vec<RootMove> = advised
            .filter(|advised| candidates.contains(&advised.m))
            .map(|&advised| RootMove::by_tablebase(advised))
            .collect();
        // The sort is stable.
        moves.sort_by_key(|root_move| -root_move.rank);
        tablebase_use.hits = advice.moves.len() as u64;
        // With distances the ranks alone make progress, and the search only chooses between good moves, for which values are more
        // useful than results. Without distances the search must find a way to win.
        let winning = moves[0].table_value > Some(0);
        tablebase_use.in_search = winning && !advice.has_distances;
        (moves, tablebase_use)
    }

    /// Returns the reply that the transposition table expects, unless the game is over after the move.
    fn expected_reply(&self, game: &Game, best: Move) -> Option<Move> {
        let after = game.position().after(best);
        let answer = self.table.probe(after.key(), 0)?.best?;
        line::legal_part(game, &[best, answer]).get(1).copied()
    }

    /// Returns the node count of the last search, over all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.workers.iter().map(|worker| worker.nodes).sum()
    }
}

/// The use of tablebases for a root position.
struct TablebaseUse {
    /// The number of positions that were probed.
    hits: u64,
    /// Whether the search probes the tablebases, too.
    in_search: bool,
}

/// Returns the requested moves that are legal, or all legal moves.
fn root_moves(position: &Position, request: &Request) -> Vec<Move> {
    let legal = position.legal_moves();
    let is_requested = |m: &Move| request.moves.contains(m);
    if legal.iter().any(is_requested) {
        legal.iter().copied().filter(is_requested).collect()
    } else {
        legal.to_vec()
    }
}

/// The plies that a mate search searches beyond the distance of the mate: selective pruning and reductions delay finding it.
const MATE_SLACK: u32 = 12;

/// Limits the depth of a mate search, so that it ends if there is no mate.
fn with_finite_depth(request: &Request) -> Request {
    let mut request = request.clone();
    if let Some(moves) = request.mate
        && !request.infinite
    {
        let depth = moves.saturating_mul(2).saturating_add(MATE_SLACK);
        let limit = &mut request.limits.depth;
        *limit = Some(limit.map_or(depth, |limit| limit.min(depth)));
    }
    request
}
