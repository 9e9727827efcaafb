//! Every player of the registry, asked through every front end: the same spec gives the same move, a move comes though
//! nothing limits it, a time is kept, and a stop is heard.
//!
//! `cargo test -p espalier-cli --test it front_ends -- --nocapture` prints the times that were measured. A busy machine may
//! take five times as long as is promised.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use contest::{Adjudication, Conditions, Opening, PlayerLimit, play};
use desk::{Config, Desk, Outbox};
use espalier_cli::uci::Session;
use games::{BoardGame, GameKind, Record, WithGame};
use gametree::{Limits, Request, Signal};
use lab::compare::compare;
use players::registry::{self, Entry, Kind};
use players::{LONGEST_USUAL, Listener, Seat};

use crate::common::run_with;

/// A promise, and what a busy machine may make of it.
const fn busy(milliseconds: u64) -> Duration {
    Duration::from_millis(5 * milliseconds)
}

/// The player as it is, and in two other ways; what it leaves to chance is decided.
fn specs(entry: &Entry) -> Vec<String> {
    let with = |settings: &str| format!("{}:{settings}", entry.name);
    match entry.kind {
        Kind::Random => vec![with("seed=7"), with("seed=8"), with("seed=9")],
        Kind::Engine => vec![
            entry.name.to_owned(),
            with("nodes=2000,off=lmr"),
            with("nodes=3000,hash=1"),
        ],
        Kind::Textbook => {
            let mut specs = vec![entry.name.to_owned(), with("nodes=2000"), with("depth=2")];
            if entry.name == "alphabeta" {
                specs.push(with("nodes=2000,order=random,seed=3"));
            }
            specs
        }
        Kind::Course | Kind::Program => {
            vec![
                with("seed=1"),
                with("depth=1,seed=1"),
                with("depth=2,seed=2"),
            ]
        }
    }
}

/// The move that each front end gets, with its name and how long it took.
fn moves<G: BoardGame>(game: &G, spec: &str) -> Vec<(&'static str, String, Duration)> {
    let mut found = Vec::new();
    let mut ask = |front_end, get: &dyn Fn() -> String| {
        let start = Instant::now();
        let mv = get();
        found.push((front_end, mv, start.elapsed()));
    };
    ask("match", &|| in_a_match(game, spec));
    ask("compare", &|| compared(game, spec));
    ask("terminal", &|| at_the_terminal(game, spec));
    ask("desk", &|| at_the_desk(game, spec));
    if G::KIND == GameKind::Chess {
        let player = format!("setoption name Player value {spec}");
        ask("UCI", &|| behind_uci(&[&player, "go"]));
    }
    found
}

/// A place to write that can still be read when the session is gone.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Shared {
    fn text(&self) -> String {
        let bytes = self.0.lock().expect("nobody panicked").clone();
        String::from_utf8(bytes).expect("answers are text")
    }
}

/// The move after these lines.
fn behind_uci(lines: &[&str]) -> String {
    let output = Shared::default();
    let mut session = Session::new(output.clone());
    for line in lines {
        _ = session.line(line).expect("memory can be written");
    }
    session.wait_unless_endless();
    session.quit().expect("memory can be written");
    let text = output.text();
    let best = text.lines().find_map(|line| line.strip_prefix("bestmove "));
    let best = best.unwrap_or_else(|| panic!("no move in {text}"));
    best.split(' ').next().unwrap_or_default().to_owned()
}

/// The first move of a game of one ply.
fn in_a_match<G: BoardGame>(game: &G, spec: &str) -> String {
    let mut seats = ["random", "random"].map(|it| Seat::<G>::sit(it).expect(it));
    let side = game.side(&game.start()).index();
    seats[side] = Seat::sit(spec).expect(spec);
    let [first, second] = &mut seats;
    let opening = Opening {
        start: game.start(),
        moves: Vec::new(),
    };
    let stop = Arc::default();
    let played = play(game, opening, [first, second], &one_ply(None), &stop);
    let played = played.expect("nobody stops it");
    match played.record.moves().first() {
        Some(&mv) => game.write_move(mv),
        None => panic!("{spec}: {:?}", played.ending),
    }
}

