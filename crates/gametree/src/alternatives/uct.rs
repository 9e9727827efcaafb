//! # UCT: Monte Carlo tree search
//!
//! **The idea.** Play random games and store a tree of their results. Each new game descends to the child with the best
//! mean result plus a bonus for few visits, `c sqrt(ln N / n)`. The first position outside the tree is added to it, and
//! random moves follow. The most visited move is played.
//!
//! **Reference.** L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006. The *solver*, which backs up proved wins and losses,
//! is by M. Winands and others, 2008.
//!
//! **What it costs.** A stored tree, and many games. Short games need no evaluator; here it evaluates a game that is cut after
//! `rollout` plies. Every ply of every game counts as a node, and every game as an evaluation.
//! **Measured.** With random games it loses nearly every game against alpha-beta with an evaluator; best result in 6x6 Othello at equal evaluations (28%).
//!
//! **The invariant.** A node has one visit more than its children together, the root exactly as many. Proved results are those of minimax.

use super::arena::{Node, ROOT, Tree, is_enough};
use super::context::Context;
use super::outcome::{Alternative, Outcome};
use crate::mark::{Mark, Marked};
use crate::observer::{How, Try};
use crate::result::Bound;
use crate::rng::SplitMix64;
use crate::score::{self, INF, Score};
use crate::value::Proof;
use crate::walk::Stopped;

/// The visits and the results of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Visits {
    /// Games through this node.
    pub count: u32,
    /// The sum of their results for MAX, each from -1 to 1.
    pub total: f64,
    /// The result for MAX, if it is proved.
    pub proved: Option<i8>,
}

fn marks(node: &Node<Visits>, out: &mut Vec<Marked>) {
    let Visits { count, total, .. } = node.extra;
    if count > 0 {
        out.push((Mark::Visits, count as i32));
        out.push(Mark::Result.of(total / f64::from(count)));
    }
}

/// Computes the first result of a new node for MAX, from -1 to 1.
pub(super) type Estimate<'a> = dyn FnMut(&mut Context<'_>, u32) -> Result<f64, Stopped> + 'a;

/// Monte Carlo tree search.
#[derive(Clone, Debug)]
pub struct Uct {
    /// The weight of the bonus for few visits.
    pub exploration: f64,
    /// Plies of a random game before it is evaluated.
    pub rollout: u32,
    /// The seed of the random moves.
    pub seed: u64,
}

impl Uct {
    /// Uses these settings.
    #[must_use]
    pub const fn new(exploration: f64, rollout: u32, seed: u64) -> Self {
        Self {
            exploration,
            rollout,
            seed,
        }
    }
}

/// Converts a score to a result from -1 to 1.
pub(super) fn squashed(value: Score, scale: Score) -> f64 {
    (f64::from(value) / f64::from(scale)).tanh()
}

/// Converts a mean result to a score.
fn unsquashed(visits: Visits, scale: Score) -> Score {
    let mean = visits.total / f64::from(visits.count.max(1));
    (mean.clamp(-0.9999, 0.9999).atanh() * f64::from(scale)).round() as Score
}

/// Converts the end of a game to a result.
fn result(value: Score) -> i8 {
    value.signum() as i8
}

/// The tree of a search.
pub struct Simulations<'a> {
    /// The stored tree.
    pub tree: Tree<Visits>,
    exploration: f64,
    estimate: &'a mut Estimate<'a>,
    way: Vec<u32>,
}

impl<'a> Simulations<'a> {
    /// Creates a tree of the root and its moves, without visits.
    pub(super) fn new(
        context: &mut Context<'_>,
        exploration: f64,
        estimate: &'a mut Estimate<'a>,
    ) -> Result<Self, Stopped> {
        context.enter(0, 0, -INF, INF)?;
        let mut tree = Tree::unvalued(context)?;
        tree.expand_with(context, ROOT, &mut |_, _| Ok((0, false)))?;
        context.leave(0, Bound::Exact, None, How::Searched);
        Ok(Self {
            tree,
            exploration,
            estimate,
            way: Vec::new(),
        })
    }

