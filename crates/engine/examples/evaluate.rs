//! Evaluates all positions two plies after a set of positions, to count instructions:
//!
//! ```text
//! cargo build --release -p engine --example evaluate
//! valgrind --tool=callgrind --toggle-collect='*Evaluator*evaluate*' target/release/examples/evaluate
//! ```

use chess::Position;
use engine::eval::Evaluator;

/// Openings, middlegames and endgames.
const POSITIONS: [&str; 8] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PP2BPPP/R2Q1RK1 w - - 4 12",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r2rk1/1b1nqp1p/pp1pp1p1/8/2PQP3/1PN2P2/P2R2PP/3RNBK1 b - - 3 22",
    "8/2p2pk1/1p4p1/p2P3p/P1r4P/1P3KP1/3R4/8 w - - 0 40",
    "8/5pk1/2n3p1/2p4p/4B2P/1P3KP1/P7/8 w - - 3 45",
    "8/8/1p3k2/p1p2p2/P1P2P2/1P2K3/8/8 w - - 0 50",
];

fn main() {
    let mut evaluator = Evaluator::new();
    let (mut count, mut sum) = (0, 0_i64);
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect("a valid FEN");
        for m in position.legal_moves().iter() {
            let after = position.after(*m);
            for reply in after.legal_moves().iter() {
                sum += i64::from(evaluator.evaluate(&after.after(*reply)));
                count += 1;
            }
        }
    }
    println!("{count} evaluations, {sum} in all");
}
