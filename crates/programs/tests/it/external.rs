//! UCI engines with and without faults: each fault is named, nothing hangs, no process is left, and the next game
//! works.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::seat_of;
use chess::uci;
use games::Record;
use games::{BoardGame, Chess};
use gametree::{Clocks, Limits, Request, Signal, Value};
use players::{Answer, Fault, Listener, Player, Task};
use programs::{Patience, Program, UciEngine};

use crate::examples::example;

/// Time-outs for engines that answer, even on a busy machine.
const PATIENT: Patience = Patience {
    start: Duration::from_secs(60),
    ready: Duration::from_secs(60),
    margin: Duration::from_secs(60),
    grace: Duration::from_secs(60),
    untimed: Duration::from_secs(60),
};

/// Time-outs for engines that start and then never answer.
const HASTY: Patience = Patience {
    margin: Duration::from_millis(100),
    grace: Duration::from_millis(200),
    ..PATIENT
};

/// Much longer than any time-out that a test reaches.
const HANG: Duration = Duration::from_secs(30);

fn engine(mode: &str, patience: Patience) -> UciEngine {
    let spec = format!("uci:{},arg={mode}", example("fake_engine"));
    let program = Program::parse(&spec).expect("a program").expect(&spec);
    UciEngine::with_patience(program, patience)
}

fn record(fen: &str, moves: &[&str]) -> Record<Chess> {
    let game = Chess::default();
    let mut record = Record::new(game.read_position(fen).expect(fen));
    for text in moves {
        let mv = uci::parse(record.state(), text).expect(text);
        record.play(&game, mv);
    }
    record
}

fn ask(
    engine: &mut UciEngine,
    record: &Record<Chess>,
    request: &Request<chess::Move>,
) -> Result<Answer<chess::Move>, Fault> {
    let task = Task {
        game: &Chess::default(),
        record,
        request,
        signal: &Signal::default(),
    };
    engine.choose(&task, &mut Listener::silent())
}

fn choose(engine: &mut UciEngine, record: &Record<Chess>) -> Result<Answer<chess::Move>, Fault> {
    let time = Limits::time(Duration::from_millis(50));
    ask(engine, record, &Request::new(time))
}

/// The first answer from the start position.
fn answer(mode: &str, patience: Patience) -> Result<Answer<chess::Move>, Fault> {
    let mut engine = engine(mode, patience);
    engine.new_game()?;
    choose(&mut engine, &record(chess::fen::START, &[]))
}

/// Returns whether no process with this id is left, not even a zombie. Always true on systems other than Linux.
fn is_gone(id: u32) -> bool {
    !Path::new("/proc/self/stat").exists() || !Path::new(&format!("/proc/{id}")).exists()
}

/// Makes an engine fail at its first move, and checks that its process ends quickly and is restarted for the next game.
fn fails_and_returns(mode: &str, patience: Patience) -> Fault {
    let mut engine = engine(mode, patience);
    engine.new_game().expect("a start");
    let id = engine.process_id().expect("a process");
    let start = Instant::now();
    let fault = choose(&mut engine, &record(chess::fen::START, &[])).expect_err(mode);
    assert!(start.elapsed() < HANG, "{mode} took {:?}", start.elapsed());
    assert!(is_gone(id), "{mode} is left behind");
    assert_eq!(engine.process_id(), None);
    let again = choose(&mut engine, &record(chess::fen::START, &[]));
    assert!(
        matches!(again, Err(Fault::Crash(_))),
        "no second move in a lost game"
    );
    engine.new_game().expect("another start");
    assert_ne!(engine.process_id(), Some(id));
    fault
}

#[test]
fn a_good_engine_plays_games() {
    let game = Chess::default();
    let spec = format!(
        "uci:{},arg=good,option.hash=32,option.Move Overhead=5,option.Clear Hash",
        example("fake_engine")
    );
    let mut engine = seat_of::<Chess>(&spec).expect(&spec);
    for _ in 0..2 {
        engine.new_game().expect("a start");
        let mut record = Record::<Chess>::new(game.start());
        for _ in 0..30 {
            let reply = engine
                .answer(&game, &record, &Request::default())
                .expect("a move");
            let first = record.state().legal_moves()[0];
            assert_eq!(reply.best, Some(first));
            assert_eq!(reply.value, Some(Value::Centipawns(4)));
            assert_eq!((reply.depth, reply.stats.selective_depth), (1, 2));
            assert_eq!(reply.stats.nodes, 3);
            assert_eq!(reply.warnings, [""; 0]);
            record.play(&game, first);
        }
    }
}

