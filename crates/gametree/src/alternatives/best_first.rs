//! # Best-first minimax
//!
//! **The idea.** Search deeper only where it can change the root: at the leaf of the principal variation. Expand that leaf,
//! evaluate its children and back the values up by minimax. The principal variation may now be another line. The tree becomes
//! deep along good lines and stays shallow elsewhere.
//!
//! **Reference.** R. Korf and D. Chickering, "Best-first minimax search", AAAI 1994 and AIJ 84, 1996: better than alpha-beta at moderate depths in Othello.
//!
//! **What it costs.** The whole tree in memory, and a descent for each step. The result is not minimax, even at the end: the search
//! stops when the principal variation ends in a finished game. With an evaluator that favours the side to move it oscillates.
//! **Measured.** At equal nodes slightly ahead of alpha-beta in 8x8 Othello (56% of 240 games), level on 6x6; behind at equal time and in chess.
//!
//! **The invariant.** Every value in the tree is the minimax value of its subtree, so the leaf of the principal variation has the value of the root.

use super::arena::{ROOT, Tree, is_enough};
use super::context::Context;
use super::outcome::{Alternative, Outcome};
use crate::mark::Mark;
use crate::result::Bound;
use crate::walk::Stopped;

/// Always expands the leaf of the principal variation.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestFirst;

impl Alternative for BestFirst {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        match Tree::<()>::new(context) {
            Ok(mut tree) => Self::grow(context, &mut tree, &mut |_, _| {}),
            Err(Stopped) => Outcome::nothing(),
        }
    }
}

impl BestFirst {
    /// Grows a tree until the principal variation is finished or a limit stops it. Calls `step` with every expanded leaf after the backup.
    pub fn grow<X: Clone + Default>(
        context: &mut Context<'_>,
        tree: &mut Tree<X>,
        step: &mut dyn FnMut(&Tree<X>, u32),
    ) -> Outcome {
        let mut way = Vec::new();
        let mut stopped = false;
        let mut reported = tree.node(ROOT).mv;
        let mut steps = 0;
        loop {
            // Descend along the principal variation.
            let leaf = tree.descend(context, &mut way, &mut |tree, id| tree.best_child(id));
            if tree.node(leaf).closed || is_enough(context) {
                tree.ascend(context, &way, &|_, _| {});
                break;
            }
            // Expand its leaf and back the values up.
            let grown = tree.expand(context, leaf);
            if grown.is_ok() {
                tree.back_up(&way);
                step(tree, leaf);
                steps += 1;
                context.mark(None, &[(Mark::Step, steps)]);
            }
            tree.ascend(context, &way, &|_, _| {});
            if grown.is_err() {
                stopped = true;
                break;
            }
            // Report a new best move.
            let line = tree.line();
            if let Some(&mv) = line
                .first()
                .filter(|&&mv| mv != reported || tree.len() < 100)
            {
                reported = mv;
                context.iteration(line.len() as u32, tree.node(ROOT).value, &line);
            }
        }
        Outcome {
            value: tree.node(ROOT).value,
            bound: Bound::Exact,
            line: tree.line(),
            depth: u32::from(tree.is_expanded(ROOT)),
            stopped,
            proved: None,
        }
    }
}
