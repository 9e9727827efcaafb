//! Parallel searches: exact for any number of threads, stopped by every limit, and with one thread their sequential parents.

use gametree::checks::{NamedSend, keeps_contract, minimax, parallel_searches};
use gametree::horizon::Static;
use gametree::ordering::{GeneratorOrder, Killers};
use gametree::searches::parallel::{PvSplitting, RootSplitting, YoungBrothersWait};
use gametree::searches::{AlphaBeta, Deepening, OrderedAlphaBeta};
use gametree::synthetic::{GraphGame, NodeValue, UniformTree, VertexValue};
use gametree::{Bound, Evaluator, Game, Limits, Searcher, SplitMix64};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The numbers of threads of every test.
const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Compares value, bound and the value of the chosen move with minimax.
fn check<G, E>(
    game: &G,
    root: &G::State,
    depth: u32,
    eval: &E,
    searches: Vec<NamedSend<G>>,
    label: &str,
) where
    G: Game,
    E: Evaluator<G> + Clone,
{
    let truth = minimax(game, root, depth, eval);
    for (name, mut search) in searches {
        let result = search.search(game, root, &Limits::depth(depth));
        assert_eq!(
            (result.score, result.stopped),
            (truth, false),
            "{name} on {label}"
        );
        assert_eq!(result.bound, Bound::Exact, "{name} on {label}");
        let Some(best) = result.best else {
            assert!(game.terminal(root).is_some(), "{name} on {label}: no move");
            continue;
        };
        assert_eq!(result.pv.first(), Some(&best));
        let mut child = root.clone();
        game.play(&mut child, best);
        let reply = minimax(game, &child, depth - 1, eval);
        let changed = game.side(&child) != game.side(root);
        assert_eq!(
            if changed { -reply } else { reply },
            truth,
            "{name} on {label}: {best:?}"
        );
    }
}

fn check_trees(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut rng = SplitMix64::new(seed);
        let depth = 2 + rng.below(4) as u32;
        let range = [2, 10, 100][rng.below(3) as usize];
        let branching = 2 + rng.below(3) as u32;
        let tree = UniformTree::random(branching, depth, seed).with_range(range);
        for threads in THREADS {
            let searches = parallel_searches(&NodeValue, threads);
            let label = format!("tree {seed}, {threads} threads");
            check(&tree, &tree.root(), depth, &NodeValue, searches, &label);
        }
    }
}

fn check_graphs(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        for game in [
            GraphGame::new(30, seed),
            GraphGame::with_double_moves(30, seed),
        ] {
            for threads in THREADS {
                let searches = parallel_searches(&VertexValue, threads);
                let label = format!("graph {seed}, {threads} threads");
                check(&game, &game.root(), 5, &VertexValue, searches, &label);
            }
        }
    }
}

#[test]
fn every_parallel_search_equals_minimax_on_trees() {
    check_trees(0..25);
}

#[test]
fn every_parallel_search_equals_minimax_on_graphs_with_transpositions() {
    check_graphs(0..10);
}

#[test]
#[ignore = "a long sample: cargo test -p espalier-gametree --test it -- --ignored parallel"]
fn every_parallel_search_equals_minimax_on_two_thousand_trees_and_five_hundred_graphs() {
    check_trees(0..2_000);
    check_graphs(0..250);
}

#[test]
fn the_window_contract_holds() {
    for seed in 0..8 {
        let game = GraphGame::with_double_moves(30, seed);
        let truth = minimax(&game, &game.root(), 5, &VertexValue);
        let mut rng = SplitMix64::new(seed);
        for threads in [1, 3] {
            let alpha = rng.between(-55, 54);
            let window = (alpha, rng.between(alpha + 1, 55));
            for (name, mut search) in parallel_searches(&VertexValue, threads) {
                let result = search.search_window(&game, &game.root(), &Limits::depth(5), window);
                assert!(
                    keeps_contract(result.score, truth, window),
                    "{name} on graph {seed}: {} for {truth} in {window:?}",
                    result.score
                );
            }
        }
    }
}

#[test]
fn with_one_thread_the_splitting_searches_visit_the_nodes_of_their_parents() {
    for seed in 0..50 {
        let tree = UniformTree::random(4, 5, seed).with_range(20);
        let (root, limits) = (tree.root(), Limits::depth(5));
        let plain = AlphaBeta::new(NodeValue).search(&tree, &root, &limits);
        let one = || vec![AlphaBeta::new(NodeValue)];
        let split = RootSplitting::new(one()).search(&tree, &root, &limits);
        assert_eq!(
            (split.stats.nodes, &split.pv),
            (plain.stats.nodes, &plain.pv)
        );
        let split = PvSplitting::new(one()).search(&tree, &root, &limits);
        assert_eq!(
            (split.stats.nodes, &split.pv),
            (plain.stats.nodes, &plain.pv)
        );
        let split = YoungBrothersWait::new(vec![(Static(NodeValue), GeneratorOrder)]);
        let split = { split }.search(&tree, &root, &limits);
        assert_eq!(
            (split.stats.nodes, &split.pv),
            (plain.stats.nodes, &plain.pv)
        );
        assert_eq!(split.stats.cutoffs, plain.stats.cutoffs);

        let killers = || (Static(NodeValue), Killers::new());
        let (horizon, order) = killers();
        let parent = OrderedAlphaBeta::with(horizon, order);
        let parent = { parent }.search(&tree, &root, &limits);
        let split = YoungBrothersWait::new(vec![killers()]);
        let split = { split }.search(&tree, &root, &limits);
        assert_eq!(
            (split.stats.nodes, split.pv),
            (parent.stats.nodes, parent.pv)
        );
    }
}

