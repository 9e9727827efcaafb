//! # Best-first extension
//!
//! **The idea.** Best-first minimax can be taken in by a bad first impression: a move that looks bad after one ply is never
//! looked at again. So alpha-beta looks a few plies ahead everywhere first, and best-first minimax goes on from the tree it
//! leaves.
//!
//! **Who.** R. Korf and D. Chickering, "Best-first minimax search", Artificial Intelligence 84, 1996, who found it better
//! than both of its parts.
//!
//! **What it costs.** The tree of alpha-beta is kept, without what was cut off: a node that was cut becomes a leaf again,
//! with its bound as value, and is expanded anew if the principal variation ever comes by.
//! **What our experiment says.** At equal nodes as strong as best-first minimax itself: a little ahead of alpha-beta in 8x8 Othello, behind in chess and MiniChess.
//!
//! **The invariant.** With nothing left to spend after the first part, the value is that of alpha-beta.

use super::arena::{ROOT, Tree};
use super::best_first::BestFirst;
use super::outcome::{Alternative, Outcome};
use super::trip::Trip;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// Alpha-beta first, best-first minimax then.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstHybrid {
    depth: u32,
}

impl BestFirstHybrid {
    /// Alpha-beta looks `depth` plies ahead (at least one).
    #[must_use]
    pub const fn new(depth: u32) -> Self {
        let depth = if depth == 0 { 1 } else { depth };
        Self { depth }
    }

    /// Alpha-beta that leaves its tree behind. The position of the node is on the board.
    fn fill(
        self,
        trip: &mut Trip<'_>,
        tree: &mut Tree<()>,
        id: u32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<(), Stopped> {
        let ply = u32::from(tree.node(id).ply);
        if ply >= self.depth || tree.node(id).closed {
            return Ok(());
        }
        trip.tell_enter(ply, self.depth - ply, alpha, beta);
        tree.expand(trip, id)?;
        let max = tree.node(id).max;
        let mut best = if max { -INF } else { INF };
        let mut is_cut = false;
        for child in tree.children(id) {
            trip.play(tree.node(child).mv);
            let filled = self.fill(trip, tree, child, alpha, beta);
            trip.board.undo();
            filled?;
            let value = tree.node(child).value;
            if max {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                is_cut = true;
                break;
            }
        }
        tree.node_mut(id).value = best;
        if is_cut {
            tree.collapse(id);
        }
        let best_move = tree.best_child(id).map(|child| tree.node(child).mv);
        trip.leave(best, Bound::of(best, alpha, beta), best_move, How::Searched);
        Ok(())
    }
}

impl Alternative for BestFirstHybrid {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        let Ok(mut tree) = Tree::<()>::new(trip) else {
            return Outcome::nothing();
        };
        let filled = self.fill(trip, &mut tree, ROOT, -INF, INF);
        if filled.is_err() {
            // What there is of the tree is backed up, and has to do.
            let value = tree.minimax(ROOT);
            let worth = |child: &u32| (tree.minimax(*child), std::cmp::Reverse(*child));
            let best = tree.children(ROOT).max_by_key(worth);
            return Outcome {
                value,
                bound: Bound::Lower,
                line: tree.line_from(best),
                depth: 0,
                stopped: true,
                proved: None,
            };
        }
        let depth = self.depth.min(trip.depth_limit());
        trip.iteration(depth, tree.node(ROOT).value, &tree.line());
        let outcome = BestFirst::grow(trip, &mut tree, &mut |_, _| {});
        Outcome { depth, ..outcome }
    }
}
