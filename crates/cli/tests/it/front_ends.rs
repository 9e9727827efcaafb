//! Every player of the registry in every front end: the same spec gives the same move, also without limits.
//! `punctual.rs` tests times and stops.
//!
//! `cargo test -p espalier-cli --test it front_ends -- --nocapture` prints the measured times. A busy machine may
//! take five times as long.

use std::io;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use contest::{Adjudication, Conditions, Opening, PlayerLimit, play};
use games::{BoardGame, Chess, Record, WithGame};
use gametree::{Limits, Request};
use players::{Entry, Group, Registry, builtin};
use players::{LONGEST_USUAL, Seat};
use research::compare::compare;
use uci::Session;
use web_api::{Config, Outbox, PageHandle, WebApi};

use crate::common::run_with;

/// Returns a time limit for a busy machine.
pub const fn busy(milliseconds: u64) -> Duration {
    Duration::from_millis(5 * milliseconds)
}

/// Returns specs of the player: the default and two others, with seeds for random choices.
fn specs(entry: &Entry) -> Vec<String> {
    let with = |settings: &str| format!("{}:{settings}", entry.name);
    match entry.group {
        Group::Random => vec![with("seed=7"), with("seed=8"), with("seed=9")],
        Group::Engine => vec![
            entry.name.to_string(),
            with("nodes=2000,off=lmr"),
            with("nodes=3000,hash=1"),
        ],
        Group::Textbook => {
            let mut specs = vec![entry.name.to_string(), with("nodes=2000"), with("depth=2")];
            if entry.name == "alphabeta" {
                specs.push(with("nodes=2000,order=random,seed=3"));
            }
            specs
        }
        // This name of the random player has no seed; the test uses its own name.
        Group::Baseline if entry.stands_for == builtin("random").ok() => Vec::new(),
        Group::Baseline => vec![entry.name.to_string()],
        Group::Alternative => {
            let seed = entry.setting("seed").map_or("", |_| ",seed=1");
            vec![
                with(&format!("nodes=1500{seed}")),
                with(&format!("depth=2{seed}")),
            ]
        }
        Group::Course | Group::Program => {
            vec![
                with("seed=1"),
                with("depth=1,seed=1"),
                with("depth=2,seed=2"),
            ]
        }
    }
}

/// Returns the move in each front end, with the name of the front end and the time.
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
    ask("page", &|| on_a_page(game, spec));
    if G::ID == Chess::ID {
        let player = format!("setoption name Player value {spec}");
        ask("UCI", &|| by_uci(&[&player, "go"]));
    }
    found
}

/// An output that is readable after the session.
#[derive(Clone, Default)]
pub struct Shared(Arc<Mutex<Vec<u8>>>);

impl io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Shared {
    pub fn text(&self) -> String {
        let bytes = self.0.lock().expect("no panic").clone();
        String::from_utf8(bytes).expect("answers are text")
    }
}

