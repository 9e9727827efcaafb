//! # Conspiracy numbers
//!
//! **The idea.** Measure how certain the value of the root is. Count the leaves that must change their values together (*conspire*) for
//! the root to become at least `t`, or at most `t`. Values that need a large conspiracy are ruled out. The search expands the leaves of
//! the smallest conspiracies until the remaining values are close together.
//!
//! **Reference.** D. McAllester, "Conspiracy numbers for min-max search", Artificial Intelligence 35, 1988; J. Schaeffer, 1990, in chess.
//!
//! **What it costs.** Two numbers per target value at each node of a stored tree. It converges slowly, and works best
//! where few moves decide.
//! **Measured.** Behind alpha-beta everywhere; closest in 6x6 Othello at equal nodes (43%). At equal time in chess (32%) the best of all alternatives.
//!
//! **The invariant.** `up(t) = 0` exactly if the value is at least `t`; `up` never decreases with `t`, `down` never increases. Without
//! limits on conspiracy and spread, the search ends with the exact value of a finite game.

use super::arena::{Node, ROOT, Tree, is_enough};
use super::context::Context;
use super::outcome::{Alternative, Outcome};
use crate::mark::{Mark, Marked};
use crate::result::Bound;
use crate::score::Score;
use crate::walk::Stopped;

/// The number of targets.
pub const TARGETS: usize = 32;

/// No conspiracy is large enough.
pub const NEVER: u8 = u8::MAX;

/// The smallest conspiracies for every target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conspiracies {
    /// Leaves that must change to raise the value to the target.
    pub up: [u8; TARGETS],
    /// Leaves that must change to lower the value to the target.
    pub down: [u8; TARGETS],
}

impl Default for Conspiracies {
    fn default() -> Self {
        Self {
            up: [0; TARGETS],
            down: [0; TARGETS],
        }
    }
}

/// The direction in which the root may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

/// Searches until only large conspiracies can change the value much.
#[derive(Clone, Copy, Debug)]
pub struct Conspiracy {
    /// Larger conspiracies than this are ruled out.
    pub threshold: u8,
    /// The largest allowed distance between the remaining values.
    pub width: Score,
}

impl Conspiracy {
    /// Returns the targets around a value: dense near it, sparse far from it.
    #[must_use]
    pub fn targets(value: Score, scale: Score) -> [Score; TARGETS] {
        let half = (TARGETS - 1) as f64 / 2.0;
        let target = |index: usize| {
            let part = (index as f64 - half) / half;
            let distance = 2.0 * f64::from(scale) * part * part.abs();
            value + distance.round() as Score
        };
        std::array::from_fn(target)
    }

    /// Grows the tree until the root is certain enough. Returns `false` if a limit stopped it.
    pub fn grow(
        &self,
        context: &mut Context<'_>,
        tree: &mut Tree<Conspiracies>,
        targets: &[Score; TARGETS],
    ) -> Result<(), Stopped> {
        let mut way = Vec::new();
        tree.node_mut(ROOT).extra = leaf(tree, ROOT, targets);
        loop {
            // The values that small conspiracies can reach.
            let value = tree.node(ROOT).value;
            let Conspiracies { up, down } = tree.node(ROOT).extra;
            let high = (0..TARGETS).rev().find(|&t| up[t] <= self.threshold);
            let low = (0..TARGETS).find(|&t| down[t] <= self.threshold);
            let above = high.map_or(0, |t| targets[t] - value).max(0);
            let below = low.map_or(0, |t| value - targets[t]).max(0);
            if above + below <= self.width || is_enough(context) {
                return Ok(());
            }
            // Rule out the one that is further away.
            let (direction, target) = match (high, low) {
                (Some(high), _) if above >= below => (Way::Up, high),
                (_, Some(low)) => (Way::Down, low),
                _ => return Ok(()),
            };
            let leaf_id = tree.descend(context, &mut way, &mut |tree, id| {
                conspirator(tree, id, direction, target)
            });
            let grown = if tree.node(leaf_id).closed {
                Err(Stopped)
            } else {
                tree.expand(context, leaf_id)
            };
            if grown.is_ok() {
                for child in tree.children(leaf_id) {
                    tree.node_mut(child).extra = leaf(tree, child, targets);
                }
                tree.back_up(&way);
                for &id in way.iter().rev() {
                    tree.node_mut(id).extra = together(tree, id);
                }
            }
            // Below the root every node uses the targets of the root.
            let marks = |node: &Node<Conspiracies>, out: &mut Vec<Marked>| {
                let number = |number: u8| match number {
                    NEVER => Mark::NEVER,
                    number => i32::from(number),
                };
                let Conspiracies { up, down } = node.extra;
                out.extend(high.map(|t| (Mark::Rise, number(up[t]))));
                out.extend(low.map(|t| (Mark::Fall, number(down[t]))));
            };
            tree.ascend(context, &way, &marks);
            grown?;
            let line = tree.line();
            context.iteration(1, tree.node(ROOT).value, &line);
        }
    }
}

