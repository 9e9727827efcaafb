//! Measures the delay of moves and of stops for every player in every front end.
//!
//! These tests read the clock of the machine, so they are run by `make long` alone, on an idle machine, one after the other.
//! `players` has the same tests with a fake clock.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use contest::{Opening, play};
use games::{BoardGame, Chess, GameId, Record, WithGame};
use gametree::{Limits, Request, Signal};
use players::{Entry, Group, Registry};
use players::{Listener, Seat};
use research::compare::compare;
use uci::Session;
use web_api::{Config, Outbox, WebApi};

use crate::front_ends::{Shared, answered, ask_web_api, busy, one_ply};

/// A move with a time limit, and a move that is stopped.
struct Punctual<'a>(&'a Entry, Duration);

impl WithGame for Punctual<'_> {
    type Output = [Duration; 2];

    fn run<G: BoardGame>(self, game: &G) -> [Duration; 2] {
        let spec = &*self.0.name;
        // A middlegame, in which a search takes long.
        let mut record = Record::<G>::new(game.start());
        for index in [3, 1, 4, 1] {
            let legal = game.legal_moves(record.state());
            record.play(game, legal[index % legal.len()]);
        }
        let mut seat = Seat::<G>::builtin(spec).expect(spec);
        // Tables are allocated here, before the measurement.
        _ = seat.answer(game, &record, &Request::new(Limits::depth(1)));
        let time = self.1;
        let start = Instant::now();
        let answer = seat.answer(game, &record, &Request::new(Limits::time(time)));
        let late = start.elapsed().saturating_sub(time);
        assert!(answer.expect(spec).best.is_some(), "{spec}");

        let request = Request {
            infinite: true,
            ..Request::default()
        };
        let signal = Signal::default();
        let stopped = from_the_stop(
            || signal.stop(),
            || {
                let answer = seat.ask(game, &record, &request, &signal, Listener::silent());
                assert!(answer.expect(spec).best.is_some(), "{spec}");
            },
        );
        [late, stopped]
    }
}

/// Tests every player in other games.
fn in_other_games(time: Duration) {
    let mut worst = [
        (Duration::ZERO, String::new()),
        (Duration::ZERO, String::new()),
    ];
    let registry = Registry::builtin();
    for entry in registry.entries() {
        // The test below has its own game and chess.
        let own = entry.only_game().unwrap_or(Chess::ID);
        let others = GameId::ALL.into_iter().filter(|&game| game != own);
        for game in others.filter(|&game| entry.plays(game)) {
            // A late player gets another try, as below.
            let mut took = game.with(Punctual(entry, time));
            for _ in 0..2 {
                if took[0] < busy(50) && took[1] < busy(100) {
                    break;
                }
                let again = game.with(Punctual(entry, time));
                took = [took[0].min(again[0]), took[1].min(again[1])];
            }
            for (worst, took) in worst.iter_mut().zip(took) {
                if took > worst.0 {
                    *worst = (took, format!("{} in {game}", entry.name));
                }
            }
        }
    }
    let mut text = String::new();
    for (what, (took, name)) in ["late", "after a stop"].iter().zip(&worst) {
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

/// A game in the terminal in which the person moves first.
struct Board {
    program: Child,
    typed: ChildStdin,
    said: BufReader<ChildStdout>,
    first_move: String,
}

impl Board {
    /// Starts the program and waits for its first line, so that the start is not measured.
    fn lay<G: BoardGame>(game: &G, spec: &str) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_espalier"))
            .args(["play", "--game", G::ID.name()])
            .args(["--white", "human", "--black", spec])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let typed = program.stdin.take().expect("a pipe");
        let mut said = BufReader::new(program.stdout.take().expect("a pipe"));
        said.read_line(&mut String::new()).expect("a line");
        let first_move = game.write_move(game.legal_moves(&game.start())[0]);
        Self {
            program,
            typed,
            said,
            first_move,
        }
    }

    /// Plays the person's move and measures the time of `then`.
    fn move_and(mut self, then: fn(&mut Self) -> Duration) -> Duration {
        writeln!(self.typed, "{}", self.first_move).expect("the program reads");
        let took = then(&mut self);
        drop(self.typed);
        self.program.wait().expect("the program ends");
        took
    }

    fn until_it_answers(&mut self) -> Duration {
        let start = Instant::now();
        let mut line = String::new();
        while !line.contains(" plays ") {
            line.clear();
            assert_ne!(self.said.read_line(&mut line).expect("text"), 0, "no move");
        }
        start.elapsed()
    }

    /// Ctrl-C ends the program.
    fn until_interrupted(&mut self) -> Duration {
        std::thread::sleep(BEFORE_THE_STOP);
        let start = Instant::now();
        let interrupt = ["-INT", &self.program.id().to_string()];
        let sent = Command::new("kill").args(interrupt).status();
        assert!(sent.expect("a shell has kill").success());
        self.program.wait().expect("the program ends");
        start.elapsed()
    }
}

/// The delay of a move with a time limit and of a stop, in every front end. In the terminal Ctrl-C is the stop, which ends
/// the program.
struct PunctualEverywhere<'a> {
    entry: &'a Entry,
    /// The time for a move.
    time: Duration,
}

/// The time of a search before it is stopped.
const BEFORE_THE_STOP: Duration = Duration::from_millis(10);