/// Returns the move after these lines.
fn by_uci(lines: &[&str]) -> String {
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

/// Returns the first move of a game of one ply.
fn in_a_match<G: BoardGame>(game: &G, spec: &str) -> String {
    let mut seats = ["random", "random"].map(|it| Seat::<G>::builtin(it).expect(it));
    let side = game.side(&game.start()).index();
    let parsed = programs::registry().parse(spec).expect(spec);
    seats[side] = Seat::new(&parsed).expect(spec);
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

/// Returns the conditions of a game of one ply with this time.
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
    let specs = [programs::registry().parse(spec).expect(spec)];
    let limits = Limits::default();
    let found = compare(game, &specs, &[game.start()], &limits, |_, _| {}).expect(spec);
    found.positions[0].rows[0]
        .answer
        .bestmove
        .clone()
        .expect("a move")
}

/// Returns the first move of the player in `espalier play`.
fn at_the_terminal<G: BoardGame>(game: &G, spec: &str) -> String {
    let run = run_with(
        &[
            "play",
            "--game",
            G::ID.name(),
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
        .parse_move(&game.start(), said.trim_end_matches('.'))
        .unwrap_or_else(|error| panic!("{said}: {error}"));
    game.write_move(mv)
}

/// Returns the move that the web API sends to a page.
fn on_a_page<G: BoardGame>(game: &G, spec: &str) -> String {
    let asked = serde_json::json!({
        "id": 1, "ask": "think", "line": { "game": G::ID.name(), "moves": [] },
        "spec": spec, "limit": {}, "live": false,
    });
    let said = ask_web_api(&asked.to_string());
    let mv = said["mv"]
        .as_str()
        .unwrap_or_else(|| panic!("{spec}: {said}"));
    let mv = game.parse_move(&game.start(), mv).expect("a legal move");
    game.write_move(mv)
}

/// Returns the last answer to the request `id` 1 of a page.
pub fn ask_web_api(asked: &str) -> serde_json::Value {
    let (sender, woken) = std::sync::mpsc::channel();
    let outbox = Outbox::new(move || _ = sender.send(()));
    let api = WebApi::new(Config::default());
    let page = api.page(Arc::new(outbox)).expect("room for a page");
    page.receive(asked);
    answered(&page, &woken, 1)
}

/// Waits for the last answer to a request.
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

struct SameEverywhere<'a>(&'a Entry);

impl WithGame for SameEverywhere<'_> {
    type Output = Duration;

    fn run<G: BoardGame>(self, game: &G) -> Duration {
        let mut slowest = Duration::ZERO;
        for spec in specs(self.0) {
            let start = Instant::now();
            let mut seat = Seat::<G>::builtin(&spec).expect(&spec);
            let record = Record::new(game.start());
            let answer = seat.answer(game, &record, &Request::default());
            slowest = slowest.max(start.elapsed());
            let expected = answer.expect(&spec).best.expect("a move");
            let expected = game.write_move(expected);
            let alone = start.elapsed();
            for (front_end, mv, took) in moves(game, &spec) {
                // Without limits a player searches at most three seconds, which may end the search early on a busy machine.
                // Then the results can differ. (It stops a little before its time is over.)
                if alone.max(took) < LONGEST_USUAL.mul_f64(0.9) || spec.contains('=') {
                    assert_eq!(mv, expected, "{spec} in {}, {front_end}", G::ID);
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
    let mut slowest = (Duration::ZERO, "".into());
    for entry in Registry::builtin().entries() {
        let game = entry.only_game().unwrap_or(Chess::ID);
        let took = game.with(SameEverywhere(entry));
        slowest = slowest.max((took, entry.name.clone()));
    }
    let (took, name) = slowest;
    println!(
        "with no limit the slowest is {name}: {} ms",
        took.as_millis()
    );
    assert!(took < busy(5_000), "{name} took {took:?}");
}

/// An external program is a player like any other: here this program, by UCI.
#[test]
fn a_program_plays_through_every_front_end() {
    let game = Chess::default();
    let path = env!("CARGO_BIN_EXE_espalier").replace(',', ",,");
    let spec = format!("uci:{path},option.Player=alphabeta:depth=2");
    let mut seat = Seat::<Chess>::builtin("alphabeta:depth=2").expect("a player");
    let record = Record::new(game.start());
    let answer = seat.answer(&game, &record, &Request::default());
    let expected = game.write_move(answer.expect("an answer").best.expect("a move"));
    assert_eq!(in_a_match(&game, &spec), expected);
    assert_eq!(compared(&game, &spec), expected);
    assert_eq!(at_the_terminal(&game, &spec), expected);
    let player = format!("setoption name Player value {spec}");
    assert_eq!(by_uci(&[&player, "go"]), expected);
    // A page must not start programs.
    let asked = serde_json::json!({
        "id": 1, "ask": "think", "line": { "game": "chess", "moves": [] },
        "spec": spec, "limit": {}, "live": false,
    });
    let said = ask_web_api(&asked.to_string());
    assert_eq!(said["say"], "refused", "{said}");
    let run = run_with(&["search", &spec, "--json"], b"");
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let said: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(said["bestmove"], expected.as_str());
}

/// The option `Player` of UCI applies the settings of the spec.
#[test]
fn seeds_and_limits_of_a_spec_apply_in_uci() {
    let first = |seed: u32| {
        by_uci(&[
            &format!("setoption name Player value random:seed={seed}"),
            "go",
        ])
    };
    let three = [first(7), first(8), first(9)];
    assert!(three.iter().any(|mv| *mv != three[0]), "{three:?}");
    // The limit of the spec ends a search without other limits.
    by_uci(&["setoption name Player value engine:movetime=100", "go"]);
}

#[test]
fn an_unknown_player_is_never_replaced_by_another() {
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
        text.contains(
            "there is no player: no player is called \"alphabet\"; did you mean alphabeta?"
        )
    );
}

/// The terminal and a page accept a draw in the same positions.
#[test]
fn every_front_end_accepts_the_same_draws() {
    let game = Chess::default();
    for (fen, taken) in [
        // Black is a queen up, then a rook down, then equal with better pawns.
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
        let said = ask_web_api(&asked.to_string());
        let record = Record::<Chess>::new(game.read_position(fen).expect(fen));
        let seat = Seat::<Chess>::builtin("classic:depth=1").expect("a player");
        let takes = seat.takes_draw(&game, &record, gametree::Side::Second);
        assert_eq!(
            (agreed, &said["accepted"], takes),
            (taken, &taken.into(), taken),
            "{fen}"
        );
    }
}