#[test]
fn the_budget_is_passed_on() {
    let mut engine = engine("echo", PATIENT);
    engine.new_game().expect("a start");
    assert_eq!(engine.name(), Some("Fake echo"));
    let mut received = |request: Request<chess::Move>| {
        let record = record(chess::fen::START, &["e2e4", "e7e5"]);
        let reply = ask(&mut engine, &record, &request).expect("a move");
        let stats = reply.stats;
        (reply.value, stats.selective_depth, reply.depth, stats.nodes)
    };
    let clocks = |left: [Duration; 2], moves_to_go| Request {
        clocks: Clocks {
            left: left.map(Some),
            moves_to_go,
            ..Clocks::default()
        },
        ..Request::default()
    };
    let cp = |value| Some(Value::Centipawns(value));
    let seven = clocks(
        [Duration::from_micros(61_500), Duration::from_secs(2)],
        Some(7),
    );
    assert_eq!(received(seven), (cp(61), 7, 0, 0));
    let fixed = Request::new(Limits::depth(9).with_nodes(1_000));
    assert_eq!(received(fixed), (cp(-1), 0, 9, 1_000));
    let nearly_out = clocks([Duration::from_micros(10); 2], None);
    assert_eq!(received(nearly_out).0, cp(1), "0 means no limit");
    let for_ever = clocks([Duration::MAX; 2], None);
    assert_eq!(received(for_ever).0, None, "beyond the range of the number");
}

#[test]
fn a_stop_is_passed_on() {
    let mut engine = engine("until-stop", PATIENT);
    engine.new_game().expect("a start");
    let signal = std::sync::Arc::new(Signal::default());
    let speaker = {
        let signal = std::sync::Arc::clone(&signal);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            signal.stop();
        })
    };
    let task = Task {
        game: &Chess::default(),
        record: &record(chess::fen::START, &[]),
        request: &Request {
            infinite: true,
            ..Request::default()
        },
        signal: &signal,
    };
    let start = Instant::now();
    assert!(engine.choose(&task, &mut Listener::silent()).is_ok());
    assert!(start.elapsed() < HANG);
    speaker.join().expect("no panic");
}

#[test]
fn a_crash_is_named_and_the_engine_starts_again() {
    let mut engine = engine("crash", PATIENT);
    for _ in 0..2 {
        engine.new_game().expect("a start");
        let id = engine.process_id().expect("a process");
        let start = record(chess::fen::START, &[]);
        assert!(choose(&mut engine, &start).is_ok());
        assert!(choose(&mut engine, &start).is_ok());
        let fault = choose(&mut engine, &start).expect_err("a crash");
        assert_eq!(
            fault,
            Fault::Crash("exit status: 3, its last error: assertion failed: luck > 0".to_owned())
        );
        assert!(is_gone(id));
    }
}

#[test]
fn a_crash_between_games_is_noticed() {
    let start = record(chess::fen::START, &[]);
    let mut engine = engine("crash-after", PATIENT);
    engine.new_game().expect("a start");
    assert!(choose(&mut engine, &start).is_ok());
    let fault = choose(&mut engine, &start).expect_err("a crash");
    assert_eq!(fault, Fault::Crash("exit status: 5".to_owned()));

    engine.new_game().expect("another start");
    choose(&mut engine, &start).expect("a move");
    // It crashes between two games: the next game is played, with a warning.
    engine.new_game().expect("a third start");
    let reply = choose(&mut engine, &start).expect("a move");
    assert_eq!(
        reply.warnings,
        ["restarted between games: it ended before readyok (exit status: 5)"]
    );
}

