//! # UCT: Monte Carlo tree search
//!
//! **The idea.** Play games by chance and keep a tree of how they ended. Each new game goes down the tree to the child with the best
//! mean result and a bonus for having been tried seldom, `c sqrt(ln N / n)`; the first position outside the tree is added to it,
//! and from there chance decides. The move tried most often is played.
//!
//! **Who.** L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006. The *solver*, which hands proved wins and losses up,
//! is M. Winands' and others', 2008.
//!
//! **What it costs.** A stored tree, and many games. No evaluator is needed where games are short; here it values a game that is cut after
//! `rollout` plies. Every ply of every game counts as a node, and a limit of evaluations is one of games too.
//! **What our experiment says.** With games by chance it loses nearly every game against alpha-beta and an evaluator; best in 6x6 Othello at equal evaluations (28%).
//!
//! **The invariant.** A node has been visited once more often than its children together, the root exactly as often. What is proved is what minimax says.

use super::arena::{Node, ROOT, Tree, is_enough};
use super::outcome::{Alternative, Outcome};
use super::trip::Trip;
use crate::mark::{Mark, Marked};
use crate::observer::{How, Try};
use crate::result::Bound;
use crate::rng::SplitMix64;
use crate::score::{self, INF, Score};
use crate::value::Proof;
use crate::walk::Stopped;

/// How often a node was visited, and what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Visits {
    /// Games that went through it.
    pub count: u32,
    /// The sum of their results for MAX, each between -1 and 1.
    pub total: f64,
    /// The result for MAX if it is proved.
    pub proved: Option<i8>,
}

fn marks(node: &Node<Visits>, out: &mut Vec<Marked>) {
    let Visits { count, total, .. } = node.extra;
    if count > 0 {
        out.push((Mark::Visits, count as i32));
        out.push(Mark::Result.of(total / f64::from(count)));
    }
}

/// How a new node gets its first result for MAX, between -1 and 1.
pub(super) type Estimate<'a> = dyn FnMut(&mut Trip<'_>, u32) -> Result<f64, Stopped> + 'a;

/// Monte Carlo tree search.
#[derive(Clone, Debug)]
pub struct Uct {
    /// How much seldom tried moves are preferred.
    pub exploration: f64,
    /// Plies of a game by chance before it is valued.
    pub rollout: u32,
    /// Where chance comes from.
    pub seed: u64,
}

impl Uct {
    /// With these settings.
    #[must_use]
    pub const fn new(exploration: f64, rollout: u32, seed: u64) -> Self {
        Self {
            exploration,
            rollout,
            seed,
        }
    }
}

/// A value as a result between -1 and 1.
pub(super) fn squashed(value: Score, scale: Score) -> f64 {
    (f64::from(value) / f64::from(scale)).tanh()
}

/// The value that games with this mean result stand for.
fn unsquashed(visits: Visits, scale: Score) -> Score {
    let mean = visits.total / f64::from(visits.count.max(1));
    (mean.clamp(-0.9999, 0.9999).atanh() * f64::from(scale)).round() as Score
}

/// The end of a game as a result.
fn result(value: Score) -> i8 {
    value.signum() as i8
}

/// The tree of a search.
pub struct Simulations<'a> {
    /// The tree so far.
    pub tree: Tree<Visits>,
    exploration: f64,
    estimate: &'a mut Estimate<'a>,
    way: Vec<u32>,
}

impl<'a> Simulations<'a> {
    /// A tree of the root and its moves, none of them visited.
    pub(super) fn new(
        trip: &mut Trip<'_>,
        exploration: f64,
        estimate: &'a mut Estimate<'a>,
    ) -> Result<Self, Stopped> {
        trip.enter(0, 0, -INF, INF)?;
        let mut tree = Tree::unvalued(trip)?;
        tree.expand_with(trip, ROOT, &mut |_, _| Ok((0, false)))?;
        trip.leave(0, Bound::Exact, None, How::Searched);
        Ok(Self {
            tree,
            exploration,
            estimate,
            way: Vec::new(),
        })
    }