#[test]
fn the_splitting_searches_choose_the_move_of_the_sequential_search() {
    // Few different values, so that many moves are equally good.
    for seed in 0..40 {
        let tree = UniformTree::random(6, 3, seed).with_range(1);
        let (root, limits) = (tree.root(), Limits::depth(3));
        let best = AlphaBeta::new(NodeValue).search(&tree, &root, &limits).best;
        let searches: [&mut dyn Searcher<UniformTree>; 3] = [
            &mut RootSplitting::new(vec![AlphaBeta::new(NodeValue); 4]),
            &mut PvSplitting::new(vec![AlphaBeta::new(NodeValue); 4]),
            &mut YoungBrothersWait::new(vec![(Static(NodeValue), GeneratorOrder); 4]),
        ];
        for search in searches {
            assert_eq!(
                search.search(&tree, &root, &limits).best,
                best,
                "tree {seed}"
            );
        }
    }
}

#[test]
fn a_limit_of_nodes_holds_for_all_threads_together() {
    let game = GraphGame::with_double_moves(30, 5);
    for nodes in [1, 2, 5, 50, 500] {
        for threads in THREADS {
            for (name, mut search) in parallel_searches(&VertexValue, threads) {
                let limits = Limits::depth(9).with_nodes(nodes);
                let result = search.search(&game, &game.root(), &limits);
                assert!(
                    result.stats.nodes <= nodes,
                    "{name}: {}",
                    result.stats.nodes
                );
                assert!(
                    result.best.is_some(),
                    "{name} has no move after {nodes} nodes"
                );
            }
        }
    }
}

#[test]
fn a_stopped_search_works_again() {
    let game = GraphGame::new(30, 3);
    let truth = minimax(&game, &game.root(), 5, &VertexValue);
    for (name, mut search) in parallel_searches(&VertexValue, 3) {
        let stopped = Limits::depth(5).with_stop(Arc::new(AtomicBool::new(true)));
        assert!(
            search.search(&game, &game.root(), &stopped).stopped,
            "{name}"
        );
        let few = Limits::depth(5).with_nodes(40);
        search.search(&game, &game.root(), &few);
        let result = search.search(&game, &game.root(), &Limits::depth(5));
        assert_eq!((result.score, result.stopped), (truth, false), "{name}");
    }
}

/// Sets a stop flag at its five-thousandth call, and counts all calls.
#[derive(Clone)]
struct Stopping {
    calls: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl Evaluator<UniformTree> for Stopping {
    fn evaluate(&mut self, tree: &UniformTree, state: &<UniformTree as Game>::State) -> i32 {
        if self.calls.fetch_add(1, Ordering::Relaxed) == 4_999 {
            self.stop.store(true, Ordering::Relaxed);
        }
        NodeValue.evaluate(tree, state)
    }
}

/// At a million nodes a second, a thousand nodes are a millisecond.
#[test]
fn after_a_stop_each_thread_enters_at_most_a_thousand_nodes() {
    let tree = UniformTree::random(30, 9, 1);
    for threads in [1, 4] {
        let calls = Arc::new(AtomicU64::new(0));
        let stop = Arc::new(AtomicBool::new(false));
        let eval = Stopping {
            calls: Arc::clone(&calls),
            stop: Arc::clone(&stop),
        };
        for (name, mut search) in parallel_searches(&eval, threads) {
            calls.store(0, Ordering::Relaxed);
            stop.store(false, Ordering::Relaxed);
            let limits = Limits::depth(8).with_stop(Arc::clone(&stop));
            let result = search.search(&tree, &tree.root(), &limits);
            let after = calls.load(Ordering::Relaxed) - 5_000;
            assert!(result.stopped && result.best.is_some(), "{name}");
            assert!(after <= 1_025 * threads as u64, "{name}: {after} leaves");
        }
    }
}

#[test]
fn deepening_around_a_parallel_search_keeps_its_last_iteration() {
    let tree = UniformTree::random(5, 6, 1);
    let workers = vec![AlphaBeta::new(NodeValue); 3];
    let mut search = Deepening::new(PvSplitting::new(workers));
    let result = search.search(&tree, &tree.root(), &Limits::depth(6));
    assert_eq!(result.score, minimax(&tree, &tree.root(), 6, &NodeValue));
    assert_eq!((result.depth, result.pv.len()), (6, 6));
}

/// Returns the number of threads of this process.
#[cfg(target_os = "linux")]
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "measures time: cargo test -p espalier-gametree --test it -- --ignored --test-threads 1 parallel"]
fn a_stop_ends_every_thread_within_twenty_milliseconds() {
    let tree = UniformTree::random(30, 12, 1);
    let before = threads();
    let mut slowest = Duration::ZERO;
    for (name, mut search) in parallel_searches(&NodeValue, 4) {
        for _ in 0..5 {
            let stop = Arc::new(AtomicBool::new(false));
            let limits = Limits::depth(12).with_stop(Arc::clone(&stop));
            let ended = std::thread::scope(|scope| {
                let search = scope.spawn(|| {
                    let result = search.search(&tree, &tree.root(), &limits);
                    (result.stopped, Instant::now())
                });
                std::thread::sleep(Duration::from_millis(30));
                let asked = Instant::now();
                stop.store(true, Ordering::Relaxed);
                let (stopped, ended) = search.join().expect("no panic");
                assert!(stopped);
                ended - asked
            });
            assert!(ended < Duration::from_millis(20), "{name}: {ended:?}");
            slowest = slowest.max(ended);
        }
        assert_eq!(threads(), before, "{name} left a thread");
    }
    println!("slowest stop: {slowest:?}");
}
