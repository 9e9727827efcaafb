//! The invariants of searches with a model of the opponent.

use gametree::alternatives::{
    Alternative, BoxedEvaluator, MoveModel, OnBoard, OpponentModel, ProbabilisticModel, ProbiMax,
};
use gametree::checks::minimax;
use gametree::synthetic::{NodeValue, TreeState, UniformTree};
use gametree::{Evaluator, Game, Limits, Score, SearchResult, Searcher, Side, mix};

use crate::alternatives::trees;

/// Another evaluator for the nodes of a tree, equally good and different.
#[derive(Clone, Copy)]
struct Other;

impl Evaluator<UniformTree> for Other {
    fn evaluate(&mut self, tree: &UniformTree, state: &TreeState) -> Score {
        let value = (mix(tree.key(state) ^ 99) % 1_000_003) as Score - 500_000;
        match tree.side(state) {
            Side::First => value,
            Side::Second => -value,
        }
    }
}

/// Returns searches with an evaluator for the opponent.
fn against(
    alternative: impl Alternative + 'static,
    tree: &UniformTree,
    root: &TreeState,
    depth: u32,
    model: impl Evaluator<UniformTree> + Send + 'static,
) -> SearchResult<u32> {
    let evaluators: Vec<BoxedEvaluator<UniformTree>> = vec![Box::new(NodeValue), Box::new(model)];
    let mut search = OnBoard::new(Box::new(alternative), evaluators, 100, 1 << 20);
    search.search(tree, root, &Limits::depth(depth))
}

#[test]
fn a_model_with_our_evaluator_gives_minimax() {
    for (number, (tree, depth)) in trees(200).enumerate() {
        let (depth, root) = (depth.min(4), tree.root());
        let truth = minimax(&tree, &root, depth, &NodeValue);
        let om = against(OpponentModel::new(0), &tree, &root, depth, NodeValue);
        assert_eq!(om.score, truth, "tree {number}");
        let prom = ProbabilisticModel::new(0.5);
        let prom = against(prom, &tree, &root, depth, NodeValue);
        assert_eq!(prom.score, truth, "tree {number}");
        // An opponent who certainly plays the worst move for us.
        for sure in [MoveModel::Rank(1.0), MoveModel::Blunder(0.0)] {
            let probimax = ProbiMax::new(sure, None);
            let probimax = against(probimax, &tree, &root, depth, NodeValue);
            assert_eq!(probimax.score, truth, "tree {number}");
        }
        let cold = ProbiMax::new(MoveModel::Softmax(1e-6), None);
        assert_eq!(against(cold, &tree, &root, depth, NodeValue).score, truth);
    }
}

#[test]
fn the_value_of_a_model_is_at_least_minimax() {
    for (number, (tree, depth)) in trees(200).enumerate() {
        let (depth, root) = (depth.min(4), tree.root());
        let truth = minimax(&tree, &root, depth, &NodeValue);
        let om = |error| against(OpponentModel::new(error), &tree, &root, depth, Other).score;
        let mut before = om(0);
        for error in [50_000, 300_000, 2_000_000] {
            let now = om(error);
            assert!(now <= before, "tree {number}: more error, less value");
            before = now;
        }
        assert_eq!(before, truth, "tree {number}: any error at all is minimax");
        assert!(om(0) >= truth, "tree {number}");
        let prom = |same| {
            let search = ProbabilisticModel::new(same);
            against(search, &tree, &root, depth, Other).score
        };
        assert_eq!(prom(0.0), om(0), "tree {number}: one kind is a model");
        assert_eq!(prom(1.0), truth, "tree {number}");
        assert!(prom(0.5) >= truth, "tree {number}");
    }
}

#[test]
fn against_the_modelled_opponent_the_value_is_reached() {
    for (number, (tree, depth)) in trees(100).enumerate() {
        let depth = depth.min(4);
        let expected = against(OpponentModel::new(0), &tree, &tree.root(), depth, Other).score;
        let mut state = tree.root();
        for left in (1..=depth).rev() {
            let mv = if tree.side(&state) == Side::First {
                let search = OpponentModel::new(0);
                against(search, &tree, &state, left, Other)
                    .best
                    .expect("a move")
            } else {
                // The opponent plays the best move by its own evaluator.
                let value = |mv: &u32| {
                    let mut child = state;
                    tree.play(&mut child, *mv);
                    -minimax(&tree, &child, left - 1, &Other)
                };
                let mut moves = Vec::new();
                tree.moves(&state, &mut moves);
                moves.into_iter().max_by_key(value).expect("a move")
            };
            tree.play(&mut state, mv);
        }
        let value = NodeValue.evaluate(&tree, &state);
        let value = if depth % 2 == 0 { value } else { -value };
        assert_eq!(value, expected, "tree {number}");
    }
}

#[test]
fn safe_play_chooses_among_the_best_moves() {
    for (number, (tree, depth)) in trees(100).enumerate() {
        let (depth, root) = (depth.min(4), tree.root());
        let truth = minimax(&tree, &root, depth, &NodeValue);
        let model = MoveModel::Blunder(0.5);
        let safe = against(
            ProbiMax::new(model, Some(0)),
            &tree,
            &root,
            depth,
            NodeValue,
        );
        let mut child = root;
        tree.play(&mut child, safe.best.expect("a move"));
        let value = -minimax(&tree, &child, depth - 1, &NodeValue);
        assert_eq!(value, truth, "tree {number}");
        let free = against(ProbiMax::new(model, None), &tree, &root, depth, NodeValue);
        assert!(free.score >= safe.score, "tree {number}");
    }
}