/// A game of one ply, with so much time for it.
fn one_ply(movetime: Option<u64>) -> Conditions {
    let limit = PlayerLimit {
        movetime,
        ..PlayerLimit::default()
    };
    Conditions {
        limits: [limit; 2],
        margin: Duration::from_secs(60),
        adjudication: Adjudication {
            max_plies: Some(1),
            ..Adjudication::default()
        },
        seeds: [1, 2],
    }
}

fn compared<G: BoardGame>(game: &G, spec: &str) -> String {
    let specs = [spec.to_owned()];
    let limits = Limits::default();
    let found = compare(game, &specs, &[game.start()], &limits, |_, _| {}).expect(spec);
    found.positions[0].rows[0]
        .answer
        .bestmove
        .clone()
        .expect("a move")
}

/// `espalier play` with a person who leaves after the player's first move.
fn at_the_terminal<G: BoardGame>(game: &G, spec: &str) -> String {
    let run = run_with(
        &[
            "play",
            "--game",
            G::KIND.name(),
            "--white",
            spec,
            "--black",
            "human",
        ],
        b"quit\n",
    );
    assert_eq!(run.status, Some(0), "{spec}: {}", run.stderr);
    let said = run
        .stdout
        .lines()
        .find_map(|line| line.split(" plays ").nth(1));
    let said = said.unwrap_or_else(|| panic!("{spec}: no move in {}", run.stdout));
    let mv = game
        .typed_move(&game.start(), said.trim_end_matches('.'))
        .unwrap_or_else(|error| panic!("{said}: {error}"));
    game.write_move(mv)
}

/// What a page is told that asks a player for a move.
fn at_the_desk<G: BoardGame>(game: &G, spec: &str) -> String {
    let asked = serde_json::json!({
        "id": 1, "ask": "think", "line": { "game": G::KIND.name(), "moves": [] },
        "spec": spec, "limit": {}, "live": false,
    });
    let said = ask_the_desk(&asked.to_string());
    let mv = said["mv"]
        .as_str()
        .unwrap_or_else(|| panic!("{spec}: {said}"));
    let mv = game.typed_move(&game.start(), mv).expect("a legal move");
    game.write_move(mv)
}

/// The last message that answers a question of a page.
fn ask_the_desk(asked: &str) -> serde_json::Value {
    let (sender, woken) = std::sync::mpsc::channel();
    let outbox = Outbox::new(move || _ = sender.send(()));
    let desk = Desk::new(Config::default());
    let page = desk.page(Arc::new(outbox)).expect("room for a page");
    page.hear(asked);
    loop {
        woken
            .recv_timeout(Duration::from_secs(60))
            .expect("an answer");
        while let Some(message) = page.outbox().take() {
            let said: serde_json::Value = serde_json::from_str(&message).expect("JSON");
            if said["last"] == true {
                return said;
            }
        }
    }
}

