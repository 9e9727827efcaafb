//! MiniChess programs of the course's file protocol, with and without faults.

use std::time::{Duration, Instant};

use crate::support::seat_of;
use games::Record;
use games::minichess::referee;
use games::{BoardGame, MiniChess};
use gametree::{Clocks, Limits, Request};
use players::Fault;

use crate::examples::example;

type Answer = Result<games::minichess::Move, Fault>;

fn spec(mode: &str) -> String {
    format!("file:{},arg=file-{mode}", example("fake_engine"))
}

fn answer(mode: &str, milliseconds: u64) -> Answer {
    let game = MiniChess::default();
    let mut player = seat_of::<MiniChess>(&spec(mode)).expect(mode);
    player.new_game()?;
    let request = Request::new(Limits::time(Duration::from_millis(milliseconds)));
    let answer = player.answer(&game, &Record::new(game.start()), &request)?;
    answer.best.ok_or(Fault::NoMove)
}

/// Enough for any machine; programs that end by themselves do not use it up.
const LONG: u64 = 60_000;

#[test]
fn a_good_program_plays_both_sides() {
    let game = MiniChess::default();
    let mut player = seat_of::<MiniChess>(&spec("good")).expect("a player");
    player.new_game().expect("a start");
    let mut record = Record::<MiniChess>::new(game.start());
    let request = Request {
        clocks: Clocks {
            left: [Some(Duration::from_millis(LONG)); 2],
            moves_to_go: Some(1),
            ..Clocks::default()
        },
        ..Request::default()
    };
    for _ in 0..6 {
        let answer = player.answer(&game, &record, &request).expect("a move");
        let best = answer.best.expect("a move");
        assert_eq!(best, referee::allowed_moves(record.state())[0]);
        record.play(&game, best);
    }
}

#[test]
fn a_program_that_searches_too_long_is_ended_and_its_last_complete_line_counts() {
    let start = Instant::now();
    let reply = answer("think", 3_000).expect("a move");
    assert!(start.elapsed() < Duration::from_secs(30));
    let first = referee::allowed_moves(&MiniChess::default().start())[0];
    assert_eq!(reply, first);
}

#[test]
fn every_fault_has_its_name() {
    assert_eq!(answer("none", LONG), Err(Fault::NoMove));
    assert_eq!(
        answer("crash", LONG),
        Err(Fault::Crash(
            "exit status: 6, before it wrote a move".to_owned()
        ))
    );
    assert_eq!(
        answer("illegal", LONG),
        Err(Fault::IllegalMove("\"0 0 0 0\"".to_owned()))
    );
    assert!(matches!(
        answer("garbage", LONG),
        Err(Fault::IllegalMove(_))
    ));
    assert_eq!(
        answer("hang", 200),
        Err(Fault::Stall("no move within 0.190 s".to_owned()))
    );
}

#[test]
fn a_flood_is_stopped_before_the_time_is_up() {
    let start = Instant::now();
    assert!(
        answer("flood", LONG).is_ok(),
        "the last complete line is a move"
    );
    assert_eq!(
        answer("endless-line", LONG),
        Err(Fault::Stall("it writes without end".to_owned()))
    );
    assert!(start.elapsed() < Duration::from_millis(LONG));
}

#[test]
fn a_file_that_is_no_program_does_not_start() {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml").replace(',', ",,");
    let game = MiniChess::default();
    let mut player = seat_of::<MiniChess>(&format!("file:{here}")).expect("a file");
    player.new_game().expect("nothing to do");
    let answer = player.answer(&game, &Record::new(game.start()), &Request::default());
    assert!(matches!(answer, Err(Fault::Start(_))));
}
