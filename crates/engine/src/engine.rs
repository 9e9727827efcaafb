//! The way in: a game and a request go in, what is found comes out event by event, and a move at the end.

use std::sync::Arc;

use chess::{Game, Move, Position};
use gametree::{Clock, Observer, Signal};

use crate::network::{self, Network};
use crate::report::{self, Teller};
use crate::search::threads::{self, Task};
use crate::search::{RootMove, Worker};
use crate::strength::{Strength, habits};
use crate::tablebase::{self, Tablebase};
use crate::techniques::{Switches, Technique};
use crate::time::Budget;
use crate::transposition::TranspositionTable;
use crate::{Choice, Event, Request, Settings, line};

/// The engine.
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
    /// How many games there were before this one.
    games: u64,
    tablebase: Option<Arc<dyn Tablebase>>,
    /// What is asked about positions; `None` is the evaluation by terms.
    network: Option<Arc<Network>>,
    /// Something to be told with the next search.
    remarks: Vec<String>,
    clock: fn() -> Box<dyn Clock>,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new(&Settings::default())
    }
}

/// The clock of the machine, where there is one.
fn machine_clock() -> Box<dyn Clock> {
    #[cfg(not(target_arch = "wasm32"))]
    return Box::new(gametree::WallClock::new());
    #[cfg(target_arch = "wasm32")]
    Box::new(gametree::StoppedClock)
}

