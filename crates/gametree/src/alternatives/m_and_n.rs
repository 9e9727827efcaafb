//! # M & N backup
//!
//! **The idea.** Several good moves are better than one, because the value of the best may be wrong. A MAX node takes the
//! value of its best move and a bonus for each of the next `M - 1` that come close to it; a MIN node the same with `N`.
//!
//! **Who.** J. Slagle and J. Dixon, "Experiments with the M & N tree-searching program", CACM 13(3), 1970: significantly
//! better than minimax in kalah. Their bonus was fitted to games; ours falls in a straight line with the distance to the best.
//!
//! **What it costs.** Alpha-beta would cut moves whose bonus counts. Its window is widened by the most that bonuses can add
//! (the *margin*), which is sound and cuts less.
//! **What our experiment says.** It buys nothing: it sees less far, and loses more the larger the budgets are.
//!
//! **The invariant.** With `M = N = 1` or without a bonus it is minimax. With the margin it has the value of the search that
//! cuts nothing. `(max(M, N) - 1) * bonus <= reach`, so that a better child never makes its parent worse.

use super::board::AnyMove;
use super::outcome::{Alternative, Outcome, deepen};
use super::trip::Trip;
use crate::mark::Mark;
use crate::observer::{Cut, How};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// Values a node by its best moves.
#[derive(Clone, Copy, Debug)]
pub struct MAndN {
    /// How many moves of MAX count.
    pub m: usize,
    /// How many moves of MIN count.
    pub n: usize,
    /// What a move as good as the best adds.
    pub bonus: f64,
    /// From this distance to the best on a move adds nothing.
    pub reach: f64,
    /// Leave out what cannot matter.
    pub prunes: bool,
}

impl MAndN {
    /// With a bonus and a reach in the units of the evaluator; the reach is at least what keeps it monotone.
    #[must_use]
    pub fn new(m: usize, n: usize, bonus: f64, reach: f64) -> Self {
        let (m, n, bonus) = (m.max(1), n.max(1), bonus.max(0.0));
        let least = (m.max(n) - 1) as f64 * bonus;
        Self {
            m,
            n,
            bonus,
            reach: reach.max(least).max(1.0),
            prunes: true,
        }
    }

    /// The same, which looks at everything.
    #[must_use]
    pub const fn unpruned(mut self) -> Self {
        self.prunes = false;
        self
    }

    /// The value of a node by the values of its moves, which are sorted, best first.
    fn backed_up(&self, max: bool, values: &[f64]) -> f64 {
        let Some((&best, others)) = values.split_first() else {
            return 0.0;
        };
        // A game that is decided needs no second way.
        if score::is_decisive(best as Score) {
            return best;
        }
        let bonus = |value: f64| (self.bonus * (1.0 - (best - value).abs() / self.reach)).max(0.0);
        let sum: f64 = others.iter().map(|&value| bonus(value)).sum();
        if max { best + sum } else { best - sum }
    }

    fn search(
        &self,
        trip: &mut Trip<'_>,
        depth: u32,
        ply: u32,
        (alpha, beta): (f64, f64),
        line: &mut Vec<AnyMove>,
    ) -> Result<f64, Stopped> {
        let (low, high) = (whole(alpha), whole(beta));
        line.clear();
        if depth == 0 {
            let (value, _) = trip.visit(ply)?;
            return Ok(f64::from(value));
        }
        trip.enter(ply, depth, low, high)?;
        let mut moves = Vec::new();
        if let Some(value) = trip.expand(ply, &mut moves) {
            trip.leave(value, Bound::Exact, None, How::Terminal);
            return Ok(f64::from(value));
        }
        let max = trip.is_max();
        let worth = |value: f64| if max { value } else { -value };
        let kept = if max { self.m } else { self.n };
        // What bonuses can add to a move that lies this far below the best.
        let margin = (kept - 1) as f64 * self.bonus + self.reach;
        let margin = if kept == 1 { 0.0 } else { margin };
        let reach = if kept == 1 { 0.0 } else { self.reach };
        let mut values: Vec<f64> = Vec::with_capacity(kept + 1);
        let mut best_move = None;
        let mut below = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            let mut window = (alpha, beta);
            if self.prunes {
                let best = values.first().copied().unwrap_or(worth(-f64::from(INF)));
                if max {
                    window.0 = (best - reach).max(alpha - margin);
                } else {
                    window.1 = (best + reach).min(beta + margin);
                }
            }
            trip.play(mv);
            let value = self.search(trip, depth - 1, ply + 1, window, &mut below);
            trip.board.undo();
            let value = value?;
            let place = values.partition_point(|&other| worth(other) >= worth(value));
            if place == 0 {
                best_move = Some(mv);
                line.clear();
                line.push(mv);
                line.append(&mut below);
            }
            values.insert(place, value);
            values.truncate(kept);
            let enough = if max { value >= beta } else { value <= alpha };
            if self.prunes && enough {
                trip.stats.cutoffs += 1;
                trip.stats.first_move_cutoffs += u64::from(index == 0);
                let reason = if max { Cut::Beta } else { Cut::Alpha };
                trip.cut(reason, &moves[index + 1..]);
                break;
            }
        }
        let value = self.backed_up(max, &values);
        let told = whole(value);
        let best = values.first().copied().unwrap_or(0.0);
        trip.mark(None, &[Mark::Best.of(best), Mark::Bonus.of(value - best)]);
        trip.leave(told, Bound::of(told, low, high), best_move, How::Searched);
        Ok(value)
    }

    /// The value of the position on the board, so many plies deep, and the line that is expected.
    pub fn value(&self, trip: &mut Trip<'_>, depth: u32) -> Result<(f64, Vec<AnyMove>), Stopped> {
        let all = (-f64::from(INF), f64::from(INF));
        let mut line = Vec::new();
        let value = self.search(trip, depth, 0, all, &mut line)?;
        Ok((value, line))
    }
}

/// A value as a score.
fn whole(value: f64) -> Score {
    value.clamp(-f64::from(INF), f64::from(INF)).round() as Score
}

impl Alternative for MAndN {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        deepen(trip, &mut |trip, depth| {
            let (value, line) = self.value(trip, depth)?;
            Ok((whole(value), line))
        })
    }
}
