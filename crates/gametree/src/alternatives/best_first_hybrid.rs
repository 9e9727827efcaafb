//! # Best-first extension
//!
//! **The idea.** Best-first minimax ignores a move that looks bad after one ply. So alpha-beta first searches a few plies of every
//! line, and best-first minimax continues from its tree.
//!
//! **Reference.** R. Korf and D. Chickering, "Best-first minimax search", Artificial Intelligence 84, 1996. They found it better
//! than both of its parts.
//!
//! **What it costs.** The tree of alpha-beta in memory, without the subtrees of cut nodes: a cut node becomes a leaf with its bound as
//! value, and is expanded again if it becomes the leaf of the principal variation.
//! **Measured.** At equal nodes as strong as best-first minimax: slightly ahead of alpha-beta in 8x8 Othello, behind in chess and MiniChess.
//!
//! **The invariant.** If no budget is left after the first part, the value is that of alpha-beta.

use super::arena::{ROOT, Tree};
use super::best_first::BestFirst;
use super::context::Context;
use super::outcome::{Alternative, Outcome};
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// Alpha-beta, then best-first minimax from its tree.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstHybrid {
    depth: u32,
}

impl BestFirstHybrid {
    /// Lets alpha-beta search `depth` plies (at least one).
    #[must_use]
    pub const fn new(depth: u32) -> Self {
        let depth = if depth == 0 { 1 } else { depth };
        Self { depth }
    }

    /// Alpha-beta that stores its tree. The board shows the position of the node.
    fn fill(
        self,
        context: &mut Context<'_>,
        tree: &mut Tree<()>,
        id: u32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<(), Stopped> {
        let ply = u32::from(tree.node(id).ply);
        if ply >= self.depth || tree.node(id).closed {
            return Ok(());
        }
        context.report_enter(ply, self.depth - ply, alpha, beta);
        tree.expand(context, id)?;
        let max = tree.node(id).max;
        let mut best = if max { -INF } else { INF };
        let mut is_cut = false;
        for child in tree.children(id) {
            context.play(tree.node(child).mv);
            let filled = self.fill(context, tree, child, alpha, beta);
            context.board.undo();
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
        context.leave(best, Bound::of(best, alpha, beta), best_move, How::Searched);
        Ok(())
    }
}

impl Alternative for BestFirstHybrid {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        let Ok(mut tree) = Tree::<()>::new(context) else {
            return Outcome::nothing();
        };
        let filled = self.fill(context, &mut tree, ROOT, -INF, INF);
        if filled.is_err() {
            // After a stop the stored part of the tree is backed up and used.
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
        let depth = self.depth.min(context.depth_limit());
        context.iteration(depth, tree.node(ROOT).value, &tree.line());
        let outcome = BestFirst::grow(context, &mut tree, &mut |_, _| {});
        Outcome { depth, ..outcome }
    }
}
