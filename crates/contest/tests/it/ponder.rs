//! Pondering: hits, misses, and players with faults while they ponder.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use contest::{
    Adjudication, Conditions, Opening, Plan, Played, PlayerLimit, PonderCount, Report, Scoreboard,
    TimeControl, play,
};
use games::{BoardGame, Chess, Reason};
use gametree::Side;
use players::{Answer, Fault, Listener, Player, Seat, Task};

use crate::examples::example;
use crate::support::{plan, play_all, seat};

const MS: Duration = Duration::from_millis(1);

/// Much longer than any test takes, even on a busy machine.
const HANG: Duration = Duration::from_secs(60);

/// The reply that a player expects of an opponent that plays the first legal move.
#[derive(Clone, Copy)]
enum Expects {
    Right,
    Wrong,
    Illegal,
}

/// The behaviour of a player while it ponders.
#[derive(Clone, Copy)]
enum Habit {
    /// Waits for a signal, and answers at once.
    Good,
    /// Does not wait.
    Early,
    /// Answers this long after a signal.
    Stubborn(Duration),
    /// Does not answer the expected move before it is stopped.
    Brooding,
    Panics,
}

/// The requests and signals that a player received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Heard {
    Asked,
    Ponder,
    Hit,
    Stop,
}

type Log = Arc<Mutex<Vec<Heard>>>;

/// Plays the first legal move.
struct Thinker {
    expects: Expects,
    habit: Habit,
    /// The duration of a search on its own time; a stop ends it.
    pace: Duration,
    log: Log,
}

impl Thinker {
    fn hear(&self, word: Heard) {
        self.log.lock().expect("a log").push(word);
    }

    fn answer(&self, task: &Task<'_, Chess>) -> Answer<chess::Move> {
        let best = task.moves()[0];
        let replies = task.record.state().after(best).legal_moves();
        let ponder = match self.expects {
            Expects::Right => replies.first(),
            Expects::Wrong => replies.last().filter(|_| replies.len() > 1),
            Expects::Illegal => Some(&best),
        };
        Answer {
            ponder: ponder.copied(),
            ..Answer::unvalued(Some(best))
        }
    }
}

impl Player<Chess> for Thinker {
    fn choose(
        &mut self,
        task: &Task<'_, Chess>,
        _: &mut Listener<'_, chess::Move>,
    ) -> Result<Answer<chess::Move>, Fault> {
        let signal = task.signal;
        if !task.request.ponder {
            self.hear(Heard::Asked);
            let start = Instant::now();
            while start.elapsed() < self.pace && !signal.is_stopped() {
                thread::sleep(MS);
            }
            return Ok(self.answer(task));
        }
        self.hear(Heard::Ponder);
        match self.habit {
            Habit::Panics => panic!("it dreamt"),
            Habit::Early => return Ok(self.answer(task)),
            _ => signal.wait_for_release(false, true),
        }
        match signal.is_ponder_hit() {
            true => self.hear(Heard::Hit),
            false => self.hear(Heard::Stop),
        }
        match self.habit {
            Habit::Stubborn(time) => thread::sleep(time),
            Habit::Brooding => {
                while !signal.is_stopped() {
                    thread::sleep(MS);
                }
            }
            _ => {}
        }
        Ok(self.answer(task))
    }

    fn get_ready_to_ponder(&mut self) -> Result<bool, Fault> {
        Ok(true)
    }
}

/// A player that ponders, and its log.
fn thinker(expects: Expects, habit: Habit) -> (Seat<Chess>, Log) {
    paced(expects, habit, MS)
}

fn paced(expects: Expects, habit: Habit, pace: Duration) -> (Seat<Chess>, Log) {
    let log = Log::default();
    let player = Thinker {
        expects,
        habit,
        pace,
        log: Arc::clone(&log),
    };
    (seat("thinker", player), log)
}

fn heard(log: &Log) -> Vec<Heard> {
    log.lock().expect("a log").clone()
}

