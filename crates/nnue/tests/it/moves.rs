//! However a position was come to, its value is that of a network that sees it for the first time.

use std::sync::Arc;

use chess::random::SplitMix64;
use chess::{MoveKind, Position};
use nnue::{Accumulators, Instructions, Network};

use crate::common::{random_network, random_start};

#[test]
fn lazy_stacks_are_as_good_as_new() {
    walk(&random_network(7, 64, 8), 20_000);
}

/// `cargo test --release -p nnue --test it as_good_as_new -- --ignored`
#[test]
#[ignore = "half a minute in a debug build"]
fn the_stacks_of_our_network_are_as_good_as_new() {
    let ours = include_bytes!("../../../../nets/espalier.nnue");
    walk(&Network::from_bytes(ours).expect("a network"), 100_000);
}

/// Walks at random over so many positions that are evaluated, over all sets of instructions: plays moves, passes, takes back,
/// begins anew, and evaluates or does not.
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
                    // Castling, en passant and promotions are rare, so take them where they are.
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

/// Every way to castle in Chess960 changes king and rook as the rules say: the king may stay, and each may go where the other
/// was.
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
        let before = Position::from_fen(fen).expect("a right FEN");
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
#[should_panic(expected = "no move to take back")]
fn the_first_position_stays() {
    let position = Position::startpos();
    let mut stack = Accumulators::new(Arc::new(random_network(9, 32, 1)), &position);
    stack.pop();
}
