//! The way in: a game and a request go in, what is found comes out event by event, and a move at the end.

use std::sync::Arc;
use std::time::Duration;

use chess::{Game, Move, Position};
use gametree::{Bound, Clock, Observer, Signal};

use crate::network::{self, Network};
use crate::score::{INFINITE, MATE, Value, WIN_BOUND};
use crate::search::root::{PATIENCE, Reporter};
use crate::search::threads::{self, Task};
use crate::search::{RootMove, Worker};
use crate::table::Table;
use crate::tablebase::{self, Tablebase};
use crate::techniques::{Switches, Technique};
use crate::time::Budget;
use crate::{Choice, Event, Info, Request, Settings, line, score, wdl};

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
    table: Table,
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
            table: Table::new(settings.hash),
            workers: Vec::new(),
            games: 0,
            tablebase: None,
            network: None,
            remarks: Vec::new(),
            clock: machine_clock,
        };
        engine.set_threads(settings);
        engine.open_tables();
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
            self.table = Table::new(settings.hash);
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
            self.open_tables();
        }
    }

    fn open_tables(&mut self) {
        let remark;
        (self.tablebase, remark) = tablebase::open(&self.settings.tables);
        self.remarks.extend(remark);
    }

    /// The network that the settings ask for. Limited strength was measured without one, and stays what it is.
    fn chosen_network(&mut self) -> Option<Arc<Network>> {
        let settings = &self.settings;
        if !settings.techniques.has(Technique::Network) || settings.strength.strength().is_some() {
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
        let (moves, table_use) = self.root_moves(game, request);
        if moves.is_empty() {
            listener(&Event::Info(game_over(position)));
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
        let mut teller = Teller {
            listener,
            game,
            table: &self.table,
            clock: start.as_ref(),
            multi_pv,
            table_hits: table_use.hits,
            last: None,
            exact: None,
            told_nodes: 0,
        };
        let task = Task {
            game,
            moves: &moves,
            request,
            budget,
            signal,
            multi_pv,
            techniques: self.settings.techniques,
            tablebase: self.tablebase.as_deref().filter(|_| table_use.in_search),
            sight,
            network: self.network.as_ref(),
        };
        threads::run(&mut self.workers, &self.table, task, &mut teller, watch);
        let line = teller.finish(&self.workers);
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
    fn root_moves(&self, game: &Game, request: &Request) -> (Vec<RootMove>, TableUse) {
        let position = game.position();
        let asked = root_moves(position, request);
        let mut table_use = TableUse {
            hits: 0,
            in_search: true,
        };
        let limited = self.settings.strength.strength().is_some();
        if limited {
            // Who is to play like a person has no tables.
            table_use.in_search = false;
        }
        let advice = self
            .tablebase
            .as_deref()
            .filter(|_| !limited)
            .filter(|tablebase| position.occupied().count() <= tablebase.most_pieces())
            .filter(|_| !position.castling_rooks().any())
            .and_then(|tablebase| tablebase.advice(game));
        let Some(advice) = advice else {
            return (asked.into_iter().map(RootMove::new).collect(), table_use);
        };
        let said = advice.moves.iter();
        let mut moves: Vec<RootMove> = said
            .filter(|said| asked.contains(&said.m))
            .map(|&said| RootMove::by_tables(said))
            .collect();
        // Sorting keeps the order of equals.
        moves.sort_by_key(|root_move| -root_move.rank);
        table_use.hits = advice.moves.len() as u64;
        // Who knows the way needs the search only to choose between good ways, and there the value of a position is
        // more use than that it is won. Who knows only that the game is won must find a way.
        let winning = moves[0].known > Some(0);
        table_use.in_search = winning && !advice.knows_the_way;
        (moves, table_use)
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
struct TableUse {
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

/// What there is to say about a position without moves.
fn game_over(position: &Position) -> Info {
    Info {
        depth: 0,
        selective_depth: 0,
        rank: 1,
        score: if position.in_check() {
            gametree::Value::Mate(0)
        } else {
            gametree::Value::Centipawns(0)
        },
        bound: Bound::Exact,
        wdl: None,
        nodes: 0,
        hash_full: None,
        table_hits: 0,
        time: Duration::ZERO,
        line: Vec::new(),
    }
}

/// Tells the listener what the first thread finds.
struct Teller<'a> {
    listener: &'a mut dyn FnMut(&Event),
    game: &'a Game,
    table: &'a Table,
    clock: &'a dyn Clock,
    /// How many lines are told.
    multi_pv: usize,
    /// Positions that were found in end-game tables before the search began.
    table_hits: u64,
    /// What was told last about the best move.
    last: Option<Finding>,
    /// What was told last about the best move, exactly.
    exact: Option<Finding>,
    /// How many nodes were told of last.
    told_nodes: u64,
}

/// What is known about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Finding {
    value: Value,
    bound: Bound,
    depth: i32,
    selective_depth: usize,
    line: Vec<Move>,
}

impl Finding {
    /// What a worker knows about the move of a rank: from this iteration, or else from the last one.
    fn of(worker: &Worker, rank: usize, depth: i32) -> Option<Self> {
        let root_move = &worker.root_moves[rank];
        let (value, line, depth) = match root_move.value {
            value if value != -INFINITE => (value, &root_move.line, depth),
            _ => (root_move.previous, &root_move.previous_line, depth - 1),
        };
        // What the end-game tables know needs no search.
        let told = root_move.told(value);
        let bound = if told == value {
            root_move.bound
        } else {
            Bound::Exact
        };
        (value != -INFINITE).then(|| Self {
            value: told,
            bound,
            depth,
            selective_depth: root_move.selective_depth,
            line: line.to_vec(),
        })
    }
}

impl Reporter for Teller<'_> {
    fn report(&mut self, worker: &Worker, rank: usize, depth: i32) {
        let counts = (worker.nodes, worker.table_hits);
        let Some(finding) = Finding::of(worker, rank, depth) else {
            return;
        };
        if finding.bound != Bound::Exact {
            self.tell(rank, finding, counts);
            return;
        }
        // A later line can turn out to be better than an earlier one. So all are told together, in their order.
        if rank + 1 == self.multi_pv || self.clock.now() >= PATIENCE {
            for rank in 0..self.multi_pv {
                if let Some(mut finding) = Finding::of(worker, rank, depth) {
                    finding.bound = Bound::Exact;
                    self.tell(rank, finding, counts);
                }
            }
        }
    }
}

impl Teller<'_> {
    /// Tells what is known about the move of a rank, and returns the line as it was told.
    fn tell(
        &mut self,
        rank: usize,
        finding: Finding,
        (nodes, table_hits): (u64, u64),
    ) -> Vec<Move> {
        let (score, line) = self.shown(&finding);
        (self.listener)(&Event::Info(Info {
            depth: finding.depth.max(1) as u32,
            selective_depth: finding.selective_depth.max(1) as u32,
            rank: rank + 1,
            score,
            bound: finding.bound,
            wdl: Some(wdl::chances(finding.value)),
            nodes,
            hash_full: Some(self.table.fullness()),
            table_hits: self.table_hits + table_hits,
            time: self.clock.now(),
            line: line.clone(),
        }));
        self.told_nodes = nodes;
        if rank == 0 {
            if finding.bound == Bound::Exact {
                self.exact = Some(finding.clone());
            }
            self.last = Some(finding);
        }
        line
    }

    /// The value and the line as they are told. A mate is called one only if the line shows it: a search that is cut off
    /// may know that a move mates before it has the line. Then the line is looked for in the table, and if it is not
    /// there the game is called won, as with end-game tables.
    fn shown(&self, finding: &Finding) -> (gametree::Value, Vec<Move>) {
        let score = score::shown(finding.value);
        let mut line = line::within_the_game(self.game, &finding.line);
        if matches!(score, gametree::Value::Centipawns(_)) || finding.bound != Bound::Exact {
            return (score, line);
        }
        let plies = (MATE - finding.value.abs()) as usize;
        if line::is_mate_in(self.game, &line, plies) {
            return (score, line);
        }
        let longer = self.continued(&line, plies);
        if line::is_mate_in(self.game, &longer, plies) {
            return (score, longer);
        }
        line.truncate(plies);
        let won = 20_000 - plies as i32;
        (
            gametree::Value::Centipawns(won * finding.value.signum()),
            line,
        )
    }

    /// A line continued with the moves that the table knows, up to a length.
    fn continued(&self, line: &[Move], plies: usize) -> Vec<Move> {
        let mut line = line.to_vec();
        let mut position = *self.game.position();
        for &m in &line {
            position = position.after(m);
        }
        while line.len() < plies {
            let known = self.table.probe(position.key(), line.len());
            let Some(m) = known.and_then(|entry| entry.best) else {
                break;
            };
            if !position.is_legal(m) {
                break;
            }
            line.push(m);
            position = position.after(m);
        }
        line
    }

    /// The last word is the exact value of the move that is played, unless that was just said. Returns its line.
    ///
    /// Where the search was cut off while a better move's value was still growing, its value is what that move is known
    /// to be worth. Where it was cut off after a move was found to lose and before the others were looked at, what the
    /// last complete iteration found stands: nobody has shown that the position is lost, or lost so soon.
    fn finish(&mut self, workers: &[Worker]) -> Vec<Move> {
        let first = &workers[0];
        let nodes = workers.iter().map(|worker| worker.nodes).sum();
        let hits = workers.iter().map(|worker| worker.table_hits).sum();
        let mut best = Finding::of(first, 0, first.completed);
        if let Some(finding) = &mut best {
            finding.bound = Bound::Exact;
        }
        let is_told = |told: &Option<Finding>, best: &Finding| {
            told.as_ref().is_some_and(|told| {
                (told.value, &told.line, told.bound) == (best.value, &best.line, best.bound)
            })
        };
        let stands = |exact: &Finding| {
            best.as_ref().is_none_or(|best| {
                let sooner_lost = best.value <= -WIN_BOUND && best.value < exact.value;
                // The same as was told; the line may have been lost in an iteration that came to nothing.
                let same = (best.value, best.line[0]) == (exact.value, exact.line[0]);
                sooner_lost || same
            })
        };
        if let Some(exact) = self.exact.clone().filter(|exact| stands(exact)) {
            best = Some(exact);
        }
        let Some(best) = best else {
            // That cannot be: a search that found nothing has a static value.
            return first.root_moves[0].line.to_vec();
        };
        // What the search cost is said to the end, also where nothing came of its last part.
        if is_told(&self.last, &best) && nodes == self.told_nodes {
            self.shown(&best).1
        } else {
            let others =
                (1..self.multi_pv).filter_map(|rank| Finding::of(first, rank, first.completed));
            let mut others: Vec<Finding> = others
                .filter(|other| other.line[0] != best.line[0])
                .collect();
            others.sort_by_key(|other| -other.value);
            let line = self.tell(0, best, (nodes, hits));
            for (index, mut other) in others.into_iter().enumerate() {
                other.bound = Bound::Exact;
                self.tell(index + 1, other, (nodes, hits));
            }
            line
        }
    }
}