/// Plays a game of at most `plies` plies with clocks in milliseconds.
fn game(
    mut seats: [Seat<Chess>; 2],
    plies: u32,
    clocks: [u64; 2],
    stop: &Arc<AtomicBool>,
) -> Option<Played<Chess>> {
    let limit = |millis| PlayerLimit {
        tc: Some(TimeControl {
            moves: None,
            base: Duration::from_millis(millis),
            increment: Duration::ZERO,
        }),
        ..PlayerLimit::default()
    };
    let conditions = Conditions {
        limits: clocks.map(limit),
        margin: Duration::ZERO,
        ponder: true,
        adjudication: Adjudication {
            max_plies: Some(plies),
            ..Adjudication::default()
        },
        seeds: [1, 2],
    };
    let game = Chess::default();
    let opening = Opening {
        start: game.start(),
        moves: Vec::new(),
    };
    let [first, second] = &mut seats;
    play(&game, opening, [first, second], &conditions, stop)
}

/// Plays a game without a stop.
fn whole(seats: [Seat<Chess>; 2], plies: u32, clocks: [u64; 2]) -> Played<Chess> {
    game(seats, plies, clocks, &Arc::default()).expect("no stop")
}

#[test]
fn the_expected_move_is_answered_from_the_same_search() {
    let (first, log) = thinker(Expects::Right, Habit::Good);
    let (second, _) = thinker(Expects::Right, Habit::Good);
    let played = whole([first, second], 12, [60_000; 2]);
    assert_eq!(played.ending.reason, Reason::Length);
    let all = |tried| PonderCount { tried, hits: tried };
    assert_eq!(played.ponder, [all(5), all(5)]);
    // One request; after that every answer comes from pondering. The last ponder search ends with the game.
    let turns = [Heard::Ponder, Heard::Hit].repeat(5);
    let expected = [&[Heard::Asked][..], &turns, &[Heard::Ponder, Heard::Stop]].concat();
    assert_eq!(heard(&log), expected);
}

#[test]
fn after_another_move_a_new_search_begins() {
    let (first, log) = thinker(Expects::Wrong, Habit::Good);
    let (second, other) = thinker(Expects::Illegal, Habit::Good);
    let played = whole([first, second], 12, [60_000; 2]);
    assert_eq!(played.ending.reason, Reason::Length);
    assert_eq!(played.ponder[0], PonderCount { tried: 5, hits: 0 });
    let turn = [Heard::Ponder, Heard::Stop, Heard::Asked];
    // The last ponder search ends with the game.
    let expected = [&[Heard::Asked][..], &turn.repeat(5), &turn[..2]].concat();
    assert_eq!(heard(&log), expected);
    // There is no ponder search after an illegal move.
    assert_eq!(played.ponder[1], PonderCount::default());
    assert_eq!(heard(&other), [Heard::Asked; 6]);
}

#[test]
fn an_answer_before_the_move_is_kept() {
    for (expects, hits) in [(Expects::Right, 5), (Expects::Wrong, 0)] {
        let (first, _) = thinker(expects, Habit::Early);
        let (second, _) = thinker(Expects::Illegal, Habit::Good);
        let played = whole([first, second], 12, [60_000; 2]);
        assert_eq!(played.ending.reason, Reason::Length);
        assert_eq!(played.ponder[0], PonderCount { tried: 5, hits });
    }
}

#[test]
fn pondering_costs_no_time_but_a_late_end_does() {
    let clocks = [1_500, 60_000];
    // The opponent takes longer than the clock of the pondering player.
    let (first, _) = thinker(Expects::Right, Habit::Good);
    let (second, _) = paced(Expects::Illegal, Habit::Good, 300 * MS);
    let played = whole([first, second], 12, clocks);
    assert_eq!(played.ending.reason, Reason::Length);
    assert_eq!(played.ponder[0].hits, 5);

    let (first, _) = thinker(Expects::Wrong, Habit::Stubborn(1_600 * MS));
    let (second, _) = thinker(Expects::Illegal, Habit::Good);
    let played = whole([first, second], 12, clocks);
    assert_eq!(played.ending.reason, Reason::Time);
    assert_eq!(played.ending.winner, Some(Side::Second));
}

