//! Iterative deepening: the position asked about is searched deeper and deeper, until something says stop.

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
    pub fn by_tablebase(said: EndgameMove) -> Self {
        Self {
            rank: said.rank,
            known: Some(match said.result {
                EndgameResult::Win => ENDGAME_WIN,
                EndgameResult::CursedWin => 2,
                EndgameResult::Draw => 0,
                EndgameResult::BlessedLoss => -2,
                EndgameResult::Loss => -ENDGAME_WIN,
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

    /// Its value counts for half of the average. An average with a mate in it would say nothing.
    fn take_into_average(&mut self) {
        let value = self.value;
        self.average = Some(match self.average {
            Some(average) if !is_decisive(average) && !is_decisive(value) => {
                i32::midpoint(average, value)
            }
            _ => value,
        });
    }

    /// The move.
    #[must_use]
    pub fn m(&self) -> Move {
        self.line[0]
    }
}

/// Where a value lies, seen from a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Below,
    Inside,
    Above,
}

/// The window in which the value of the position asked about is looked for: small at first, then wider on the side where
/// the value was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Window {
    alpha: Value,
    beta: Value,
    /// By how much it is widened next.
    step: Value,
}

impl Window {
    /// Every value is inside.
    fn whole() -> Self {
        Self {
            alpha: -INFINITE,
            beta: INFINITE,
            step: params::aspiration_window(),
        }
    }

    /// A small window; a little larger where values are large, because those change more.
    fn around(guess: Value) -> Self {
        let step = params::aspiration_window() + guess.abs() / params::aspiration_divisor();
        Self {
            alpha: (guess - step).max(-INFINITE),
            beta: (guess + step).min(INFINITE),
            step,
        }
    }

    /// Makes room for a value that was outside. The other side stays where it is, or comes a little nearer: nothing was
    /// learned there. After a mate nothing is sure any more.
    fn widen(&mut self, value: Value) -> Side {
        let side = match value {
            value if value <= self.alpha => Side::Below,
            value if value >= self.beta => Side::Above,
            _ => return Side::Inside,
        };
        let wide = self.step + self.step / 2 > params::aspiration_widest();
        match side {
            _ if is_decisive(value) => (self.alpha, self.beta) = (-INFINITE, INFINITE),
            Side::Above if wide => self.beta = INFINITE,
            Side::Above => self.beta = (value + self.step).min(INFINITE),
            _ => {
                self.beta = i32::midpoint(self.alpha, self.beta);
                self.alpha = (value - self.step).max(-INFINITE);
                if wide {
                    self.alpha = -INFINITE;
                }
            }
        }
        self.step += self.step / 2;
        side
    }
}

/// How long a search runs before it tells of values outside the window, and of every line of several as soon as it is
/// found. Before that, whoever reads could not follow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);

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
            self.worker.is_hunting = depth >= params::hunt_depth()
                && (params::hunt_value()..WIN_BOUND).contains(&self.worker.root_moves[0].value);
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
                fall: average - best.value,
                share: best.nodes as f64 / self.worker.nodes.max(1) as f64,
            },
        );
        let endless = request.infinite || (request.ponder && !self.shared.signal.is_ponder_hit());
        if endless {
            return false;
        }
        let on_clock = request.clocks.are_running();
        // With one legal move there is nothing to think about.
        spent
            || (on_clock && self.worker.root_moves.len() == 1 && depth >= params::only_move_depth())
    }

    /// Searches with a small window around the last value, wider and wider until the value is inside.
    fn aspire(
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
        let mut window = guess.map_or_else(Window::whole, Window::around);
        let mut reduced = 0;
        loop {
            let Window { alpha, beta, .. } = window;
            let value = self.search::<Root>(0, (depth - reduced).max(1), alpha, beta, false)?;
            self.worker.root_moves[index..].sort_by_key(RootMove::order);
            match window.widen(value) {
                Side::Inside => return Ok(()),
                Side::Below => reduced = 0,
                // It may be too good for a smaller depth, too, and that is sooner seen.
                Side::Above => reduced = (reduced + 1).min(params::aspiration_reduction()),
            }
            if self.shared.budget.elapsed() >= PATIENCE {
                reporter.report(self.worker, index, depth);
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
        if !stopped {
            self.worker.root_moves[index].take_into_average();
        }
        // Sorting keeps the order of equals: the first move is best unless another one is better.
        self.worker.root_moves.sort_by_key(RootMove::order);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    #[test]
    fn a_value_that_is_too_good_leaves_alpha_alone_however_long_it_rises() {
        let mut window = Window::around(20);
        let alpha = window.alpha;
        for _ in 0..30 {
            if window.beta == INFINITE {
                break;
            }
            assert_eq!(window.widen(window.beta), Side::Above);
            assert_eq!(window.alpha, alpha);
        }
        assert_eq!(window.beta, INFINITE);
        assert_eq!(window.widen(alpha + 1), Side::Inside);
    }

    #[test]
    fn a_value_that_is_too_bad_is_looked_for_below_until_everything_is_inside() {
        let mut window = Window::around(-300);
        for _ in 0..30 {
            if window.alpha == -INFINITE {
                break;
            }
            let before = window;
            assert_eq!(window.widen(window.alpha), Side::Below);
            assert!(window.alpha < before.alpha && window.alpha < window.beta);
            assert!(window.beta <= before.beta);
        }
        assert_eq!(window.alpha, -INFINITE);
    }

    #[test]
    fn after_a_mate_everything_is_inside() {
        for value in [MATE - 9, 9 - MATE] {
            let mut window = Window::around(0);
            window.widen(value);
            assert_eq!((window.alpha, window.beta), (-INFINITE, INFINITE));
        }
    }

    #[test]
    fn an_average_is_of_one_move_and_without_mates() {
        let position = chess::Position::startpos();
        let mut root_move = RootMove::new(position.legal_moves()[0]);
        for (value, average) in [(10, 10), (30, 20), (MATE - 5, MATE - 5), (40, 40), (20, 30)] {
            root_move.value = value;
            root_move.take_into_average();
            assert_eq!(root_move.average, Some(average));
        }
    }
}
