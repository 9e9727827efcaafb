//! # BP: best play for imperfect players
//!
//! **The idea.** The value of a leaf is a probability distribution: the values that a deeper search may give it (a [`LeafModel`]).
//! Distributions are backed up as maxima and minima of random variables. The move with the highest mean is best. Each step (a "gulp")
//! expands the leaves that are most likely to change the *choice*.
//!
//! **Reference.** E. Baum and W. Smith, "A Bayesian approach to relevance in game playing", AIJ 97, 1997: better than alpha-beta with much more time in Othello.
//!
//! **What it costs.** A distribution at every node of a stored tree, and a pass over the whole tree for each gulp. Siblings are assumed
//! independent, which they are not, and the leaf model must be measured first. **Measured.** At equal nodes in Othello ahead on 6x6
//! (58%), level on 8x8. A node costs four to five times as much, so it loses at equal time, and always in chess.
//!
//! **The invariant.** With certain leaves it is minimax and more search gains nothing (`U = 0`). Distributions rise from 0 to 1. A
//! leaf that cannot change the choice has importance 0.

use super::arena::{Node, ROOT, Tree, is_enough};
use super::context::Context;
use super::distribution::{Cdf, GRID, Grid, best_of};
use super::leaf_model::LeafModel;
use super::outcome::{Alternative, Outcome};
use crate::mark::{Mark, Marked};
use crate::observer::How;
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// The reach of the grid, as a fraction of a nearly won value.
const REACH: f64 = 3.0;

/// Expands the leaves that may change the choice.
#[derive(Clone, Debug)]
pub struct BestPlay {
    model: LeafModel,
    /// The fraction of the leaves that one gulp expands.
    gulp: f64,
}

/// A leaf and its importance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relevance {
    /// The leaf.
    pub leaf: u32,
    /// The expected change of the gain from more search.
    pub importance: f64,
}

impl BestPlay {
    /// Uses a leaf model and expands this fraction of the leaves per gulp.
    #[must_use]
    pub fn new(model: LeafModel, gulp: f64) -> Self {
        Self {
            model,
            gulp: gulp.clamp(0.001, 1.0),
        }
    }

    /// Returns the distribution of a leaf.
    fn leaf(&self, grid: &Grid, context: &Context<'_>, value: Score, max: bool, over: bool) -> Cdf {
        if over || score::is_decisive(value) {
            return grid.certain(value);
        }
        grid.mixture(&self.model.outcomes(value, max, context.scale))
    }

    /// Expands a leaf and computes the distributions of its children.
    fn expand(
        &self,
        context: &mut Context<'_>,
        tree: &mut Tree<Cdf>,
        grid: &Grid,
        id: u32,
    ) -> Result<(), Stopped> {
        tree.expand(context, id)?;
        for child in tree.children(id) {
            let node = tree.node(child);
            let cdf = self.leaf(grid, context, node.value, node.max, node.closed);
            tree.node_mut(child).extra = cdf;
        }
        Ok(())
    }

    /// Expands the most important leaves of the tree.
    fn grow(
        &self,
        context: &mut Context<'_>,
        tree: &mut Tree<Cdf>,
        grid: &Grid,
    ) -> Result<(), Stopped> {
        let mut way = Vec::new();
        context.report_enter(0, 0, -INF, INF);
        let first = self.expand(context, tree, grid, ROOT);
        context.leave(tree.node(ROOT).value, Bound::Exact, None, How::Searched);
        first?;
        loop {
            back_up_all(tree);
            announce(context, tree, grid);
            let best = best_move(tree, grid);
            let line = tree.line_from(Some(best));
            let value = grid.mean(&tree.node(best).extra).round() as Score;
            context.iteration(1, value, &line[..1]);
            if is_enough(context) {
                return Ok(());
            }
            let mut leaves = relevances(context, tree, grid)?;
            leaves.retain(|leaf| leaf.importance > 0.0);
            if leaves.is_empty() {
                return Ok(());
            }
            leaves.sort_by(|a, b| {
                let by_importance = b.importance.total_cmp(&a.importance);
                by_importance.then(a.leaf.cmp(&b.leaf))
            });
            let gulp = ((leaves.len() as f64 * self.gulp).ceil() as usize).max(1);
            for leaf in leaves.into_iter().take(gulp) {
                tree.go_to(context, leaf.leaf, &mut way);
                let node = tree.node(leaf.leaf);
                let (ply, value) = (u32::from(node.ply), node.value);
                context.report_enter(ply, 0, -INF, INF);
                let expanded = self.expand(context, tree, grid, leaf.leaf);
                let marks = marks(grid);
                tree.report_children(context, leaf.leaf, &marks);
                context.mark(None, &[Mark::Importance.of(leaf.importance)]);
                context.leave(value, Bound::Exact, None, How::Searched);
                let backup = |node: &Node<Cdf>| (mean(grid, node), Bound::Exact);
                tree.go_back(context, &mut way, &backup, &marks);
                expanded?;
            }
        }
    }
}

