//! The minimax reference equals the first lecture and the minimal tree of Knuth and Moore.

use gametree::reference::Reference;
use gametree::searches::{AlphaBeta, Minimax};
use gametree::synthetic::{
    Arrangement, GraphGame, NodeValue, NumberTree, UniformTree, VertexValue,
};
use gametree::{Evaluator, FakeClock, Game, Limits, Searcher, Zero};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn equals_the_lecture<G, E>(game: &G, root: &G::State, depth: u32, eval: &E)
where
    G: Game,
    E: Evaluator<G> + Clone,
{
    let reference = Reference::new(depth);
    let right = reference.minimax(game, root, &mut eval.clone()).unwrap();
    let result = Minimax::new(eval.clone()).search(game, root, &Limits::depth(depth));
    assert_eq!(
        (right.value, right.nodes),
        (result.score, result.stats.nodes)
    );
    assert_eq!(right.best().first().copied(), result.best);
    let minimal = reference.minimal_nodes(game, root, &mut eval.clone(), right.value);
    let cut = AlphaBeta::new(eval.clone()).search(game, root, &Limits::depth(depth));
    assert!(minimal.unwrap() <= cut.stats.nodes);
}

#[test]
fn the_reference_equals_the_lecture_on_minimax() {
    for seed in 0..40 {
        for depth in 0..=5 {
            let game = GraphGame::new(30, seed);
            equals_the_lecture(&game, &game.root(), depth, &VertexValue);
            let game = GraphGame::with_double_moves(30, seed);
            equals_the_lecture(&game, &game.root(), depth, &VertexValue);
            let tree = UniformTree::random(3, 4, seed);
            equals_the_lecture(&tree, &tree.root(), depth, &NodeValue);
        }
    }
}

#[test]
fn the_minimal_tree_is_that_of_alpha_beta_with_the_best_move_first() {
    for branching in 1..=4 {
        for depth in 0..=6 {
            let tree = UniformTree::sorted(branching, depth, Arrangement::BestFirst);
            let result =
                AlphaBeta::new(NodeValue).search(&tree, &tree.root(), &Limits::depth(depth));
            let minimal = Reference::new(depth).minimal_nodes(
                &tree,
                &tree.root(),
                &mut NodeValue,
                result.score,
            );
            assert_eq!(minimal, Some(result.stats.nodes), "b {branching} d {depth}");
        }
    }
}

#[test]
fn a_cap_makes_larger_values_equal_and_needs_one_proof() {
    let tree: NumberTree = "[[30,40],[50,9]]".parse().unwrap();
    let reference = Reference::new(2).with_cap(20);
    let right = reference
        .minimax(&tree, &tree.root(), &mut Zero)
        .expect("no limit");
    assert_eq!((right.value, right.moves), (20, vec![(0, 20), (1, 9)]));
    let minimal = reference.minimal_nodes(&tree, &tree.root(), &mut Zero, 20);
    assert_eq!(
        minimal,
        Some(4),
        "the root, its first move and both replies"
    );
}

#[test]
fn a_limit_leaves_no_answer() {
    let tree = UniformTree::random(3, 6, 1);
    let within = |limits: &Limits| {
        let reference = Reference::new(6).with_limits(limits);
        reference.minimax(&tree, &tree.root(), &mut Zero).is_some()
    };
    let nodes = (0..=6).map(|ply| 3u64.pow(ply)).sum();
    assert!(within(&Limits::nodes(nodes)));
    assert!(!within(&Limits::nodes(nodes - 1)));
    let stop = Arc::new(AtomicBool::new(true));
    assert!(!within(&Limits::default().with_stop(stop)));
    let clock = Arc::new(FakeClock::with_step(Duration::from_secs(1)));
    assert!(!within(
        &Limits::time(Duration::from_secs(1)).with_clock(clock)
    ));
}
