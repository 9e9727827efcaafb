//! Perft: the project's own set, whose counts a second implementation made, and the six usual positions.

use chess::perft::{divide, perft, perft_played};
use chess::{Bitboard, Position, Square};

/// Standard chess, Chess960 and double Chess960: checks, double checks, pins, castling, en passant, promotions.
/// Made by the example `perft_set`.
const OWN: &str = include_str!("../data/perft.epd");

/// From the chess programming wiki's page "Perft Results".
const USUAL: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281 ;D5 4865609
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039 ;D3 97862 ;D4 4085603
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191 ;D3 2812 ;D4 43238 ;D5 674624 ;D6 11030083
r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 ;D1 6 ;D2 264 ;D3 9467 ;D4 422333 ;D5 15833292
rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 ;D1 44 ;D2 1486 ;D3 62379 ;D4 2103487
r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10 ;D1 46 ;D2 2079 ;D3 89890 ;D4 3894594
";

/// Checks every count and returns how many positions there were.
fn check(set: &str, count: fn(&Position, u32) -> u64, most: u64) -> usize {
    for line in set.lines() {
        let mut parts = line.split(" ;D");
        let position = Position::from_fen(parts.next().expect("a FEN")).expect("a right FEN");
        for part in parts {
            let (depth, nodes) = part.split_once(' ').expect("a depth and a count");
            let depth = depth.parse().expect("a depth");
            let nodes = nodes.parse().expect("a count");
            if nodes <= most {
                assert_eq!(
                    count(&position, depth),
                    nodes,
                    "depth {depth} of {position}"
                );
            }
        }
    }
    set.lines().count()
}

#[test]
fn usual_positions() {
    assert_eq!(check(USUAL, perft, u64::MAX), 6);
}

#[test]
fn own_set() {
    assert!(check(OWN, perft, u64::MAX) >= 60);
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    let chess960 = OWN.lines().filter(|line| {
        let fen = line.split(" ;").next().expect("a FEN");
        let rooks = Position::from_fen(fen)
            .expect("a right FEN")
            .castling_rooks();
        (rooks - Bitboard::from_iter(corners)).any()
    });
    assert!(
        chess960.count() >= 20,
        "too few with a castling rook outside the corners"
    );
}

#[test]
fn playing_every_leaf_counts_the_same() {
    check(USUAL, perft_played, 500_000);
    check(OWN, perft_played, 200_000);
}

#[test]
fn divide_adds_up() {
    let position = Position::startpos();
    let parts = divide(&position, 4);
    assert_eq!(parts.len(), 20);
    assert_eq!(
        parts.iter().map(|(_, nodes)| nodes).sum::<u64>(),
        perft(&position, 4)
    );
    assert!(divide(&position, 0).is_empty());
}
