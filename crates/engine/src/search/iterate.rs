//! Iterative deepening of the root position, with aspiration windows.

use std::time::Duration;

use chess::Move;
use gametree::{Bound, Observer};

use super::worker::Line;
use super::{Root, Search, Stopped};
use crate::params;
use crate::score::{
    ENDGAME_WIN, INFINITE, MATE_BOUND, MAX_PLY, Value, WIN_BOUND, is_decisive, mate_in,
};
use crate::tablebase::{EndgameMove, EndgameResult};
use crate::techniques::{Switches, Technique};
use crate::time::Progress;

/// A root move and its search results.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The value in this iteration; `-INFINITE` if the move is only known to be no better than another.
    pub value: Value,
    /// The bound of the value.
    pub bound: Bound,
    /// The value in the previous iteration.
    pub previous: Value,
    /// The principal variation, starting with the move itself.
    pub line: Line,
    /// The principal variation of the previous value.
    pub previous_line: Line,
    /// The nodes spent on this move in all iterations.
    pub nodes: u64,
    /// The selective depth.
    pub selective_depth: usize,
    /// The running average of the values.
    pub average: Option<Value>,
    /// The rank by the tablebases. Moves of a lower rank are not searched before all of a higher rank.
    pub rank: i32,
    /// The value by the tablebases.
    pub table_value: Option<Value>,
}

impl RootMove {
    /// Creates a root move without results.
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
            table_value: None,
        }
    }

    /// Creates a root move with the rank and the value of the tablebases.
    #[must_use]
    pub fn by_tablebase(advised: EndgameMove) -> Self {
        Self {
            rank: advised.rank,
            table_value: Some(match advised.result {
                EndgameResult::Win => ENDGAME_WIN,
                EndgameResult::CursedWin => 2,
                EndgameResult::Draw => 0,
                EndgameResult::BlessedLoss => -2,
                EndgameResult::Loss => -ENDGAME_WIN,
            }),
            ..Self::new(advised.m)
        }
    }

    /// The sort key of root moves: best first. The sort is stable.
    fn sort_key(&self) -> impl Ord + use<> {
        (-self.rank, -self.value)
    }

    /// Returns the value to report for a value of the search: the tablebases' value, unless the search found a mate that agrees
    /// with it.
    #[must_use]
    pub fn reported(&self, value: Value) -> Value {
        match self.table_value {
            Some(table) if value >= MATE_BOUND && table >= WIN_BOUND => value,
            Some(table) if value <= -MATE_BOUND && table <= -WIN_BOUND => value,
            Some(table) => table,
            None => value,
        }
    }

    /// Updates the running average: half of it is the new value. Decisive values are not averaged.
    fn update_average(&mut self) {
        let value = self.value;
        self.average = Some(match self.average {
            Some(average) if !is_decisive(average) && !is_decisive(value) => {
                i32::midpoint(average, value)
            }
            _ => value,
        });
    }

    /// Returns the move.
    #[must_use]
    pub fn m(&self) -> Move {
        self.line[0]
    }
}

/// The result of a search relative to its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WindowResult {
    FailLow,
    Inside,
    FailHigh,
}

/// An aspiration window: small at first, then widened on the side where the value was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Window {
    alpha: Value,
    beta: Value,
    /// The amount by which the window is widened next.
    step: Value,
}

impl Window {
    /// Returns the full window.
    fn full() -> Self {
        Self {
            alpha: -INFINITE,
            beta: INFINITE,
            step: params::aspiration_window(),
        }
    }

    /// Returns a small window around a value. It grows with the size of the value, because large values vary more.
    fn around(guess: Value) -> Self {
        let step = params::aspiration_window() + guess.abs() / params::aspiration_divisor();
        Self {
            alpha: (guess - step).max(-INFINITE),
            beta: (guess + step).min(INFINITE),
            step,
        }
    }

