//! The `info` lines of the engine are true: a checker checks searches of every kind.

use crate::common::Engine;

/// Mates in one to four, both ways, stalemates near, few moves, promotions, castling into mate, repetitions, fifty
/// moves: where lines of moves go wrong.
const POSITIONS: &[&str] = &[
    "startpos",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "fen 8/8/8/8/8/5k2/7q/5K2 w - - 0 1",
    "fen 8/8/8/8/8/4k3/3q4/5K2 w - - 0 1",
    "fen 2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1",
    "fen 8/6K1/1p1B1RB1/8/2Q5/2n1kP1N/3b4/4n3 w - - 0 1",
    "fen B7/K1B1p1Q1/5r2/7p/1P1kp1bR/3P3R/1P1NP3/2n5 w - - 0 1",
    "fen 7k/8/8/8/8/8/5q2/7K w - - 0 1",
    "fen 8/8/8/2k5/8/8/1Q6/K7 w - - 0 1",
    "fen 8/8/8/8/8/1k6/1p6/1K6 b - - 0 1",
    "fen 4k3/P7/4K3/8/8/8/8/8 w - - 0 1",
    "fen 8/8/4k3/8/8/8/4K2R/8 w - - 96 100",
    "fen 8/8/8/4k3/8/8/4K2R/8 b - - 99 100",
    "fen r5k1/8/8/8/8/8/8/R5K1 w - - 0 1 moves a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1",
    "fen r5k1/8/8/8/8/8/8/R5K1 w - - 0 1 moves a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8",
    "fen 6rk/6pp/7N/8/8/8/8/6QK b - - 0 1",
    "fen 5rk1/pp4pp/4p3/2R3Q1/3n4/2q4r/P1P2PPP/5RK1 b - - 0 1",
    "fen r1b1k2r/ppp2ppp/8/8/1b1qP3/2N5/PP1BQPPP/R3KB1R w KQkq - 0 1",
    "fen 3r1r1k/1p3p1p/p2p4/4n1NN/6bQ/1BPq4/P3p1PP/1R5K w - - 0 1",
    "fen 2r1r2k/1q3ppp/p2Rp3/2p1P3/6QB/p3P3/bP3PPP/3R2K1 w - - 0 1",
    "fen 8/8/8/8/8/k7/p7/K7 w - - 0 1",
    "fen 8/k7/8/K7/8/8/8/7R b - - 0 1",
];

#[test]
fn by_depth_and_by_nodes() {
    let mut engine = Engine::start();
    for position in POSITIONS {
        engine.say("ucinewgame");
        engine.say(&format!("position {position}"));
        engine.best_move("go depth 9");
        for nodes in [1, 30, 500, 3_000, 20_000] {
            engine.best_move(&format!("go nodes {nodes}"));
        }
    }
    engine.ends_with(&[]);
}

#[test]
fn several_lines_and_several_threads() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 4");
    for threads in [1, 3] {
        engine.say(&format!("setoption name Threads value {threads}"));
        for position in POSITIONS {
            engine.say(&format!("position {position}"));
            engine.best_move("go depth 7");
            engine.best_move("go nodes 4000");
            engine.best_move("go movetime 15");
        }
    }
    engine.ends_with(&[]);
}

/// Tables cut lines short, but the reported lines are complete.
#[test]
fn textbook_players_show_their_mates() {
    let mut engine = Engine::start();
    for player in ["classic", "mtdf"] {
        engine.say(&format!("setoption name Player value {player}"));
        for position in [
            "fen r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
            "fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
            "fen r5rk/5p1p/R7/4B3/8/8/7P/7K b - - 1 1",
        ] {
            engine.say("ucinewgame");
            engine.say(&format!("position {position}"));
            engine.best_move("go depth 5");
        }
    }
    engine.ends_with(&[]);
}
