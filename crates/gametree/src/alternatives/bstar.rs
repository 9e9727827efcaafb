//! # B*
//!
//! **The idea.** Find the best move, not its value. Every node has a pessimistic and an optimistic value. The search is done when the
//! pessimistic value of one move is at least the optimistic value of every other. Until then it raises the pessimistic value of the
//! best move (prove best) or lowers the optimistic value of its rival (disprove the rest).
//!
//! **Reference.** H. Berliner, "The B* tree search algorithm: a best-first proof procedure", Artificial Intelligence 12, 1979.
//!
//! **What it costs.** A stored tree, and two reliable bounds. Here they are the static value minus and plus a spread.
//!
//! **Measured.** A third of the points at equal nodes in Othello, almost none at equal time and in chess: the bounds are too wide to separate moves.
//!
//! **The invariant.** If the true value lies between the bounds everywhere, the move is the best one. Intervals only become narrower.

use super::arena::{Node, ROOT, Tree, is_enough};
use super::context::Context;
use super::outcome::{Alternative, Outcome};
use crate::mark::{Mark, Marked};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// The source of the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// The static value minus and plus this.
    Spread(Score),
    /// Evaluator 1 is pessimistic and evaluator 2 optimistic, both for MAX.
    Opinions,
}

/// The bounds of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// The pessimistic value.
    pub low: Score,
    /// The optimistic value.
    pub high: Score,
    /// Is every leaf below finished?
    pub exhausted: bool,
}

fn marks(node: &Node<Interval>, out: &mut Vec<Marked>) {
    out.push((Mark::Low, node.extra.low));
    out.push((Mark::High, node.extra.high));
}

/// Separates the best move from the rest.
#[derive(Clone, Copy, Debug)]
pub struct BStar {
    bounds: Bounds,
}

impl BStar {
    /// Uses these bounds.
    #[must_use]
    pub const fn new(bounds: Bounds) -> Self {
        Self { bounds }
    }

    /// Expands a leaf and computes the bounds of its children.
    fn expand(
        self,
        context: &mut Context<'_>,
        tree: &mut Tree<Interval>,
        id: u32,
    ) -> Result<(), Stopped> {
        let mut intervals = Vec::new();
        tree.expand_with(context, id, &mut |context, ply| {
            let (value, over) = context.visit(ply)?;
            let (low, high) = match self.bounds {
                _ if over => (value, value),
                Bounds::Spread(spread) => (value - spread, value + spread),
                Bounds::Opinions => (context.evaluate(1)?, context.evaluate(2)?),
            };
            intervals.push((low, high, over));
            Ok((value, over))
        })?;
        for (child, (low, high, over)) in tree.children(id).zip(intervals) {
            let exhausted = over || tree.node(child).closed || low == high;
            tree.node_mut(child).extra = Interval {
                low,
                high,
                exhausted,
            };
        }
        Ok(())
    }

    /// Grows the tree until one move is separated from all others. Returns whether it is.
    pub fn separate(
        self,
        context: &mut Context<'_>,
        tree: &mut Tree<Interval>,
    ) -> Result<bool, Stopped> {
        tree.node_mut(ROOT).extra = Interval {
            low: -INF,
            high: INF,
            exhausted: false,
        };
        context.report_enter(0, 0, -INF, INF);
        let first = self.expand(context, tree, ROOT);
        if first.is_ok() {
            back_up(tree, &[ROOT]);
        }
        tree.ascend(context, &[ROOT], &marks);
        first?;
        let mut way = Vec::new();
        loop {
            let Some((best, rival)) = contenders(tree) else {
                return Ok(true);
            };
            let (first, other) = (tree.node(best).extra, tree.node(rival).extra);
            if first.low >= other.high {
                return Ok(true);
            }
            // Work on the wider of the two, if it can be expanded.
            let wide = |interval: Interval| interval.high - interval.low;
            let target = match (first.exhausted, other.exhausted) {
                (true, true) => return Ok(false),
                (true, false) => rival,
                (false, true) => best,
                _ if wide(other) > wide(first) => rival,
                _ => best,
            };
            if is_enough(context) {
                return Ok(false);
            }
            let leaf = tree.descend(context, &mut way, &mut |tree, id| {
                if id == ROOT {
                    Some(target)
                } else {
                    promising(tree, id)
                }
            });
            let grown = self.expand(context, tree, leaf);
            if grown.is_ok() {
                back_up(tree, &way);
            }
            tree.ascend(context, &way, &marks);
            grown?;
            context.iteration(1, middle(tree.node(best).extra), &[tree.node(best).mv]);
        }
    }
}

