//! # Min/max approximation
//!
//! **The idea.** Replace maximum and minimum by generalised means, which have derivatives, and ask on which leaf the root depends
//! most: the product of the derivatives on the way down. That leaf is expanded next. As a sum of logarithms every
//! edge has a *penalty*: nothing much for the best move, more the worse a move is and the more of them there are.
//!
//! **Who.** R. Rivest, "Game tree searching by min/max approximation", Artificial Intelligence 34, 1987: better than alpha-beta in Connect-Four
//! at equal calls of the move generator, worse at equal time. Values are backed up by true minimum and maximum, as he did ("reverse approximation").
//!
//! **What it costs.** A stored tree and logarithms. `p` says how much the best counts: large is nearly best-first minimax, small is broad.
//!
//! **What our experiment says.** The strongest alternative of all at equal nodes in Othello, and behind at equal time there: just what he found in Connect-Four.
//!
//! **The invariant.** A node with `n` moves costs at least `log n`. When nothing is left to expand, the value is that of minimax.

use super::arena::{Node, ROOT, Tree, is_enough};
use super::outcome::{Alternative, Outcome};
use super::trip::Trip;
use crate::mark::{Mark, Marked};
use crate::result::Bound;
use crate::score::Score;
use crate::walk::Stopped;

/// The cost of the cheapest leaf below a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Penalty(pub f32);

fn marks(node: &Node<Penalty>, out: &mut Vec<Marked>) {
    out.push(Mark::Penalty.of(f64::from(node.extra.0)));
}

/// Expands the leaf on which the root depends most.
#[derive(Clone, Copy, Debug)]
pub struct MinMaxApproximation {
    power: f64,
}

impl MinMaxApproximation {
    /// With this power of the mean (at least 2).
    #[must_use]
    pub const fn new(power: f64) -> Self {
        Self { power }
    }

    /// A value as a positive number, as means of powers want it.
    fn positive(value: Score, scale: Score) -> f64 {
        let part = f64::from(value) / (2.0 * f64::from(scale));
        5.5 + 4.5 * part.clamp(-1.0, 1.0)
    }

    /// The penalty of the edge to a child.
    fn edge(&self, tree: &Tree<Penalty>, parent: u32, child: u32, scale: Score) -> f64 {
        let node = tree.node(parent);
        let moves = (tree.children(parent).len() as f64).ln();
        let above = Self::positive(node.value, scale).ln();
        let below = Self::positive(tree.node(child).value, scale).ln();
        if node.max {
            moves + (self.power - 1.0) * (above - below)
        } else {
            moves + (self.power + 1.0) * (below - above)
        }
    }

    /// The child on the way to the cheapest leaf, and what it costs.
    fn cheapest(&self, tree: &Tree<Penalty>, id: u32, scale: Score) -> Option<(u32, f64)> {
        let cost = |child: u32| {
            let below = f64::from(tree.node(child).extra.0);
            (child, self.edge(tree, id, child, scale) + below)
        };
        let children = tree.children(id).map(cost);
        children.reduce(|best, next| if next.1 < best.1 { next } else { best })
    }

    /// Grows the tree until nothing is left to expand.
    pub fn grow(&self, trip: &mut Trip<'_>, tree: &mut Tree<Penalty>) -> Result<(), Stopped> {
        let mut way = Vec::new();
        let scale = trip.scale;
        while tree.node(ROOT).extra.0.is_finite() && !is_enough(trip) {
            let leaf = tree.descend(trip, &mut way, &mut |tree, id| {
                self.cheapest(tree, id, scale).map(|(child, _)| child)
            });
            let grown = if tree.node(leaf).closed {
                Err(Stopped)
            } else {
                tree.expand(trip, leaf)
            };
            if grown.is_ok() {
                for child in tree.children(leaf) {
                    let closed = tree.node(child).closed;
                    let cost = if closed { f32::INFINITY } else { 0.0 };
                    tree.node_mut(child).extra = Penalty(cost);
                }
                tree.back_up(&way);
                for &id in way.iter().rev() {
                    let cost = self.cheapest(tree, id, scale);
                    let cost = cost.map_or(f32::INFINITY, |(_, cost)| cost as f32);
                    tree.node_mut(id).extra = Penalty(cost);
                }
            }
            tree.ascend(trip, &way, &marks);
            grown?;
            if tree.len() < 500 {
                let line = tree.line();
                trip.iteration(1, tree.node(ROOT).value, &line);
            }
        }
        Ok(())
    }
}

impl Alternative for MinMaxApproximation {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        let Ok(mut tree) = Tree::<Penalty>::new(trip) else {
            return Outcome::nothing();
        };
        let stopped = self.grow(trip, &mut tree).is_err();
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
