//! # UCT with alpha-beta
//!
//! **The idea.** Random games judge tactical positions badly. Here a small alpha-beta search evaluates a new node of the tree of [`Uct`](super::Uct)
//! instead of a random game. So the tree finds short tactics, and alpha-beta gets a tree that
//! grows at the important moves.
//!
//! **Reference.** H. Baier and M. Winands, "Monte-Carlo tree search and minimax hybrids", CIG 2013, in several forms; this one
//! replaces the rollout.
//!
//! **What it costs.** A search of `ab` plies for every node of the tree, and a good evaluator.
//!
//! **Measured.** Better than random games and far from alpha-beta: the small searches leave too few nodes for the tree.
//!
//! **The invariant.** Those of UCT. The same position always has the same result: nothing is random.

use super::context::Context;
use super::outcome::{Alternative, Outcome};
use super::uct::{run_simulations, squashed};
use crate::observer::{Cut, How};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// Monte Carlo tree search with alpha-beta in place of rollouts.
#[derive(Clone, Copy, Debug)]
pub struct UctAlphaBeta {
    exploration: f64,
    depth: u32,
}

impl UctAlphaBeta {
    /// Uses these settings.
    #[must_use]
    pub const fn new(exploration: f64, depth: u32) -> Self {
        Self { exploration, depth }
    }
}

/// Fail-soft alpha-beta for MAX, below a node that is already entered.
pub(super) fn alpha_beta(
    context: &mut Context<'_>,
    depth: u32,
    ply: u32,
    mut alpha: Score,
    mut beta: Score,
) -> Result<Score, Stopped> {
    let mut moves = Vec::new();
    if depth == 0 {
        if let Some(value) = context.terminal(ply) {
            return Ok(context.leave(value, Bound::Exact, None, How::Terminal));
        }
        context.stats.leaves += 1;
        let value = context.evaluate(0)?;
        return Ok(context.leave(value, Bound::Exact, None, How::Horizon));
    }
    if let Some(value) = context.expand(ply, &mut moves) {
        return Ok(context.leave(value, Bound::Exact, None, How::Terminal));
    }
    let max = context.is_max();
    let window = (alpha, beta);
    let mut best = if max { -INF } else { INF };
    let mut best_move = None;
    for (index, &mv) in moves.iter().enumerate() {
        context.play(mv);
        let value = context
            .enter(ply + 1, depth - 1, alpha, beta)
            .and_then(|()| alpha_beta(context, depth - 1, ply + 1, alpha, beta));
        context.board.undo();
        let value = value?;
        if (max && value > best) || (!max && value < best) {
            best = value;
            best_move = Some(mv);
        }
        if max {
            alpha = alpha.max(best);
        } else {
            beta = beta.min(best);
        }
        if alpha >= beta {
            context.stats.cutoffs += 1;
            context.stats.first_move_cutoffs += u64::from(index == 0);
            let reason = if max { Cut::Beta } else { Cut::Alpha };
            context.cut(reason, &moves[index + 1..]);
            break;
        }
    }
    let bound = Bound::of(best, window.0, window.1);
    Ok(context.leave(best, bound, best_move, How::Searched))
}

impl Alternative for UctAlphaBeta {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        let depth = self.depth;
        let mut estimate = |context: &mut Context<'_>, ply: u32| {
            let value = alpha_beta(context, depth, ply, -INF, INF)?;
            // A win found by the search is not proved in the tree: its result is nearly 1.
            let sure = score::is_decisive(value);
            Ok(if sure {
                f64::from(value.signum())
            } else {
                squashed(value, context.scale)
            })
        };
        run_simulations(context, self.exploration, &mut estimate, &mut |_| {})
    }
}
