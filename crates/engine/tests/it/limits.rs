//! The limits of a search apply from its first node on.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chess::{Game, Position};
use engine::{Engine, Event, Request};
use gametree::{Clock, Limits, Signal, Value};

/// A position with so many captures that quiescence search at depth 1 does not end.
const QUEENS: &str = "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1";

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).expect("a FEN"))
}

/// Searches and returns the move, the last reported value and line, and the nodes.
fn search(
    engine: &mut Engine,
    game: &Game,
    request: &Request,
    signal: &Signal,
) -> (String, Value, u64) {
    let mut last = None;
    let choice = engine.search(game, request, signal, &mut |event| {
        if let Event::Info(info) = event {
            last = Some((info.score, info.line.clone()));
        }
    });
    let best = choice.best.expect("a move");
    let (score, line) = last.expect("at least one value is reported");
    assert_eq!(line.first(), Some(&best));
    assert!(game.position().is_legal(best));
    (best.to_string(), score, engine.nodes())
}

#[test]
fn node_limits_apply_to_the_first_iteration() {
    let mut engine = Engine::default();
    for fen in [chess::fen::START, QUEENS, "8/8/8/8/8/2k5/8/K6r w - - 0 1"] {
        for most in [1, 2, 10, 100, 499] {
            let request = Request::new(Limits::default().with_nodes(most));
            let (_, _, nodes) = search(&mut engine, &game(fen), &request, &Signal::default());
            assert!(nodes <= most, "{fen}: {nodes} of {most} nodes");
        }
    }
}

/// A clock that advances by a millisecond each time it is read.
struct Slow;

static LOOKS: AtomicU64 = AtomicU64::new(0);

impl Clock for Slow {
    fn now(&self) -> Duration {
        Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn time_and_stop_end_the_first_iteration() {
    let mut engine = Engine::default().with_clock(|| Box::new(Slow));
    let request = Request::new(Limits::default().with_time(Duration::from_millis(25)));
    let (_, _, nodes) = search(&mut engine, &game(QUEENS), &request, &Signal::default());
    assert!(nodes < 100 * 1_024, "{nodes} nodes");
    let stopped = Signal::default();
    stopped.stop();
    let endless = Request {
        infinite: true,
        ..Request::default()
    };
    let (_, _, nodes) = search(&mut engine, &game(QUEENS), &endless, &stopped);
    assert!(nodes <= 1, "{nodes} nodes");
}

/// In every position a legal move is available before the search, and the clock is checked at least about every thousand nodes.
/// `tools/deadlines.py` measures the same in milliseconds.
#[test]
fn limits_are_kept_in_pathological_positions() {
    let mut engine = Engine::default().with_clock(|| Box::new(Slow));
    let short = Request::new(Limits::default().with_time(Duration::from_millis(9)));
    let stopped = Signal::default();
    stopped.stop();
    let endless = Request {
        infinite: true,
        ..Request::default()
    };
    for position in crate::pathological::positions(40, 7) {
        let game = Game::new(position);
        let (_, _, nodes) = search(&mut engine, &game, &short, &Signal::default());
        assert!(nodes <= 10 * 1_024, "{position}: {nodes} nodes");
        let (_, _, nodes) = search(&mut engine, &game, &endless, &stopped);
        assert!(nodes <= 1, "{position}: {nodes} nodes");
    }
}

#[test]
fn mate_search_accepts_any_number_of_moves() {
    let mut engine = Engine::default();
    for moves in [1, 127, 1 << 30, u32::MAX] {
        let request = Request {
            mate: Some(moves),
            ..Request::new(Limits::depth(6))
        };
        let mate = game("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
        let (best, score, _) = search(&mut engine, &mate, &request, &Signal::default());
        assert_eq!(
            (best.as_str(), score),
            ("a1a8", Value::Mate(1)),
            "mate {moves}"
        );
    }
    // Without a mate, a large number does not stop the search at once.
    let request = Request {
        mate: Some(1 << 30),
        ..Request::new(Limits::depth(5))
    };
    let mut depth = 0;
    engine.search(
        &game(chess::fen::START),
        &request,
        &Signal::default(),
        &mut |event| {
            if let Event::Info(info) = event {
                depth = info.depth;
            }
        },
    );
    assert_eq!(depth, 5);
}

#[test]
fn the_last_report_has_the_full_cost() {
    let mut engine = Engine::default();
    let request = Request::new(Limits::default().with_nodes(5_000));
    let mut reported = 0;
    engine.search(
        &game(chess::fen::START),
        &request,
        &Signal::default(),
        &mut |event| {
            if let Event::Info(info) = event {
                reported = info.nodes;
            }
        },
    );
    assert_eq!(reported, engine.nodes());
}

#[test]
fn each_principal_variation_has_its_own_average() {
    // With two principal variations the second must not use the average of the first: its aspiration window would be wrong, and
    // the iteration would repeat searches.
    let settings = engine::Settings {
        multi_pv: 3,
        ..engine::Settings::default()
    };
    let mut engine = Engine::new(&settings);
    let request = Request::new(Limits::depth(8));
    let mut last = [None; 3];
    engine.search(
        &game("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1"),
        &request,
        &Signal::default(),
        &mut |event| {
            if let Event::Info(info) = event {
                last[info.rank - 1] = Some(info.score.score());
            }
        },
    );
    let scores: Vec<i32> = last.into_iter().flatten().collect();
    assert_eq!(scores.len(), 3);
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}
