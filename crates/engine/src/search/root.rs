//! The position asked about: deeper and deeper, until something says stop.

use chess::Move;
use gametree::{Bound, Observer};

use super::worker::Line;
use super::{Root, Search, Stopped};
use crate::params;
use crate::score::{
    INFINITE, MATE_BOUND, MAX_PLY, TABLE_WIN, Value, WIN_BOUND, is_decisive, mate_in,
};
use crate::tablebase::{TableMove, TableResult};
use crate::techniques::{Switches, Technique};
use crate::time::Progress;

/// A move of the position asked about, and what is known about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// Its value in this iteration; `-INFINITE` while nothing is known but that it is no better than another.
    pub value: Value,
    /// What the value says.
    pub bound: Bound,
    /// Its value in the last iteration that knew it.
    pub previous: Value,
    /// The line, beginning with the move itself.
    pub line: Line,
    /// The line of the previous value.
    pub previous_line: Line,
    /// The nodes it took in all.
    pub nodes: u64,
    /// The deepest ply below it.
    pub selective_depth: usize,
    /// The average of its values.
    pub average: Option<Value>,
    /// What the end-game tables think of it: moves of a lower rank are not looked at before all of a higher one.
    pub rank: i32,
    /// Its value by the end-game tables.
    pub known: Option<Value>,
}

impl RootMove {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(m: Move) -> Self {
        let mut line = Line::new();
        line.push(m);
        Self {
            value: -INFINITE,
            bound: Bound::Upper,
            previous: -INFINITE,
            previous_line: line.clone(),
            line,
            nodes: 0,
            selective_depth: 0,
            average: None,
            rank: 0,
            known: None,
        }
    }

    /// What the end-game tables say about a move.
    #[must_use]
    pub fn by_tables(said: TableMove) -> Self {
        Self {
            rank: said.rank,
            known: Some(match said.result {
                TableResult::Win => TABLE_WIN,
                TableResult::CursedWin => 2,
                TableResult::Draw => 0,
                TableResult::BlessedLoss => -2,
                TableResult::Loss => -TABLE_WIN,
            }),
            ..Self::new(said.m)
        }
    }

    /// The order of root moves: best first. Equals stay as they are.
    fn order(&self) -> impl Ord + use<> {
        (-self.rank, -self.value)
    }

    /// What to tell, given what the search found: what the tables know is true, but a mate that was seen says more.
    #[must_use]
    pub fn told(&self, value: Value) -> Value {
        match self.known {
            Some(known) if value >= MATE_BOUND && known >= WIN_BOUND => value,
            Some(known) if value <= -MATE_BOUND && known <= -WIN_BOUND => value,
            Some(known) => known,
            None => value,
        }
    }

    /// The move.
    #[must_use]
    pub fn m(&self) -> Move {
        self.line[0]
    }
}

/// Who is told how it goes.
pub trait Reporter {
    /// A depth is complete for one of the best moves, or (with a bound) its value is outside the window.
    fn report(&mut self, worker: &super::Worker, rank: usize, depth: i32);
}

