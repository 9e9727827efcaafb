//! Measures the time of an evaluation: updating both perspectives after a move, and the output.
//!
//! ```text
//! cargo run --release -p espalier-nnue --example speed
//! ```
//!
//! A round plays and removes every legal move of positions of a random game, castling included, and evaluates after each. The
//! program prints the best of many rounds, in nanoseconds per evaluation. `push` is a round that only records the moves, which
//! is part of the other figures; `output` and `refresh` use the best instruction set, for neurons that are already computed and
//! for neurons computed from the refresh cache.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use chess::random::SplitMix64;
use chess::{Move, Position};
use nnue::{Accumulators, Instructions, Network, Parameters};

const WIDTHS: [usize; 6] = [32, 64, 128, 256, 512, 1024];
const ROUNDS: usize = 200;

fn main() {
    let lines = lines();
    let sets = Instructions::available();
    print!("width    push");
    for set in &sets {
        print!(" {:>8}", set.name());
    }
    println!("   output  refresh");
    for width in WIDTHS {
        let network = random_network(width);
        let mut stack = Accumulators::new(Arc::new(network.clone()), &Position::startpos());
        print!("{width:>5}");
        print!(" {:>7.1}", round(&mut stack, &lines, false));
        for &set in &sets {
            let network = Arc::new(network.clone().with_instructions(set));
            let mut stack = Accumulators::new(network, &Position::startpos());
            print!(" {:>8.1}", round(&mut stack, &lines, true));
        }
        print!(" {:>8.1}", again(&mut stack, &lines, 10));
        println!(" {:>8.1}", again(&mut stack, &lines, 1));
    }
}

/// A position with its moves and the positions after them.
type Branch = (Position, Vec<(Move, Position)>);

fn lines() -> Vec<Branch> {
    let mut random = SplitMix64::new(1);
    let mut position = Position::startpos();
    let mut lines = Vec::new();
    for _ in 0..60 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let all = moves.iter().map(|&m| (m, position.after(m))).collect();
        lines.push((position, all));
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    lines
}

fn round(stack: &mut Accumulators, lines: &[Branch], evaluate: bool) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let mut time = 0.0;
        let mut count = 0;
        for (before, moves) in lines {
            stack.reset(before);
            black_box(stack.evaluate(before));
            let start = Instant::now();
            for (m, after) in moves {
                stack.push(before, *m, after);
                if evaluate {
                    black_box(stack.evaluate(after));
                }
                stack.pop();
            }
            time += start.elapsed().as_secs_f64();
            count += moves.len();
        }
        best = f64::min(best, time * 1e9 / count as f64);
    }
    best
}

/// Measures `times` evaluations of each position after a reset. With more than one, the first is not measured.
fn again(stack: &mut Accumulators, lines: &[Branch], times: usize) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let mut time = 0.0;
        for (position, _) in lines {
            stack.reset(position);
            if times > 1 {
                black_box(stack.evaluate(position));
            }
            let start = Instant::now();
            for _ in 0..times {
                black_box(stack.evaluate(black_box(position)));
            }
            time += start.elapsed().as_secs_f64();
        }
        best = f64::min(best, time * 1e9 / (lines.len() * times) as f64);
    }
    best
}

fn random_network(width: usize) -> Network {
    let mut random = SplitMix64::new(width as u64);
    let mut numbers = |count: usize, limit: i16| {
        let span = 2 * limit as usize + 1;
        let number = |_| random.below(span) as i16 - limit;
        (0..count).map(number).collect::<Vec<i16>>()
    };
    Network::new(&Parameters {
        width,
        buckets: 8,
        manifest: [0; 32],
        feature_weights: numbers(768 * width, 100),
        feature_biases: numbers(width, 100),
        output_weights: numbers(16 * width, 100),
        output_biases: vec![0; 8],
    })
    .expect("weights within limits")
}