#[test]
fn a_dead_engine_whose_output_is_held_open_is_dead() {
    let fault = fails_and_returns("mute", HASTY);
    // Either the crash or the time-out is reported.
    assert!(
        matches!(fault, Fault::Crash(_) | Fault::Stall(_)),
        "{fault}"
    );
    let fault = answer("mute", PATIENT).expect_err("no move");
    assert_eq!(fault, Fault::Crash("exit status: 4".to_owned()));
}

#[test]
fn hanging_is_a_stall() {
    let Fault::Stall(reason) = fails_and_returns("hang", HASTY) else {
        panic!("another fault");
    };
    assert!(reason.starts_with("no move within "), "{reason}");
    assert!(reason.ends_with(", and no output"), "{reason}");
}

#[test]
fn garbage_is_a_stall_and_is_quoted() {
    // Enough time to read all of it.
    let patience = Patience {
        margin: Duration::from_secs(2),
        ..HASTY
    };
    let Fault::Stall(reason) = fails_and_returns("garbage", patience) else {
        panic!("another fault");
    };
    assert!(
        reason.ends_with("only 105 lines, the last \"readyok\""),
        "{reason}"
    );
}

#[test]
fn floods_are_stalls() {
    for mode in ["flood", "endless-line"] {
        let fault = fails_and_returns(mode, HASTY);
        assert!(matches!(fault, Fault::Stall(_)), "{mode}: {fault}");
    }
}

#[test]
fn much_output_is_no_fault() {
    for mode in ["flood-and-move", "noisy"] {
        let reply = answer(mode, PATIENT).unwrap_or_else(|fault| panic!("{mode} {fault}"));
        assert_eq!(reply.warnings, [""; 0], "{mode}");
    }
}

#[test]
fn illegal_moves_are_quoted_and_the_engine_lives_on() {
    for (mode, text) in [
        ("illegal", "\"e2e5\""),
        ("none", "\"(none)\""),
        ("null", "\"0000\""),
        ("empty", "\"\""),
    ] {
        let mut engine = engine(mode, PATIENT);
        engine.new_game().expect("a start");
        let id = engine.process_id();
        let fault = choose(&mut engine, &record(chess::fen::START, &[])).expect_err(mode);
        assert_eq!(fault, Fault::IllegalMove(text.to_owned()));
        engine.new_game().expect("another game");
        assert_eq!(engine.process_id(), id);
    }
}

#[test]
fn an_engine_that_does_not_start_says_why() {
    let fault = |mode: &str, patience: Patience| {
        let start = Instant::now();
        let mut engine = engine(mode, patience);
        let fault = engine.new_game().expect_err(mode);
        assert!(start.elapsed() < HANG, "{mode} took {:?}", start.elapsed());
        assert_eq!(engine.process_id(), None);
        let Fault::Start(reason) = fault else {
            panic!("{fault}")
        };
        reason
    };
    assert_eq!(
        fault("exit", PATIENT),
        "it ended before uciok (exit status: 7, its last error: no network file)"
    );
    let hasty_start = Patience {
        start: Duration::from_millis(500),
        ..PATIENT
    };
    assert!(fault("no-uciok", hasty_start).starts_with("no uciok within 0.5 s"));
    let hasty_ready = Patience {
        ready: Duration::from_millis(500),
        ..PATIENT
    };
    assert!(fault("no-readyok", hasty_ready).starts_with("no readyok within 0.5 s"));
    // The pipe to it is full, and it does not read.
    let deaf = format!("deaf,option.Text={}", "x".repeat(1 << 20));
    assert!(fault(&deaf, hasty_ready).starts_with("no readyok within 0.5 s"));
}

#[test]
fn options_must_be_there() {
    let reason = |option: &str| {
        let mut engine = engine(&format!("good,option.{option}"), PATIENT);
        engine.new_game().expect_err(option).to_string()
    };
    assert_eq!(
        reason("Hahs=1"),
        "did not start: it has no option \"Hahs\"; did you mean Hash? (it has: Hash, Move Overhead, UCI_Chess960, Clear Hash)"
    );
    assert_eq!(
        reason("Hash=65"),
        "did not start: the option Hash takes a number from 1 to 64, not \"65\""
    );
}

