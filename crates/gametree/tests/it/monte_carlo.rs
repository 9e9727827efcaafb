//! Monte Carlo tree search, alpha-beta as rollouts, and ProbCut without a forecast.

use std::collections::HashSet;

use gametree::alternatives::{
    Alternative, BoxedEvaluator, Known, OnBoard, Pick, ProbCut, ROOT, Rollouts, Tree, Uct,
    UctAlphaBeta, Visits,
};
use gametree::checks::minimax;
use gametree::searches::AlphaBeta;
use gametree::synthetic::{NodeValue, UniformTree};
use gametree::{Limits, Searcher};

use crate::alternatives::{Logged, by_hand, search, trees};

/// Visits add up, and means stay between -1 and 1.
fn adds_up(tree: &Tree<Visits>) {
    for id in 0..tree.len() as u32 {
        let visits = tree.node(id).extra;
        assert!(visits.total.abs() <= f64::from(visits.count) + 1e-9);
        if tree.is_expanded(id) {
            let below: u32 = tree
                .children(id)
                .map(|child| tree.node(child).extra.count)
                .sum();
            let own = u32::from(id != ROOT);
            // A proved node is like a finished game: its children are not visited.
            if visits.proved.is_some() {
                assert!(visits.count >= below + own);
            } else {
                assert_eq!(visits.count, below + own);
            }
        }
    }
}

#[test]
fn visits_add_up_and_proofs_agree_with_minimax() {
    let mut proved = 0;
    for seed in 0..60 {
        let depth = 3 + seed as u32 % 2;
        let tree = UniformTree::random(3, depth, seed).with_range(1 + seed as i32 % 3);
        let truth = minimax(&tree, &tree.root(), depth, &NodeValue);
        by_hand(&tree, &Limits::nodes(5_000), |context| {
            let mut last = None;
            Uct::new(1.4, 20, seed).grow(context, &mut |tree| {
                if tree.node(ROOT).extra.count.is_multiple_of(16) {
                    adds_up(tree);
                }
                last = tree.node(ROOT).extra.proved;
            });
            if let Some(result) = last {
                proved += 1;
                assert_eq!(i32::from(result), truth.signum(), "tree {seed}");
            }
        });
    }
    assert!(proved > 50, "only {proved} trees were solved");
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let tree = UniformTree::random(5, 12, 1);
    let limits = Limits::nodes(3_000);
    let run = |seed| {
        let result = search(
            Uct::new(1.4, 8, seed),
            &tree,
            &tree.root(),
            &NodeValue,
            &limits,
        );
        (result.best, result.score, result.stats.nodes)
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
    let hybrid = || {
        let hybrid = UctAlphaBeta::new(1.4, 2);
        let result = search(hybrid, &tree, &tree.root(), &NodeValue, &limits);
        (result.best, result.score, result.stats.nodes)
    };
    assert_eq!(hybrid(), hybrid());
}

#[test]
fn rollouts_are_alpha_beta() {
    for (number, (tree, depth)) in trees(400).enumerate() {
        let limits = Limits::depth(depth);
        let truth = minimax(&tree, &tree.root(), depth, &NodeValue);
        let log = Logged::<NodeValue>::default();
        AlphaBeta::new(log.clone()).search(&tree, &tree.root(), &limits);
        let leaves = log.evaluated();
        for pick in [Pick::Left, Pick::Hopeful, Pick::Uct] {
            let log = Logged::<NodeValue>::default();
            let evaluators: Vec<BoxedEvaluator<UniformTree>> = vec![Box::new(log.clone())];
            let search: Box<dyn Alternative> = Box::new(Rollouts::new(pick));
            let mut search = OnBoard::new(search, evaluators, 100, 64 << 20);
            let result = search.search(&tree, &tree.root(), &limits);
            assert_eq!(result.score, truth, "tree {number}, {pick:?}");
            if pick == Pick::Left {
                assert_eq!(
                    log.evaluated(),
                    leaves,
                    "tree {number}: the same leaves in the same order"
                );
            }
            let once: HashSet<u64> = log.evaluated().into_iter().collect();
            assert_eq!(once.len(), log.evaluated().len(), "each leaf once");
        }
        by_hand(&tree, &limits, |context| {
            let hopeful = Rollouts::new(Pick::Hopeful);
            let settled = hopeful.settle(context, depth, &mut |stored: &Tree<Known>| {
                let known = stored.node(ROOT).extra;
                assert!(known.low <= truth && truth <= known.high, "tree {number}");
            });
            assert!(settled.is_ok());
        });
    }
}

#[test]
fn without_a_forecast_probcut_is_alpha_beta() {
    for (tree, depth) in trees(100) {
        let limits = Limits::depth(depth);
        let probcut = ProbCut::new(Vec::new(), 1.5);
        let probcut = search(probcut, &tree, &tree.root(), &NodeValue, &limits);
        let alpha_beta = AlphaBeta::new(NodeValue).search(&tree, &tree.root(), &limits);
        assert_eq!(probcut.score, alpha_beta.score);
        assert_eq!(probcut.stats.nodes, alpha_beta.stats.nodes);
    }
}

#[test]
fn a_limit_of_evaluations_limits_the_games() {
    // Every random game reaches the end of the game, so the evaluator is never called.
    let tree = UniformTree::random(4, 12, 3);
    let limits = Limits::default().with_evals(20);
    let result = search(
        Uct::new(1.4, 500, 1),
        &tree,
        &tree.root(),
        &NodeValue,
        &limits,
    );
    assert_eq!(result.stats.evals, 0);
    assert!(result.stats.nodes <= 20 * 14, "{}", result.stats.nodes);
    assert!(result.best.is_some());
}