/// Measures the time from the stop to the end. `stop` sends the stop from another thread.
fn from_the_stop(stop: impl FnOnce() + Send, search: impl FnOnce()) -> Duration {
    std::thread::scope(|scope| {
        let speaker = scope.spawn(|| {
            std::thread::sleep(BEFORE_THE_STOP);
            let now = Instant::now();
            stop();
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
        let name = &*self.entry.name;
        let spec = match self.entry.group {
            Group::Course => format!("{name}:depth=8"),
            _ => name.to_owned(),
        };
        // It moves at once.
        let at_once = matches!(self.entry.group, Group::Random | Group::Baseline);
        let time = self.time;
        let milliseconds = time.as_millis() as u64;
        let late = |start: Instant| start.elapsed().saturating_sub(time);
        let mut found = Vec::new();

        // A match.
        let mut seats = [&spec, "random"].map(|it| Seat::<G>::builtin(it).expect(it));
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
        // Tables are allocated in the first of two games.
        assert!(play_one(1, &stop).is_some(), "{spec}");
        let start = Instant::now();
        assert!(play_one(milliseconds, &stop).is_some(), "{spec}");
        let in_time = late(start);
        let stopped = from_the_stop(
            || stop.store(true, Ordering::Relaxed),
            || _ = play_one(60_000, &stop),
        );
        found.push(("match", [Some(in_time), (!at_once).then_some(stopped)]));

        // A comparison reports the time in its table.
        let compare_with = |limits: &Limits| {
            let specs = [players::builtin(&spec).expect(&spec)];
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

        // The web API.
        let asked = |limit: &serde_json::Value, live: bool| {
            let line = serde_json::json!({ "game": G::ID.name(), "moves": [] });
            serde_json::json!({
                "id": 1, "ask": "think", "line": line, "spec": spec, "limit": limit, "live": live,
            })
            .to_string()
        };
        let start = Instant::now();
        let said = ask_web_api(&asked(
            &serde_json::json!({ "movetime": milliseconds }),
            false,
        ));
        assert!(said["mv"].is_string(), "{spec}: {said}");
        let in_time = late(start);
        let (sender, woken) = std::sync::mpsc::channel();
        let api = WebApi::new(Config::default());
        let outbox = Outbox::new(move || _ = sender.send(()));
        let page = api.page(Arc::new(outbox)).expect("room for a page");
        // The job exists before the stop.
        page.receive(&asked(&serde_json::json!({}), true));
        let stopped = from_the_stop(
            || page.receive(r#"{"id": 2, "ask": "stop", "job": 1}"#),
            || _ = answered(&page, &woken, 1),
        );
        found.push(("web API", [Some(in_time), (!at_once).then_some(stopped)]));

        // The terminal. A player that moves at once is not measured.
        let separator = if spec.contains(':') { ',' } else { ':' };
        let settled = |milliseconds: u64| match at_once {
            true => spec.clone(),
            false => format!("{spec}{separator}movetime={milliseconds}"),
        };
        let took = Board::lay(game, &settled(milliseconds)).move_and(Board::until_it_answers);
        let stopped = Board::lay(game, &settled(60_000)).move_and(Board::until_interrupted);
        found.push((
            "terminal",
            [
                Some(took.saturating_sub(time)),
                (!at_once).then_some(stopped),
            ],
        ));

        // Any GUI.
        if G::ID == Chess::ID {
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
            say(&format!("go movetime {milliseconds}"));
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

#[test]
#[ignore = "measures time: make long"]
fn a_tenth_of_a_second_is_kept_through_every_front_end() {
    in_other_games(Duration::from_millis(100));
    everywhere(Duration::from_millis(100));
}

/// Measures one player in every front end. Other work on the machine can delay it for a quarter of a second, so a late player
/// gets two more tries, and the fastest counts.
fn patiently(
    game: GameId,
    entry: &Entry,
    time: Duration,
) -> Vec<(&'static str, [Option<Duration>; 2])> {
    let mut best = game.with(PunctualEverywhere { entry, time });
    for _ in 0..2 {
        let is_late = |took: &[Option<Duration>; 2]| {
            let [late, stopped] = took.map(Option::unwrap_or_default);
            late >= busy(50) || stopped >= busy(100)
        };
        if !best.iter().any(|(_, took)| is_late(took)) {
            break;
        }
        let again = game.with(PunctualEverywhere { entry, time });
        for ((_, took), (_, other)) in best.iter_mut().zip(again) {
            for (took, other) in took.iter_mut().zip(other) {
                *took = (*took).min(other);
            }
        }
    }
    best
}

fn everywhere(time: Duration) {
    let mut worst: Vec<(&str, [(Duration, String); 2])> = Vec::new();
    let registry = Registry::builtin();
    for entry in registry.entries() {
        let game = entry.only_game().unwrap_or(Chess::ID);
        for (front_end, took) in patiently(game, entry, time) {
            let place = worst.iter().position(|(name, _)| *name == front_end);
            let place = place.unwrap_or_else(|| {
                worst.push((front_end, [0, 1].map(|_| (Duration::ZERO, String::new()))));
                worst.len() - 1
            });
            for (worst, took) in worst[place].1.iter_mut().zip(took) {
                *worst =
                    std::mem::take(worst).max((took.unwrap_or_default(), entry.name.to_string()));
            }
        }
    }
    let mut text = String::new();
    for (front_end, [(late, later), (stopped, slower)]) in &worst {
        _ = writeln!(
            text,
            "{front_end}: late at most {:.1} ms ({later}), after a stop {:.1} ms ({slower})",
            late.as_secs_f64() * 1_000.0,
            stopped.as_secs_f64() * 1_000.0,
        );
    }
    println!("{text}");
    for (front_end, [late, stopped]) in &worst {
        assert!(late.0 < busy(50), "{front_end}\n{text}");
        assert!(stopped.0 < busy(100), "{front_end}\n{text}");
    }
    assert_eq!(worst.len(), 5, "{text}");
}
