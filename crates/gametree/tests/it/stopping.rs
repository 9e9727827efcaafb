//! A stopped search returns a legal move, restores the position, and stores nothing
//! false.

use gametree::checks::{exact_searches, minimax};
use gametree::searches::{AlphaBeta, BestMoves, Deepening, Minimax, TableAlphaBeta, best_moves};
use gametree::synthetic::{GraphGame, NodeValue, UniformTree, VertexValue};
use gametree::table::{DepthMatch, Replacement, Table};
use gametree::{
    Evaluator, FakeClock, Game, INF, Limits, Score, Search, Searcher, Side, Silent, Walk,
};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A game that counts the moves that are not undone.
struct Audited {
    game: GraphGame,
    open: Cell<i64>,
}

impl Game for Audited {
    type State = <GraphGame as Game>::State;
    type Move = u16;
    type Undo = <GraphGame as Game>::Undo;

    fn side(&self, state: &Self::State) -> Side {
        self.game.side(state)
    }
    fn moves(&self, state: &Self::State, out: &mut Vec<u16>) {
        self.game.moves(state, out);
    }
    fn play(&self, state: &mut Self::State, mv: u16) -> Self::Undo {
        self.open.set(self.open.get() + 1);
        self.game.play(state, mv)
    }
    fn undo(&self, state: &mut Self::State, mv: u16, undo: Self::Undo) {
        self.open.set(self.open.get() - 1);
        self.game.undo(state, mv, undo);
    }
    fn terminal(&self, state: &Self::State) -> Option<Score> {
        self.game.terminal(state)
    }
    fn key(&self, state: &Self::State) -> u64 {
        self.game.key(state)
    }
    fn move_slot(&self, mv: u16) -> Option<usize> {
        self.game.move_slot(mv)
    }
}

#[derive(Clone)]
struct AuditedValue;

impl Evaluator<Audited> for AuditedValue {
    fn evaluate(&mut self, audited: &Audited, state: &<GraphGame as Game>::State) -> Score {
        VertexValue.evaluate(&audited.game, state)
    }
}

#[test]
fn every_move_is_undone_and_there_is_always_a_best_move() {
    for seed in 0..10 {
        let game = Audited {
            game: GraphGame::with_double_moves(30, seed),
            open: Cell::new(0),
        };
        let root = game.game.root();
        for nodes in [1, 2, 3, 5, 10, 50, 200] {
            for (name, mut search) in exact_searches(&AuditedValue) {
                let result = search.search(&game, &root, &Limits::depth(7).with_nodes(nodes));
                assert_eq!(game.open.get(), 0, "{name} did not undo a move");
                assert!(
                    result.best.is_some(),
                    "{name} has no move after {nodes} nodes"
                );
                assert!(
                    result.stats.nodes <= nodes,
                    "{name} took {} of {nodes} nodes",
                    result.stats.nodes
                );
                assert_eq!(result.best, result.pv.first().copied());
            }
        }
    }
}

#[test]
fn the_position_itself_is_unchanged_after_a_stop() {
    let game = GraphGame::with_double_moves(30, 5);
    for nodes in 1..200 {
        let limits = Limits::depth(7).with_nodes(nodes);
        let mut watch = Silent;
        let mut walk = Walk::new(&game, &limits, &mut watch);
        let mut state = game.root();
        let mut search = AlphaBeta::new(VertexValue);
        let outcome = search.iteration(&mut walk, &mut state, 7, -INF, INF);
        assert!(outcome.is_err());
        assert_eq!(game.key(&state), game.key(&game.root()));
        assert_eq!(state, game.root());
    }
}

#[test]
fn a_stopped_search_stores_nothing_false() {
    for seed in 0..40 {
        let game = GraphGame::new(30, seed);
        let table = Table::new(1 << 12, Replacement::Always);
        let mut search = TableAlphaBeta::new(VertexValue, table, DepthMatch::Exact);
        for nodes in (1..300).step_by(7) {
            search.search(&game, &game.root(), &Limits::depth(6).with_nodes(nodes));
        }
        let result = search.search(&game, &game.root(), &Limits::depth(6));
        assert_eq!(
            result.score,
            minimax(&game, &game.root(), 6, &VertexValue),
            "graph {seed}"
        );
    }
}

#[test]
fn a_search_stopped_before_it_begins_returns_the_first_move() {
    let game = GraphGame::new(30, 1);
    let stop = Arc::new(AtomicBool::new(true));
    let limits = Limits::depth(9).with_stop(Arc::clone(&stop));
    for (name, mut search) in exact_searches(&VertexValue) {
        let result = search.search(&game, &game.root(), &limits);
        assert_eq!(result.best, Some(0), "{name}: the first legal move");
        assert!(result.stopped);
        assert_eq!((result.depth, result.stats.nodes), (0, 0), "{name}");
    }
    stop.store(false, Ordering::Relaxed);
    let result = Deepening::new(AlphaBeta::new(VertexValue)).search(&game, &game.root(), &limits);
    assert_eq!((result.stopped, result.depth), (false, 9));
}

