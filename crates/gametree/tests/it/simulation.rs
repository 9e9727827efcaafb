//! Simulated processors: the sequential nodes on one processor, right values on many, and the bounds of work and span.

use gametree::searches::AlphaBeta;
use gametree::simulation::{Algorithm, Machine, ModelTree, Order};
use gametree::synthetic::{GraphGame, NodeValue, NumberTree, UniformTree, VertexValue};
use gametree::{Limits, Searcher};

const ALGORITHMS: [Algorithm; 5] = [
    Algorithm::Root,
    Algorithm::Pv,
    Algorithm::YoungBrothersWait,
    Algorithm::Abdada,
    Algorithm::Lazy,
];

fn trees() -> Vec<ModelTree> {
    let mut trees = Vec::new();
    for seed in 0..6 {
        let (branching, depth) = [(2, 7), (3, 5), (6, 4), (9, 3), (1, 4), (5, 0)][seed as usize];
        for order in [Order::Generated, Order::BestFirst, Order::WorstFirst] {
            trees.push(ModelTree::random(branching, depth, seed).ordered(order));
        }
        let game = GraphGame::with_double_moves(30, seed);
        let tree = ModelTree::of(&game, &game.root(), 5, &mut VertexValue, 100_000);
        trees.push(tree.expect("a small tree"));
    }
    trees
}

#[test]
fn one_processor_visits_exactly_the_nodes_of_alpha_beta() {
    for seed in 0..20 {
        let game = UniformTree::random(4, 5, seed).with_range(30);
        let tree = ModelTree::of(&game, &game.root(), 5, &mut NodeValue, 100_000);
        let tree = tree.expect("a small tree");
        let limits = Limits::depth(5);
        let real = AlphaBeta::new(NodeValue).search(&game, &game.root(), &limits);
        for algorithm in ALGORITHMS {
            let run = Machine::new(1).run(&tree, algorithm);
            assert_eq!(run.value, real.score, "{algorithm:?}");
            assert_eq!(run.nodes, real.stats.nodes, "{algorithm:?}");
            assert_eq!((run.ticks, run.idle), (run.nodes, 0), "{algorithm:?}");
        }
    }
}

#[test]
fn every_run_has_the_minimax_value_and_keeps_the_bounds_of_work_and_span() {
    for (number, tree) in trees().iter().enumerate() {
        let truth = tree.minimax();
        for algorithm in ALGORITHMS {
            for processors in [1, 2, 3, 8, 100] {
                let machine = Machine::new(processors);
                let run = machine.run(tree, algorithm);
                let label =
                    format!("tree {number}, {algorithm:?}, {processors} processors: {run:?}");
                assert_eq!(run.value, truth, "{label}");
                assert!(
                    run.critical_path <= run.ticks && run.ticks <= run.nodes,
                    "{label}"
                );
                let capacity = run.ticks * processors as u64;
                assert_eq!(run.nodes + run.idle, capacity, "{label}");
                // The same machine and tree give the same run.
                assert_eq!(machine.run(tree, algorithm), run);
                let slow = machine.with_message(3).run(tree, algorithm);
                assert_eq!(slow.value, truth, "{label} with messages");
                assert_eq!(
                    slow.nodes + slow.idle,
                    slow.ticks * processors as u64,
                    "{label}"
                );
            }
        }
    }
}

#[test]
fn a_number_tree_keeps_the_numbers_of_its_nodes() {
    let numbers: NumberTree = "[[3,12,[8,9]],4,[14,[5],2]]".parse().expect("a tree");
    let tree = ModelTree::from(&numbers);
    assert_eq!((tree.nodes(), tree.minimax()), (numbers.len(), 4));
    for node in 0..numbers.len() {
        let children: Vec<usize> = tree.children(node).iter().map(|&it| it as usize).collect();
        assert_eq!(children, numbers.children(node));
    }
    for algorithm in ALGORITHMS {
        assert_eq!(
            Machine::new(3).run(&tree, algorithm).value,
            4,
            "{algorithm:?}"
        );
    }
}

#[test]
fn recorded_steps_enter_parents_before_children() {
    let tree = ModelTree::random(4, 4, 3);
    for algorithm in ALGORITHMS {
        let run = Machine::new(5).recorded().run(&tree, algorithm);
        assert_eq!(run.steps.len() as u64, run.nodes);
        assert!(run.steps.is_sorted_by_key(|step| step.tick));
        let mut entered = vec![0; tree.nodes()];
        for step in &run.steps {
            if entered[step.node] == 0 {
                entered[step.node] = step.tick;
            }
        }
        for node in 0..tree.nodes() {
            for &child in tree.children(node) {
                let child = entered[child as usize];
                assert!(child == 0 || entered[node] < child, "{algorithm:?}");
            }
        }
        for processor in 0..5 {
            let own = run.steps.iter().filter(|step| step.processor == processor);
            let ticks: Vec<u64> = own.map(|step| step.tick).collect();
            assert!(ticks.is_sorted_by(|a, b| a < b), "one node a tick");
        }
    }
}

#[test]
fn more_processors_help_young_brothers_more_than_root_splitting() {
    let tree = ModelTree::random(12, 4, 1).ordered(Order::BestFirst);
    let ticks = |algorithm, processors| Machine::new(processors).run(&tree, algorithm).ticks;
    let speed_up = |algorithm| ticks(algorithm, 1) as f64 / ticks(algorithm, 16) as f64;
    let [root, pv, brothers] = [Algorithm::Root, Algorithm::Pv, Algorithm::YoungBrothersWait];
    assert!(speed_up(root) < speed_up(pv) && speed_up(pv) < speed_up(brothers));
    assert!(speed_up(brothers) > 5.0);
}

#[test]
#[ignore = "measures time: cargo test --profile quick -p espalier-gametree --test it -- --ignored --nocapture simulation"]
fn a_thousand_processors_search_a_million_nodes_in_ten_seconds() {
    for order in [Order::BestFirst, Order::WorstFirst, Order::Generated] {
        let tree = ModelTree::random(10, 6, 1).ordered(order);
        assert!(tree.nodes() > 1_000_000);
        for algorithm in ALGORITHMS {
            let start = std::time::Instant::now();
            let run = Machine::new(1_024).run(&tree, algorithm);
            let seconds = start.elapsed().as_secs_f64();
            let (ticks, nodes) = (run.ticks, run.nodes);
            println!("{order:?} {algorithm:?}: {ticks} ticks, {nodes} nodes, {seconds:.2} s");
            assert!(seconds < 10.0);
        }
    }
}
