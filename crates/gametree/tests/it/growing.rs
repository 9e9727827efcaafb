//! Best-first trees: conspiracies, intervals, penalties and distributions.

use gametree::alternatives::bp::{back_up_all, relevances, utility};
use gametree::alternatives::conspiracy::{Conspiracies, NEVER, TARGETS, count_all};
use gametree::alternatives::{
    Alternative, BStar, Bounds, BoxedEvaluator, Cdf, Conspiracy, Context, GRID, Grid, Interval,
    LeafModel, MinMaxApproximation, Node, OnBoard, Penalty, ROOT, Tree,
};
use gametree::checks::minimax;
use gametree::synthetic::{NodeValue, TreeState, UniformTree};
use gametree::{Bound, Evaluator, Game, INF, Limits, Score, Searcher, Side, SplitMix64, mix};

use crate::alternatives::by_hand;

/// Expands every node of a tree down to a ply.
fn expand_all<X: Clone + Default>(context: &mut Context<'_>, tree: &mut Tree<X>, plies: u16) {
    let mut id = 0;
    let mut way = Vec::new();
    while (id as usize) < tree.len() {
        if tree.node(id).ply < plies && !tree.node(id).closed {
            tree.go_to(context, id, &mut way);
            tree.expand(context, id).expect("room");
            let backup = |node: &Node<X>| (node.value, Bound::Exact);
            tree.go_back(context, &mut way, &backup, &|_, _| {});
        }
        id += 1;
    }
    let all: Vec<u32> = (0..tree.len() as u32).collect();
    tree.back_up(&all);
}

/// Returns the fewest leaves that must change for the root to reach a target, by exhaustive search.
fn by_force(tree: &Tree<Conspiracies>, target: Score, up: bool) -> u8 {
    let leaves: Vec<u32> = (0..tree.len() as u32)
        .filter(|&id| !tree.is_expanded(id))
        .collect();
    (0_u32..1 << leaves.len())
        .filter(|set| {
            let mut changed = tree.clone();
            for (place, &leaf) in leaves.iter().enumerate() {
                if set >> place & 1 == 1 && !tree.node(leaf).closed {
                    changed.node_mut(leaf).value = if up { INF } else { -INF };
                }
            }
            let value = changed.minimax(ROOT);
            if up { value >= target } else { value <= target }
        })
        .map(u32::count_ones)
        .min()
        .map_or(NEVER, |count| count as u8)
}

#[test]
fn conspiracies_equal_an_exhaustive_count() {
    for seed in 0..60 {
        let depth = 2 + seed as u16 % 2;
        let tree = UniformTree::random(2, 3 + seed as u32 % 2, seed).with_range(8);
        by_hand(&tree, &Limits::default(), |context| {
            let mut stored = Tree::<Conspiracies>::new(context).expect("room");
            expand_all(context, &mut stored, depth);
            let targets: [Score; TARGETS] = std::array::from_fn(|index| index as Score - 16);
            count_all(&mut stored, &targets);
            let root = stored.node(ROOT).extra;
            let value = stored.node(ROOT).value;
            for (index, &target) in targets.iter().enumerate() {
                let (up, down) = (root.up[index], root.down[index]);
                assert_eq!(up, by_force(&stored, target, true), "tree {seed}: {target}");
                assert_eq!(
                    down,
                    by_force(&stored, target, false),
                    "tree {seed}: {target}"
                );
                assert_eq!(up == 0, value >= target);
                assert!(up >= 1 || down >= 1 || value == target);
            }
            assert!(root.up.is_sorted() && root.down.iter().rev().is_sorted());
        });
    }
}

#[test]
fn conspiracies_without_bounds_end_at_the_exact_value() {
    for seed in 0..60 {
        let tree = UniformTree::random(2 + seed as u32 % 2, 4, seed).with_range(15);
        let truth = minimax(&tree, &tree.root(), 4, &NodeValue);
        let value = by_hand(&tree, &Limits::default(), |context| {
            let mut stored = Tree::<Conspiracies>::new(context).expect("room");
            let targets: [Score; TARGETS] = std::array::from_fn(|index| index as Score - 16);
            let search = Conspiracy {
                threshold: NEVER - 1,
                width: 0,
            };
            search
                .grow(context, &mut stored, &targets)
                .expect("no limit");
            stored.node(ROOT).value
        });
        assert_eq!(value, truth, "tree {seed}");
    }
}