#[test]
fn a_file_that_is_no_program_does_not_start() {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml").replace(',', ",,");
    let mut engine = seat_of::<Chess>(&format!("uci:{here}")).expect("a file");
    let fault = engine.new_game().expect_err("no program");
    assert!(matches!(fault, Fault::Start(_)), "{fault}");
    let error = seat_of::<Chess>("uci:/no/such/file").err();
    assert!(error.is_some_and(|error| error.to_string().contains("there is no file")));
}

#[test]
fn invalid_lines_give_warnings() {
    for (mode, warning) in [
        ("bad-pv", "the line has an illegal move: b1a3 a1a1"),
        (
            "other-pv",
            "the move is not the first of the line: b1a3, not h2h4",
        ),
        (
            "false-mate",
            "the score is mate 1, and the line does not end in mate: b1a3",
        ),
        ("no-score", "no score before the move"),
    ] {
        let reply = answer(mode, PATIENT).expect(mode);
        assert_eq!(reply.warnings, [warning]);
    }
}

#[test]
fn a_slow_engine_gets_its_margin_and_a_call_to_stop() {
    assert!(
        answer("slow", PATIENT).is_ok(),
        "late, which the clock will tell"
    );
    let calls = Patience {
        margin: Duration::ZERO,
        ..PATIENT
    };
    assert!(answer("until-stop", calls).is_ok());
}

#[test]
fn chess960_is_switched_on_and_off() {
    let mut engine = engine("good", PATIENT);
    engine.new_game().expect("a start");
    let game = Chess::default();
    let mut record960 = record("4k3/8/8/8/8/8/8/5K1R w K - 0 1", &[]);
    let castle = choose(&mut engine, &record960).expect("a move").best;
    let castle = castle.expect("a move");
    assert!(castle.is_castle(), "written as in Chess960");
    record960.play(&game, castle);
    record960.play(
        &game,
        uci::parse(record960.state(), "e8e7").expect("a move"),
    );
    assert!(choose(&mut engine, &record960).is_ok());

    engine.new_game().expect("another game");
    let usual = record("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &[]);
    let castle = choose(&mut engine, &usual).expect("a move").best;
    let castle = castle.expect("a move");
    assert!(castle.is_castle(), "written as in standard chess");
}

#[test]
fn no_process_is_left() {
    for mode in ["good", "no-quit"] {
        let mut engine = engine(mode, PATIENT);
        engine.new_game().expect("a start");
        let id = engine.process_id().expect("a process");
        drop(engine);
        assert!(is_gone(id), "{mode}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn children_of_the_engine_are_ended_too() {
    let mut engine = engine("parent", PATIENT);
    engine.new_game().expect("a start");
    let reply = choose(&mut engine, &record(chess::fen::START, &[])).expect("a move");
    let Some(Value::Centipawns(child)) = reply.value else {
        panic!("no number of a process")
    };
    // Its adoptive parent may leave a zombie, but it does not run.
    let runs = || {
        std::fs::read_to_string(format!("/proc/{child}/stat")).is_ok_and(|stat| {
            !stat
                .rsplit(')')
                .next()
                .is_some_and(|rest| rest.starts_with(" Z"))
        })
    };
    assert!(runs());
    drop(engine);
    let start = Instant::now();
    while runs() && start.elapsed() < HANG {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!runs());
}

#[test]
fn wrong_specs_name_the_mistake() {
    let form =
        "uci:PATH[,arg=VALUE...][,option.NAME=VALUE...][,limited], a comma in it written twice";
    for (text, message) in [
        (
            "uci:no-such-program-anywhere",
            format!("there is no command \"no-such-program-anywhere\" (a program is {form})"),
        ),
        ("uci", format!("the path is missing (a program is {form})")),
        (
            "fil:./player",
            "no player is called \"fil\"; did you mean file? (`espalier players` lists them)"
                .to_owned(),
        ),
    ] {
        let error = seat_of::<Chess>(text).err().expect(text);
        assert_eq!(error.to_string(), message);
    }
}
