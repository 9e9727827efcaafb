//! # Alpha-beta as rollouts
//!
//! **The idea.** Alpha-beta and Monte Carlo tree search look different and are not. Keep at each node a lower and an upper bound of
//! its minimax value, at first nothing and everything. A rollout goes from the root down to one leaf, through children whose
//! bounds still leave the question open, and tightens the bounds on its way back. When those of the root meet, that is the value.
//!
//! **Who.** B. Huang, "Pruning game tree by rollouts", AAAI 2015. Which open child is taken is free: the leftmost gives exactly the leaves of
//! alpha-beta, in its order; the most hopeful goes like SSS*; the one that UCT would take (`pick=uct`) gives Monte Carlo tree search with an end.
//!
//! **What it costs.** The whole tree is kept, and each leaf costs a way down.
//!
//! **What our experiment says.** It loses to alpha-beta with a table everywhere, by least on the small Othello board at equal evaluations (40%).
//!
//! **The invariant.** The true value lies between the bounds, at every node, at every time. Each rollout settles a leaf, so there is an end.

use super::arena::{ROOT, Tree};
use super::board::AnyMove;
use super::outcome::{Alternative, Outcome, deepen};
use super::trip::Trip;
use crate::mark::Mark;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// Which child a rollout takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// The leftmost: alpha-beta.
    #[default]
    Left,
    /// The one with the best bound for its mover: much like SSS*.
    Hopeful,
    /// By the middle of the bounds and how seldom it was visited.
    Uct,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The minimax value is at least this.
    pub low: Score,
    /// It is at most this.
    pub high: Score,
    /// Rollouts that came by.
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
    /// With a rule for which child is taken.
    #[must_use]
    pub const fn new(pick: Pick) -> Self {
        Self { pick }
    }

    /// Rollouts until the bounds of the root meet. `step` is shown the tree after each.
    pub fn settle(
        self,
        trip: &mut Trip<'_>,
        depth: u32,
        step: &mut dyn FnMut(&Tree<Known>),
    ) -> Result<(Score, Vec<AnyMove>), Stopped> {
        let mut tree = Tree::<Known>::unvalued(trip)?;
        loop {
            let Known { low, high, .. } = tree.node(ROOT).extra;
            if low >= high {
                break;
            }
            self.rollout(trip, &mut tree, ROOT, depth, low, high)?;
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
        trip: &mut Trip<'_>,
        tree: &mut Tree<Known>,
        id: u32,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(), Stopped> {
        let ply = u32::from(tree.node(id).ply);
        if tree.node(id).extra.visits == 0 {
            trip.enter(ply, depth - ply, alpha, beta)?;
        } else {
            trip.tell_enter(ply, depth - ply, alpha, beta);
        }
        tree.node_mut(id).extra.visits += 1;
        if ply < depth && !tree.is_expanded(id) {
            tree.expand_with(trip, id, &mut |_, _| Ok((0, false)))?;
        }
        if !tree.is_expanded(id) {
            let value = leaf(trip, ply)?;
            let known = &mut tree.node_mut(id).extra;
            (known.low, known.high) = (value, value);
            return Ok(());
        }
        let Some((child, low, high)) = self.choose(tree, id, alpha, beta) else {
            return Err(Stopped);
        };
        trip.play(tree.node(child).mv);
        let outcome = self.rollout(trip, tree, child, depth, low, high);
        trip.board.undo();
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
        trip.mark(
            None,
            &[
                (Mark::Low, low),
                (Mark::High, high),
                (Mark::Visits, visits as i32),
            ],
        );
        trip.leave(low, bound, None, How::Searched);
        Ok(())
    }

    /// A child whose bounds leave the question open, with the part of the window that is open.
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

fn leaf(trip: &mut Trip<'_>, ply: u32) -> Result<Score, Stopped> {
    if let Some(value) = trip.terminal(ply) {
        return Ok(trip.leave(value, Bound::Exact, None, How::Terminal));
    }
    trip.stats.leaves += 1;
    let value = trip.evaluate(0)?;
    Ok(trip.leave(value, Bound::Exact, None, How::Horizon))
}

impl Alternative for Rollouts {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        deepen(trip, &mut |trip, depth| {
            self.settle(trip, depth, &mut |_| {})
        })
    }
}
