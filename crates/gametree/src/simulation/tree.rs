//! The trees that simulated processors search.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::named::named;
use crate::rng::SplitMix64;
use crate::score::Score;
use crate::synthetic::NumberTree;

named! {
    /// The order of the moves of each node.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Order {
        /// As generated.
        Generated = "generated",
        /// The best move first: alpha-beta visits the minimal tree.
        BestFirst = "best-first",
        /// The best move last.
        WorstFirst = "worst-first",
    }
}

/// A game tree in memory. Node 0 is the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelTree {
    /// The first child of each node in `children`, and the number of its children.
    ranges: Vec<(u32, u32)>,
    children: Vec<u32>,
    /// The values of leaves, for the side to move there.
    values: Vec<Score>,
    /// Whether another side moves at the node than at its parent.
    changes_side: Vec<bool>,
}

impl ModelTree {
    /// Creates a uniform tree with random leaves from -100 to 100. The sides alternate.
    ///
    /// # Panics
    /// The tree has more than `u32::MAX` nodes.
    #[must_use]
    pub fn random(branching: u32, depth: u32, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut tree = Self::default();
        tree.add(true);
        let mut level = 0..1;
        for _ in 0..depth {
            let start = tree.values.len();
            for node in level {
                for _ in 0..branching {
                    let child = tree.add(true);
                    tree.append(node, child);
                }
            }
            level = start..tree.values.len();
        }
        for leaf in level {
            tree.values[leaf] = random.between(-100, 100);
        }
        tree
    }

    /// Creates the tree of a game, `depth` plies deep. Returns `None` if it has more than `most` nodes.
    pub fn of<G: Game, E: Evaluator<G>>(
        game: &G,
        root: &G::State,
        depth: u32,
        eval: &mut E,
        most: usize,
    ) -> Option<Self> {
        let mut tree = Self::default();
        tree.add(true);
        let mut level = vec![(0, root.clone())];
        for left in (0..=depth).rev() {
            let mut next = Vec::new();
            for (node, state) in level {
                let mut moves = Vec::new();
                if let Some(value) = game.expand(&state, &mut moves) {
                    tree.values[node] = value;
                    continue;
                }
                if left == 0 {
                    tree.values[node] = eval.evaluate(game, &state);
                    continue;
                }
                for mv in moves {
                    let mut after = state.clone();
                    game.play(&mut after, mv);
                    let child = tree.add(game.side(&after) != game.side(&state));
                    tree.append(node, child);
                    next.push((child, after));
                }
                if tree.values.len() > most {
                    return None;
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        Some(tree)
    }

    /// Adds a node without children.
    fn add(&mut self, changes_side: bool) -> usize {
        self.ranges.push((0, 0));
        self.values.push(0);
        self.changes_side.push(changes_side);
        self.values.len() - 1
    }

    /// Appends a child. The children of a node are appended one after the other.
    fn append(&mut self, node: usize, child: usize) {
        let range = &mut self.ranges[node];
        if range.1 == 0 {
            range.0 = self.children.len() as u32;
        }
        range.1 += 1;
        self.children
            .push(u32::try_from(child).expect("at most u32::MAX nodes"));
    }

    /// Sorts the moves of every node.
    #[must_use]
    pub fn ordered(mut self, order: Order) -> Self {
        if order == Order::Generated {
            return self;
        }
        let values = self.minimax_values();
        for node in 0..self.ranges.len() {
            let (start, count) = self.ranges[node];
            let range = start as usize..(start + count) as usize;
            let (changes, children) = (&self.changes_side, &mut self.children[range]);
            let value = |child: u32| seen(values[child as usize], changes[child as usize]);
            children.sort_by_key(|&child| match order {
                Order::WorstFirst => value(child),
                _ => -value(child),
            });
        }
        self
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.values.len()
    }

    /// Returns the children of a node.
    #[must_use]
    pub fn children(&self, node: usize) -> &[u32] {
        let (start, count) = self.ranges[node];
        &self.children[start as usize..(start + count) as usize]
    }

    /// Returns the value of a leaf for the side to move.
    #[must_use]
    pub fn leaf(&self, node: usize) -> Score {
        self.values[node]
    }

    /// Returns the minimax value of the root.
    #[must_use]
    pub fn minimax(&self) -> Score {
        self.minimax_values()[0]
    }

    /// Returns the minimax value of every node. Children have larger numbers than their parent.
    fn minimax_values(&self) -> Vec<Score> {
        let mut values = self.values.clone();
        for node in (0..values.len()).rev() {
            let of_child = |&child: &u32| self.for_parent(child as usize, values[child as usize]);
            if let Some(best) = self.children(node).iter().map(of_child).max() {
                values[node] = best;
            }
        }
        values
    }

    /// Returns the window of a child, given that of its parent.
    pub(super) fn window(&self, child: usize, alpha: Score, beta: Score) -> (Score, Score) {
        if self.changes_side[child] {
            (-beta, -alpha)
        } else {
            (alpha, beta)
        }
    }

    /// Returns the value of a child for the side to move at its parent.
    pub(super) fn for_parent(&self, child: usize, value: Score) -> Score {
        seen(value, self.changes_side[child])
    }
}

/// The node numbers are those of the number tree.
impl From<&NumberTree> for ModelTree {
    fn from(numbers: &NumberTree) -> Self {
        let mut tree = Self::default();
        for node in 0..numbers.len() {
            tree.add(true);
            // A number tree has values for MAX.
            let value = numbers.value(node).unwrap_or_default();
            tree.values[node] = seen(value, !numbers.ply(node).is_multiple_of(2));
        }
        for node in 0..numbers.len() {
            for &child in numbers.children(node) {
                tree.append(node, child);
            }
        }
        tree
    }
}

const fn seen(value: Score, changed: bool) -> Score {
    if changed { -value } else { value }
}