/// Returns the mean of a node as a score.
fn mean(grid: &Grid, node: &Node<Cdf>) -> Score {
    grid.mean(&node.extra).round() as Score
}

/// Returns the mean and the standard deviation as marks.
fn marks(grid: &Grid) -> impl Fn(&Node<Cdf>, &mut Vec<Marked>) {
    move |node, out| {
        out.push(Mark::Mean.of(grid.mean(&node.extra)));
        out.push(Mark::Spread.of(grid.deviation(&node.extra)));
    }
}

/// Reports the distributions of the root and its moves to the observer.
fn announce(context: &mut Context<'_>, tree: &Tree<Cdf>, grid: &Grid) {
    if !context.is_watched() {
        return;
    }
    let marks = marks(grid);
    context.report_enter(0, 0, -INF, INF);
    for child in tree.children(ROOT) {
        context.play(tree.node(child).mv);
        context.report_enter(1, 0, -INF, INF);
        context.board.undo();
        tree.report_marks(context, child, None, &marks);
        let value = mean(grid, tree.node(child));
        context.leave(value, Bound::Exact, None, How::Searched);
    }
    tree.report_marks(context, ROOT, None, &marks);
    let best = tree.node(best_move(tree, grid));
    let value = mean(grid, best);
    context.leave(value, Bound::Exact, Some(best.mv), How::Searched);
}

/// Backs all distributions up. Children come after their parents in the list.
pub fn back_up_all(tree: &mut Tree<Cdf>) {
    for id in (0..tree.len() as u32).rev() {
        if tree.is_expanded(id) {
            let max = tree.node(id).max;
            let cdf = best_of(max, tree.children(id).map(|child| &tree.node(child).extra));
            tree.node_mut(id).extra = cdf;
        }
    }
}

/// Returns the move with the highest mean, the first of equals.
#[must_use]
pub fn best_move(tree: &Tree<Cdf>, grid: &Grid) -> u32 {
    let mean = |child: u32| grid.mean(&tree.node(child).extra);
    let better = |best: u32, child: u32| {
        if mean(child) > mean(best) {
            child
        } else {
            best
        }
    };
    tree.children(ROOT).reduce(better).unwrap_or(ROOT)
}

/// Returns the gain from more search: the expected difference between the move that will be best and the one that is best now.
#[must_use]
pub fn utility(tree: &Tree<Cdf>, grid: &Grid) -> f64 {
    let best = best_of(
        true,
        tree.children(ROOT).map(|child| &tree.node(child).extra),
    );
    let means = tree
        .children(ROOT)
        .map(|child| grid.mean(&tree.node(child).extra));
    (grid.mean(&best) - means.fold(f64::MIN, f64::max)).max(0.0)
}

/// Lists every leaf that can be expanded, with its importance.
pub fn relevances(
    context: &Context<'_>,
    tree: &Tree<Cdf>,
    grid: &Grid,
) -> Result<Vec<Relevance>, Stopped> {
    let mut found = Vec::new();
    let gain = utility(tree, grid);
    for child in tree.children(ROOT) {
        let mut others = [1.0; GRID];
        let mut rival = f64::MIN;
        for sibling in tree.children(ROOT).filter(|&sibling| sibling != child) {
            let cdf = &tree.node(sibling).extra;
            rival = rival.max(grid.mean(cdf));
            for (place, &p) in others.iter_mut().zip(cdf) {
                *place *= f64::from(p);
            }
        }
        let move_at_root = MoveAtRoot {
            others,
            rival,
            mean: grid.mean(&tree.node(child).extra),
            gain,
        };
        move_at_root.collect(context, tree, grid, child, &[1.0; GRID], &mut found)?;
    }
    Ok(found)
}