    /// One game.
    pub(super) fn simulate(&mut self, trip: &mut Trip<'_>) -> Result<(), Stopped> {
        let exploration = self.exploration;
        let mut way = std::mem::take(&mut self.way);
        let mut id = self.tree.descend(trip, &mut way, &mut |tree, id| {
            select(tree, id, exploration)
        });
        let outcome = self.visit(trip, &mut id, &mut way);
        if let Ok((value, over)) = outcome {
            let visits = &mut self.tree.node_mut(id).extra;
            visits.proved = visits.proved.or(over);
            for &node in way.iter().rev() {
                let visits = &mut self.tree.node_mut(node).extra;
                visits.count += 1;
                visits.total += value;
                let proved = visits.proved.or_else(|| proved(&self.tree, node));
                self.tree.node_mut(node).extra.proved = proved;
            }
            if trip.is_watched() {
                for &node in &way {
                    let visits = self.tree.node(node).extra;
                    self.tree.node_mut(node).value = unsquashed(visits, trip.scale);
                }
            }
        }
        self.tree.ascend(trip, &way, &marks);
        self.way = way;
        outcome.map(|_| ())
    }

    /// The first result of the node where the way ended, or of a new one below it; and whether the game is over there.
    fn visit(
        &mut self,
        trip: &mut Trip<'_>,
        id: &mut u32,
        way: &mut Vec<u32>,
    ) -> Result<(f64, Option<i8>), Stopped> {
        let node = self.tree.node(*id);
        let known = node.extra;
        if let Some(proved) = known.proved {
            // A game that ends here is one all the same. If it counted nothing, no limit would ever end a search that keeps
            // going to a proved draw because everything else looks lost.
            trip.count()?;
            return Ok((f64::from(proved), Some(proved)));
        }
        // A node that was visited once gets its children now, and the first of them is visited.
        if known.count > 0 && !node.closed {
            self.tree
                .expand_with(trip, *id, &mut |_, _| Ok((0, false)))?;
            let child = self.tree.children(*id).start;
            trip.play(self.tree.node(child).mv);
            *id = child;
            way.push(child);
            trip.tell_enter(u32::from(self.tree.node(child).ply), 0, -INF, INF);
        }
        let ply = u32::from(self.tree.node(*id).ply);
        trip.watch.try_move(None, Try::Internal);
        trip.enter(ply, 0, -INF, INF)?;
        if let Some(value) = trip.terminal(ply) {
            trip.leave(value, Bound::Exact, None, How::Terminal);
            self.tree.node_mut(*id).closed = true;
            return Ok((f64::from(result(value)), Some(result(value))));
        }
        Ok(((self.estimate)(trip, ply)?, None))
    }

    /// What came of it all.
    pub(super) fn outcome(&self, trip: &Trip<'_>, stopped: bool) -> Outcome {
        // A proved win first, then the one visited most; a proved loss only if there is nothing else.
        let worth = |child: &u32| {
            let visits = self.tree.node(*child).extra;
            (
                visits.proved.unwrap_or(0),
                visits.count,
                std::cmp::Reverse(*child),
            )
        };
        let Some(best) = self.tree.children(ROOT).max_by_key(worth) else {
            return Outcome::nothing();
        };
        let visits = self.tree.node(best).extra;
        let far = 4 * trip.scale;
        let (value, bound) = match visits.proved {
            Some(1) => (far, Bound::Lower),
            Some(-1) => (-far, Bound::Upper),
            Some(_) => (0, Bound::Exact),
            None => (unsquashed(visits, trip.scale), Bound::Exact),
        };
        // One won move is enough; for everything else all must be known.
        let known = self.tree.node(ROOT).extra.proved;
        let proved = match visits.proved.filter(|&result| result == 1).or(known) {
            Some(1) => Some(Proof::Won),
            Some(0) => Some(Proof::Drawn),
            Some(_) => Some(Proof::Lost),
            None => None,
        };
        let mut line = vec![self.tree.node(best).mv];
        let mut next = best;
        while let Some(child) = self
            .tree
            .children(next)
            .max_by_key(|&child| self.tree.node(child).extra.count)
            .filter(|&child| self.tree.node(child).extra.count > 0)
        {
            line.push(self.tree.node(child).mv);
            next = child;
        }
        Outcome {
            value,
            bound,
            line,
            depth: 1,
            stopped,
            proved,
        }
    }
}

