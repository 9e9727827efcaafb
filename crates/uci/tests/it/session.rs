//! A UCI session in memory: it survives any words in any order, and players with bugs.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use games::Chess;
use gametree::{Bound, Event, Info, Limits, Value};
use players::{Answer, Fault, Listener, Player, Seat, Task};
use uci::{Command, Flow, Session, parse};

const WORDS: [&str; 52] = [
    "uci",
    "debug",
    "on",
    "off",
    "isready",
    "setoption",
    "name",
    "value",
    "Hash",
    "Clear",
    "UCI_Chess960",
    "true",
    "Seed",
    "MultiPV",
    "ucinewgame",
    "position",
    "position startpos",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "e1g1",
    "8/8/8/8/8/k7/p7/K7",
    "w",
    "b",
    "KQkq",
    "-",
    "0",
    "1",
    "-1",
    "99999999999999999999",
    "go",
    "go depth",
    "go infinite",
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "movetime",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "flip",
    "#",
    "\u{1F984}",
];

/// A place to write that can still be read when the session is gone.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn any_words_in_any_order() {
    let mut state = 1_u64;
    let mut random = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let output = Shared::default();
    let mut session =
        Session::with_seat(output.clone(), Seat::builtin("random").expect("a player"));
    let mut searches = 0;
    for _ in 0..5_000 {
        let line: Vec<&str> = (0..=random(7))
            .map(|_| WORDS[random(WORDS.len())])
            .collect();
        let line = line.join(" ");
        searches += usize::from(matches!(parse(&line), Ok(Command::Go(_))));
        assert_eq!(
            session.line(&line).expect("memory can be written"),
            Flow::Continue,
            "{line}"
        );
        assert!(session.game().position().is_consistent(), "{line}");
    }
    session.quit().expect("memory can be written");
    let bytes = output.0.lock().expect("nobody panicked").clone();
    let text = String::from_utf8(bytes).expect("answers are text");
    assert!(searches > 500, "{searches} searches are too few to tell");
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("bestmove "))
            .count(),
        searches
    );
    // Every move comes after a score, and no move only where there is no position.
    let (mut has_score, mut refused) = (false, 0);
    for line in text.lines() {
        refused += usize::from(line.contains("there is no position to play"));
        if line == "bestmove 0000" {
            assert!(refused > 0, "no move");
            refused -= 1;
        } else if line.starts_with("bestmove ") {
            assert!(std::mem::take(&mut has_score), "a move without a score");
        }
        has_score |= line.starts_with("info depth ") && line.contains(" score ");
    }
}

/// A player with a bug.
struct Broken;

impl Player<Chess> for Broken {
    fn choose(
        &mut self,
        _: &Task<'_, Chess>,
        _: &mut Listener<'_, chess::Move>,
    ) -> Result<Answer<chess::Move>, Fault> {
        panic!("on purpose, for this test");
    }
}

#[test]
fn a_player_with_a_bug_still_moves() {
    let output = Shared::default();
    let mut session = Session::with_seat(
        output.clone(),
        Seat::of("broken", Box::new(Broken), &Limits::default()),
    );
    for line in ["go depth 3", "isready", "go infinite", "stop", "go"] {
        assert_eq!(
            session.line(line).expect("memory can be written"),
            Flow::Continue
        );
    }
    session.quit().expect("memory can be written");
    let bytes = output.0.lock().expect("nobody panicked").clone();
    let text = String::from_utf8(bytes).expect("answers are text");
    assert_eq!(
        text.matches("info string error: the search failed").count(),
        3,
        "{text}"
    );
    assert_eq!(text.matches("bestmove ").count(), 3, "{text}");
    assert!(!text.contains("(none)"), "{text}");
}

/// A player that breaks after it has found something.
struct BrokenLater;

impl Player<Chess> for BrokenLater {
    fn choose(
        &mut self,
        task: &Task<'_, Chess>,
        listener: &mut Listener<'_, chess::Move>,
    ) -> Result<Answer<chess::Move>, Fault> {
        listener.report(&Event::Info(Info {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            score: Value::Centipawns(12),
            bound: Bound::Exact,
            wdl: None,
            nodes: 1,
            hash_full: None,
            table_hits: 0,
            time: Duration::ZERO,
            line: task.moves()[7..8].to_vec(),
        }));
        panic!("on purpose, for this test");
    }
}

#[test]
fn a_search_that_breaks_plays_the_best_move_it_knew() {
    let output = Shared::default();
    let seat = Seat::of("broken", Box::new(BrokenLater), &Limits::default());
    let mut session = Session::with_seat(output.clone(), seat);
    _ = session.line("go depth 3").expect("memory can be written");
    session.quit().expect("memory can be written");
    let bytes = output.0.lock().expect("nobody panicked").clone();
    let text = String::from_utf8(bytes).expect("answers are text");
    assert!(text.contains("so the best move known is played"), "{text}");
    let known = chess::Position::startpos().legal_moves()[7];
    assert!(text.ends_with(&format!("bestmove {known}\n")), "{text}");
}

/// The largest value of the option is more memory than any machine has.
#[test]
fn a_table_that_does_not_fit_in_memory_is_rejected_and_the_old_one_stays() {
    let output = Shared::default();
    let mut session = Session::new(output.clone());
    for line in [
        "setoption name Hash value 2",
        "setoption name Hash value 33554432",
        "go nodes 100",
    ] {
        _ = session.line(line).expect("an output");
    }
    session.quit().expect("an output");
    let bytes = output.0.lock().expect("nobody panicked").clone();
    let text = String::from_utf8(bytes).expect("a text");
    assert!(
        text.contains(
            "info string error: a hash table of 33554432 MiB does not fit in memory: at most "
        ),
        "{text}"
    );
    assert!(
        text.contains(" are free for it, so Hash is unchanged\n"),
        "{text}"
    );
    assert!(text.contains("bestmove "), "{text}");
}

/// Returns the output of a session for these lines.
fn answers(lines: &[&str]) -> String {
    let output = Shared::default();
    let mut session = Session::new(output.clone());
    for line in lines {
        _ = session.line(line).expect("an output");
        session.wait_unless_endless();
    }
    session.quit().expect("an output");
    let bytes = output.0.lock().expect("nobody panicked").clone();
    String::from_utf8(bytes).expect("a text")
}

#[test]
fn xboard_gets_a_hint() {
    let text = answers(&["xboard", "protover 2"]);
    assert!(
        text.contains("error: this is a UCI engine: start it with xboard -fUCI\n"),
        "{text}"
    );
}

#[test]
fn a_book_move_of_limited_strength_is_named() {
    let text = answers(&[
        "setoption name Hash value 1",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1500",
        "position startpos",
        "go movetime 20",
    ]);
    assert!(text.contains("info string book move\n"), "{text}");
    assert!(text.contains("bestmove "), "{text}");
}

#[test]
fn many_threads_are_reported_and_stop_is_answered() {
    let threads = 4 * std::thread::available_parallelism().map_or(1, usize::from) + 1;
    let option = format!("setoption name Threads value {threads}");
    let text = answers(&[
        "setoption name Hash value 1",
        &option,
        "go infinite",
        "stop",
    ]);
    if threads <= 1024 {
        assert!(
            text.contains(&format!("info string {threads} threads share ")),
            "{text}"
        );
    }
    assert!(text.contains("bestmove "), "{text}");
}