    /// Widens the window after a value outside it. After a fail low, beta moves to the middle of the window; after a fail high,
    /// alpha stays. A decisive value opens the window fully.
    fn widen(&mut self, value: Value) -> WindowResult {
        let result = match value {
            value if value <= self.alpha => WindowResult::FailLow,
            value if value >= self.beta => WindowResult::FailHigh,
            _ => return WindowResult::Inside,
        };
        let wide = self.step + self.step / 2 > params::aspiration_widest();
        match result {
            _ if is_decisive(value) => (self.alpha, self.beta) = (-INFINITE, INFINITE),
            WindowResult::FailHigh if wide => self.beta = INFINITE,
            WindowResult::FailHigh => self.beta = (value + self.step).min(INFINITE),
            _ => {
                self.beta = i32::midpoint(self.alpha, self.beta);
                self.alpha = (value - self.step).max(-INFINITE);
                if wide {
                    self.alpha = -INFINITE;
                }
            }
        }
        self.step += self.step / 2;
        result
    }
}

/// The search time after which bounds outside the aspiration window, and each of several principal variations by itself, are
/// reported. Before, they would change too quickly to be read.
pub(crate) const DETAILED_REPORTS_AFTER: Duration = Duration::from_secs(3);

/// Receives search results.
pub trait Reporter {
    /// Called when a depth is complete for the principal variation with index `rank`, or (with a bound) when its value is outside
    /// the aspiration window.
    fn report(&mut self, worker: &super::Worker, rank: usize, depth: i32);
}

