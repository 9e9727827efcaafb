//! In a build with the feature `spsa`, every search parameter can be set at run time and takes effect with the next search.
//!
//! `cargo test --release -p engine --features spsa --test it numbers`. In the usual build parameters are constants, and there are
//! no tests.

use chess::{Game, Position};
use engine::{Engine, Request, Settings, params};
use gametree::{Limits, Signal};

/// A middlegame, one with many captures, an endgame, a mate.
const SEARCHES: [(&str, u32); 4] = [
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        13,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        15,
    ),
    ("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 60 47", 22),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 9),
];

/// Parameters without an effect on these searches of one thread to a fixed depth: time management, the vote of threads,
/// replacement in a table that never fills, and an aspiration window that fails many times in a row.
const ELSEWHERE: [&str; 6] = [
    "time_",
    "vote_",
    "only_move_",
    "table_age",
    "table_keep_",
    "aspiration_widest",
];

#[test]
fn every_parameter_takes_effect() {
    if !params::TUNABLE {
        return;
    }
    // One engine for all, which reveals parameters that are read once and cached.
    let mut engine = Engine::new(&Settings {
        hash: 4,
        ..Settings::default()
    });
    let mut nodes = |(fen, depth): (&str, u32)| {
        engine.new_game();
        let game = Game::new(Position::from_fen(fen).expect(fen));
        let request = Request::new(Limits::depth(depth));
        _ = engine.search(&game, &request, &Signal::default(), &mut |_| {});
        engine.nodes()
    };
    let usual: Vec<u64> = SEARCHES.iter().map(|&search| nodes(search)).collect();
    let mut silent = Vec::new();
    for param in params::all() {
        if ELSEWHERE.iter().any(|name| param.name.starts_with(name)) {
            continue;
        }
        let differs = [param.min, param.max].into_iter().any(|value| {
            assert!(params::set(param.name, value));
            let mut searches = SEARCHES.iter().zip(&usual);
            searches.any(|(&search, &usual)| nodes(search) != usual)
        });
        assert!(params::set(param.name, param.value));
        if !differs {
            silent.push(param.name);
        }
    }
    assert!(silent.is_empty(), "parameters without effect: {silent:?}");
}