/// A move of the root, compared with the others.
struct MoveAtRoot {
    /// The product of the distributions of the other moves.
    others: [f64; GRID],
    /// The highest mean of the others.
    rival: f64,
    mean: f64,
    gain: f64,
}

impl MoveAtRoot {
    /// Descends to the leaves. `factor` is the derivative of the move's distribution with respect to that of the node: the relation is
    /// linear, whatever lies between them.
    fn collect(
        &self,
        context: &Context<'_>,
        tree: &Tree<Cdf>,
        grid: &Grid,
        id: u32,
        factor: &[f64; GRID],
        found: &mut Vec<Relevance>,
    ) -> Result<(), Stopped> {
        let node = tree.node(id);
        if !tree.is_expanded(id) {
            if !node.closed {
                found.push(Relevance {
                    leaf: id,
                    importance: self.importance(grid, &node.extra, factor),
                });
            }
            return Ok(());
        }
        // This pass can take long, so it checks the clock.
        if tree.children(id).len() > 1 && id.is_multiple_of(64) {
            context.check()?;
        }
        // The products over all siblings but one, from both ends, without a division.
        let first = tree.children(id).start;
        let count = tree.children(id).len();
        let part = |child: u32, index: usize| {
            let p = f64::from(tree.node(child).extra[index]);
            if node.max { p } else { 1.0 - p }
        };
        let mut after = vec![[1.0; GRID]; count];
        for index in (0..count - 1).rev() {
            let (next, child) = (after[index + 1], first + index as u32 + 1);
            after[index] = std::array::from_fn(|g| next[g] * part(child, g));
        }
        let mut before = *factor;
        for (index, child) in tree.children(id).enumerate() {
            let below: [f64; GRID] = std::array::from_fn(|g| before[g] * after[index][g]);
            if below.iter().any(|&b| b > 1e-12) {
                self.collect(context, tree, grid, child, &below, found)?;
            }
            for (g, place) in before.iter_mut().enumerate() {
                *place *= part(child, g);
            }
        }
        Ok(())
    }

    /// Returns the expected change of the gain if the leaf takes one of its possible values.
    fn importance(&self, grid: &Grid, cdf: &Cdf, factor: &[f64; GRID]) -> f64 {
        // If the leaf has the value x, its distribution is 0 below x and 1 from x on.
        let (mut best_now, mut mean_now) = (0.0, 0.0);
        let mut best_from = [0.0; GRID + 1];
        let mut mean_from = [0.0; GRID + 1];
        for g in (0..GRID).rev() {
            let weight = factor[g] * grid.step(g);
            let p = f64::from(cdf[g]);
            best_now += self.others[g] * weight * p;
            mean_now += weight * p;
            best_from[g] = best_from[g + 1] + self.others[g] * weight;
            mean_from[g] = mean_from[g + 1] + weight;
        }
        let best = self.gain + self.mean.max(self.rival);
        let mut sum = 0.0;
        let mut below = 0.0;
        for g in 0..GRID {
            let p = f64::from(cdf[g]) - below;
            below = f64::from(cdf[g]);
            if p <= 0.0 {
                continue;
            }
            let best_then = best - (best_from[g] - best_now);
            let mean_then = self.mean - (mean_from[g] - mean_now);
            let gain = best_then - mean_then.max(self.rival);
            sum += p * (gain - self.gain).abs();
        }
        // Remove rounding errors.
        if sum < 1e-9 { 0.0 } else { sum }
    }
}

impl Alternative for BestPlay {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        let Ok(mut tree) = Tree::<Cdf>::new(context) else {
            return Outcome::nothing();
        };
        let value = tree.node(ROOT).value;
        let reach = REACH * f64::from(context.scale);
        let grid = Grid::around(value, reach);
        let stopped = self.grow(context, &mut tree, &grid).is_err();
        if !tree.is_expanded(ROOT) {
            return Outcome::nothing();
        }
        back_up_all(&mut tree);
        announce(context, &tree, &grid);
        let best = best_move(&tree, &grid);
        // A move that ends the game has its exact value.
        let own = tree.node(best);
        let value = if own.closed {
            own.value
        } else {
            grid.mean(&own.extra).round() as Score
        };
        Outcome {
            value,
            bound: Bound::Exact,
            line: tree.line_from(Some(best)).into_iter().take(1).collect(),
            depth: 1,
            stopped,
            proved: None,
        }
    }
}