#[test]
fn limits_of_time_and_evaluations_stop_the_search() {
    let tree = UniformTree::random(4, 30, 1);
    let clock = Arc::new(FakeClock::with_step(Duration::from_millis(1)));
    let limits = Limits::time(Duration::from_millis(30)).with_clock(clock);
    let result = Deepening::new(AlphaBeta::new(NodeValue)).search(&tree, &tree.root(), &limits);
    assert!(result.stopped && result.depth > 1);
    // The last completed iteration is what counts.
    assert_eq!(
        result.score,
        minimax(&tree, &tree.root(), result.depth, &NodeValue)
    );

    for evals in [1, 10, 1_000, 5_000] {
        let limits = Limits::depth(30).with_evals(evals);
        let result = Deepening::new(AlphaBeta::new(NodeValue)).search(&tree, &tree.root(), &limits);
        assert!(result.stopped);
        assert!(
            result.stats.evals <= evals,
            "{} of {evals}",
            result.stats.evals
        );
        assert!(
            result.stats.evals * 10 >= evals * 9,
            "{} of {evals}",
            result.stats.evals
        );
    }
}

#[test]
fn deepening_costs_little_and_stops_at_the_end_of_the_tree() {
    let tree = UniformTree::random(4, 12, 1);
    let mut nodes = Vec::new();
    for depth in 1..=7 {
        let result = Minimax::new(NodeValue).search(&tree, &tree.root(), &Limits::depth(depth));
        nodes.push(result.stats.nodes);
    }
    let all =
        Deepening::new(Minimax::new(NodeValue)).search(&tree, &tree.root(), &Limits::depth(7));
    assert_eq!(all.stats.nodes, nodes.iter().sum::<u64>());
    assert!(all.stats.nodes <= nodes[6] * 4 / 3 + 1);

    let short = UniformTree::random(3, 4, 1);
    let result =
        Deepening::new(AlphaBeta::new(NodeValue)).search(&short, &short.root(), &Limits::depth(50));
    assert_eq!(
        (result.depth, result.stopped),
        (4, false),
        "four plies are the whole game"
    );
}

#[test]
fn a_soft_limit_completes_the_current_iteration() {
    let tree = UniformTree::random(4, 9, 7);
    let mut search = Deepening::new(AlphaBeta::new(NodeValue));
    let soft = Limits {
        soft_nodes: Some(500),
        ..Limits::depth(9)
    };
    let result = search.search(&tree, &tree.root(), &soft);
    assert!(!result.stopped && result.stats.nodes >= 500);
    assert!(result.depth < 9, "{}", result.depth);
    let same = search.search(&tree, &tree.root(), &Limits::depth(result.depth));
    assert_eq!(same.stats.nodes, result.stats.nodes);
    let before = search.search(&tree, &tree.root(), &Limits::depth(result.depth - 1));
    assert!(before.stats.nodes < 500);
}

#[test]
fn the_limits_hold_for_all_root_moves_together() {
    let tree = UniformTree::random(8, 8, 1);
    let root = tree.root();
    let mut partial = 0;
    for nodes in [0, 1, 2, 9, 50, 500, 1_500, 3_000] {
        let limits = Limits::depth(5).with_nodes(nodes);
        let mut search = AlphaBeta::new(NodeValue);
        let (moves, result) = best_moves(&mut search, &tree, &root, &limits);
        assert!(result.stopped && result.stats.nodes <= nodes);
        assert!(!moves.is_empty() && moves.contains(&result.best.unwrap()));
        partial += u32::from(result.score > -INF);
        let limits = Limits::depth(5).with_evals(nodes);
        let (moves, result) = best_moves(&mut search, &tree, &root, &limits);
        assert!(result.stopped && result.stats.evals <= nodes);
        assert!(!moves.is_empty());
    }
    assert!(partial > 1, "the moves completed before the stop count");

    // Each reading of the clock takes a millisecond.
    let clock = Arc::new(FakeClock::with_step(Duration::from_millis(1)));
    let limits = Limits::time(Duration::from_millis(30)).with_clock(clock);
    let mut search = Deepening::new(BestMoves::new(AlphaBeta::new(NodeValue)));
    let result = search.search(&tree, &root, &limits);
    assert!(result.stopped && result.stats.time <= Duration::from_millis(32));
    // The moves are those of the last complete iteration.
    let limits = Limits::depth(result.depth);
    let (complete, _) = best_moves(&mut AlphaBeta::new(NodeValue), &tree, &root, &limits);
    assert!(result.depth > 1);
    assert_eq!(search.inner().moves(), complete);
}

/// Sets the stop flag after some evaluations and continues to count.
#[derive(Clone)]
struct Impatient {
    calls: Arc<AtomicU64>,
    stop_after: u64,
    stop: Arc<AtomicBool>,
}

impl Evaluator<UniformTree> for Impatient {
    fn evaluate(&mut self, game: &UniformTree, state: &<UniformTree as Game>::State) -> Score {
        let calls = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        if calls == self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
        NodeValue.evaluate(game, state)
    }
}

#[test]
fn a_stop_ends_the_search_for_all_best_moves_at_once() {
    let tree = UniformTree::random(8, 9, 1);
    for stop_after in [1, 700, 3_000] {
        let eval = Impatient {
            calls: Arc::new(AtomicU64::new(0)),
            stop_after,
            stop: Arc::new(AtomicBool::new(false)),
        };
        let limits = Limits::depth(8).with_stop(Arc::clone(&eval.stop));
        let mut search = AlphaBeta::new(eval.clone());
        let (moves, result) = best_moves(&mut search, &tree, &tree.root(), &limits);
        assert!(result.stopped && !moves.is_empty());
        // One stop ends all moves.
        assert!(eval.calls.load(Ordering::Relaxed) <= stop_after + 1_024);
    }
}
