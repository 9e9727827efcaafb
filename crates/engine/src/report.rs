//! What is told while a search runs, and at its end: depth, value, line and cost, one event after the other.
//!
//! What is told can be relied on: lines are legal and end where the game does, a mate is called one only if its line shows it,
//! and the last word is the exact value of the move that is played, with all that the search cost.

use std::time::Duration;

use chess::{Game, Move, Position};
use gametree::{Bound, Clock};

use crate::score::{INFINITE, MATE, Value, WIN_BOUND};
use crate::search::Worker;
use crate::search::iterate::{PATIENCE, Reporter};
use crate::transposition::TranspositionTable;
use crate::{Event, Info, line, score, wdl};

/// What there is to say about a position without moves.
pub(crate) fn game_over(position: &Position) -> Info {
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
pub(crate) struct Teller<'a> {
    listener: &'a mut dyn FnMut(&Event),
    game: &'a Game,
    table: &'a TranspositionTable,
    clock: &'a dyn Clock,
    /// How many lines are told.
    multi_pv: usize,
    /// Positions that were found in end-game tables before the search began.
    looked_up: u64,
    /// What was told last about the best move.
    last: Option<Found>,
    /// What was told last about the best move, exactly.
    exact: Option<Found>,
    /// How many nodes were told of last.
    told_nodes: u64,
}

/// What is known about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Found {
    value: Value,
    bound: Bound,
    depth: i32,
    selective_depth: usize,
    line: Vec<Move>,
}

impl Found {
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
        let counts = (worker.nodes, worker.tablebase_hits);
        let Some(finding) = Found::of(worker, rank, depth) else {
            return;
        };
        if finding.bound != Bound::Exact {
            self.tell(rank, finding, counts);
            return;
        }
        // A later line can turn out to be better than an earlier one. So all are told together, in their order.
        if rank + 1 == self.multi_pv || self.clock.now() >= PATIENCE {
            for rank in 0..self.multi_pv {
                if let Some(mut finding) = Found::of(worker, rank, depth) {
                    finding.bound = Bound::Exact;
                    self.tell(rank, finding, counts);
                }
            }
        }
    }
}

impl<'a> Teller<'a> {
    /// Nothing is told yet. `looked_up` positions were found in end-game tables before the search began.
    pub(crate) fn new(
        listener: &'a mut dyn FnMut(&Event),
        game: &'a Game,
        table: &'a TranspositionTable,
        clock: &'a dyn Clock,
        multi_pv: usize,
        looked_up: u64,
    ) -> Self {
        Self {
            listener,
            game,
            table,
            clock,
            multi_pv,
            looked_up,
            last: None,
            exact: None,
            told_nodes: 0,
        }
    }

    /// Tells what is known about the move of a rank, and returns the line as it was told.
    fn tell(&mut self, rank: usize, finding: Found, (nodes, table_hits): (u64, u64)) -> Vec<Move> {
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
            table_hits: self.looked_up + table_hits,
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
    fn shown(&self, finding: &Found) -> (gametree::Value, Vec<Move>) {
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
    pub(crate) fn finish(&mut self, workers: &[Worker]) -> Vec<Move> {
        let first = &workers[0];
        let nodes = workers.iter().map(|worker| worker.nodes).sum();
        let hits = workers.iter().map(|worker| worker.tablebase_hits).sum();
        let mut best = Found::of(first, 0, first.completed);
        if let Some(finding) = &mut best {
            finding.bound = Bound::Exact;
        }
        let is_told = |told: &Option<Found>, best: &Found| {
            told.as_ref().is_some_and(|told| {
                (told.value, &told.line, told.bound) == (best.value, &best.line, best.bound)
            })
        };
        let stands = |exact: &Found| {
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
                (1..self.multi_pv).filter_map(|rank| Found::of(first, rank, first.completed));
            let mut others: Vec<Found> = others
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