struct SameEverywhere(&'static Entry);

impl WithGame for SameEverywhere {
    type Output = Duration;

    fn run<G: BoardGame>(self, game: &G) -> Duration {
        let mut slowest = Duration::ZERO;
        for spec in specs(self.0) {
            let start = Instant::now();
            let mut seat = Seat::<G>::sit(&spec).expect(&spec);
            let record = Record::new(game.start());
            let answer = seat.answer(game, &record, &Request::default());
            slowest = slowest.max(start.elapsed());
            let expected = answer.expect(&spec).best.expect("a move");
            let expected = game.write_move(expected);
            let alone = start.elapsed();
            for (front_end, mv, took) in moves(game, &spec) {
                // With nothing to limit it a player looks for three seconds at most, and on a busy machine that may be less
                // than it wants. What it finds in a time is not the same twice.
                if alone.max(took) < LONGEST_USUAL || spec.contains('=') {
                    assert_eq!(mv, expected, "{spec} in {}, {front_end}", G::KIND);
                } else {
                    println!("{spec}, {front_end}: ended by the time, so not compared");
                }
            }
        }
        slowest
    }
}

#[test]
fn the_same_spec_is_the_same_player_everywhere() {
    let mut slowest = (Duration::ZERO, "");
    for entry in registry::players() {
        let game = entry.game.unwrap_or(GameKind::Chess);
        let took = game.with(SameEverywhere(entry));
        slowest = slowest.max((took, entry.name));
    }
    let (took, name) = slowest;
    println!(
        "with no limit the slowest is {name}: {} ms",
        took.as_millis()
    );
    assert!(took < busy(5_000), "{name} took {took:?}");
}

/// One move with 100 milliseconds, and one that is stopped.
struct Punctual(&'static Entry);

impl WithGame for Punctual {
    type Output = [Duration; 2];

    fn run<G: BoardGame>(self, game: &G) -> [Duration; 2] {
        let spec = self.0.name;
        // A middle game, in which there is enough to think about.
        let mut record = Record::<G>::new(game.start());
        for index in [3, 1, 4, 1] {
            let legal = game.legal_moves(record.state());
            record.play(game, legal[index % legal.len()]);
        }
        let mut seat = Seat::<G>::sit(spec).expect(spec);
        // What is made once, such as a table, is made now.
        _ = seat.answer(game, &record, &Request::new(Limits::depth(1)));
        let time = Duration::from_millis(100);
        let start = Instant::now();
        let answer = seat.answer(game, &record, &Request::new(Limits::time(time)));
        let late = start.elapsed().saturating_sub(time);
        assert!(answer.expect(spec).best.is_some(), "{spec}");

        let signal = Arc::new(Signal::default());
        let said = Arc::new(Mutex::new(None));
        let speaker = {
            let (signal, said) = (Arc::clone(&signal), Arc::clone(&said));
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(30));
                *said.lock().expect("nobody panicked") = Some(Instant::now());
                signal.stop();
            })
        };
        let request = Request {
            infinite: true,
            ..Request::default()
        };
        let answer = seat.ask(game, &record, &request, &signal, Listener::nobody());
        let end = Instant::now();
        speaker.join().expect("no panic");
        assert!(answer.expect(spec).best.is_some(), "{spec}");
        let said = said.lock().expect("nobody panicked").expect("it was said");
        [late, end.saturating_duration_since(said)]
    }
}

#[test]
fn a_time_is_kept_and_a_stop_is_heard() {
    let mut worst = [
        (Duration::ZERO, String::new()),
        (Duration::ZERO, String::new()),
    ];
    for entry in registry::players() {
        // Its own game, or chess, is for the test below.
        let own = entry.game.unwrap_or(GameKind::Chess);
        let others = GameKind::ALL.into_iter().filter(|&game| game != own);
        for game in others.filter(|&game| entry.plays(game)) {
            let took = game.with(Punctual(entry));
            for (worst, took) in worst.iter_mut().zip(took) {
                if took > worst.0 {
                    *worst = (took, format!("{} in {game}", entry.name));
                }
            }
        }
    }
    let mut text = String::new();
    for (what, (took, name)) in ["late after 100 ms", "after a stop"].iter().zip(&worst) {
        _ = writeln!(
            text,
            "{what}: at most {:.1} ms ({name})",
            took.as_secs_f64() * 1_000.0
        );
    }
    println!("{text}");
    assert!(worst[0].0 < busy(50), "{text}");
    assert!(worst[1].0 < busy(100), "{text}");
}

/// A hundred milliseconds, and then a stop, through every front end: how much too late the move was, and how long the stop
/// took. In the terminal a stop is Ctrl-C, which ends the program.
struct PunctualEverywhere<'a> {
    entry: &'static Entry,
    /// How long the terminal takes with a player that needs no time, by game.
    terminal: &'a mut HashMap<GameKind, Duration>,
}

/// How long a search runs before it is stopped.
const BEFORE_THE_STOP: Duration = Duration::from_millis(20);

