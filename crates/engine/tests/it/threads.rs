//! Parallel searches, short enough for a race detector: `make races` runs them under the thread sanitizer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use chess::{Game, Position};
use engine::tablebase::{Advice, EndgameResult, Tablebase};
use engine::{Engine, Event, Request, Settings};
use gametree::{Limits, Signal};

fn two_threads() -> Engine {
    Engine::new(&Settings {
        hash: 1,
        threads: 2,
        ..Settings::default()
    })
}

#[test]
fn two_threads_search_one_position_and_share_a_small_table() {
    let mut engine = two_threads();
    let limits = Request::new(Limits::depth(9));
    for fen in [
        chess::fen::START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        let choice = engine.search(&game, &limits, &Signal::default(), &mut |_| {});
        assert!(
            game.position()
                .legal_moves()
                .contains(&choice.best.expect("a move"))
        );
    }
    assert!(engine.nodes() > 0);
}

#[test]
fn stop_ends_an_infinite_search() {
    let mut engine = two_threads();
    for _ in 0..3 {
        let signal = Arc::new(Signal::default());
        let depths = Arc::new(AtomicUsize::new(0));
        let speaker = {
            let (signal, depths) = (Arc::clone(&signal), Arc::clone(&depths));
            thread::spawn(move || {
                while depths.load(Ordering::Relaxed) < 5 {
                    thread::yield_now();
                }
                signal.stop();
            })
        };
        let request = Request {
            infinite: true,
            ..Request::default()
        };
        let choice = engine.search(&Game::default(), &request, &signal, &mut |event| {
            if let Event::Info(_) = event {
                depths.fetch_add(1, Ordering::Relaxed);
            }
        });
        signal.wait_for_release(true, false);
        assert!(choice.best.is_some() && signal.is_stopped());
        speaker.join().expect("no panic");
    }
}

#[test]
fn limits_apply_after_ponderhit() {
    let mut engine = two_threads();
    let signal = Arc::new(Signal::default());
    let speaker = {
        let signal = Arc::clone(&signal);
        thread::spawn(move || signal.ponder_hit())
    };
    let request = Request {
        ponder: true,
        ..Request::new(Limits::depth(6))
    };
    let choice = engine.search(&Game::default(), &request, &signal, &mut |_| {});
    signal.wait_for_release(false, true);
    assert!(choice.best.is_some() && signal.is_ponder_hit());
    speaker.join().expect("no panic");
}

/// With very little time one thread searches, and the nodes of earlier searches of the other are not counted.
#[test]
fn a_short_search_counts_its_own_nodes() {
    let mut engine = two_threads();
    let long = Request::new(Limits::depth(8));
    let short = Request::new(Limits::default().with_time(Duration::from_millis(2)));
    for request in [long, short] {
        let mut reported = 0;
        engine.search(
            &Game::default(),
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
}

/// Tablebases that panic when they are probed.
struct Broken;

impl Tablebase for Broken {
    fn most_pieces(&self) -> u32 {
        3
    }

    fn least_depth(&self) -> i32 {
        0
    }

    fn result(&self, _: &Position) -> Option<EndgameResult> {
        panic!("broken on purpose")
    }

    fn advice(&self, _: &Game) -> Option<Advice> {
        None
    }
}

#[test]
fn a_panicking_thread_stops_the_others() {
    let mut engine = two_threads();
    engine.set_tablebase(Some(Arc::new(Broken)));
    // Captures lead to three pieces, and nothing else would end the search.
    let game = Game::new(Position::from_fen("4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1").expect("a FEN"));
    let request = Request {
        infinite: true,
        ..Request::default()
    };
    let search = || engine.search(&game, &request, &Signal::default(), &mut |_| {});
    let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
    assert!(broken.is_err());
}

/// `cargo test -p engine --test it many_threads -- --ignored --nocapture` on an idle machine.
#[test]
#[ignore = "measures time"]
fn a_search_with_many_threads_ends_soon_after_its_time() {
    let mut engine = Engine::new(&Settings {
        threads: 1_024,
        ..Settings::default()
    });
    let request = Request::new(Limits::time(Duration::from_millis(500)));
    for _ in 0..3 {
        let start = Instant::now();
        let choice = engine.search(&Game::default(), &request, &Signal::default(), &mut |_| {});
        let spent = start.elapsed();
        println!(
            "1024 threads: {spent:?} of 500 ms, {} nodes",
            engine.nodes()
        );
        assert!(choice.best.is_some());
        assert!(spent < Duration::from_secs(2), "{spent:?}");
    }
}
