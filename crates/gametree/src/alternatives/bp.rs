//! # BP: best play for imperfect players
//!
//! **The idea.** A leaf is not a number but a distribution: what its value may become if one looks further (a [`LeafModel`]).
//! Distributions are backed up as those of maxima and minima. The move with the highest mean is played. What is expanded are
//! the leaves whose knowledge is likely to change the *choice*, many at a time (a "gulp").
//!
//! **Who.** E. Baum and W. Smith, "A Bayesian approach to relevance in game playing", AIJ 97, 1997: better than alpha-beta with much more time in Othello.
//!
//! **What it costs.** The whole tree with a distribution at each node, and a pass over all of it for each gulp. Siblings are taken as
//! independent, which they are not; and the leaf model has to come from somewhere. **What our experiment says.** At equal nodes in Othello it is
//! ahead on 6x6 (58%) and level on 8x8; a node costs four to five times as much, so at equal time it loses, and in chess it always does.
//!
//! **The invariant.** With certain leaves it is minimax and there is nothing to gain (`U = 0`); distributions rise from 0 to 1; a
//! leaf that cannot matter has importance 0.

use super::arena::{Node, ROOT, Tree, is_enough};
use super::distribution::{Cdf, GRID, Grid, best_of};
use super::leaf_model::LeafModel;
use super::outcome::{Alternative, Outcome};
use super::trip::Trip;
use crate::mark::{Mark, Marked};
use crate::observer::How;
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// How far the grid goes, in parts of what nearly wins.
const REACH: f64 = 3.0;

/// Expands what may change the choice.
#[derive(Clone, Debug)]
pub struct BestPlay {
    model: LeafModel,
    /// The part of the leaves that is expanded at once.
    gulp: f64,
}

/// A leaf and what it may change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relevance {
    /// The leaf.
    pub leaf: u32,
    /// The expected change of what is to be gained by more search.
    pub importance: f64,
}

impl BestPlay {
    /// With a model of leaves, expanding this part of the leaves at once.
    #[must_use]
    pub fn new(model: LeafModel, gulp: f64) -> Self {
        Self {
            model,
            gulp: gulp.clamp(0.001, 1.0),
        }
    }

    /// The distribution of a leaf.
    fn leaf(&self, grid: &Grid, trip: &Trip<'_>, value: Score, max: bool, over: bool) -> Cdf {
        if over || score::is_decisive(value) {
            return grid.certain(value);
        }
        grid.mixture(&self.model.outcomes(value, max, trip.scale))
    }

    /// Expands a leaf, and gives its children their distributions.
    fn expand(
        &self,
        trip: &mut Trip<'_>,
        tree: &mut Tree<Cdf>,
        grid: &Grid,
        id: u32,
    ) -> Result<(), Stopped> {
        tree.expand(trip, id)?;
        for child in tree.children(id) {
            let node = tree.node(child);
            let cdf = self.leaf(grid, trip, node.value, node.max, node.closed);
            tree.node_mut(child).extra = cdf;
        }
        Ok(())
    }

    /// Grows the tree from its leaves of most importance.
    fn grow(&self, trip: &mut Trip<'_>, tree: &mut Tree<Cdf>, grid: &Grid) -> Result<(), Stopped> {
        let mut way = Vec::new();
        trip.tell_enter(0, 0, -INF, INF);
        let first = self.expand(trip, tree, grid, ROOT);
        trip.leave(tree.node(ROOT).value, Bound::Exact, None, How::Searched);
        first?;
        loop {
            back_up_all(tree);
            tell(trip, tree, grid);
            let best = best_move(tree, grid);
            let line = tree.line_from(Some(best));
            let value = grid.mean(&tree.node(best).extra).round() as Score;
            trip.iteration(1, value, &line[..1]);
            if is_enough(trip) {
                return Ok(());
            }
            let mut leaves = relevances(trip, tree, grid)?;
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
                tree.go_to(trip, leaf.leaf, &mut way);
                let node = tree.node(leaf.leaf);
                let (ply, value) = (u32::from(node.ply), node.value);
                trip.tell_enter(ply, 0, -INF, INF);
                let expanded = self.expand(trip, tree, grid, leaf.leaf);
                let marks = marks(grid);
                tree.tell_children(trip, leaf.leaf, &marks);
                trip.mark(None, &[Mark::Importance.of(leaf.importance)]);
                trip.leave(value, Bound::Exact, None, How::Searched);
                let worth = |node: &Node<Cdf>| (mean(grid, node), Bound::Exact);
                tree.go_back(trip, &mut way, &worth, &marks);
                expanded?;
            }
        }
    }
}

