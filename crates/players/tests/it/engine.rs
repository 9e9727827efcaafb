//! The engine as a player: limited strength, its clock and its openings.

use std::time::{Duration, Instant};

use chess::Move;
use games::Chess;
use games::chess::book::Book;
use players::Answer;

use games::BoardGame;
use gametree::Request;

use games::Record;
use players::Seat;

fn search(spec: &str) -> Answer<Move> {
    let mut seat = Seat::<Chess>::builtin(spec).expect(spec);
    let game = Chess::default();
    let record = Record::new(game.start());
    seat.answer(&game, &record, &Request::default())
        .expect("a move")
}

/// The answer after some moves with a clock, and how long it took.
fn on_the_clock(spec: &str, moves: &[&str], left: Duration) -> (Answer<Move>, Duration) {
    let mut seat = Seat::<Chess>::builtin(spec).expect(spec);
    let game = Chess::default();
    let mut record = Record::new(game.start());
    for text in moves {
        let m = game.read_move(record.state(), text).expect(text);
        record.play(&game, m);
    }
    let mut request = Request::default();
    request.clocks.left = [Some(left); 2];
    let start = Instant::now();
    let answer = seat.answer(&game, &record, &request).expect("a move");
    (answer, start.elapsed())
}

#[test]
fn limited_strength_waits_on_a_clock_unless_person_is_off() {
    let odd = ["a2a3", "h7h6", "b2b3", "g7g6", "h2h3", "a7a6", "g2g3"];
    let clock = Duration::from_secs(12);
    let (slow, took) = on_the_clock("engine:elo=1000", &odd, clock);
    assert!(took > Duration::from_millis(30), "{took:?}");
    assert!(took < clock / 10 + Duration::from_millis(500), "{took:?}");
    let (soon, _) = on_the_clock("engine:elo=1000,person=off", &odd, clock);
    assert_eq!(soon.best, slow.best, "the same move, sooner");
    // In time trouble it moves at once.
    let (_, took) = on_the_clock("engine:elo=1000", &odd, Duration::from_millis(900));
    assert!(took < Duration::from_millis(500), "{took:?}");
}

#[test]
fn limited_strength_opens_from_the_repertoire_unless_person_is_off() {
    let first = |seed: u32| search(&format!("engine:elo=1000,seed={seed}"));
    let book = Book::standard();
    let known: Vec<Option<Move>> = (1..60)
        .map(|seed| book.choose_by_seed(&chess::Position::startpos(), seed))
        .collect();
    for seed in 0..5 {
        let answer = first(seed);
        assert!(known.contains(&answer.best), "{:?}", answer.best);
        assert_eq!(answer.stats.nodes, 0);
    }
    assert!(search("engine:elo=1000,person=off").stats.nodes > 0);
    assert!(search("engine:elo=1000,depth=2").stats.nodes > 0);
}

#[test]
fn the_strength_sets_the_node_limit() {
    let (weak, strong) = (
        search("engine:elo=1000,person=off"),
        search("engine:elo=2300,person=off"),
    );
    // Even the weakest looks at each of its moves once.
    assert!(weak.stats.nodes < 2_000, "{:?}", weak.stats);
    assert!(strong.stats.nodes > 10_000, "{:?}", strong.stats);
    assert!(strong.depth > 4, "{}", strong.depth);
    assert_eq!(
        search("engine:elo=2300,nodes=300,person=off").stats.nodes,
        300
    );
}
