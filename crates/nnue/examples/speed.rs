//! How long an evaluation takes: the changes of a move, brought into both perspectives, and the output.
//!
//! ```text
//! cargo run --release -p nnue --example speed
//! ```
//!
//! A round plays and takes back every legal move of some positions of a random game, castling included, and evaluates behind
//! each. The best of many rounds is printed, in nanoseconds an evaluation: what a quiet machine would need. `push` is a round
//! that only notes the moves, which is part of the other figures; `output` and `refresh` are with the best instructions, for
//! neurons that are ready and for neurons made through the memory of the last ones.

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

/// A position with all its moves and what they lead to.
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
        position.play(moves[random.below(moves.len())]);
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

/// Positions that are a move apart, each begun anew and evaluated some times. More than once is the output alone.
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
    .expect("weights in bounds")
}
