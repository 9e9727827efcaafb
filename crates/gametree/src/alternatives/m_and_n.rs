//! # M & N backup
//!
//! **The idea.** Several good moves are better than one, because the value of the best may be wrong. A MAX node has the
//! value of its best move plus a bonus for each of the next `M - 1` moves that are close to it; a MIN node likewise with `N`.
//!
//! **Reference.** J. Slagle and J. Dixon, "Experiments with the M & N tree-searching program", CACM 13(3), 1970: significantly
//! better than minimax in kalah. Their bonus was fitted to games; ours decreases linearly with the distance to the best move.
//!
//! **What it costs.** Alpha-beta would cut moves whose bonus counts. So its window is widened by the largest sum of bonuses
//! (the *margin*), which is sound and cuts less.
//! **Measured.** No gain: it searches less deep than alpha-beta, and loses more with larger budgets.
//!
//! **The invariant.** With `M = N = 1` or without a bonus it is minimax. With the margin its value is that of the search without
//! cuts. `(max(M, N) - 1) * bonus <= reach`, so a better child never lowers the value of its parent.

use super::board::AnyMove;
use super::context::Context;
use super::outcome::{Alternative, Outcome, deepen};
use crate::mark::Mark;
use crate::observer::{Cut, How};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// Backs up the best `M` or `N` moves of a node.
#[derive(Clone, Copy, Debug)]
pub struct MAndN {
    /// The number of moves that count at a MAX node.
    pub m: usize,
    /// The number of moves that count at a MIN node.
    pub n: usize,
    /// The bonus of a move as good as the best one.
    pub bonus: f64,
    /// The distance to the best move at which the bonus is 0.
    pub reach: f64,
    /// Prune by alpha-beta with the margin.
    pub prunes: bool,
}

impl MAndN {
    /// Creates the search. Bonus and reach are in the units of the evaluator; the reach is raised to the least value that keeps the backup monotone.
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

    /// Switches pruning off.
    #[must_use]
    pub const fn unpruned(mut self) -> Self {
        self.prunes = false;
        self
    }

    /// Returns the value of a node from the values of its moves, sorted best first.
    fn backed_up(&self, max: bool, values: &[f64]) -> f64 {
        let Some((&best, others)) = values.split_first() else {
            return 0.0;
        };
        // A decided game has no bonus.
        if score::is_decisive(best as Score) {
            return best;
        }
        let bonus = |value: f64| (self.bonus * (1.0 - (best - value).abs() / self.reach)).max(0.0);
        let sum: f64 = others.iter().map(|&value| bonus(value)).sum();
        if max { best + sum } else { best - sum }
    }

    fn search(
        &self,
        context: &mut Context<'_>,
        depth: u32,
        ply: u32,
        (alpha, beta): (f64, f64),
        line: &mut Vec<AnyMove>,
    ) -> Result<f64, Stopped> {
        let (low, high) = (whole(alpha), whole(beta));
        line.clear();
        if depth == 0 {
            let (value, _) = context.visit(ply)?;
            return Ok(f64::from(value));
        }
        context.enter(ply, depth, low, high)?;
        let mut moves = Vec::new();
        if let Some(value) = context.expand(ply, &mut moves) {
            context.leave(value, Bound::Exact, None, How::Terminal);
            return Ok(f64::from(value));
        }
        let max = context.is_max();
        let worth = |value: f64| if max { value } else { -value };
        let kept = if max { self.m } else { self.n };
        // The most that bonuses can add to a move at this distance below the best.
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
            context.play(mv);
            let value = self.search(context, depth - 1, ply + 1, window, &mut below);
            context.board.undo();
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
                context.stats.cutoffs += 1;
                context.stats.first_move_cutoffs += u64::from(index == 0);
                let reason = if max { Cut::Beta } else { Cut::Alpha };
                context.cut(reason, &moves[index + 1..]);
                break;
            }
        }
        let value = self.backed_up(max, &values);
        let score = whole(value);
        let best = values.first().copied().unwrap_or(0.0);
        context.mark(None, &[Mark::Best.of(best), Mark::Bonus.of(value - best)]);
        context.leave(score, Bound::of(score, low, high), best_move, How::Searched);
        Ok(value)
    }

    /// Returns the value of the position on the board at this depth, and the expected line.
    pub fn value(
        &self,
        context: &mut Context<'_>,
        depth: u32,
    ) -> Result<(f64, Vec<AnyMove>), Stopped> {
        let all = (-f64::from(INF), f64::from(INF));
        let mut line = Vec::new();
        let value = self.search(context, depth, 0, all, &mut line)?;
        Ok((value, line))
    }
}

/// Returns a value as a score.
fn whole(value: f64) -> Score {
    value.clamp(-f64::from(INF), f64::from(INF)).round() as Score
}

impl Alternative for MAndN {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        deepen(context, &mut |context, depth| {
            let (value, line) = self.value(context, depth)?;
            Ok((whole(value), line))
        })
    }
}