/// The time that something takes from when it is told to stop. `told` is called after a while, on another thread.
fn from_the_stop(told: impl FnOnce() + Send, search: impl FnOnce()) -> Duration {
    std::thread::scope(|scope| {
        let speaker = scope.spawn(|| {
            std::thread::sleep(BEFORE_THE_STOP);
            let now = Instant::now();
            told();
            now
        });
        search();
        let end = Instant::now();
        end.saturating_duration_since(speaker.join().expect("no panic"))
    })
}

impl WithGame for PunctualEverywhere<'_> {
    type Output = Vec<(&'static str, [Option<Duration>; 2])>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let name = self.entry.name;
        let spec = match self.entry.kind {
            Kind::Course => format!("{name}:depth=8"),
            _ => name.to_owned(),
        };
        // It moves at once, however much time there is.
        let at_once = self.entry.kind == Kind::Random;
        let time = Duration::from_millis(100);
        let late = |start: Instant| start.elapsed().saturating_sub(time);
        let mut found = Vec::new();

        // A match.
        let mut seats = [&spec, "random"].map(|it| Seat::<G>::sit(it).expect(it));
        if game.side(&game.start()).index() == 1 {
            seats.swap(0, 1);
        }
        let opening = || Opening {
            start: game.start(),
            moves: Vec::new(),
        };
        let [first, second] = &mut seats;
        let mut play_one = |milliseconds, stop: &Arc<AtomicBool>| {
            let conditions = one_ply(Some(milliseconds));
            play(game, opening(), [first, second], &conditions, stop)
        };
        let stop = Arc::default();
        // What is made once, such as a table, is made in the first of two games.
        assert!(play_one(1, &stop).is_some(), "{spec}");
        let start = Instant::now();
        assert!(play_one(100, &stop).is_some(), "{spec}");
        let in_time = late(start);
        let stopped = from_the_stop(
            || stop.store(true, Ordering::Relaxed),
            || _ = play_one(60_000, &stop),
        );
        found.push(("match", [Some(in_time), (!at_once).then_some(stopped)]));

        // A comparison. What it takes is what its table says.
        let compare_with = |limits: &Limits| {
            let specs = [spec.clone()];
            compare(game, &specs, &[game.start()], limits, |_, _| {}).expect(&spec)
        };
        let measured = compare_with(&Limits::time(time));
        let took = Duration::from_secs_f64(measured.positions[0].rows[0].answer.time_ms / 1_000.0);
        let stop: Arc<AtomicBool> = Arc::default();
        let limits = Limits {
            stop: Some(Arc::clone(&stop)),
            ..Limits::time(Duration::from_secs(60))
        };
        let stopped = from_the_stop(
            || stop.store(true, Ordering::Relaxed),
            || _ = compare_with(&limits),
        );
        found.push((
            "compare",
            [
                Some(took.saturating_sub(time)),
                (!at_once).then_some(stopped),
            ],
        ));

        // The desk.
        let asked = |limit: &serde_json::Value, live: bool| {
            let line = serde_json::json!({ "game": G::KIND.name(), "moves": [] });
            serde_json::json!({
                "id": 1, "ask": "think", "line": line, "spec": spec, "limit": limit, "live": live,
            })
            .to_string()
        };
        let start = Instant::now();
        let said = ask_the_desk(&asked(&serde_json::json!({ "movetime": 100 }), false));
        assert!(said["mv"].is_string(), "{spec}: {said}");
        let in_time = late(start);
        let (sender, woken) = std::sync::mpsc::channel();
        let desk = Desk::new(Config::default());
        let outbox = Outbox::new(move || _ = sender.send(()));
        let page = desk.page(Arc::new(outbox)).expect("room for a page");
        let stopped = from_the_stop(
            || page.hear(r#"{"id": 2, "ask": "stop", "job": 1}"#),
            || {
                page.hear(&asked(&serde_json::json!({}), true));
                answered(&page, &woken, 1);
            },
        );
        found.push(("desk", [Some(in_time), (!at_once).then_some(stopped)]));

        // The terminal: as much later than the player that needs no time.
        let to_the_move = |spec: &str| {
            let start = Instant::now();
            at_the_terminal(game, spec);
            start.elapsed()
        };
        let separator = if spec.contains(':') { ',' } else { ':' };
        let settled = format!("{spec}{separator}movetime=100");
        let settled = if at_once { &spec } else { &settled };
        let without = self.terminal.entry(G::KIND);
        let without = *without.or_insert_with(|| to_the_move("random"));
        let later = to_the_move(settled).saturating_sub(without);
        found.push(("terminal", [Some(later.saturating_sub(time)), None]));

        // Any GUI.
        if G::KIND == GameKind::Chess {
            let output = Shared::default();
            let mut session = Session::new(output.clone());
            let mut say = |line: &str| _ = session.line(line).expect("memory can be written");
            say(&format!("setoption name Player value {spec}"));
            say("isready");
            let moves = || output.text().matches("bestmove ").count();
            let wait_for = |count: usize| {
                while moves() < count {
                    std::thread::sleep(Duration::from_micros(200));
                }
            };
            say("go depth 1");
            wait_for(1);
            let start = Instant::now();
            say("go movetime 100");
            wait_for(2);
            let in_time = late(start);
            say("go infinite");
            std::thread::sleep(BEFORE_THE_STOP);
            let start = Instant::now();
            say("stop");
            wait_for(3);
            found.push(("UCI", [Some(in_time), Some(start.elapsed())]));
            session.quit().expect("memory can be written");
        }
        found
    }
}