/// The mean of a node as a value.
fn mean(grid: &Grid, node: &Node<Cdf>) -> Score {
    grid.mean(&node.extra).round() as Score
}

/// A distribution in two numbers.
fn marks(grid: &Grid) -> impl Fn(&Node<Cdf>, &mut Vec<Marked>) {
    move |node, out| {
        out.push(Mark::Mean.of(grid.mean(&node.extra)));
        out.push(Mark::Spread.of(grid.deviation(&node.extra)));
    }
}

/// Shows whoever watches what the root and its moves are worth now.
fn tell(trip: &mut Trip<'_>, tree: &Tree<Cdf>, grid: &Grid) {
    if !trip.is_watched() {
        return;
    }
    let marks = marks(grid);
    trip.tell_enter(0, 0, -INF, INF);
    for child in tree.children(ROOT) {
        trip.play(tree.node(child).mv);
        trip.tell_enter(1, 0, -INF, INF);
        trip.board.undo();
        tree.tell_marks(trip, child, None, &marks);
        let value = mean(grid, tree.node(child));
        trip.leave(value, Bound::Exact, None, How::Searched);
    }
    tree.tell_marks(trip, ROOT, None, &marks);
    let best = tree.node(best_move(tree, grid));
    let value = mean(grid, best);
    trip.leave(value, Bound::Exact, Some(best.mv), How::Searched);
}

/// Backs the distributions of the whole tree up. Children stand after their parents.
pub fn back_up_all(tree: &mut Tree<Cdf>) {
    for id in (0..tree.len() as u32).rev() {
        if tree.is_expanded(id) {
            let max = tree.node(id).max;
            let cdf = best_of(max, tree.children(id).map(|child| &tree.node(child).extra));
            tree.node_mut(id).extra = cdf;
        }
    }
}

/// The move with the highest mean, the first one of several.
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

/// What is to be gained by more search: how much better the best move will turn out to be than the one that looks best now.
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

/// Every leaf that can be expanded, with its importance.
pub fn relevances(
    trip: &Trip<'_>,
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
        move_at_root.collect(trip, tree, grid, child, &[1.0; GRID], &mut found)?;
    }
    Ok(found)
}

/// A move of the root, among the others.
struct MoveAtRoot {
    /// The product of the distributions of the other moves.
    others: [f64; GRID],
    /// The highest mean of the others.
    rival: f64,
    mean: f64,
    gain: f64,
}

impl MoveAtRoot {
    /// Goes down to the leaves. `factor` says how much the distribution of the move changes with that of the node: the one is a
    /// linear function of the other, whatever lies between them.
    fn collect(
        &self,
        trip: &Trip<'_>,
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
        // Clocks run while one thinks about what to think about.
        if tree.children(id).len() > 1 && id.is_multiple_of(64) {
            trip.check()?;
        }
        // The product over all siblings but one, from both ends and without a division.
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
                self.collect(trip, tree, grid, child, &below, found)?;
            }
            for (g, place) in before.iter_mut().enumerate() {
                *place *= part(child, g);
            }
        }
        Ok(())
    }

    /// How much the gain is expected to change if the leaf turns out to be one of the values that it may have.
    fn importance(&self, grid: &Grid, cdf: &Cdf, factor: &[f64; GRID]) -> f64 {
        // With the leaf at x, its distribution is 0 below x and 1 from there on.
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
        // What is left of rounding is nothing.
        if sum < 1e-9 { 0.0 } else { sum }
    }
}

impl Alternative for BestPlay {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        let Ok(mut tree) = Tree::<Cdf>::new(trip) else {
            return Outcome::nothing();
        };
        let value = tree.node(ROOT).value;
        let reach = REACH * f64::from(trip.scale);
        let grid = Grid::around(value, reach);
        let stopped = self.grow(trip, &mut tree, &grid).is_err();
        if !tree.is_expanded(ROOT) {
            return Outcome::nothing();
        }
        back_up_all(&mut tree);
        tell(trip, &tree, &grid);
        let best = best_move(&tree, &grid);
        // A move that ends the game at once is told as it is.
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
