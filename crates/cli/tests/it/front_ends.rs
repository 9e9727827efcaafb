//! Every player of the registry, asked through every front end: the same spec gives the same move, and a move comes though
//! nothing limits it. `punctual.rs` is about times and stops.
//!
//! `cargo test -p espalier-cli --test it front_ends -- --nocapture` prints the times that were measured. A busy machine may
//! take five times as long as is promised.

use std::io;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use contest::{Adjudication, Conditions, Opening, PlayerLimit, play};
use desk::{Config, Desk, Outbox, PageHandle};
use espalier_cli::uci::Session;
use games::{BoardGame, GameKind, Record, WithGame};
use gametree::{Limits, Request};
use lab::compare::compare;
use players::registry::{self, Entry, Kind};
use players::{LONGEST_USUAL, Seat};

use crate::common::run_with;

/// A promise, and what a busy machine may make of it.
pub const fn busy(milliseconds: u64) -> Duration {
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
        // Chance has no seed there; it is asked under its own name.
        Kind::Baseline if registry::baseline(entry.name) == Some("random") => Vec::new(),
        Kind::Baseline => vec![entry.name.to_owned()],
        Kind::Alternative => {
            let seed = entry.key("seed").map_or("", |_| ",seed=1");
            vec![
                with(&format!("nodes=1500{seed}")),
                with(&format!("depth=2{seed}")),
            ]
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
pub struct Shared(Arc<Mutex<Vec<u8>>>);

impl io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Shared {
    pub fn text(&self) -> String {
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
pub fn one_ply(movetime: Option<u64>) -> Conditions {
    let limit = PlayerLimit {
        movetime,
        ..PlayerLimit::default()
    };
    Conditions {
        limits: [limit; 2],
        margin: Duration::from_secs(60),
        ponder: false,
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

/// The last message that answers the question `id` 1 of a page.
pub fn ask_the_desk(asked: &str) -> serde_json::Value {
    let (sender, woken) = std::sync::mpsc::channel();
    let outbox = Outbox::new(move || _ = sender.send(()));
    let desk = Desk::new(Config::default());
    let page = desk.page(Arc::new(outbox)).expect("room for a page");
    page.hear(asked);
    answered(&page, &woken, 1)
}

/// Waits for the last answer to a question.
pub fn answered(page: &PageHandle, woken: &Receiver<()>, id: u64) -> serde_json::Value {
    loop {
        while let Some(message) = page.outbox().take() {
            let said: serde_json::Value = serde_json::from_str(&message).expect("JSON");
            if said["id"] == id && said["last"] == true {
                return said;
            }
        }
        woken
            .recv_timeout(Duration::from_secs(60))
            .expect("an answer");
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
                // than it wants. What it finds in a time is not the same twice. (It stops a little before its time is over.)
                if alone.max(took) < LONGEST_USUAL.mul_f64(0.9) || spec.contains('=') {
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