/// Returns the conspiracies of a leaf: it can change to any value, unless the game is over.
fn leaf(tree: &Tree<Conspiracies>, id: u32, targets: &[Score; TARGETS]) -> Conspiracies {
    let node = tree.node(id);
    let other = if node.closed { NEVER } else { 1 };
    let number = |is_so: bool| if is_so { 0 } else { other };
    Conspiracies {
        up: targets.map(|target| number(node.value >= target)),
        down: targets.map(|target| number(node.value <= target)),
    }
}

/// Combines the conspiracies of the children: the smallest of them, or their sum.
fn together(tree: &Tree<Conspiracies>, id: u32) -> Conspiracies {
    let one = |numbers: &mut [u8; TARGETS], child: &[u8; TARGETS]| {
        for (number, &next) in numbers.iter_mut().zip(child) {
            *number = (*number).min(next);
        }
    };
    let all = |numbers: &mut [u8; TARGETS], child: &[u8; TARGETS]| {
        for (number, &next) in numbers.iter_mut().zip(child) {
            *number = number.saturating_add(next);
        }
    };
    let max = tree.node(id).max;
    let mut numbers = if max {
        Conspiracies {
            up: [NEVER; TARGETS],
            down: [0; TARGETS],
        }
    } else {
        Conspiracies {
            up: [0; TARGETS],
            down: [NEVER; TARGETS],
        }
    };
    for child in tree.children(id) {
        let child = &tree.node(child).extra;
        if max {
            one(&mut numbers.up, &child.up);
            all(&mut numbers.down, &child.down);
        } else {
            all(&mut numbers.up, &child.up);
            one(&mut numbers.down, &child.down);
        }
    }
    numbers
}

/// Computes the conspiracies of the whole tree. Children come after their parents in the list.
pub fn count_all(tree: &mut Tree<Conspiracies>, targets: &[Score; TARGETS]) {
    for id in (0..tree.len() as u32).rev() {
        tree.node_mut(id).extra = if tree.is_expanded(id) {
            together(tree, id)
        } else {
            leaf(tree, id, targets)
        };
    }
}

/// Returns the next child on the path to a leaf of the smallest conspiracy.
fn conspirator(tree: &Tree<Conspiracies>, id: u32, direction: Way, target: usize) -> Option<u32> {
    let number = |child: u32| {
        let numbers = &tree.node(child).extra;
        match direction {
            Way::Up => numbers.up[target],
            Way::Down => numbers.down[target],
        }
    };
    let one_suffices = tree.node(id).max == (direction == Way::Up);
    let children = tree.children(id).filter(|&child| number(child) > 0);
    if one_suffices {
        children.min_by_key(|&child| number(child))
    } else {
        // If all children must change, take the one with the largest conspiracy, the first of equals.
        children.max_by_key(|&child| (number(child), std::cmp::Reverse(child)))
    }
}

impl Alternative for Conspiracy {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        let Ok(mut tree) = Tree::<Conspiracies>::new(context) else {
            return Outcome::nothing();
        };
        let targets = Self::targets(tree.node(ROOT).value, context.scale);
        let stopped = self.grow(context, &mut tree, &targets).is_err();
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
