//! Search events: depth, value, principal variation and cost, during a search and at its end.
//!
//! Reports are reliable: principal variations are legal and end where the game ends, a mate is reported only with a principal
//! variation that mates, and the last report is the exact value of the returned move with the full cost of the search.

use std::time::Duration;

use chess::{Game, Move, Position};
use gametree::{Bound, Clock};

use crate::score::{INFINITE, MATE, Value, WIN_BOUND};
use crate::search::Worker;
use crate::search::iterate::{DETAILED_REPORTS_AFTER, Reporter};
use crate::transposition::TranspositionTable;
use crate::{Event, Info, line, score, wdl};

/// Returns the report for a position without legal moves.
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

/// Reports the results of the first thread to a listener.
pub(crate) struct EventReporter<'a> {
    listener: &'a mut dyn FnMut(&Event),
    game: &'a Game,
    table: &'a TranspositionTable,
    clock: &'a dyn Clock,
    /// The number of principal variations to report.
    multi_pv: usize,
    /// The number of tablebase hits before the search.
    root_hits: u64,
    /// The last report on the best move.
    last: Option<MoveResult>,
    /// The last exact report on the best move.
    exact: Option<MoveResult>,
    /// The last reported node count.
    reported_nodes: u64,
}

/// The search result of a root move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct MoveResult {
    value: Value,
    bound: Bound,
    depth: i32,
    selective_depth: usize,
    line: Vec<Move>,
}

impl MoveResult {
    /// Returns a worker's result for the move of a rank, from this iteration or else from the previous one.
    fn of(worker: &Worker, rank: usize, depth: i32) -> Option<Self> {
        let root_move = &worker.root_moves[rank];
        let (value, line, depth) = match root_move.value {
            value if value != -INFINITE => (value, &root_move.line, depth),
            _ => (root_move.previous, &root_move.previous_line, depth - 1),
        };
        // A tablebase value is exact.
        let reported = root_move.reported(value);
        let bound = if reported == value {
            root_move.bound
        } else {
            Bound::Exact
        };
        (value != -INFINITE).then(|| Self {
            value: reported,
            bound,
            depth,
            selective_depth: root_move.selective_depth,
            line: line.to_vec(),
        })
    }
}

impl Reporter for EventReporter<'_> {
    fn report(&mut self, worker: &Worker, rank: usize, depth: i32) {
        let counts = (worker.nodes, worker.tablebase_hits);
        let Some(result) = MoveResult::of(worker, rank, depth) else {
            return;
        };
        if result.bound != Bound::Exact {
            self.send(rank, result, counts);
            return;
        }
        // A later principal variation may turn out better than an earlier one, so all are reported together, in order.
        if rank + 1 == self.multi_pv || self.clock.now() >= DETAILED_REPORTS_AFTER {
            for rank in 0..self.multi_pv {
                if let Some(mut result) = MoveResult::of(worker, rank, depth) {
                    result.bound = Bound::Exact;
                    self.send(rank, result, counts);
                }
            }
        }
    }
}

impl<'a> EventReporter<'a> {
    /// Creates a reporter. `root_hits` is the number of tablebase hits before the search.
    pub(crate) fn new(
        listener: &'a mut dyn FnMut(&Event),
        game: &'a Game,
        table: &'a TranspositionTable,
        clock: &'a dyn Clock,
        multi_pv: usize,
        root_hits: u64,
    ) -> Self {
        Self {
            listener,
            game,
            table,
            clock,
            multi_pv,
            root_hits,
            last: None,
            exact: None,
            reported_nodes: 0,
        }
    }

    /// Reports the result of a rank, and returns the reported line.
    fn send(
        &mut self,
        rank: usize,
        result: MoveResult,
        (nodes, table_hits): (u64, u64),
    ) -> Vec<Move> {
        let (score, line) = self.shown(&result);
        (self.listener)(&Event::Info(Info {
            depth: result.depth.max(1) as u32,
            selective_depth: result.selective_depth.max(1) as u32,
            rank: rank + 1,
            score,
            bound: result.bound,
            wdl: Some(wdl::chances(result.value)),
            nodes,
            hash_full: Some(self.table.fullness()),
            table_hits: self.root_hits + table_hits,
            time: self.clock.now(),
            line: line.clone(),
        }));
        self.reported_nodes = nodes;
        if rank == 0 {
            if result.bound == Bound::Exact {
                self.exact = Some(result.clone());
            }
            self.last = Some(result);
        }
        line
    }

    /// Returns the value and the line to report. A mate is reported only if the line shows it, because a stopped search may have
    /// a mate value without its line. Then the line is completed from the transposition table; if that fails, the value is
    /// reported as a win, as for tablebases.
    fn shown(&self, result: &MoveResult) -> (gametree::Value, Vec<Move>) {
        let score = score::shown(result.value);
        let mut line = line::legal_part(self.game, &result.line);
        if matches!(score, gametree::Value::Centipawns(_)) || result.bound != Bound::Exact {
            return (score, line);
        }
        let plies = (MATE - result.value.abs()) as usize;
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
            gametree::Value::Centipawns(won * result.value.signum()),
            line,
        )
    }

    /// Returns the line, continued with moves of the transposition table up to a length.
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

    /// Sends the last report, the exact value of the returned move, unless it was sent already. Returns its line.
    ///
    /// If the search was stopped during fail highs of a better move, the value is a lower bound of that move's value. If it was
    /// stopped after a move was found to lose and before the others were searched, the result of the last complete iteration is
    /// kept, because nothing proves that the position is lost.
    pub(crate) fn finish(&mut self, workers: &[Worker]) -> Vec<Move> {
        let first = &workers[0];
        let nodes = workers.iter().map(|worker| worker.nodes).sum();
        let hits = workers.iter().map(|worker| worker.tablebase_hits).sum();
        let mut best = MoveResult::of(first, 0, first.completed);
        if let Some(result) = &mut best {
            result.bound = Bound::Exact;
        }
        let is_reported = |reported: &Option<MoveResult>, best: &MoveResult| {
            reported.as_ref().is_some_and(|reported| {
                (reported.value, &reported.line, reported.bound)
                    == (best.value, &best.line, best.bound)
            })
        };
        let is_kept = |exact: &MoveResult| {
            best.as_ref().is_none_or(|best| {
                let sooner_lost = best.value <= -WIN_BOUND && best.value < exact.value;
                // The same result; its line may be missing after an incomplete iteration.
                let same = (best.value, best.line[0]) == (exact.value, exact.line[0]);
                sooner_lost || same
            })
        };
        if let Some(exact) = self.exact.clone().filter(|exact| is_kept(exact)) {
            best = Some(exact);
        }
        let Some(best) = best else {
            // Unreachable: a search without results has a static evaluation.
            return first.root_moves[0].line.to_vec();
        };
        // Report the final cost, even if the last part of the search found nothing.
        if is_reported(&self.last, &best) && nodes == self.reported_nodes {
            self.shown(&best).1
        } else {
            let others =
                (1..self.multi_pv).filter_map(|rank| MoveResult::of(first, rank, first.completed));
            let mut others: Vec<MoveResult> = others
                .filter(|other| other.line[0] != best.line[0])
                .collect();
            others.sort_by_key(|other| -other.value);
            let line = self.send(0, best, (nodes, hits));
            for (index, mut other) in others.into_iter().enumerate() {
                other.bound = Bound::Exact;
                self.send(index + 1, other, (nodes, hits));
            }
            line
        }
    }
}
