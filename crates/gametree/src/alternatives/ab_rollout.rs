//! # Alpha-beta as rollouts
//!
//! **The idea.** Alpha-beta is a special case of Monte Carlo tree search. Each node keeps a lower and an upper bound of its minimax value, infinite at
//! first. A rollout descends from the root to one leaf through children whose windows are still open, and updates the bounds on the way back. When
//! the bounds of the root are equal, they are its value.
//!
//! **Reference.** B. Huang, "Pruning game tree by rollouts", AAAI 2015. Any open child may be chosen: the leftmost gives exactly the leaves of
//! alpha-beta in its order, the one with the best bound resembles SSS*, the one that UCT chooses (`pick=uct`) gives a Monte Carlo tree search that ends.
//!
//! **What it costs.** The search stores the whole tree, and each leaf costs one descent.
//!
//! **Measured.** Weaker than alpha-beta with a table everywhere; closest on the small Othello board at equal evaluations (40%).
//!
//! **The invariant.** The true value lies between the bounds at every node, at every time. Each rollout settles a leaf, so the search ends.

use super::arena::{ROOT, Tree};
use super::board::AnyMove;
use super::context::Context;
use super::outcome::{Alternative, Outcome, deepen};
use crate::mark::Mark;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// Chooses the child of a rollout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// The leftmost child: alpha-beta.
    #[default]
    Left,
    /// The child with the best bound for the side to move: similar to SSS*.
    Hopeful,
    /// The child with the best UCT score, computed from the middle of its bounds and its visits.
    Uct,
}

/// The bounds and the visits of a node.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// A lower bound of the minimax value.
    pub low: Score,
    /// An upper bound of the minimax value.
    pub high: Score,
    /// Rollouts through this node.
    pub visits: u32,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            low: -INF,
            high: INF,
            visits: 0,
        }
    }
}

/// Alpha-beta as rollouts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rollouts {
    pick: Pick,
}

impl Rollouts {
    /// Chooses children by `pick`.
    #[must_use]
    pub const fn new(pick: Pick) -> Self {
        Self { pick }
    }

    /// Runs rollouts until the bounds of the root are equal. Calls `step` with the tree after each one.
    pub fn settle(
        self,
        context: &mut Context<'_>,
        depth: u32,
        step: &mut dyn FnMut(&Tree<Known>),
    ) -> Result<(Score, Vec<AnyMove>), Stopped> {
        let mut tree = Tree::<Known>::unvalued(context)?;
        loop {
            let Known { low, high, .. } = tree.node(ROOT).extra;
            if low >= high {
                break;
            }
            self.rollout(context, &mut tree, ROOT, depth, low, high)?;
            step(&tree);
        }
        let value = tree.node(ROOT).extra.low;
        let reaches = |&child: &u32| tree.node(child).extra.low == value;
        let best = tree.children(ROOT).find(reaches);
        let line = best.map(|child| tree.node(child).mv).into_iter().collect();
        Ok((value, line))
    }

    fn rollout(
        self,
        context: &mut Context<'_>,
        tree: &mut Tree<Known>,
        id: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        let ply = u32::from(tree.node(id).ply);
        if tree.node(id).extra.visits == 0 {
            context.enter(ply, depth - ply, alpha, beta)?;
        } else {
            context.report_enter(ply, depth - ply, alpha, beta);
        }
        tree.node_mut(id).extra.visits += 1;
        if ply < depth && !tree.is_expanded(id) {
            tree.expand_with(context, id, &mut |_, _| Ok((0, false)))?;
        }
        if !tree.is_expanded(id) {
            let value = leaf(context, ply)?;
            let known = &mut tree.node_mut(id).extra;
            (known.low, known.high) = (value, value);
            return Ok(());
        }
        let Some((child, low, high)) = self.choose(tree, id, alpha, beta) else {
            return Err(Stopped);
        };
        context.play(tree.node(child).mv);
        let outcome = self.rollout(context, tree, child, depth, low, high);
        context.board.undo();
        outcome?;
        let max = tree.node(id).max;
        let children = || tree.children(id).map(|child| tree.node(child).extra);
        let lows = children().map(|child| child.low);
        let highs = children().map(|child| child.high);
        let (low, high) = if max {
            (lows.max(), highs.max())
        } else {
            (lows.min(), highs.min())
        };
        let known = &mut tree.node_mut(id).extra;
        known.low = low.unwrap_or(known.low);
        known.high = high.unwrap_or(known.high);
        let low = known.low;
        let bound = if low == known.high {
            Bound::Exact
        } else {
            Bound::Lower
        };
        let (high, visits) = (known.high, known.visits);
        context.mark(
            None,
            &[
                (Mark::Low, low),
                (Mark::High, high),
                (Mark::Visits, visits as i32),
            ],
        );
        context.leave(low, bound, None, How::Searched);
        Ok(())
    }

    /// Returns a child with an open window, and that window.
    fn choose(
        self,
        tree: &Tree<Known>,
        id: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<(u32, Score, Score)> {
        let node = tree.node(id);
        let open = tree.children(id).filter_map(|child| {
            let known = tree.node(child).extra;
            let window = (alpha.max(known.low), beta.min(known.high));
            (window.0 < window.1).then_some((child, window.0, window.1))
        });
        let worth = |child: u32| {
            let known = tree.node(child).extra;
            match self.pick {
                Pick::Left => 0.0,
                Pick::Hopeful if node.max => f64::from(known.high),
                Pick::Hopeful => -f64::from(known.low),
                Pick::Uct => {
                    let middle = f64::from(known.low.midpoint(known.high)) / f64::from(INF);
                    let middle = if node.max { middle } else { -middle };
                    let all = f64::from(node.extra.visits.max(1)).ln();
                    middle + 1.4 * (all / f64::from(known.visits + 1)).sqrt()
                }
            }
        };
        open.reduce(|best, next| {
            if worth(next.0) > worth(best.0) {
                next
            } else {
                best
            }
        })
    }
}

fn leaf(context: &mut Context<'_>, ply: u32) -> Result<Score, Stopped> {
    if let Some(value) = context.terminal(ply) {
        return Ok(context.leave(value, Bound::Exact, None, How::Terminal));
    }
    context.stats.leaves += 1;
    let value = context.evaluate(0)?;
    Ok(context.leave(value, Bound::Exact, None, How::Horizon))
}

impl Alternative for Rollouts {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        deepen(context, &mut |context, depth| {
            self.settle(context, depth, &mut |_| {})
        })
    }
}
