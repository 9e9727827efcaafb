//! # Min/max approximation
//!
//! **The idea.** Replace maximum and minimum by generalised means, which have derivatives. Expand the leaf on which the root depends
//! most: the one with the largest product of derivatives along its path. In logarithms every
//! edge has a *penalty*: almost none for the best move, more for a worse move and for more moves.
//!
//! **Reference.** R. Rivest, "Game tree searching by min/max approximation", Artificial Intelligence 34, 1987: in its game better than alpha-beta
//! at equal move-generator calls, worse at equal time. Values are backed up by exact maximum and minimum, as in his "reverse approximation".
//!
//! **What it costs.** A stored tree and logarithms. A large `p` is nearly best-first minimax, a small one searches more broadly.
//!
//! **Measured.** Level with alpha-beta at equal nodes in Othello (53% and 51%), behind at equal time, as Rivest found in his game.
//!
//! **The invariant.** Each edge of a node with `n` moves costs at least `log n`. When nothing is left to expand, the value is the minimax value.

use super::arena::{Node, ROOT, Tree, is_enough};
use super::context::Context;
use super::outcome::{Alternative, Outcome};
use crate::mark::{Mark, Marked};
use crate::result::Bound;
use crate::score::Score;
use crate::walk::Stopped;

/// The penalty of the cheapest leaf below a node.
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

/// Returns minus the logarithm of the derivative of a mean of `count` members with this power, where the mean is `above` and
/// the member `below`. A minimum is a mean with the negative power.
fn penalty(power: f64, max: bool, count: usize, above: f64, below: f64) -> f64 {
    let count = (count as f64).ln();
    if max {
        count + (power - 1.0) * (above.ln() - below.ln())
    } else {
        count + (power + 1.0) * (below.ln() - above.ln())
    }
}

impl MinMaxApproximation {
    /// Uses this power of the mean (at least 2).
    #[must_use]
    pub const fn new(power: f64) -> Self {
        Self { power }
    }

    /// Maps a value to a positive number, which the mean of powers requires.
    fn positive(value: Score, scale: Score) -> f64 {
        let part = f64::from(value) / (2.0 * f64::from(scale));
        5.5 + 4.5 * part.clamp(-1.0, 1.0)
    }

    /// Returns the penalty of the edge to a child.
    fn edge(&self, tree: &Tree<Penalty>, parent: u32, child: u32, scale: Score) -> f64 {
        let node = tree.node(parent);
        let above = Self::positive(node.value, scale);
        let below = Self::positive(tree.node(child).value, scale);
        penalty(
            self.power,
            node.max,
            tree.children(parent).len(),
            above,
            below,
        )
    }

    /// Returns the child on the path to the cheapest leaf, and its cost.
    fn cheapest(&self, tree: &Tree<Penalty>, id: u32, scale: Score) -> Option<(u32, f64)> {
        let cost = |child: u32| {
            let below = f64::from(tree.node(child).extra.0);
            (child, self.edge(tree, id, child, scale) + below)
        };
        let children = tree.children(id).map(cost);
        children.reduce(|best, next| if next.1 < best.1 { next } else { best })
    }

    /// Grows the tree until nothing is left to expand.
    pub fn grow(&self, context: &mut Context<'_>, tree: &mut Tree<Penalty>) -> Result<(), Stopped> {
        let mut way = Vec::new();
        let scale = context.scale;
        while tree.node(ROOT).extra.0.is_finite() && !is_enough(context) {
            let leaf = tree.descend(context, &mut way, &mut |tree, id| {
                self.cheapest(tree, id, scale).map(|(child, _)| child)
            });
            let grown = if tree.node(leaf).closed {
                Err(Stopped)
            } else {
                tree.expand(context, leaf)
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
            tree.ascend(context, &way, &marks);
            grown?;
            if tree.len() < 500 {
                let line = tree.line();
                context.iteration(1, tree.node(ROOT).value, &line);
            }
        }
        Ok(())
    }
}

impl Alternative for MinMaxApproximation {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        let Ok(mut tree) = Tree::<Penalty>::new(context) else {
            return Outcome::nothing();
        };
        let stopped = self.grow(context, &mut tree).is_err();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;

    /// Returns the mean of powers.
    fn mean(values: &[f64], power: f64) -> f64 {
        let sum: f64 = values.iter().map(|value| value.powf(power)).sum();
        (sum / values.len() as f64).powf(1.0 / power)
    }

    #[test]
    fn a_penalty_is_the_derivative_of_a_mean_between_minimum_and_maximum() {
        let mut rng = SplitMix64::new(1);
        for _ in 0..200 {
            let count = 1 + rng.below(6) as usize;
            let value = |_| 1.0 + f64::from(rng.between(0, 900)) / 100.0;
            let values: Vec<f64> = (0..count).map(value).collect();
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(0.0, f64::max);
            for (power, max) in [(10.0, true), (3.0, true), (10.0, false), (3.0, false)] {
                let signed = if max { power } else { -power };
                let above = mean(&values, signed);
                assert!(least - 1e-9 <= above && above <= most + 1e-9);
                for (index, &below) in values.iter().enumerate() {
                    let step = 1e-6;
                    let mut moved = values.clone();
                    moved[index] += step;
                    let slope = (mean(&moved, signed) - above) / step;
                    let predicted = (-penalty(power, max, count, above, below)).exp();
                    assert!(
                        (slope - predicted).abs() < 1e-3,
                        "{values:?}, {index}: {slope} {predicted}"
                    );
                }
            }
            assert!((mean(&values, 300.0) - most).abs() < 0.1 * most);
            assert!((mean(&values, -300.0) - least).abs() < 0.1 * least);
        }
    }
}