impl Engine {
    /// An engine with these settings.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let mut engine = Self {
            settings: settings.clone(),
            table: TranspositionTable::new(settings.hash),
            workers: Vec::new(),
            games: 0,
            tablebase: None,
            network: None,
            remarks: Vec::new(),
            clock: machine_clock,
        };
        engine.set_threads(settings);
        engine.open_tablebase();
        engine.network = engine.chosen_network();
        engine
    }

    /// Takes the time from another clock.
    #[must_use]
    pub fn with_clock(mut self, clock: fn() -> Box<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Looks positions with few pieces up there.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        self.tablebase = tablebase;
    }

    /// What is set.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes other settings. A table of another size begins empty.
    pub fn configure(&mut self, settings: &Settings) {
        if settings.hash != self.settings.hash {
            self.table = TranspositionTable::new(settings.hash);
        }
        self.set_threads(settings);
        let other_tables = settings.tables != self.settings.tables;
        let other_strength = settings.strength.strength() != self.settings.strength.strength();
        self.settings = settings.clone();
        let network = self.chosen_network();
        let other_network = network != self.network;
        self.network = network;
        if other_strength || other_network {
            // What one has seen, another would not have.
            self.forget();
        }
        if other_tables {
            self.open_tablebase();
        }
    }

    fn open_tablebase(&mut self) {
        let remark;
        (self.tablebase, remark) = tablebase::open(&self.settings.tables);
        self.remarks.extend(remark);
    }

    /// The network that the settings ask for. Who is to be weak goes without.
    fn chosen_network(&mut self) -> Option<Arc<Network>> {
        let settings = &self.settings;
        let strength = settings.strength.strength();
        let is_strong = strength.is_none_or(Strength::asks_network);
        if !settings.techniques.has(Technique::Network) || !is_strong {
            return None;
        }
        if settings.network.is_some() {
            return settings.network.clone();
        }
        match network::own() {
            Ok(own) => Some(own),
            Err(error) => {
                let remark = format!("the program has no network of its own to ask: {error}");
                self.remarks.push(remark);
                None
            }
        }
    }

    /// One thread is enough to see little.
    fn set_threads(&mut self, settings: &Settings) {
        let threads = match settings.strength.strength() {
            Some(_) => 1,
            None => settings.threads.max(1),
        };
        self.workers.resize_with(threads, Worker::new);
    }

    /// Another game begins: everything that was learned is forgotten.
    pub fn new_game(&mut self) {
        self.games += 1;
        self.forget();
    }

    fn forget(&mut self) {
        self.table.clear();
        for worker in &mut self.workers {
            worker.forget();
        }
    }

    /// Empties the table.
    pub fn clear_hash(&mut self) {
        self.table.clear();
    }

    /// Searches the last position of a game.
    ///
    /// Returns when the request or `signal` says so, except that an endless search (`infinite`, or `ponder` before its
    /// move came) may return early when there is nothing more to find; whoever asked holds the answer back. At least
    /// one exact value is told before the end, and the last one told is that of the move returned.
    pub fn search(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
    ) -> Choice {
        self.search_watched(game, request, signal, listener, None)
    }

    /// The same, and somebody watches every step of the first thread. It visits the same nodes.
    pub fn search_watched(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
        watch: Option<&mut dyn Observer<Move>>,
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
        let sight = self.settings.strength.strength().map(|strength| {
            let game = self.settings.seed.wrapping_add(self.games);
            strength.sight(game)
        });
        let mut request = request.clone();
        if let Some(sight) = &sight {
            let most = sight.nodes(position);
            let nodes = &mut request.limits.nodes;
            *nodes = Some(nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let request = &request;
        let side = position.side_to_move();
        let budget = Budget::new(request, &self.settings, side, (self.clock)());
        let start = (self.clock)();
        self.table.next_age();
        let multi_pv = self.settings.multi_pv.clamp(1, moves.len());
        let request = &with_an_end(request);
        let mut teller = Teller::new(
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
            tablebase: self
                .tablebase
                .as_deref()
                .filter(|_| tablebase_use.in_search),
            sight,
            network: self.network.as_ref(),
        };
        let count = if task.budget.is_short() {
            1
        } else {
            self.workers.len()
        };
        let (workers, idle) = self.workers.split_at_mut(count);
        for worker in idle {
            worker.rest();
        }
        threads::run(workers, &self.table, task, &mut teller, watch);
        let line = teller.finish(workers);
        let best = line[0];
        let ponder = line
            .get(1)
            .copied()
            .or_else(|| self.expected_answer(game, best));
        Choice {
            best: Some(best),
            ponder,
        }
    }

    /// The moves to look at, and what they are worth by the end-game tables.
    fn root_moves(&self, game: &Game, request: &Request) -> (Vec<RootMove>, TablebaseUse) {
        let position = game.position();
        let mut asked = root_moves(position, request);
        let limited = self.settings.strength.strength().is_some();
        if request.moves.is_empty() && limited {
            asked = habits::considered(game, asked);
        }
        let mut tablebase_use = TablebaseUse {
            hits: 0,
            in_search: true,
        };
        if limited {
            // Who is to play like a person has no tables.
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
                asked.into_iter().map(RootMove::new).collect(),
                tablebase_use,
            );
        };
        let said = advice.moves.iter();
        let mut moves: Vec<RootMove> = said
            .filter(|said| asked.contains(&said.m))
            .map(|&said| RootMove::by_tablebase(said))
            .collect();
        // Sorting keeps the order of equals.
        moves.sort_by_key(|root_move| -root_move.rank);
        tablebase_use.hits = advice.moves.len() as u64;
        // Who knows the way needs the search only to choose between good ways, and there the value of a position is
        // more use than that it is won. Who knows only that the game is won must find a way.
        let winning = moves[0].known > Some(0);
        tablebase_use.in_search = winning && !advice.knows_the_way;
        (moves, tablebase_use)
    }

    /// The answer that the table expects to a move, unless the game is over with it.
    fn expected_answer(&self, game: &Game, best: Move) -> Option<Move> {
        let after = game.position().after(best);
        let answer = self.table.probe(after.key(), 0)?.best?;
        line::within_the_game(game, &[best, answer]).get(1).copied()
    }

    /// The nodes of the last search, all threads together.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.workers.iter().map(|worker| worker.nodes).sum()
    }
}

/// What the end-game tables had to say about the position asked about.
struct TablebaseUse {
    /// Positions that were looked up.
    hits: u64,
    /// Whether the search should look positions up, too.
    in_search: bool,
}

/// The moves to look at: those asked for, as far as they are legal, or all.
fn root_moves(position: &Position, request: &Request) -> Vec<Move> {
    let legal = position.legal_moves();
    let asked = |m: &Move| request.moves.contains(m);
    if legal.iter().any(asked) {
        legal.iter().copied().filter(asked).collect()
    } else {
        legal.to_vec()
    }
}

/// How much deeper than the mate itself a search for it looks, before it says that it found none: what is reduced and
/// pruned is found later.
const MATE_SLACK: u32 = 12;

/// A search for a mate that is not there must come to an end.
fn with_an_end(request: &Request) -> Request {
    let mut request = request.clone();
    if let Some(moves) = request.mate
        && !request.infinite
    {
        let depth = moves.saturating_mul(2).saturating_add(MATE_SLACK);
        let own = &mut request.limits.depth;
        *own = Some(own.map_or(depth, |own| own.min(depth)));
    }
    request
}