/// Waits for the last answer to a question.
fn answered(page: &desk::PageHandle, woken: &std::sync::mpsc::Receiver<()>, id: u64) {
    loop {
        while let Some(message) = page.outbox().take() {
            let said: serde_json::Value = serde_json::from_str(&message).expect("JSON");
            if said["id"] == id && said["last"] == true {
                return;
            }
        }
        woken
            .recv_timeout(Duration::from_secs(60))
            .expect("an answer");
    }
}

#[test]
fn a_time_is_kept_and_a_stop_is_heard_through_every_front_end() {
    let mut worst: Vec<(&str, [(Duration, &str); 2])> = Vec::new();
    let mut terminal = HashMap::new();
    for entry in registry::players() {
        let game = entry.game.unwrap_or(GameKind::Chess);
        let punctual = PunctualEverywhere {
            entry,
            terminal: &mut terminal,
        };
        for (front_end, took) in game.with(punctual) {
            let place = worst.iter().position(|(name, _)| *name == front_end);
            let place = place.unwrap_or_else(|| {
                worst.push((front_end, [(Duration::ZERO, "nobody"); 2]));
                worst.len() - 1
            });
            for (worst, took) in worst[place].1.iter_mut().zip(took) {
                *worst = (*worst).max((took.unwrap_or_default(), entry.name));
            }
        }
    }
    let mut text = String::new();
    for (front_end, [(late, later), (stopped, slower)]) in &worst {
        _ = writeln!(
            text,
            "{front_end}: late after 100 ms at most {:.1} ms ({later}), after a stop {:.1} ms ({slower})",
            late.as_secs_f64() * 1_000.0,
            stopped.as_secs_f64() * 1_000.0,
        );
    }
    println!("{text}");
    for (front_end, [late, stopped]) in &worst {
        // Of the terminal two whole runs are compared, each with the start of a program.
        let promised = if *front_end == "terminal" { 200 } else { 50 };
        assert!(late.0 < busy(promised), "{front_end}\n{text}");
        assert!(stopped.0 < busy(100), "{front_end}\n{text}");
    }
    assert_eq!(worst.len(), 5, "{text}");
}

