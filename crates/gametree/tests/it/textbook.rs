//! The figures of the textbooks, and the worked examples.

use gametree::searches::{AlphaBeta, FailHard, MaxMinAlphaBeta, Minimax, Negamax};
use gametree::synthetic::{Arrangement, NumberTree, UniformTree};
use gametree::{Limits, Searcher, Zero};

#[test]
fn alpha_beta_skips_the_twelve() {
    let tree: NumberTree = "[[3 5] [2 12]]".parse().unwrap();
    let limits = Limits::depth(2);
    for searcher in [
        &mut AlphaBeta::new(Zero) as &mut dyn Searcher<NumberTree>,
        &mut FailHard::new(Zero),
        &mut MaxMinAlphaBeta::new(Zero),
    ] {
        let result = searcher.search(&tree, &tree.root(), &limits);
        assert_eq!(result.score, 3);
        assert_eq!(result.pv, [0, 0]);
        assert_eq!(result.stats.leaves, 3, "the 12 must be skipped");
        assert_eq!(result.stats.cutoffs, 1);
    }
    let all = Minimax::new(Zero).search(&tree, &tree.root(), &limits);
    assert_eq!((all.score, all.stats.leaves, all.stats.nodes), (3, 4, 7));
}

#[test]
fn perfect_order_needs_the_minimal_tree_and_worst_order_all_of_it() {
    for branching in 2..=4 {
        for depth in 1..=6 {
            let limits = Limits::depth(depth);
            let best = UniformTree::sorted(branching, depth, Arrangement::BestFirst);
            let worst = UniformTree::sorted(branching, depth, Arrangement::WorstFirst);
            let all = Negamax::new(Zero).search(&best, &best.root(), &limits);
            for searcher in [
                &mut AlphaBeta::new(Zero) as &mut dyn Searcher<UniformTree>,
                &mut FailHard::new(Zero),
                &mut MaxMinAlphaBeta::new(Zero),
            ] {
                let result = searcher.search(&best, &best.root(), &limits);
                assert_eq!(result.score, all.score);
                assert_eq!(
                    result.stats.leaves,
                    best.minimal_leaves(),
                    "b {branching} d {depth}"
                );
                let result = searcher.search(&worst, &worst.root(), &limits);
                assert_eq!(result.score, all.score);
                let leaves = u64::from(branching.pow(depth));
                assert_eq!(result.stats.leaves, leaves, "b {branching} d {depth}");
            }
        }
    }
}

#[test]
fn alpha_beta_on_random_trees_grows_by_pearls_formula() {
    // On independent random leaves the number of leaves grows per ply by x / (1 - x), where x
    // solves x^b + x = 1 (J. Pearl, 1982). A trend, so the test compares two plies at once with a tolerance.
    for (branching, depth, growth) in [(2u32, 12, 1.618f64), (3, 8, 2.148), (5, 6, 3.080)] {
        let leaves = |depth: u32| -> f64 {
            let count = |seed| {
                let tree = UniformTree::random(branching, depth, seed).with_range(400_000);
                let result =
                    AlphaBeta::new(Zero).search(&tree, &tree.root(), &Limits::depth(depth));
                result.stats.leaves
            };
            (0..40).map(count).sum::<u64>() as f64
        };
        let found = (leaves(depth) / leaves(depth - 2)).sqrt();
        assert!(
            (found / growth - 1.0).abs() < 0.15,
            "b {branching}: {found:.3}, not {growth}"
        );
    }
}