/// Returns the true value minus or plus some slack for the first side.
#[derive(Clone, Copy)]
struct Nearly {
    optimist: bool,
    slack: u64,
}

impl Evaluator<UniformTree> for Nearly {
    fn evaluate(&mut self, tree: &UniformTree, state: &TreeState) -> Score {
        let truth = minimax(tree, state, 10, &NodeValue);
        let first = tree.side(state) == Side::First;
        let value = if first { truth } else { -truth };
        let salt = u64::from(self.optimist);
        let slack = (mix(tree.key(state) ^ salt) % (self.slack + 1)) as Score;
        let value = if self.optimist {
            value + slack
        } else {
            value - slack
        };
        if first { value } else { -value }
    }
}

#[test]
fn b_star_finds_the_best_move_if_its_bounds_hold() {
    for seed in 0..400 {
        let tree = UniformTree::random(2 + seed as u32 % 3, 4, seed).with_range(50);
        let truth = minimax(&tree, &tree.root(), 10, &NodeValue);
        let slack = [0, 5, 40][seed as usize % 3];
        let nearly = |optimist| Nearly { optimist, slack };
        let evaluators: Vec<BoxedEvaluator<UniformTree>> = vec![
            Box::new(NodeValue),
            Box::new(nearly(false)),
            Box::new(nearly(true)),
        ];
        let search: Box<dyn Alternative> = Box::new(BStar::new(Bounds::Opinions));
        let mut search = OnBoard::new(search, evaluators, 100, 64 << 20);
        let result = search.search(&tree, &tree.root(), &Limits::default());
        let mut child = tree.root();
        tree.play(&mut child, result.best.expect("a move"));
        assert_eq!(
            -minimax(&tree, &child, 10, &NodeValue),
            truth,
            "tree {seed}"
        );
        if slack == 0 {
            assert_eq!(result.stats.interior, 1, "equal bounds need no search");
        }
    }
}

#[test]
fn intervals_only_shrink_and_contain_the_value() {
    for seed in 0..50 {
        let tree = UniformTree::random(3, 4, seed).with_range(50);
        let truth = minimax(&tree, &tree.root(), 10, &NodeValue);
        let mut evaluators: Vec<BoxedEvaluator<UniformTree>> = vec![
            Box::new(NodeValue),
            Box::new(Nearly {
                optimist: false,
                slack: 30,
            }),
            Box::new(Nearly {
                optimist: true,
                slack: 30,
            }),
        ];
        let mut board = gametree::alternatives::BoardOf::new(&tree, tree.root(), &mut evaluators);
        let mut silent = gametree::Silent;
        let limits = Limits::default();
        let mut context = Context::new(&mut board, &limits, 100, 64 << 20, &mut silent);
        let mut stored = Tree::<Interval>::new(&mut context).expect("room");
        let search = BStar::new(Bounds::Opinions);
        assert_eq!(search.separate(&mut context, &mut stored), Ok(true));
        let Interval { low, high, .. } = stored.node(ROOT).extra;
        assert!(low <= truth && truth <= high, "tree {seed}");
        for id in 0..stored.len() as u32 {
            if let Some(parent) = stored.parent(id).filter(|&parent| parent != ROOT) {
                let (own, above) = (stored.node(id).extra, stored.node(parent).extra);
                assert!(own.low <= own.high && above.low <= above.high);
            }
        }
    }
}

#[test]
fn min_max_approximation_of_everything_is_minimax() {
    for seed in 0..40 {
        let tree = UniformTree::random(2 + seed as u32 % 3, 4, seed);
        let truth = minimax(&tree, &tree.root(), 4, &NodeValue);
        by_hand(&tree, &Limits::default(), |context| {
            let mut stored = Tree::<Penalty>::new(context).expect("room");
            let search = MinMaxApproximation::new(10.0);
            search.grow(context, &mut stored).expect("no limit");
            assert_eq!(stored.node(ROOT).value, truth, "tree {seed}");
            assert_eq!(stored.minimax(ROOT), truth, "tree {seed}");
        });
        // Each edge of a node with n moves costs at least log n.
        by_hand(&tree, &Limits::nodes(30), |context| {
            let mut stored = Tree::<Penalty>::new(context).expect("room");
            let search = MinMaxApproximation::new(10.0);
            assert!(search.grow(context, &mut stored).is_err());
            assert_eq!(stored.minimax(ROOT), stored.node(ROOT).value);
            for id in 0..stored.len() as u32 {
                let moves = stored.children(id).len();
                if moves > 0 {
                    let Penalty(cost) = stored.node(id).extra;
                    assert!(cost >= (moves as f32).ln() - 1e-4, "tree {seed}");
                }
            }
        });
    }
}

