//! Commands during a search: `stop` at random times, infinite searches, queued commands.
//!
//! The checker of [`crate::common::Engine`] looks at every line. A test of silence waits for a while. No test
//! measures how soon an answer comes.

use std::thread;
use std::time::Duration;

use crate::common::Engine;

/// Long enough for an early answer to come, short enough for a test.
const A_WHILE: Duration = Duration::from_millis(150);

const POSITIONS: [&str; 5] = [
    "position startpos",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 8/6K1/1p1B1RB1/8/2Q5/2n1kP1N/3b4/4n3 w - - 0 1",
    "position fen 8/8/8/8/8/4k3/3q4/5K2 w - - 0 1",
    "position startpos moves f2f3 e7e5 g2g4 d8h4",
];

/// The same numbers on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

#[test]
fn four_hundred_stops_at_random_microseconds() {
    let mut engine = Engine::start();
    let mut numbers = Numbers(20_260_803);
    for round in 0..400 {
        engine.say(POSITIONS[numbers.below(5) as usize]);
        if round % 100 == 50 {
            engine.say(&format!(
                "setoption name Threads value {}",
                1 + numbers.below(3)
            ));
            engine.say(&format!(
                "setoption name MultiPV value {}",
                1 + numbers.below(4)
            ));
        }
        engine.say(match numbers.below(5) {
            0 => "go infinite",
            1 => "go ponder wtime 1000 btime 1000",
            2 => "go wtime 2000 btime 2000 winc 10 binc 10",
            3 => "go movetime 8",
            _ => "go nodes 20000",
        });
        // Mostly very early, sometimes after the end of a search that has one.
        let longest = [1, 30, 300, 3_000, 12_000][numbers.below(5) as usize];
        thread::sleep(Duration::from_micros(numbers.below(longest)));
        engine.say("stop");
        engine.collect("bestmove ");
    }
    engine.is_quiet_and_alive();
    engine.ends_with(&[]);
}

#[test]
fn ponderhit_at_random_microseconds_ends_in_one_move() {
    let mut engine = Engine::start();
    let mut numbers = Numbers(7);
    for _ in 0..100 {
        engine.say(POSITIONS[numbers.below(5) as usize]);
        engine.say("go ponder wtime 60 btime 60 movestogo 2");
        thread::sleep(Duration::from_micros(numbers.below(5_000)));
        engine.say("ponderhit");
        engine.collect("bestmove ");
    }
    engine.is_quiet_and_alive();
    engine.ends_with(&[]);
}

#[test]
fn infinite_and_ponder_never_end_without_a_command() {
    let mut engine = Engine::start();
    // A mate on the board, a stalemate, one move, a mate found at once, a depth or a node count that is reached, a
    // clock that has run out: none of them is a reason.
    for position in [
        "position startpos moves f2f3 e7e5 g2g4 d8h4",
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "position fen 7k/8/8/8/8/8/6q1/7K w - - 0 1",
        "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "position fen 8/8/8/8/8/8/k7/7K w - - 0 1",
    ] {
        engine.say(position);
        for go in [
            "go infinite",
            "go infinite depth 1",
            "go infinite nodes 1 wtime 1 btime 1",
            "go ponder depth 2",
            "go ponder wtime 0 btime 0",
            "go ponder movetime 1",
            "go infinite mate 1",
        ] {
            engine.say(go);
            let lines = engine.listen(A_WHILE);
            assert!(
                !lines.iter().any(|line| line.starts_with("bestmove")),
                "{position}, {go}: {lines:?}"
            );
            // A question and a position do not end it either.
            engine.say("d");
            engine.say("position startpos");
            engine.until("isready", "readyok");
            engine.until("stop", "bestmove ");
            engine.say(position);
        }
    }
    engine.say("go ponder infinite");
    engine.say("ponderhit");
    let lines = engine.listen(A_WHILE);
    assert!(
        !lines.iter().any(|line| line.starts_with("bestmove")),
        "{lines:?}"
    );
    engine.until("stop", "bestmove ");
    engine.ends_with(&[]);
}

#[test]
fn a_stop_works_behind_waiting_commands() {
    let mut engine = Engine::start();
    // This search does not end, so later commands wait.
    engine.say("go depth 100");
    engine.say("position startpos moves e2e4");
    engine.say("go depth 100");
    engine.say("ucinewgame");
    engine.say("d");
    engine.say("eval");
    engine.say("position startpos moves d2d4 d7d5");
    engine.say("go depth 1");
    engine.until("isready", "readyok");
    engine.say("stop");
    for _ in 0..3 {
        engine.collect("bestmove ");
    }
    engine.is_quiet_and_alive();
    assert_eq!(
        engine.fen(),
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
    );
    // quit stops it, too.
    engine.say("go depth 100");
    engine.say("d");
    engine.say("go depth 100");
    engine.say("quit");
    engine.collect("bestmove ");
    engine.collect("Legal moves");
    engine.collect("bestmove ");
    engine.ends_with(&[]);
}

#[test]
fn waiting_commands_are_executed_in_order() {
    let mut engine = Engine::start();
    engine.say("go depth 6");
    engine.say("go perft 2");
    engine.say("compiler");
    engine.say("position startpos moves e2e4");
    engine.say("go depth 3");
    engine.collect("bestmove ");
    engine.collect("Nodes searched: 400");
    engine.collect("Compiled by");
    engine.collect("bestmove ");
    engine.is_quiet_and_alive();
    engine.ends_with(&[]);
}

#[test]
fn options_are_rejected_during_a_search_and_accepted_after_it() {
    let mut engine = Engine::start();
    for go in ["go infinite", "go depth 100", "go perft 20"] {
        engine.say(go);
        for option in [
            "setoption name Hash value 1",
            "setoption name Threads value 2",
            "setoption name Clear Hash",
            "setoption name Player value random",
        ] {
            let lines = engine.until(option, "info string error: ");
            let refusal = lines.last().expect("a line");
            assert!(refusal.contains("during a search"), "{refusal}");
        }
        let end = if go.contains("perft") {
            "info string perft was stopped"
        } else {
            "bestmove "
        };
        engine.until("stop", end);
        engine.is_quiet_and_alive();
    }
    // Directly after the end of a search, nothing is rejected.
    for round in 0..100 {
        engine.best_move("go nodes 300");
        engine.say(&format!("setoption name Hash value {}", 1 + round % 3));
    }
    engine.is_quiet_and_alive();
    engine.ends_with(&[]);
}

#[test]
fn the_end_of_the_input_ends_every_search() {
    for go in ["go infinite", "go depth 100", "go ponder", "go"] {
        let mut engine = Engine::start();
        engine.say("setoption name MultiPV value 1");
        engine.say(go);
        engine.say("quit");
        engine.collect("bestmove ");
        engine.ends_with(&[]);
    }
}
