//! The invariants of the alternatives to alpha-beta, on random trees and graphs.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use gametree::alternatives::{
    Alternative, BestFirst, BestFirstHybrid, BestFirstLinear, BoardOf, BoxedEvaluator, Context,
    Dual, Form, MAndN, OnBoard, ROOT, Sss, Tree,
};
use gametree::checks::minimax;
use gametree::searches::AlphaBeta;
use gametree::synthetic::{GraphGame, NodeValue, UniformTree, VertexValue};
use gametree::{Evaluator, Game, Limits, Score, SearchResult, Searcher, Silent, SplitMix64};

/// The memory of a search in these tests, in bytes.
const MEMORY: u64 = 64 << 20;

/// A search of a game with an evaluator.
pub fn search<G: Game, E: Evaluator<G> + Clone + Send + 'static>(
    alternative: impl Alternative + 'static,
    game: &G,
    root: &G::State,
    eval: &E,
    limits: &Limits,
) -> SearchResult<G::Move> {
    let evaluators: Vec<BoxedEvaluator<G>> = vec![Box::new(eval.clone())];
    OnBoard::new(Box::new(alternative), evaluators, 100, MEMORY).search(game, root, limits)
}

/// Logs the positions that it evaluates.
#[derive(Clone, Default)]
pub struct Logged<E>(E, Arc<Mutex<Vec<u64>>>);

impl<E> Logged<E> {
    /// Returns the evaluated positions in order.
    pub fn evaluated(&self) -> Vec<u64> {
        self.1.lock().expect("no test panicked").clone()
    }