/// Ignores all results.
impl Reporter for () {
    fn report(&mut self, _: &super::Worker, _: usize, _: i32) {}
}

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// Deepens until a limit or a signal stops the search. Afterwards the first root move is the best one.
    pub fn deepen(&mut self, reporter: &mut dyn Reporter) {
        let request = self.shared.request;
        let deepest = request.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| {
            depth.clamp(1, MAX_PLY as u32 - 1) as i32
        });
        let lines = self.shared.multi_pv.min(self.worker.root_moves.len());
        let mut stable = 0;
        let mut last_best = None;
        for depth in 1..=deepest {
            self.worker.root_depth = depth;
            self.worker.is_hunting = self.shared.hunt
                && depth >= params::hunt_depth()
                && (params::hunt_value()..WIN_BOUND).contains(&self.worker.root_moves[0].value);
            for root_move in &mut self.worker.root_moves {
                root_move.previous = root_move.value;
                root_move.previous_line.clone_from(&root_move.line);
                root_move.value = -INFINITE;
            }
            for index in 0..lines {
                self.worker.pv_index = index;
                self.worker.selective_depth = 0;
                let result = self.search_window(depth, index, reporter);
                self.sort_root_moves(index, result.is_err());
                if result.is_err() {
                    self.observer.stopped();
                    return;
                }
                reporter.report(self.worker, index, depth);
            }
            self.worker.completed = depth;
            self.notify_observer(depth);

            let best = &self.worker.root_moves[0];
            stable = if last_best == Some(best.m()) {
                stable + 1
            } else {
                0
            };
            last_best = Some(best.m());
            if self.thread == 0 && self.is_finished(depth, stable) {
                return;
            }
        }
    }

    /// Returns whether no further iteration is needed: a requested mate is found, a soft limit is reached, or there is only one
    /// legal move.
    fn is_finished(&self, depth: i32, stable: u32) -> bool {
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
        // Called while pondering, too: the time manager keeps the result for the ponderhit.
        let spent = self.shared.budget.is_spent(
            self.shared.signal,
            Progress {
                stable,
                fall: average - best.value,
                share: best.nodes as f64 / self.worker.nodes.max(1) as f64,
            },
        );
        let endless = request.infinite || (request.ponder && !self.shared.signal.is_ponder_hit());
        if endless {
            return false;
        }
        let on_clock = request.clocks.are_running();
        // The only legal move needs no deep search.
        spent
            || (on_clock && self.worker.root_moves.len() == 1 && depth >= params::only_move_depth())
    }

    /// Searches one depth with an aspiration window and widens it until the value is inside.
    fn search_window(
        &mut self,
        depth: i32,
        index: usize,
        reporter: &mut dyn Reporter,
    ) -> Result<(), Stopped> {
        let guess = self.worker.root_moves[index].average;
        let guess = guess.filter(|&guess| {
            depth >= params::aspiration_depth()
                && self.has(Technique::Aspiration)
                && !is_decisive(guess)
        });
        let mut window = guess.map_or_else(Window::full, Window::around);
        let mut reduced = 0;
        loop {
            let Window { alpha, beta, .. } = window;
            let value = self.search::<Root>(0, (depth - reduced).max(1), alpha, beta, false)?;
            self.worker.root_moves[index..].sort_by_key(RootMove::sort_key);
            match window.widen(value) {
                WindowResult::Inside => return Ok(()),
                WindowResult::FailLow => reduced = 0,
                // A fail high is confirmed at a lower depth first, because that is cheaper.
                WindowResult::FailHigh => {
                    reduced = (reduced + 1).min(params::aspiration_reduction());
                }
            }
            if self.shared.budget.elapsed() >= DETAILED_REPORTS_AFTER {
                reporter.report(self.worker, index, depth);
            }
        }
    }

    /// Sorts the root moves after a search, complete or stopped.
    fn sort_root_moves(&mut self, index: usize, stopped: bool) {
        let moves = &mut self.worker.root_moves[index..];
        let no_result = moves
            .iter()
            .all(|root_move| root_move.value == -INFINITE || root_move.bound == Bound::Upper);
        if stopped && no_result {
            // The iteration found nothing but upper bounds: keep the results of the previous one.
            for root_move in moves.iter_mut() {
                root_move.value = root_move.previous;
                root_move.line.clone_from(&root_move.previous_line);
            }
            // There is no previous iteration: the first move gets the static evaluation.
            let first_move = moves[0].m();
            if moves[0].value == -INFINITE {
                let value = self.static_value(first_move);
                let first = &mut self.worker.root_moves[index];
                (first.value, first.bound) = (value, Bound::Exact);
            }
        }
        if !stopped {
            self.worker.root_moves[index].update_average();
        }
        // The sort is stable: the first move stays first unless another one is better.
        self.worker.root_moves.sort_by_key(RootMove::sort_key);
    }

    /// Returns the value of a root move without a search: the end of the game, or the static evaluation before it.
    fn static_value(&mut self, m: Move) -> Value {
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

    /// Returns whether to search a root move: it belongs to no better principal variation, and the tablebases rank no other one
    /// higher.
    pub(super) fn is_searched(&self, m: Move) -> bool {
        let rest = &self.worker.root_moves[self.worker.pv_index..];
        rest.iter()
            .take_while(|root_move| root_move.rank == rest[0].rank)
            .any(|root_move| root_move.m() == m)
    }

    /// Records the search result of a root move.
    pub(super) fn record_root_move(
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

    fn notify_observer(&mut self, depth: i32) {
        let best = &self.worker.root_moves[0];
        let stats = gametree::Stats {
            nodes: self.worker.nodes,
            ..gametree::Stats::default()
        };
        let score = super::knowledge::observed(best.value);
        self.observer
            .iteration(depth as u32, score, Bound::Exact, &best.line, &stats);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    #[test]
    fn fail_highs_do_not_change_alpha() {
        let mut window = Window::around(20);
        let alpha = window.alpha;
        for _ in 0..30 {
            if window.beta == INFINITE {
                break;
            }
            assert_eq!(window.widen(window.beta), WindowResult::FailHigh);
            assert_eq!(window.alpha, alpha);
        }
        assert_eq!(window.beta, INFINITE);
        assert_eq!(window.widen(alpha + 1), WindowResult::Inside);
    }

    #[test]
    fn fail_lows_widen_the_window_until_it_is_full() {
        let mut window = Window::around(-300);
        for _ in 0..30 {
            if window.alpha == -INFINITE {
                break;
            }
            let before = window;
            assert_eq!(window.widen(window.alpha), WindowResult::FailLow);
            assert!(window.alpha < before.alpha && window.alpha < window.beta);
            assert!(window.beta <= before.beta);
        }
        assert_eq!(window.alpha, -INFINITE);
    }

    #[test]
    fn mate_values_open_the_window() {
        for value in [MATE - 9, 9 - MATE] {
            let mut window = Window::around(0);
            window.widen(value);
            assert_eq!((window.alpha, window.beta), (-INFINITE, INFINITE));
        }
    }

    #[test]
    fn average_excludes_mates() {
        let position = chess::Position::startpos();
        let mut root_move = RootMove::new(position.legal_moves()[0]);
        for (value, average) in [(10, 10), (30, 20), (MATE - 5, MATE - 5), (40, 40), (20, 30)] {
            root_move.value = value;
            root_move.update_average();
            assert_eq!(root_move.average, Some(average));
        }
    }
}
