//! A search is reproducible: it visits the same nodes again, after other games, with techniques in a set, with an observer, and on
//! every processor.
//!
//! The last property needs two builds: `make signature` passes the printed number of one to the other as `SIGNATURE`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess::{Game, Move, Position};
use engine::{Engine, Event, Request, Settings, bench};
use gametree::observer::{Enter, Leave, Silent};
use gametree::{Limits, Observer, Signal, SplitMix64};

const POSITIONS: [&str; 8] = [
    chess::fen::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - - 4 23",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "6k1/6p1/P6p/r1N5/5p2/7P/1b3PP1/4R1K1 w - - 0 1",
];

/// Returns the nodes of each position, searched in turn with one table.
fn nodes(engine: &mut Engine) -> Vec<u64> {
    let limits = Request::new(Limits::depth(9));
    let search = |fen| {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        _ = engine.search(&game, &limits, &Signal::default(), &mut |_| {});
        engine.nodes()
    };
    POSITIONS.map(search).to_vec()
}

fn engine() -> Engine {
    Engine::new(&Settings {
        hash: 1,
        ..Settings::default()
    })
}

#[test]
fn nodes_are_reproducible() {
    let mut first = engine();
    let expected = nodes(&mut first);
    assert_eq!(nodes(&mut engine()), expected, "another engine");
    assert_ne!(nodes(&mut first), expected, "it has learned something");
    first.new_game();
    assert_eq!(nodes(&mut first), expected, "another game");
    first
        .configure(&Settings {
            hash: 2,
            threads: 2,
            ..first.settings().clone()
        })
        .expect("memory");
    _ = nodes(&mut first);
    first.configure(engine().settings()).expect("memory");
    first.new_game();
    assert_eq!(nodes(&mut first), expected, "other settings and back");
}

#[test]
fn nodes_are_the_same_on_every_processor() {
    let signature: u64 = nodes(&mut engine()).iter().sum();
    println!("signature {signature}");
    if let Ok(expected) = std::env::var("SIGNATURE") {
        assert_eq!(
            signature.to_string(),
            expected,
            "the other build has another number"
        );
    }
}

/// The nodes of `espalier bench 6`. A commit that changes the search on purpose changes this number, and names that of
/// `espalier bench` in its message.
const SIGNATURE: u64 = 45_402;

#[test]
fn signature_is_unchanged() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut lines = Vec::new();
    let nodes = bench::run(6, &stop, &mut |line| lines.push(line));
    assert_eq!(lines.len(), bench::POSITIONS.len());
    for (line, fen) in lines.iter().zip(bench::POSITIONS) {
        assert!(line.ends_with(&format!(" {fen}\n")), "{line}");
    }
    assert_eq!(bench::run(6, &stop, &mut |_| {}), nodes);
    assert_eq!(
        nodes,
        Some(SIGNATURE),
        "the search has changed: see SIGNATURE"
    );
}

/// A soft limit ends a search between two iterations, so it equals the search to that depth.
#[test]
fn soft_limits_finish_the_iteration() {
    for fen in POSITIONS {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        let search = |limits: Limits| {
            let mut engine = Engine::new(&Settings::default());
            let mut last = (0, 0);
            let request = Request::new(limits);
            _ = engine.search(&game, &request, &Signal::default(), &mut |event| {
                if let Event::Info(info) = event {
                    last = (info.depth, info.nodes);
                }
            });
            (last.0, engine.nodes())
        };
        let soft = Limits {
            soft_nodes: Some(1_500),
            ..Limits::nodes(1_000_000)
        };
        let (depth, nodes) = search(soft);
        assert!(nodes >= 1_500, "{fen}: {nodes}");
        assert_eq!(search(Limits::depth(depth)), (depth, nodes), "{fen}");
        assert!(search(Limits::depth(depth - 1)).1 < 1_500, "{fen}");
    }
}

/// An observer that counts.
#[derive(Default)]
struct Counter {
    entered: u64,
    left: u64,
}

impl Observer<Move> for Counter {
    fn enter(&mut self, _: &Enter) {
        self.entered += 1;
    }

    fn leave(&mut self, _: &Leave<Move>) {
        self.left += 1;
    }
}

/// Returns a game after some random moves that is not over.
fn some_game(random: &mut SplitMix64) -> Game {
    loop {
        let mut game = Game::new(Position::startpos());
        for _ in 0..6 + random.below(70) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[random.below(moves.len() as u64) as usize];
            game.play(m).expect("legal");
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// With all techniques on, the compiler removes the checks; an observed search evaluates each of them.
#[test]
fn all_on_listed_and_observed_are_one_search() {
    let mut random = SplitMix64::new(14);
    for _ in 0..100 {
        let game = some_game(&mut random);
        let searched = |watch: Option<&mut dyn Observer<Move>>| {
            let mut engine = engine();
            let request = Request::new(Limits::depth(6));
            let signal = Signal::default();
            let choice = engine.search_watched(&game, &request, &signal, &mut |_| {}, watch);
            (engine.nodes(), choice.best)
        };
        let all_on = searched(None);
        assert_eq!(searched(Some(&mut Silent)), all_on, "{}", game.position());
        let mut counter = Counter::default();
        assert_eq!(searched(Some(&mut counter)), all_on, "{}", game.position());
        assert_eq!(counter.entered, counter.left);
        assert!(
            counter.entered >= all_on.0,
            "{} {}",
            counter.entered,
            all_on.0
        );
    }
}