/// A grid with every value of these tests.
fn grid() -> Grid {
    Grid {
        points: std::array::from_fn(|index| index as f64 - 16.0),
    }
}

/// A tree of distributions; with `noise` the leaves are mixtures.
fn distributions(context: &mut Context<'_>, seed: u64, noise: bool) -> Tree<Cdf> {
    let grid = grid();
    let mut stored = Tree::<Cdf>::new(context).expect("room");
    expand_all(context, &mut stored, 3);
    let mut rng = SplitMix64::new(seed);
    for id in 0..stored.len() as u32 {
        let value = stored.node(id).value;
        stored.node_mut(id).extra = if noise {
            let values: [f64; 4] =
                std::array::from_fn(|_| f64::from(value) + f64::from(rng.between(-3, 3)));
            grid.mixture(&values)
        } else {
            grid.certain(value)
        };
    }
    back_up_all(&mut stored);
    stored
}

#[test]
fn certain_leaves_give_minimax_and_no_gain() {
    for seed in 0..100 {
        let tree = UniformTree::random(2 + seed as u32 % 3, 4, seed).with_range(12);
        by_hand(&tree, &Limits::default(), |context| {
            let stored = distributions(context, seed, false);
            let mean = grid().mean(&stored.node(ROOT).extra);
            assert!(
                (mean - f64::from(stored.minimax(ROOT))).abs() < 1e-3,
                "tree {seed}"
            );
            assert!(utility(&stored, &grid()) < 1e-3, "tree {seed}");
            let all = relevances(context, &stored, &grid()).expect("no limit");
            assert!(all.iter().all(|leaf| leaf.importance < 1e-3), "tree {seed}");
        });
    }
}

#[test]
fn importance_equals_a_full_recount() {
    for seed in 0..20 {
        let tree = UniformTree::random(2, 4, seed).with_range(9);
        by_hand(&tree, &Limits::default(), |context| {
            let grid = grid();
            let stored = distributions(context, seed, true);
            for id in 0..stored.len() as u32 {
                let cdf = &stored.node(id).extra;
                assert!(cdf.is_sorted() && cdf[GRID - 1] > 0.999, "tree {seed}");
            }
            let now = utility(&stored, &grid);
            let best = stored
                .children(ROOT)
                .map(|child| grid.mean(&stored.node(child).extra));
            let mean = grid.mean(&stored.node(ROOT).extra);
            assert!(mean >= best.fold(f64::MIN, f64::max) - 1e-3, "tree {seed}");
            for found in relevances(context, &stored, &grid).expect("no limit") {
                let cdf = stored.node(found.leaf).extra;
                let mut expected = 0.0;
                let mut below = 0.0;
                for (index, &point) in grid.points.iter().enumerate() {
                    let p = f64::from(cdf[index]) - below;
                    below = f64::from(cdf[index]);
                    if p > 0.0 {
                        let mut other = stored.clone();
                        other.node_mut(found.leaf).extra = grid.mixture(&[point]);
                        back_up_all(&mut other);
                        expected += p * (utility(&other, &grid) - now).abs();
                    }
                }
                assert!(found.importance >= 0.0);
                assert!((found.importance - expected).abs() < 1e-3, "tree {seed}");
            }
        });
    }
}

#[test]
fn a_leaf_model_parses_its_own_text() {
    let mut rng = SplitMix64::new(4);
    let seen: [Vec<f64>; 5] = std::array::from_fn(|_| {
        (0..200)
            .map(|_| f64::from(rng.between(-300, 300)) / 1e3)
            .collect()
    });
    let model = LeafModel::fitted(&seen);
    assert_eq!(
        LeafModel::read(model.written().lines()),
        Some(model.clone())
    );
    assert_eq!(LeafModel::read("1 2 3".lines()), None);
    let outcomes = model.outcomes(40, true, 100);
    assert!(outcomes.is_sorted());
}