#[test]
fn a_fault_while_pondering_loses() {
    for expects in [Expects::Right, Expects::Wrong] {
        let (first, _) = thinker(expects, Habit::Panics);
        let (second, _) = thinker(Expects::Illegal, Habit::Good);
        let played = whole([first, second], 12, [60_000; 2]);
        assert_eq!(played.ending.reason, Reason::Crash);
        assert_eq!(played.ending.winner, Some(Side::Second));
        let detail = played.ending.detail.expect("what happened");
        assert!(detail.contains("it dreamt"), "{detail}");
    }
}

#[test]
fn a_stopped_game_stops_pondering() {
    // One player searches and the other ponders, or a ponder search continues after a hit.
    let long = [(Habit::Good, HANG), (Habit::Brooding, MS)];
    for (habit, pace) in long {
        let (first, log) = thinker(Expects::Right, habit);
        let (second, _) = paced(Expects::Illegal, Habit::Good, pace);
        let stop = Arc::new(AtomicBool::new(false));
        let start = Instant::now();
        let played = thread::scope(|scope| {
            scope.spawn(|| {
                let word = match habit {
                    Habit::Brooding => Heard::Hit,
                    _ => Heard::Ponder,
                };
                while !heard(&log).contains(&word) && start.elapsed() < HANG {
                    thread::sleep(MS);
                }
                stop.store(true, Ordering::Relaxed);
            });
            game([first, second], 12, [600_000; 2], &stop)
        });
        assert!(played.is_none());
        assert!(start.elapsed() < HANG);
    }
}

/// Plays a match between test programs.
fn programs(modes: [&str; 2]) -> Plan {
    let fake = example("fake_engine_of_contest");
    let specs = modes.map(|mode| format!("uci:{fake},arg={mode}"));
    let mut plan = plan("chess", &[&specs[0], &specs[1]], 2);
    plan.ponder = true;
    plan.adjudication.max_plies = Some(30);
    plan.time_margin = 60_000;
    for player in &mut plan.players {
        player.limit.tc = Some("60".parse().expect("a clock"));
    }
    plan
}

#[test]
fn programs_that_offer_it_ponder() {
    let plan = programs(["ponder", "good"]);
    let mut board = Scoreboard::new(&plan);
    for line in play_all::<Chess>(&plan, 1) {
        assert!(!line.reason.is_fault(), "{:?}", line.detail);
        board.add(&line);
    }
    let report = Report::new(&board);
    let count = report.players[0].ponder.expect("they may");
    assert!(count.tried > 0, "{count:?}");
    assert_eq!(report.players[1].ponder, Some(PonderCount::default()));
    let report = report.to_string();
    assert!(report.contains("\nponder hits  uci:"), "{report}");
    assert!(report.contains("arg=good did not ponder\n"), "{report}");
}

#[test]
fn a_match_without_it_is_written_as_before() {
    let mut plan = plan("tictactoe", &["random", "random"], 2);
    let text = serde_json::to_string(&plan).expect("a plan");
    assert!(!text.contains("ponder"), "{text}");
    assert_eq!(serde_json::from_str::<Plan>(&text).expect("a plan"), plan);
    let line = &play_all::<games::TicTacToe>(&plan, 1)[0];
    let text = serde_json::to_string(line).expect("a game");
    assert!(!text.contains("ponder"), "{text}");
    let mut board = Scoreboard::new(&plan);
    board.add(line);
    let report = Report::new(&board);
    assert!(!report.to_string().contains("ponder"));
    let json = serde_json::to_string(&report).expect("a report");
    assert!(!json.contains("ponder"), "{json}");
    plan.ponder = true;
    let text = serde_json::to_string(&plan).expect("a plan");
    assert_eq!(serde_json::from_str::<Plan>(&text).expect("a plan"), plan);
}