    /// One game.
    pub(super) fn simulate(&mut self, context: &mut Context<'_>) -> Result<(), Stopped> {
        let exploration = self.exploration;
        let mut way = std::mem::take(&mut self.way);
        let mut id = self.tree.descend(context, &mut way, &mut |tree, id| {
            select(tree, id, exploration)
        });
        let outcome = self.visit(context, &mut id, &mut way);
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
            if context.is_watched() {
                for &node in &way {
                    let visits = self.tree.node(node).extra;
                    self.tree.node_mut(node).value = unsquashed(visits, context.scale);
                }
            }
        }
        self.tree.ascend(context, &way, &marks);
        self.way = way;
        outcome.map(|_| ())
    }

    /// Returns the first result of the node at the end of the path, or of a new one below it, and whether the game is over there.
    fn visit(
        &mut self,
        context: &mut Context<'_>,
        id: &mut u32,
        way: &mut Vec<u32>,
    ) -> Result<(f64, Option<i8>), Stopped> {
        let node = self.tree.node(*id);
        let known = node.extra;
        if let Some(proved) = known.proved {
            // A game that ends inside the tree counts too. Otherwise no limit would stop a search that
            // returns to a proved draw because every other move looks lost.
            context.count()?;
            return Ok((f64::from(proved), Some(proved)));
        }
        // On its second visit a node gets its children, and the first of them is visited.
        if known.count > 0 && !node.closed {
            self.tree
                .expand_with(context, *id, &mut |_, _| Ok((0, false)))?;
            let child = self.tree.children(*id).start;
            context.play(self.tree.node(child).mv);
            *id = child;
            way.push(child);
            context.report_enter(u32::from(self.tree.node(child).ply), 0, -INF, INF);
        }
        let ply = u32::from(self.tree.node(*id).ply);
        context.watch.try_move(None, Try::Internal);
        context.enter(ply, 0, -INF, INF)?;
        if let Some(value) = context.terminal(ply) {
            context.leave(value, Bound::Exact, None, How::Terminal);
            self.tree.node_mut(*id).closed = true;
            return Ok((f64::from(result(value)), Some(result(value))));
        }
        Ok(((self.estimate)(context, ply)?, None))
    }

    /// Returns the outcome of all games.
    pub(super) fn outcome(&self, context: &Context<'_>, stopped: bool) -> Outcome {
        // A proved win first, then the most visited move; a proved loss only if all moves are.
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
        let far = 4 * context.scale;
        let (value, bound) = match visits.proved {
            Some(1) => (far, Bound::Lower),
            Some(-1) => (-far, Bound::Upper),
            Some(_) => (0, Bound::Exact),
            None => (unsquashed(visits, context.scale), Bound::Exact),
        };
        // One won move is enough; any other result needs all moves.
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

/// Returns the child to visit next.
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

/// Returns the result that the children of a node prove.
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
    /// Plays games until a limit stops it. Calls `step` with the tree after each game.
    pub fn grow(&self, context: &mut Context<'_>, step: &mut dyn FnMut(&Tree<Visits>)) -> Outcome {
        let mut rng = SplitMix64::new(self.seed);
        let rollout = self.rollout;
        let mut estimate =
            |context: &mut Context<'_>, _: u32| by_chance(context, &mut rng, rollout);
        run_simulations(context, self.exploration, &mut estimate, step)
    }
}

/// Returns the result of a random game from the position on the board.
fn by_chance(context: &mut Context<'_>, rng: &mut SplitMix64, plies: u32) -> Result<f64, Stopped> {
    let plies = context
        .nodes_left()
        .map_or(plies, |left| u64::from(plies).min(left) as u32);
    let playout = context.board.playout(rng, plies);
    context.stats.nodes += u64::from(playout.plies);
    let sign = if context.is_max_side(playout.side) {
        1.0
    } else {
        -1.0
    };
    context.stats.leaves += 1;
    let mean = if let Some(value) = playout.over {
        sign * f64::from(result(value))
    } else {
        context.take_evaluation()?;
        sign * squashed(playout.value, context.scale)
    };
    if context.is_watched() {
        let one = Visits {
            count: 1,
            total: mean,
            proved: None,
        };
        let score = unsquashed(one, context.scale);
        context.leave(score, Bound::Exact, None, How::Horizon);
    }
    Ok(mean)
}

/// Runs simulations until a limit stops it.
pub(super) fn run_simulations(
    context: &mut Context<'_>,
    exploration: f64,
    estimate: &mut Estimate<'_>,
    step: &mut dyn FnMut(&Tree<Visits>),
) -> Outcome {
    let Ok(mut simulations) = Simulations::new(context, exploration, estimate) else {
        return Outcome::nothing();
    };
    let mut stopped = false;
    let mut announce_at = 8;
    while simulations.tree.node(ROOT).extra.proved.is_none() {
        if simulations.simulate(context).is_err() {
            stopped = true;
            break;
        }
        step(&simulations.tree);
        let count = simulations.tree.node(ROOT).extra.count;
        if count >= announce_at {
            announce_at *= 2;
            let outcome = simulations.outcome(context, false);
            context.iteration(1, outcome.value, &outcome.line);
        }
        // A random game that reaches the end of the game calls no evaluator, but counts as an evaluation.
        let by_evals = context.evals_limit();
        if is_enough(context) || by_evals.is_some_and(|limit| u64::from(count) >= limit) {
            break;
        }
    }
    let outcome = simulations.outcome(context, stopped);
    debug_assert!(!score::is_decisive(outcome.value));
    outcome
}

impl Alternative for Uct {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        self.grow(context, &mut |_| {})
    }
}
