//! Incremental evaluation equals evaluation from scratch.

use std::sync::Arc;

use chess::random::SplitMix64;
use chess::{MoveKind, Position};
use nnue::{Accumulators, Instructions, Network};

use crate::common::{random_network, random_start, released};

#[test]
fn lazy_stacks_equal_evaluation_from_scratch() {
    walk(&random_network(7, 64, 8), 20_000);
}

/// `cargo test --release -p espalier-nnue --test it equal_evaluation_from_scratch -- --ignored`
#[test]
#[ignore = "half a minute in a debug build: make long"]
fn stacks_of_the_released_network_equal_evaluation_from_scratch() {
    if let Some(bytes) = released("espalier.nnue") {
        walk(&Network::from_bytes(&bytes).expect("a network"), 100_000);
    }
}

/// Evaluates `positions` positions on random walks, divided among all instruction sets. A walk plays moves and null moves,
/// removes moves, resets the stack, and skips half of the evaluations.
fn walk(network: &Network, positions: usize) {
    let sets = Instructions::available();
    for (number, &set) in sets.iter().enumerate() {
        let network = Arc::new(network.clone().with_instructions(set));
        let mut random = SplitMix64::new(number as u64);
        let mut line = vec![random_start(&mut random)];
        let mut stack = Accumulators::new(Arc::clone(&network), &line[0]);
        let mut evaluated = 0;
        let mut kinds = Vec::new();
        while evaluated < positions / sets.len() + 1 {
            let position = *line.last().expect("a position");
            let moves = position.legal_moves();
            match random.below(20) {
                0 if line.len() > 60 => {
                    line = vec![random_start(&mut random)];
                    stack.reset(&line[0]);
                }
                0..5 if line.len() > 1 => {
                    for _ in 0..=random.below(4).min(line.len() - 2) {
                        line.pop();
                        stack.pop();
                    }
                }
                5 => {
                    if let Some(after) = position.after_null() {
                        stack.push_null(&after);
                        line.push(after);
                    }
                }
                _ if moves.is_empty() => {
                    line = vec![random_start(&mut random)];
                    stack.reset(&line[0]);
                }
                _ => {
                    // Prefer castling, en passant and promotions, which are rare.
                    let mut special = position.legal_moves();
                    special.retain(|m| {
                        m.is_castle() || m.is_promotion() || m.kind() == MoveKind::EnPassant
                    });
                    let m = if special.is_empty() || random.below(2) == 0 {
                        moves[random.below(moves.len())]
                    } else {
                        special[random.below(special.len())]
                    };
                    kinds.push(m.kind());
                    let after = position.after(m);
                    stack.push(&position, m, &after);
                    line.push(after);
                }
            }
            if random.below(2) == 0 {
                let top = line.last().expect("a position");
                assert_eq!(stack.evaluate(top), network.evaluate(top), "{set}, {top}");
                evaluated += 1;
            }
        }
        for kind in [
            MoveKind::Castle,
            MoveKind::EnPassant,
            MoveKind::PromoteQueen,
            MoveKind::CapturePromoteKnight,
        ] {
            assert!(kinds.contains(&kind), "no {kind:?} was played");
        }
    }
}

/// Castling in Chess960 updates king and rook. The king may stay on its square, and the two may swap squares.
#[test]
fn castling_in_chess960() {
    let network = Arc::new(random_network(8, 32, 1));
    let fens = [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "4k3/pppppppp/8/8/8/8/8/1R4KR w HB - 0 1",
        "4k3/pppppppp/8/8/8/8/8/RK4R1 w GA - 0 1",
        "4k3/pppppppp/8/8/8/8/8/RKR5 w CA - 0 1",
        "4k3/pppppppp/8/8/8/8/8/4RKR1 w GE - 0 1",
        "4k3/pppppppp/8/8/8/8/8/2RK1R2 w FC - 0 1",
        "rk5r/8/8/8/8/8/8/4K3 b ha - 0 1",
    ];
    let mut castled = 0;
    for fen in fens {
        let before = Position::from_fen(fen).expect("a legal FEN");
        let mut stack = Accumulators::new(Arc::clone(&network), &before);
        let _ = stack.evaluate(&before);
        for m in before.legal_moves() {
            let after = before.after(m);
            stack.push(&before, m, &after);
            assert_eq!(
                stack.evaluate(&after),
                network.evaluate(&after),
                "{m}, {fen}"
            );
            stack.pop();
            castled += usize::from(m.is_castle());
        }
    }
    assert!(castled >= 10, "{castled}");
}

#[test]
#[should_panic(expected = "no move to remove")]
fn the_first_position_cannot_be_removed() {
    let position = Position::startpos();
    let mut stack = Accumulators::new(Arc::new(random_network(9, 32, 1)), &position);
    stack.pop();
}