/// Nobody.
impl Reporter for () {
    fn report(&mut self, _: &super::Worker, _: usize, _: i32) {}
}

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// Deepens until something says stop. Afterwards the first root move is the best one.
    pub fn deepen(&mut self, reporter: &mut dyn Reporter) {
        let request = self.shared.request;
        let deepest = request.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| {
            depth.clamp(1, MAX_PLY as u32 - 1) as i32
        });
        let wanted = self.shared.multi_pv.min(self.worker.root_moves.len());
        let mut stable = 0;
        let mut last_best = None;
        for depth in 1..=deepest {
            self.worker.root_depth = depth;
            for root_move in &mut self.worker.root_moves {
                root_move.previous = root_move.value;
                root_move.previous_line.clone_from(&root_move.line);
                root_move.value = -INFINITE;
            }
            for index in 0..wanted {
                self.worker.pv_index = index;
                self.worker.selective_depth = 0;
                let result = self.aspire(depth, index, reporter);
                self.settle(index, result.is_err());
                if result.is_err() {
                    self.watch.stopped();
                    return;
                }
                reporter.report(self.worker, index, depth);
            }
            self.worker.completed = depth;
            self.tell_watcher(depth);

            let best = &self.worker.root_moves[0];
            stable = if last_best == Some(best.m()) {
                stable + 1
            } else {
                0
            };
            last_best = Some(best.m());
            if self.thread == 0 && self.is_enough(depth, stable) {
                return;
            }
        }
    }

    /// Whether what is known is enough: a mate that was asked for, the only move, the time.
    fn is_enough(&self, depth: i32, stable: u32) -> bool {
        let request = self.shared.request;
        let best = &self.worker.root_moves[0];
        if let Some(moves) = request.mate
            && best.value >= mate_in(MAX_PLY.min(2 * moves as usize))
        {
            return true;
        }
        let soft = request.limits.soft_nodes;
        if soft.is_some_and(|soft| self.worker.nodes >= soft) {
            return true;
        }
        let average = best.average.unwrap_or(best.value);
        // Asked while pondering, too: the budget keeps the answer for when the expected move comes.
        let spent = self.shared.budget.is_spent(
            self.shared.signal,
            Progress {
                stable,
                fall: (average - best.value).clamp(-200, 200),
                share: best.nodes as f64 / self.worker.nodes.max(1) as f64,
            },
        );
        let endless = request.infinite || (request.ponder && !self.shared.signal.is_ponder_hit());
        if endless {
            return false;
        }
        let on_clock = request.clocks.are_running();
        // With one legal move there is nothing to think about.
        spent || (on_clock && self.worker.root_moves.len() == 1 && depth >= 6)
    }

    /// Searches with a small window around the last value, wider and wider until the value is inside.
    fn aspire(
        &mut self,
        depth: i32,
        index: usize,
        reporter: &mut dyn Reporter,
    ) -> Result<(), Stopped> {
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut delta = params::aspiration_window();
        let guess = self.worker.root_moves[index].average;
        if let Some(guess) = guess
            && depth >= 4
            && self.has(Technique::Aspiration)
            && !is_decisive(guess)
        {
            delta += guess.abs() / 40;
            alpha = (guess - delta).max(-INFINITE);
            beta = (guess + delta).min(INFINITE);
        }
        let mut reduced = 0;
        loop {
            let value = self.search::<Root>(0, (depth - reduced).max(1), alpha, beta, false)?;
            self.worker.root_moves[index..].sort_by_key(RootMove::order);
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - delta).max(-INFINITE);
                reduced = 0;
            } else if value >= beta {
                beta = (value + delta).min(INFINITE);
                reduced += 1;
                reduced = reduced.min(3);
            } else {
                return Ok(());
            }
            if self.shared.budget.elapsed().as_secs() >= 3 {
                reporter.report(self.worker, index, depth);
            }
            delta += delta / 2;
            if is_decisive(value) || delta > 600 {
                (alpha, beta) = if value >= beta {
                    (alpha, INFINITE)
                } else {
                    (-INFINITE, beta.max(alpha + 1))
                };
                if is_decisive(value) {
                    (alpha, beta) = (-INFINITE, INFINITE);
                }
            }
        }
    }

    /// Puts the moves in order after a search, complete or cut short.
    fn settle(&mut self, index: usize, stopped: bool) {
        let moves = &mut self.worker.root_moves[index..];
        let nothing = moves
            .iter()
            .all(|root_move| root_move.value == -INFINITE || root_move.bound == Bound::Upper);
        if stopped && nothing {
            // Nothing came of this iteration but that some moves are no better: the last one stands.
            for root_move in moves.iter_mut() {
                root_move.value = root_move.previous;
                root_move.line.clone_from(&root_move.previous_line);
            }
            // There was no last one: the first move is played, and the static value is all that is known.
            let first_move = moves[0].m();
            if moves[0].value == -INFINITE {
                let value = self.value_at_sight(first_move);
                let first = &mut self.worker.root_moves[index];
                (first.value, first.bound) = (value, Bound::Exact);
            }
        }
        let searched = self.worker.root_moves[index].m();
        // Sorting keeps the order of equals: the first move is best unless another one is better.
        self.worker.root_moves.sort_by_key(RootMove::order);
        let mut moves = self.worker.root_moves.iter_mut();
        if !stopped && let Some(best) = moves.find(|root_move| root_move.m() == searched) {
            best.average = Some(best.average.map_or(best.value, |average| {
                if is_decisive(average) || is_decisive(best.value) {
                    best.value
                } else {
                    i32::midpoint(average, best.value)
                }
            }));
        }
    }

    /// What is seen of a move without a search: the end of the game, or else what the position is worth before it.
    fn value_at_sight(&mut self, m: Move) -> Value {
        self.worker.rewind();
        self.worker.play(0, m);
        let is_draw = self.is_draw(1);
        let after = self.position(1);
        let (moves, in_check) = (after.has_legal_move(), after.in_check());
        self.worker.undo();
        match (moves, in_check) {
            (false, true) => mate_in(1),
            (false, false) => 0,
            _ if is_draw || self.position(0).in_check() => 0,
            _ => self.evaluate(0),
        }
    }

    /// Whether a move is to be searched: it is among those asked for, no better line begins with it, and the tables
    /// know none that is better.
    pub(super) fn is_wanted(&self, m: Move) -> bool {
        let left = &self.worker.root_moves[self.worker.pv_index..];
        left.iter()
            .take_while(|root_move| root_move.rank == left[0].rank)
            .any(|root_move| root_move.m() == m)
    }

    /// Keeps what was found about a move of the position asked about.
    pub(super) fn note_root_move(
        &mut self,
        m: Move,
        value: Value,
        nodes: u64,
        count: usize,
        alpha: Value,
        beta: Value,
    ) {
        let selective_depth = self.worker.selective_depth;
        let line = self.worker.frame(1).line.clone();
        let Some(root_move) = self
            .worker
            .root_moves
            .iter_mut()
            .find(|root_move| root_move.m() == m)
        else {
            return;
        };
        root_move.nodes += nodes;
        if count == 1 || value > alpha {
            root_move.value = value;
            root_move.bound = if value >= beta {
                Bound::Lower
            } else if value <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            root_move.selective_depth = selective_depth;
            root_move.line.truncate(1);
            let room = root_move.line.remaining_capacity().min(line.len());
            root_move.line.extend(line[..room].iter().copied());
        } else {
            root_move.value = -INFINITE;
        }
    }

    fn tell_watcher(&mut self, depth: i32) {
        let best = &self.worker.root_moves[0];
        let stats = gametree::Stats {
            nodes: self.worker.nodes,
            ..gametree::Stats::default()
        };
        let score = super::knowledge::outside(best.value);
        self.watch
            .iteration(depth as u32, score, Bound::Exact, &best.line, &stats);
    }
}
