//! # Best-first minimax
//!
//! **The idea.** Look further only where it can matter: at the end of the principal variation, the one leaf that gives the
//! root its value. Its children are valued, the values are backed up by minimax, and with them the principal variation may
//! turn elsewhere. So the tree grows deep along good lines and stays shallow elsewhere.
//!
//! **Who.** R. Korf and D. Chickering, "Best-first minimax search", AAAI 1994 and AIJ 84, 1996: better than alpha-beta at moderate depths in Othello.
//!
//! **What it costs.** The whole tree is kept, and the way down is paid for at each step. It is not minimax, not even at the end:
//! it stops when the line ends in a finished game, whatever the others may hide. Evaluators that favour the mover make it dither.
//! **What our experiment says.** At equal nodes a little ahead of alpha-beta in 8x8 Othello (56% of 240 games), level on 6x6; at equal time, and in chess, behind.
//!
//! **The invariant.** Every value in the tree is the minimax of its subtree, so the leaf at the end of the principal variation has the value of the root.

use super::arena::{ROOT, Tree, is_enough};
use super::outcome::{Alternative, Outcome};
use super::trip::Trip;
use crate::mark::Mark;
use crate::result::Bound;
use crate::walk::Stopped;

/// Always expands the leaf that decides.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestFirst;

impl Alternative for BestFirst {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        match Tree::<()>::new(trip) {
            Ok(mut tree) => Self::grow(trip, &mut tree, &mut |_, _| {}),
            Err(Stopped) => Outcome::nothing(),
        }
    }
}

impl BestFirst {
    /// Grows a tree until the line is finished or a limit ends it. `step` is shown every leaf that is expanded, after its values were backed up.
    pub fn grow<X: Clone + Default>(
        trip: &mut Trip<'_>,
        tree: &mut Tree<X>,
        step: &mut dyn FnMut(&Tree<X>, u32),
    ) -> Outcome {
        let mut way = Vec::new();
        let mut stopped = false;
        let mut told = tree.node(ROOT).mv;
        let mut steps = 0;
        loop {
            // Down the principal variation to its end.
            let leaf = tree.descend(trip, &mut way, &mut |tree, id| tree.best_child(id));
            if tree.node(leaf).closed || is_enough(trip) {
                tree.ascend(trip, &way, &|_, _| {});
                break;
            }
            // Expand it, and back its values up.
            let grown = tree.expand(trip, leaf);
            if grown.is_ok() {
                tree.back_up(&way);
                step(tree, leaf);
                steps += 1;
                trip.mark(None, &[(Mark::Step, steps)]);
            }
            tree.ascend(trip, &way, &|_, _| {});
            if grown.is_err() {
                stopped = true;
                break;
            }
            // Tell when there is another move to play.
            let line = tree.line();
            if let Some(&mv) = line.first().filter(|&&mv| mv != told || tree.len() < 100) {
                told = mv;
                trip.iteration(line.len() as u32, tree.node(ROOT).value, &line);
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