/// Returns the middle of an interval.
const fn middle(interval: Interval) -> Score {
    (interval.low + interval.high) / 2
}

/// Returns the move with the highest optimistic value, and the second, or `None` if there is only one move.
fn contenders(tree: &Tree<Interval>) -> Option<(u32, u32)> {
    let worth = |child: &u32| {
        let interval = tree.node(*child).extra;
        (interval.high, interval.low, std::cmp::Reverse(*child))
    };
    let best = tree.children(ROOT).max_by_key(worth)?;
    let others = tree.children(ROOT).filter(|&child| child != best);
    Some((best, others.max_by_key(worth)?))
}

/// Returns the child to descend to: the most optimistic one for the side to move that can be expanded.
fn promising(tree: &Tree<Interval>, id: u32) -> Option<u32> {
    let max = tree.node(id).max;
    let open = tree
        .children(id)
        .filter(|&child| !tree.node(child).extra.exhausted);
    open.max_by_key(|&child| {
        let interval = tree.node(child).extra;
        let hope = if max { interval.high } else { -interval.low };
        (hope, std::cmp::Reverse(child))
    })
}

/// Backs intervals up along a path. They only become narrower.
fn back_up(tree: &mut Tree<Interval>, way: &[u32]) {
    for &id in way.iter().rev() {
        if !tree.is_expanded(id) {
            continue;
        }
        let max = tree.node(id).max;
        let children = || tree.children(id).map(|child| tree.node(child).extra);
        let lows = children().map(|child| child.low);
        let highs = children().map(|child| child.high);
        let (low, high) = if max {
            (lows.max(), highs.max())
        } else {
            (lows.min(), highs.min())
        };
        let old = tree.node(id).extra;
        let low = low.unwrap_or(-INF).max(old.low);
        // Bounds that contradict those of the children are wrong: use the new ones.
        let high = high.unwrap_or(INF).min(old.high).max(low);
        let exhausted = low == high || children().all(|child| child.exhausted);
        let node = tree.node_mut(id);
        node.extra = Interval {
            low,
            high,
            exhausted,
        };
        node.value = middle(node.extra);
    }
}

impl Alternative for BStar {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        let Ok(mut tree) = Tree::<Interval>::new(context) else {
            return Outcome::nothing();
        };
        let separated = self.separate(context, &mut tree);
        let done = separated == Ok(true);
        // If a move is separated, the best one; otherwise the one with the highest middle of its interval.
        let by_middle = |child: &u32| {
            let interval = tree.node(*child).extra;
            (middle(interval), std::cmp::Reverse(*child))
        };
        let best = if done && tree.children(ROOT).len() > 1 {
            contenders(&tree).map(|(best, _)| best)
        } else {
            tree.children(ROOT).max_by_key(by_middle)
        };
        let Some(best) = best else {
            return Outcome::nothing();
        };
        let interval = tree.node(best).extra;
        Outcome {
            value: middle(interval),
            bound: if interval.low == interval.high {
                Bound::Exact
            } else {
                Bound::Lower
            },
            line: vec![tree.node(best).mv],
            depth: 1,
            stopped: separated.is_err(),
            proved: None,
        }
    }
}
