//! Perft speed beside cozy-chess and shakmaty, in one run: `make bench`.
//!
//! Single thread, no hash table, the six usual positions. The machines are shared, so only the ratios
//! are meaningful: every round measures all three programs in turn, and the best of several rounds counts.

use std::hint::black_box;
use std::time::Instant;

use chess::Position;
use chess::perft::{perft, perft_played};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

const ROUNDS: usize = 5;

/// Name, FEN, depth, leaves.
const POSITIONS: [(&str, &str, u32, u64); 6] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
        4_865_609,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        4_085_603,
    ),
    (
        "position 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        6,
        11_030_083,
    ),
    (
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
        15_833_292,
    ),
    (
        "position 5",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        4,
        2_103_487,
    ),
    (
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
        3_894_594,
    ),
];

fn cozy(board: &cozy_chess::Board, depth: u32, played: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 && !played {
            nodes += moves.len() as u64;
        } else {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                nodes += if depth == 1 {
                    black_box(&next);
                    1
                } else {
                    cozy(&next, depth - 1, played)
                };
            }
        }
        false
    });
    nodes
}

fn shak(position: &Chess, depth: u32, played: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 && !played {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|m| {
            let mut next = position.clone();
            next.play_unchecked(*m);
            if depth == 1 {
                black_box(&next);
                return 1;
            }
            shak(&next, depth - 1, played)
        })
        .sum()
}

/// Returns the seconds of one call and checks its count.
fn time(leaves: u64, count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let counted = black_box(count());
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(counted, leaves, "a generator miscounts");
    seconds
}

fn main() {
    for (title, played) in [
        ("counting the last ply (bulk)", false),
        ("playing every leaf", true),
    ] {
        println!("\nPerft, {title}: million leaves a second, best of {ROUNDS}");
        println!(
            "{:12} {:>9} {:>9} {:>9} {:>8} {:>10}",
            "position", "espalier", "cozy", "shakmaty", "/ cozy", "/ shakmaty"
        );
        let mut products = (1.0, 1.0);
        for (name, fen, depth, leaves) in POSITIONS {
            let ours = Position::from_fen(fen).expect("a right FEN");
            let cozy_board = cozy_chess::Board::from_fen(fen, false).expect("a right FEN");
            let shak_board: Chess = fen
                .parse::<Fen>()
                .expect("a right FEN")
                .into_position(CastlingMode::Standard)
                .expect("a right position");
            let mut best = [f64::INFINITY; 3];
            for _ in 0..ROUNDS {
                let seconds = [
                    time(leaves, || {
                        if played {
                            perft_played(&ours, depth)
                        } else {
                            perft(&ours, depth)
                        }
                    }),
                    time(leaves, || cozy(&cozy_board, depth, played)),
                    time(leaves, || shak(&shak_board, depth, played)),
                ];
                for (best, seconds) in best.iter_mut().zip(seconds) {
                    *best = best.min(seconds);
                }
            }
            let speed = best.map(|seconds| leaves as f64 / seconds / 1e6);
            let ratios = (speed[0] / speed[1], speed[0] / speed[2]);
            products = (products.0 * ratios.0, products.1 * ratios.1);
            println!(
                "{name:12} {:9.1} {:9.1} {:9.1} {:8.2} {:10.2}",
                speed[0], speed[1], speed[2], ratios.0, ratios.1
            );
        }
        let sixth = 1.0 / POSITIONS.len() as f64;
        println!(
            "{:42} {:8.2} {:10.2}",
            "geometric mean",
            products.0.powf(sixth),
            products.1.powf(sixth)
        );
    }
}
