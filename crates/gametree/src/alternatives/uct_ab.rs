//! # UCT with alpha-beta
//!
//! **The idea.** Chance is a poor judge of a position in which one move decides. Here a new node of the tree of [`Uct`](super::Uct) is valued by a small
//! alpha-beta search instead of a game by chance, so that the tree sees short tactics and alpha-beta gets a tree that
//! grows where it matters.
//!
//! **Who.** H. Baier and M. Winands, "Monte-Carlo tree search and minimax hybrids", CIG 2013, in several forms; this is the one that
//! replaces the rollout.
//!
//! **What it costs.** A search of `ab` plies for every node of the tree, and an evaluator that is worth asking.
//!
//! **What our experiment says.** Better than games by chance and far from alpha-beta: small searches at each node leave too few nodes for the tree.
//!
//! **The invariant.** Those of UCT. The same position always gets the same result: nothing is left to chance.

use super::outcome::{Alternative, Outcome};
use super::trip::Trip;
use super::uct::{run, squashed};
use crate::observer::{Cut, How};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// Monte Carlo tree search that asks alpha-beta instead of chance.
#[derive(Clone, Copy, Debug)]
pub struct UctAlphaBeta {
    exploration: f64,
    depth: u32,
}

impl UctAlphaBeta {
    /// With these settings.
    #[must_use]
    pub const fn new(exploration: f64, depth: u32) -> Self {
        Self { exploration, depth }
    }
}

/// Fail-soft alpha-beta for MAX, below a node that was entered already.
pub(super) fn alpha_beta(
    trip: &mut Trip<'_>,
    depth: u32,
    ply: u32,
    mut alpha: Score,
    mut beta: Score,
) -> Result<Score, Stopped> {
    let mut moves = Vec::new();
    if depth == 0 {
        if let Some(value) = trip.terminal(ply) {
            return Ok(trip.leave(value, Bound::Exact, None, How::Terminal));
        }
        trip.stats.leaves += 1;
        let value = trip.evaluate(0)?;
        return Ok(trip.leave(value, Bound::Exact, None, How::Horizon));
    }
    if let Some(value) = trip.expand(ply, &mut moves) {
        return Ok(trip.leave(value, Bound::Exact, None, How::Terminal));
    }
    let max = trip.is_max();
    let window = (alpha, beta);
    let mut best = if max { -INF } else { INF };
    let mut best_move = None;
    for (index, &mv) in moves.iter().enumerate() {
        trip.play(mv);
        let value = trip
            .enter(ply + 1, depth - 1, alpha, beta)
            .and_then(|()| alpha_beta(trip, depth - 1, ply + 1, alpha, beta));
        trip.board.undo();
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
            trip.stats.cutoffs += 1;
            trip.stats.first_move_cutoffs += u64::from(index == 0);
            let reason = if max { Cut::Beta } else { Cut::Alpha };
            trip.cut(reason, &moves[index + 1..]);
            break;
        }
    }
    let bound = Bound::of(best, window.0, window.1);
    Ok(trip.leave(best, bound, best_move, How::Searched))
}

impl Alternative for UctAlphaBeta {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        let depth = self.depth;
        let mut estimate = |trip: &mut Trip<'_>, ply: u32| {
            let value = alpha_beta(trip, depth, ply, -INF, INF)?;
            // A win that is seen is not yet in the tree: nearly sure.
            let sure = score::is_decisive(value);
            Ok(if sure {
                f64::from(value.signum())
            } else {
                squashed(value, trip.scale)
            })
        };
        run(trip, self.exploration, &mut estimate, &mut |_| {})
    }
}
