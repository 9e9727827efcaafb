//! # B*
//!
//! **The idea.** Not what the position is worth but which move is best. Every node has a pessimistic and an optimistic value.
//! As soon as the pessimist about one move is at least as high as the optimist about every other, the search is done, whatever
//! the values are. It works on the best move to raise its pessimist (prove best) or on the rival to lower its optimist (disprove the rest).
//!
//! **Who.** H. Berliner, "The B* tree search algorithm: a best-first proof procedure", Artificial Intelligence 12, 1979.
//!
//! **What it costs.** A stored tree, and two values that one can rely on. Here they are the evaluator's, less and more a spread.
//!
//! **What our experiment says.** A third of the points at equal nodes in Othello, hardly any at equal time and in chess: our bounds are too wide to separate moves.
//!
//! **The invariant.** If the true value lies between the bounds everywhere, the move is the best one. Intervals only shrink.

use super::arena::{Node, ROOT, Tree, is_enough};
use super::outcome::{Alternative, Outcome};
use super::trip::Trip;
use crate::mark::{Mark, Marked};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// Where the bounds come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// The evaluator, less and more this.
    Spread(Score),
    /// Opinion 1 is the pessimist and opinion 2 the optimist, both about MAX.
    Opinions,
}

/// What the pessimist and the optimist say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// At least this.
    pub low: Score,
    /// At most this.
    pub high: Score,
    /// Is there nothing left to expand below?
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
    /// With these bounds.
    #[must_use]
    pub const fn new(bounds: Bounds) -> Self {
        Self { bounds }
    }

    /// Expands a leaf and gives the bounds of its children.
    fn expand(
        self,
        trip: &mut Trip<'_>,
        tree: &mut Tree<Interval>,
        id: u32,
    ) -> Result<(), Stopped> {
        let mut intervals = Vec::new();
        tree.expand_with(trip, id, &mut |trip, ply| {
            let (value, over) = trip.visit(ply)?;
            let (low, high) = match self.bounds {
                _ if over => (value, value),
                Bounds::Spread(spread) => (value - spread, value + spread),
                Bounds::Opinions => (trip.evaluate(1)?, trip.evaluate(2)?),
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

    /// Grows the tree until one move is separated from all others. Says whether it is.
    pub fn separate(self, trip: &mut Trip<'_>, tree: &mut Tree<Interval>) -> Result<bool, Stopped> {
        tree.node_mut(ROOT).extra = Interval {
            low: -INF,
            high: INF,
            exhausted: false,
        };
        trip.tell_enter(0, 0, -INF, INF);
        let first = self.expand(trip, tree, ROOT);
        if first.is_ok() {
            back_up(tree, &[ROOT]);
        }
        tree.ascend(trip, &[ROOT], &marks);
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
            // Work on the wider of the two, as long as there is something to expand.
            let wide = |interval: Interval| interval.high - interval.low;
            let target = match (first.exhausted, other.exhausted) {
                (true, true) => return Ok(false),
                (true, false) => rival,
                (false, true) => best,
                _ if wide(other) > wide(first) => rival,
                _ => best,
            };
            if is_enough(trip) {
                return Ok(false);
            }
            let leaf = tree.descend(trip, &mut way, &mut |tree, id| {
                if id == ROOT {
                    Some(target)
                } else {
                    promising(tree, id)
                }
            });
            let grown = self.expand(trip, tree, leaf);
            if grown.is_ok() {
                back_up(tree, &way);
            }
            tree.ascend(trip, &way, &marks);
            grown?;
            trip.iteration(1, middle(tree.node(best).extra), &[tree.node(best).mv]);
        }
    }
}

/// The middle of an interval.
const fn middle(interval: Interval) -> Score {
    (interval.low + interval.high) / 2
}

/// The move of the highest optimist, and the highest of the rest. Nobody else: there is one move.
fn contenders(tree: &Tree<Interval>) -> Option<(u32, u32)> {
    let worth = |child: &u32| {
        let interval = tree.node(*child).extra;
        (interval.high, interval.low, std::cmp::Reverse(*child))
    };
    let best = tree.children(ROOT).max_by_key(worth)?;
    let others = tree.children(ROOT).filter(|&child| child != best);
    Some((best, others.max_by_key(worth)?))
}

/// The child to go down to: the most optimistic for the mover that still has something to expand.
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

/// Backs intervals up along a way. They only shrink.
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
        // Bounds that contradict those from below are wrong; the new ones count.
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
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        let Ok(mut tree) = Tree::<Interval>::new(trip) else {
            return Outcome::nothing();
        };
        let separated = self.separate(trip, &mut tree);
        let done = separated == Ok(true);
        // Separated: the best. Otherwise the one in the middle of the highest interval.
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
