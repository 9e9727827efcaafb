//! The way in: a game and limits go in, what is found comes out event by event, and a move at the end.

use std::sync::Arc;

use chess::{Game, Move, Position};
use gametree::{Clock, Observer};

use crate::score::{INFINITE, Value};
use crate::search::threads::{self, Task};
use crate::search::{Worker, root::Reporter};
use crate::table::{Bound, Table};
use crate::tablebase::Tablebase;
use crate::time::Budget;
use crate::{Choice, Event, Info, Limits, Score, ScoreBound, Settings, Signal, wdl};

/// The engine.
///
/// ```
/// use chess::{Game, Position};
/// use engine::{Engine, Event, Limits, Score, Signal};
/// let mut engine = Engine::default();
/// let game = Game::new(Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap());
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let mut last = None;
/// let choice = engine.search(&game, &limits, &Signal::default(), &mut |event| {
///     if let Event::Info(info) = event {
///         last = Some(info.score);
///     }
/// });
/// assert_eq!(choice.best.unwrap().to_string(), "a1a8");
/// assert_eq!(last, Some(Score::Mate(1)));
/// ```
pub struct Engine {
    settings: Settings,
    table: Table,
    workers: Vec<Worker>,
    tablebase: Option<Arc<dyn Tablebase>>,
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
            tablebase: None,
            clock: machine_clock,
        };
        engine.set_threads(settings.threads);
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
        self.set_threads(settings.threads);
        self.settings = settings.clone();
    }

    fn set_threads(&mut self, threads: usize) {
        self.workers.resize_with(threads.max(1), Worker::new);
    }

    /// Another game begins: everything that was learned is forgotten.
    pub fn new_game(&mut self) {
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
    /// Returns when the limits or `signal` say so, except that an endless search (`infinite`, or `ponder` before its
    /// move came) may return early when there is nothing more to find; whoever asked holds the answer back. At least
    /// one exact value is told before the end, and the last one told is that of the move returned.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
    ) -> Choice {
        self.search_watched(game, limits, signal, listener, None)
    }

    /// The same, and somebody watches every step of the first thread. It visits the same nodes.
    pub fn search_watched(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
        watch: Option<&mut dyn Observer<Move>>,
    ) -> Choice {
        let position = game.position();
        let moves = root_moves(position, limits);
        if moves.is_empty() {
            listener(&Event::Info(game_over(position)));
            return Choice::default();
        }
        let side = position.side_to_move();
        let budget = Budget::new(limits, &self.settings, side, (self.clock)());
        let start = (self.clock)();
        self.table.next_age();
        let multi_pv = self.settings.multi_pv.clamp(1, moves.len());
        let mut teller = Teller {
            listener,
            table: &self.table,
            clock: start.as_ref(),
            last: None,
        };
        let task = Task {
            game,
            moves: &moves,
            limits,
            budget,
            signal,
            multi_pv,
            techniques: self.settings.techniques,
            tablebase: self.tablebase.as_deref(),
        };
        threads::run(&mut self.workers, &self.table, task, &mut teller, watch);
        teller.finish(&self.workers, multi_pv);

        let line = &self.workers[0].root_moves[0].line;
        let best = line[0];
        let ponder = line
            .get(1)
            .copied()
            .or_else(|| self.expected_answer(position, best));
        Choice {
            best: Some(best),
            ponder,
        }
    }

    /// The answer that the table expects to a move.
    fn expected_answer(&self, position: &Position, best: Move) -> Option<Move> {
        let after = position.after(best);
        let answer = self.table.probe(after.key(), 0)?.best?;
        after.is_legal(answer).then_some(answer)
    }

    /// The nodes of the last search, all threads together.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.workers.iter().map(|worker| worker.nodes).sum()
    }
}

/// The moves to look at: those asked for, as far as they are legal, or all.
fn root_moves(position: &Position, limits: &Limits) -> Vec<Move> {
    let legal = position.legal_moves();
    let asked = |m: &Move| limits.search_moves.contains(m);
    if legal.iter().any(asked) {
        legal.iter().copied().filter(asked).collect()
    } else {
        legal.to_vec()
    }
}

/// What there is to say about a position without moves.
fn game_over(position: &Position) -> Info {
    Info {
        depth: 0,
        selective_depth: 0,
        rank: 1,
        score: if position.in_check() {
            Score::Mate(0)
        } else {
            Score::Centipawns(0)
        },
        bound: ScoreBound::Exact,
        wdl: None,
        nodes: 0,
        hash_full: None,
        table_hits: 0,
        time: std::time::Duration::ZERO,
        line: Vec::new(),
    }
}

/// Tells the listener what the first thread finds.
struct Teller<'a> {
    listener: &'a mut dyn FnMut(&Event),
    table: &'a Table,
    clock: &'a dyn Clock,
    /// What was told last about the best move.
    last: Option<(Move, Value, Bound)>,
}

impl Reporter for Teller<'_> {
    fn report(&mut self, worker: &Worker, rank: usize, depth: i32) {
        self.tell(worker, worker.nodes, worker.table_hits, rank, depth, None);
    }
}

impl Teller<'_> {
    fn tell(
        &mut self,
        worker: &Worker,
        nodes: u64,
        table_hits: u64,
        rank: usize,
        depth: i32,
        bound: Option<Bound>,
    ) {
        let root_move = &worker.root_moves[rank];
        let known = root_move.value != -INFINITE;
        let value = if known {
            root_move.value
        } else {
            root_move.previous
        };
        if value == -INFINITE {
            return;
        }
        let bound = bound.unwrap_or(root_move.bound);
        if rank == 0 {
            self.last = Some((root_move.m(), value, bound));
        }
        (self.listener)(&Event::Info(Info {
            depth: depth.max(1) as u32,
            selective_depth: root_move.selective_depth.max(1) as u32,
            rank: rank + 1,
            score: Score::from_value(value),
            bound: match bound {
                Bound::Lower => ScoreBound::Lower,
                Bound::Upper => ScoreBound::Upper,
                Bound::None | Bound::Exact => ScoreBound::Exact,
            },
            wdl: Some(wdl::chances(value)),
            nodes,
            hash_full: Some(self.table.fullness()),
            table_hits,
            time: self.clock.now(),
            line: root_move.line.to_vec(),
        }));
    }

    /// The last word is the exact value of the move that is played, unless that was just said. Where the search was
    /// cut off while a better move's value was still growing, it is what that move is known to be worth.
    fn finish(&mut self, workers: &[Worker], multi_pv: usize) {
        let first = &workers[0];
        let best = &first.root_moves[0];
        if self.last == Some((best.m(), best.value, Bound::Exact)) {
            return;
        }
        let nodes = workers.iter().map(|worker| worker.nodes).sum();
        let hits = workers.iter().map(|worker| worker.table_hits).sum();
        for rank in (0..multi_pv).rev() {
            self.tell(
                first,
                nodes,
                hits,
                rank,
                first.completed,
                Some(Bound::Exact),
            );
        }
    }
}