/// The child that is looked at next.
fn select(tree: &Tree<Visits>, id: u32, exploration: f64) -> Option<u32> {
    let node = tree.node(id);
    if node.extra.proved.is_some() {
        return None;
    }
    let all = f64::from(node.extra.count.max(1)).ln();
    let lost = if node.max { -1 } else { 1 };
    let mut best: Option<(u32, f64)> = None;
    for child in tree.children(id) {
        let visits = tree.node(child).extra;
        if visits.proved == Some(lost) {
            continue;
        }
        let worth = if visits.count == 0 {
            f64::INFINITY
        } else {
            let count = f64::from(visits.count);
            let mean = visits.total / count;
            let mean = if node.max { mean } else { -mean };
            mean + exploration * (all / count).sqrt()
        };
        if best.is_none_or(|(_, best)| worth > best) {
            best = Some((child, worth));
        }
    }
    best.map(|(child, _)| child)
}

/// The result that the children of a node prove.
fn proved(tree: &Tree<Visits>, id: u32) -> Option<i8> {
    if !tree.is_expanded(id) {
        return None;
    }
    let sign = if tree.node(id).max { 1 } else { -1 };
    let mut best = -1;
    let mut all = true;
    for child in tree.children(id) {
        match tree.node(child).extra.proved {
            Some(result) => best = best.max(sign * result),
            None => all = false,
        }
    }
    (all || best == 1).then_some(sign * best)
}

impl Uct {
    /// Plays games until something ends it, and shows the tree after each.
    pub fn grow(&self, trip: &mut Trip<'_>, step: &mut dyn FnMut(&Tree<Visits>)) -> Outcome {
        let mut rng = SplitMix64::new(self.seed);
        let rollout = self.rollout;
        let mut estimate = |trip: &mut Trip<'_>, _: u32| by_chance(trip, &mut rng, rollout);
        run(trip, self.exploration, &mut estimate, step)
    }
}

/// The result of a game by chance from the position on the board.
fn by_chance(trip: &mut Trip<'_>, rng: &mut SplitMix64, plies: u32) -> Result<f64, Stopped> {
    let plies = trip
        .nodes_left()
        .map_or(plies, |left| u64::from(plies).min(left) as u32);
    let playout = trip.board.playout(rng, plies);
    trip.stats.nodes += u64::from(playout.plies);
    let sign = if trip.is_max_side(playout.side) {
        1.0
    } else {
        -1.0
    };
    trip.stats.leaves += 1;
    let mean = if let Some(value) = playout.over {
        sign * f64::from(result(value))
    } else {
        trip.take_evaluation()?;
        sign * squashed(playout.value, trip.scale)
    };
    if trip.is_watched() {
        let one = Visits {
            count: 1,
            total: mean,
            proved: None,
        };
        let told = unsquashed(one, trip.scale);
        trip.leave(told, Bound::Exact, None, How::Horizon);
    }
    Ok(mean)
}

/// Simulations until something ends them.
pub(super) fn run(
    trip: &mut Trip<'_>,
    exploration: f64,
    estimate: &mut Estimate<'_>,
    step: &mut dyn FnMut(&Tree<Visits>),
) -> Outcome {
    let Ok(mut simulations) = Simulations::new(trip, exploration, estimate) else {
        return Outcome::nothing();
    };
    let mut stopped = false;
    let mut tell_at = 8;
    while simulations.tree.node(ROOT).extra.proved.is_none() {
        if simulations.simulate(trip).is_err() {
            stopped = true;
            break;
        }
        step(&simulations.tree);
        let count = simulations.tree.node(ROOT).extra.count;
        if count >= tell_at {
            tell_at *= 2;
            let outcome = simulations.outcome(trip, false);
            trip.iteration(1, outcome.value, &outcome.line);
        }
        // A game that chance plays to its end asks no evaluator, and is an opinion all the same.
        let by_evals = trip.evals_limit();
        if is_enough(trip) || by_evals.is_some_and(|limit| u64::from(count) >= limit) {
            break;
        }
    }
    let outcome = simulations.outcome(trip, stopped);
    debug_assert!(!score::is_decisive(outcome.value));
    outcome
}

impl Alternative for Uct {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        self.grow(trip, &mut |_| {})
    }
}
