//! Measures the speed of basic searches on chess, on one core without an observer.
//!
//! `RUSTFLAGS="-C target-cpu=native" cargo run --release --package espalier-games --example chess_speed`
//!
//! The best of several runs, in million nodes per second.

use games::chess::{Chess, Material, MaterialAndSquares, Mobility};
use games::{BoardGame, chess};
use gametree::searches::{AlphaBeta, Minimax, Negamax};
use gametree::{Evaluator, Limits, Searcher};
use std::time::Instant;

fn speed(name: &str, depth: u32, mut search: impl Searcher<Chess>) {
    let game = Chess::new(chess::Draws::ALL);
    let mut best = 0.0_f64;
    let mut nodes = 0;
    for _ in 0..5 {
        let start = Instant::now();
        let result = search.search(&game, &game.start(), &Limits::depth(depth));
        nodes = result.stats.nodes;
        best = best.max(nodes as f64 / start.elapsed().as_secs_f64() / 1e6);
    }
    println!("{name:36} depth {depth} {nodes:>10} nodes {best:8.1} million a second");
}

fn all<E: Evaluator<Chess> + Clone>(name: &str, eval: &E) {
    speed(&format!("minimax, {name}"), 5, Minimax::new(eval.clone()));
    speed(&format!("negamax, {name}"), 5, Negamax::new(eval.clone()));
    speed(
        &format!("alpha-beta, {name}"),
        6,
        AlphaBeta::new(eval.clone()),
    );
}

fn main() {
    all("material", &Material);
    all("material and squares", &MaterialAndSquares);
    all("mobility", &Mobility);
}