    /// Returns each evaluated position once, in order of its first evaluation.
    pub fn first_asked(&self) -> Vec<u64> {
        let mut seen = HashSet::new();
        let mut evaluated = self.evaluated();
        evaluated.retain(|&key| seen.insert(key));
        evaluated
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Logged<E> {
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score {
        let mut evaluated = self.1.lock().expect("no test panicked");
        evaluated.push(game.key(state));
        self.0.evaluate(game, state)
    }
}

/// Trees of different shapes, one ply deeper than the search, so that the horizon is evaluated.
pub fn trees(count: u64) -> impl Iterator<Item = (UniformTree, u32)> {
    (0..count).map(|seed| {
        let mut rng = SplitMix64::new(seed);
        let branching = 2 + rng.below(3) as u32;
        let depth = 2 + rng.below(4) as u32;
        let range = [3, 20, 100][rng.below(3) as usize];
        let tree = UniformTree::random(branching, depth + 1, seed).with_range(range);
        (tree, depth)
    })
}

#[test]
fn sss_and_dual_return_the_minimax_value_from_leaves_of_alpha_beta() {
    let mut fewer = 0;
    for (number, (tree, depth)) in trees(400).enumerate() {
        let limits = Limits::depth(depth);
        let truth = minimax(&tree, &tree.root(), depth, &NodeValue);
        let log = Logged::<NodeValue>::default();
        AlphaBeta::new(log.clone()).search(&tree, &tree.root(), &limits);
        let all: HashSet<u64> = log.evaluated().into_iter().collect();
        let leaves = |alternative: Box<dyn Alternative>| {
            let log = Logged::<NodeValue>::default();
            let evaluators: Vec<BoxedEvaluator<UniformTree>> = vec![Box::new(log.clone())];
            let mut search = OnBoard::new(alternative, evaluators, 100, MEMORY);
            let result = search.search(&tree, &tree.root(), &limits);
            assert_eq!(result.score, truth, "tree {number}");
            // The move has the value.
            let mut child = tree.root();
            tree.play(&mut child, result.best.expect("a move"));
            assert_eq!(-minimax(&tree, &child, depth - 1, &NodeValue), truth);
            log.first_asked()
        };
        let list = leaves(Box::new(Sss::new(Form::List)));
        let windows = leaves(Box::new(Sss::new(Form::Windows)));
        assert_eq!(
            list, windows,
            "tree {number}: the same leaves in the same order"
        );
        assert!(list.iter().all(|leaf| all.contains(leaf)), "tree {number}");
        fewer += u32::from(list.len() < all.len());
        let list = leaves(Box::new(Dual::new(Form::List)));
        let windows = leaves(Box::new(Dual::new(Form::Windows)));
        assert_eq!(
            list, windows,
            "tree {number}: the same leaves in the same order"
        );
        assert!(list.iter().all(|leaf| all.contains(leaf)), "tree {number}");
    }
    assert!(
        fewer > 100,
        "SSS* needed fewer leaves on {fewer} trees only"
    );
}

#[test]
fn sss_and_dual_handle_two_moves_in_a_row() {
    for seed in 0..100 {
        let game = GraphGame::with_double_moves(30, seed);
        for depth in [1, 4, 5] {
            let truth = minimax(&game, &game.root(), depth, &VertexValue);
            let limits = Limits::depth(depth);
            for form in [Form::List, Form::Windows] {
                let root = game.root();
                let sss = search(Sss::new(form), &game, &root, &VertexValue, &limits);
                let dual = search(Dual::new(form), &game, &root, &VertexValue, &limits);
                assert_eq!((sss.score, dual.score), (truth, truth), "graph {seed}");
            }
        }
    }
}

#[test]
fn m_and_n_is_minimax_without_a_bonus_and_prunes_soundly_with_one() {
    for (number, (tree, depth)) in trees(400).enumerate() {
        let limits = Limits::depth(depth);
        let root = tree.root();
        let truth = minimax(&tree, &root, depth, &NodeValue);
        let value = |m_and_n: MAndN| search(m_and_n, &tree, &root, &NodeValue, &limits);
        assert_eq!(value(MAndN::new(1, 1, 5.0, 10.0)).score, truth);
        assert_eq!(value(MAndN::new(3, 3, 0.0, 10.0)).score, truth);
        let (m, n) = (1 + number % 3, 1 + number / 3 % 3);
        let with_bonus = MAndN::new(m, n, 4.0, 12.0);
        let pruned = value(with_bonus);
        let whole = value(with_bonus.unpruned());
        assert_eq!(pruned.score, whole.score, "tree {number}");
        assert!(pruned.stats.nodes <= whole.stats.nodes);
        let most = depth as Score * (m.max(n) as Score - 1) * 4;
        assert!((pruned.score - truth).abs() <= most, "tree {number}");
        if n == 1 {
            assert!(pruned.score >= truth, "only MAX gets a bonus");
        }
    }
}

/// Runs a search on a board.
pub fn by_hand<T>(
    tree: &UniformTree,
    limits: &Limits,
    run: impl FnOnce(&mut Context<'_>) -> T,
) -> T {
    let mut evaluators: Vec<BoxedEvaluator<UniformTree>> = vec![Box::new(NodeValue)];
    let mut board = BoardOf::new(tree, tree.root(), &mut evaluators);
    let mut silent = Silent;
    run(&mut Context::new(
        &mut board,
        limits,
        100,
        MEMORY,
        &mut silent,
    ))
}

#[test]
fn best_first_keeps_a_minimax_tree_at_every_step() {
    for (tree, _) in trees(100) {
        by_hand(&tree, &Limits::default(), |context| {
            let mut stored = Tree::<()>::new(context).expect("room");
            let before = std::cell::Cell::new(stored.len());
            BestFirst::grow(context, &mut stored, &mut |tree, leaf| {
                let value = tree.node(ROOT).value;
                assert_eq!(tree.minimax(ROOT), value);
                let mut end = ROOT;
                while let Some(child) = tree.best_child(end) {
                    end = child;
                }
                assert_eq!(tree.node(end).value, value);
                let grown = tree.len() - before.replace(tree.len());
                assert_eq!(grown, tree.children(leaf).len());
            });
        });
    }
}

#[test]
fn linear_space_expands_in_the_same_order() {
    for seed in 0..200 {
        // A wide range of values, so that almost none are equal.
        let tree = UniformTree::random(3, 6, seed).with_range(800_000);
        let run = |alternative: Box<dyn Alternative>| {
            let log = Logged::<NodeValue>::default();
            let evaluators: Vec<BoxedEvaluator<UniformTree>> = vec![Box::new(log.clone())];
            let mut search = OnBoard::new(alternative, evaluators, 100, MEMORY);
            let result = search.search(&tree, &tree.root(), &Limits::default());
            let mut first = log.first_asked();
            first.retain(|&key| key != tree.key(&tree.root()));
            (result.score, result.best, first)
        };
        let stored = run(Box::new(BestFirst));
        assert_eq!(
            stored,
            run(Box::<BestFirstLinear>::default()),
            "tree {seed}"
        );
    }
}

#[test]
fn best_first_extension_starts_as_alpha_beta() {
    for (tree, depth) in trees(200) {
        let limits = Limits::depth(depth);
        let truth = minimax(&tree, &tree.root(), depth, &NodeValue);
        // No budget is left after alpha-beta.
        let result = search(
            BestFirstHybrid::new(depth),
            &tree,
            &tree.root(),
            &NodeValue,
            &limits,
        );
        assert_eq!(result.score, truth);
    }
}

/// Every search stops at its limits and returns a legal move.
#[test]
fn limits_are_kept_to_the_node() {
    let tree = UniformTree::random(4, 12, 3);
    let all: [fn() -> Box<dyn Alternative>; 8] = [
        || Box::new(Sss::new(Form::List)),
        || Box::new(Sss::new(Form::Windows)),
        || Box::new(Dual::new(Form::List)),
        || Box::new(Dual::new(Form::Windows)),
        || Box::new(MAndN::new(2, 2, 5.0, 20.0)),
        || Box::new(BestFirst),
        || Box::<BestFirstLinear>::default(),
        || Box::new(BestFirstHybrid::new(2)),
    ];
    for (number, make) in all.iter().enumerate() {
        for spend in [1, 2, 7, 100, 1_000] {
            let run = |limits: Limits, memory: u64| {
                let evaluators: Vec<BoxedEvaluator<UniformTree>> = vec![Box::new(NodeValue)];
                OnBoard::new(make(), evaluators, 100, memory).search(&tree, &tree.root(), &limits)
            };
            let result = run(Limits::nodes(spend), MEMORY);
            assert!(
                result.stats.nodes <= spend,
                "{number}: {}",
                result.stats.nodes
            );
            assert!(result.best.is_some_and(|mv| mv < 4), "{number}");
            let result = run(Limits::default().with_evals(spend), MEMORY);
            assert!(
                result.stats.evals <= spend,
                "{number}: {}",
                result.stats.evals
            );
            assert!(result.best.is_some(), "{number}");
            let result = run(Limits::nodes(20_000), 100 * spend);
            assert!(result.stats.peak_bytes <= 100 * spend, "{number}");
            assert!(result.best.is_some(), "{number}");
        }
    }
}

/// The head of each search explains it: the idea, the reference, the cost, the measured result and the invariant, in at most 14 lines.
#[test]
fn the_head_of_every_search_explains_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/alternatives");
    let mut heads = 0;
    for file in std::fs::read_dir(folder).expect("the folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a file");
        let head: Vec<&str> = text
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .collect();
        // A file that several searches share has no title.
        if !head[0].starts_with("//! # ") {
            continue;
        }
        heads += 1;
        assert!(head.len() < 15, "{}", path.display());
        let head = head.join("\n");
        for part in [
            "The idea",
            "Reference",
            "What it costs",
            "Measured",
            "The invariant",
        ] {
            let found = head.contains(&format!("**{part}.**"));
            assert!(found, "{}: the head lacks {part}", path.display());
        }
    }
    assert_eq!(heads, 19);
}
