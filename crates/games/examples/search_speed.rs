//! Measures the speed of searches, and the cost of an observer.
//!
//! `cargo run --release -p espalier-games --example search_speed`
//!
//! Each line is the best of several runs: a minimal negamax without limits, statistics and
//! observer; the searches of the library without an observer; and with an observer that
//! counts.

use games::minichess::Material;
use games::othello::DiscDifference;
use games::{BoardGame, MiniChess, Othello};
use gametree::observer::Enter;
use gametree::searches::{Minimax, Negamax};
use gametree::synthetic::{NodeValue, UniformTree};
use gametree::{Evaluator, Game, INF, Limits, Observer, Score, Search, Sign, Silent};
use std::time::Instant;

/// An observer that counts nodes.
#[derive(Default)]
struct Counter(u64);

impl<M> Observer<M> for Counter {
    fn enter(&mut self, _: &Enter) {
        self.0 += 1;
    }
}

/// Negamax and nothing else: no limits, no observer, no statistics but the node count.
fn bare<G: Game, E: Evaluator<G>>(
    game: &G,
    eval: &mut E,
    state: &mut G::State,
    depth: u32,
    buffer: &mut Vec<G::Move>,
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    if depth == 0 {
        return game
            .terminal(state)
            .unwrap_or_else(|| eval.evaluate(game, state));
    }
    let start = buffer.len();
    if let Some(value) = game.expand(state, buffer) {
        return value;
    }
    let mover = game.side(state);
    let mut best = -INF;
    for index in start..buffer.len() {
        let mv = buffer[index];
        let undo = game.play(state, mv);
        let sign = Sign::after(game, mover, state);
        let reply = bare(game, eval, state, depth - 1, buffer, nodes);
        game.undo(state, mv, undo);
        best = best.max(sign.value(reply));
    }
    buffer.truncate(start);
    best
}

/// Returns the best of `runs` timings, in million nodes per second.
fn speed(runs: u32, mut search: impl FnMut() -> u64) -> f64 {
    let once = |_| {
        let start = Instant::now();
        let nodes = search();
        nodes as f64 / start.elapsed().as_secs_f64() / 1e6
    };
    (0..runs).map(once).fold(0.0, f64::max)
}

fn watched<G: Game, S: Search<G>, O: Observer<G::Move>>(
    search: &mut S,
    game: &G,
    root: &G::State,
    depth: u32,
    watch: &mut O,
) -> u64 {
    search
        .run(game, root, &Limits::depth(depth), watch)
        .stats
        .nodes
}

fn compare<G: Game, E: Evaluator<G> + Clone>(
    label: &str,
    game: &G,
    root: &G::State,
    eval: &E,
    depth: u32,
) {
    let runs = 7;
    let by_hand = speed(runs, || {
        let mut nodes = 0;
        bare(
            game,
            &mut eval.clone(),
            &mut root.clone(),
            depth,
            &mut Vec::new(),
            &mut nodes,
        );
        nodes
    });
    let minimax = speed(runs, || {
        watched(
            &mut Minimax::new(eval.clone()),
            game,
            root,
            depth,
            &mut Silent,
        )
    });
    let negamax = speed(runs, || {
        watched(
            &mut Negamax::new(eval.clone()),
            game,
            root,
            depth,
            &mut Silent,
        )
    });
    let counted = speed(runs, || {
        watched(
            &mut Negamax::new(eval.clone()),
            game,
            root,
            depth,
            &mut Counter::default(),
        )
    });
    println!("{label:24} {by_hand:9.1} {minimax:9.1} {negamax:9.1} {counted:9.1}");
}

fn main() {
    println!("million nodes per second    minimal   minimax   negamax   counted");
    let tree = UniformTree::random(20, 5, 1);
    compare(
        "tree, 20 moves, 5 plies",
        &tree,
        &tree.root(),
        &NodeValue,
        5,
    );
    let game = MiniChess::default();
    compare("minichess, 6 plies", &game, &game.start(), &Material, 6);
    let game = Othello::<8>::default();
    compare("othello, 8 plies", &game, &game.start(), &DiscDifference, 8);
}