/// A program of its own is a player like any other: here this very one, behind UCI.
#[test]
fn a_program_plays_through_every_front_end() {
    let game = games::Chess::default();
    let path = env!("CARGO_BIN_EXE_espalier").replace(',', ",,");
    let spec = format!("uci:{path},option.Player=alphabeta:depth=2");
    let mut seat = Seat::<games::Chess>::sit("alphabeta:depth=2").expect("a player");
    let record = Record::new(game.start());
    let answer = seat.answer(&game, &record, &Request::default());
    let expected = game.write_move(answer.expect("an answer").best.expect("a move"));
    assert_eq!(in_a_match(&game, &spec), expected);
    assert_eq!(compared(&game, &spec), expected);
    assert_eq!(at_the_terminal(&game, &spec), expected);
    let player = format!("setoption name Player value {spec}");
    assert_eq!(behind_uci(&[&player, "go"]), expected);
    // A page must not start programs.
    let asked = serde_json::json!({
        "id": 1, "ask": "think", "line": { "game": "chess", "moves": [] },
        "spec": spec, "limit": {}, "live": false,
    });
    let said = ask_the_desk(&asked.to_string());
    assert_eq!(said["say"], "refused", "{said}");
    let run = run_with(&["search", &spec, "--json"], b"");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let said: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(said["bestmove"], expected.as_str());
}

/// What the option `Player` means to a GUI.
#[test]
fn seeds_and_limits_of_a_spec_count_behind_uci() {
    let first = |seed: u32| {
        behind_uci(&[
            &format!("setoption name Player value random:seed={seed}"),
            "go",
        ])
    };
    let three = [first(7), first(8), first(9)];
    assert!(three.iter().any(|mv| *mv != three[0]), "{three:?}");
    let start = Instant::now();
    behind_uci(&["setoption name Player value engine:movetime=100", "go"]);
    assert!(start.elapsed() < Duration::from_secs(3), "a bare go ends");
}

#[test]
fn a_player_that_there_is_not_is_never_replaced_by_another() {
    let output = Shared::default();
    let mut session = Session::new(output.clone());
    for line in [
        "uci",
        "setoption name Player value alphabet:depth=3",
        "go depth 2",
    ] {
        _ = session.line(line).expect("memory can be written");
    }
    session.wait_unless_endless();
    _ = session
        .line("setoption name Player value alphabeta:depth=1")
        .expect("written");
    _ = session.line("go").expect("memory can be written");
    session.wait_unless_endless();
    session.quit().expect("memory can be written");
    let text = output.text();
    assert!(
        text.contains("option name Player type string default engine\n"),
        "{text}"
    );
    let moves: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("bestmove"))
        .collect();
    assert_eq!(moves.len(), 2, "{text}");
    assert_eq!(moves[0], "bestmove (none)", "{text}");
    assert_ne!(moves[1], "bestmove (none)", "{text}");
    assert!(
        text.contains("nobody plays: no player is called \"alphabet\"; did you mean alphabeta?")
    );
}

/// A draw means the same at the keyboard and on a page.
#[test]
fn a_draw_is_taken_for_the_same_reason_everywhere() {
    let game = games::Chess::default();
    for (fen, taken) in [
        // Black, who is asked, is a queen up; then a rook down; then level, with the better pawns.
        ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true),
        ("4k3/8/8/8/8/p7/8/4K1N1 w - - 0 1", true),
    ] {
        let run = run_with(
            &["play", "--black", "classic:depth=1", "--fen", fen],
            b"draw\nquit\n",
        );
        let agreed = run.stdout.contains("Draw by agreement");
        let asked = serde_json::json!({
            "id": 1, "ask": "offer-draw", "line": { "game": "chess", "start": fen, "moves": [] },
            "spec": "classic:depth=1", "side": "second",
        });
        let said = ask_the_desk(&asked.to_string());
        let record = Record::<games::Chess>::new(game.read_position(fen).expect(fen));
        let seat = Seat::<games::Chess>::sit("classic:depth=1").expect("a player");
        let takes = seat.takes_draw(&game, &record, gametree::Player::Second);
        assert_eq!(
            (agreed, &said["accepted"], takes),
            (taken, &taken.into(), taken),
            "{fen}"
        );
    }
}
