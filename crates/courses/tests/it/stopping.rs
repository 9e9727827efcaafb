//! Every player of every document can be stopped, and limits that are not reached change nothing.

use chess::Position;
use courses::a4::{A4Player, Lifetime, Method, Rules, TableRules};
use courses::order::MoveOrder;
use courses::report::{self, Settings, board};
use courses::reproduce;
use courses::{Choice, CoursePlayer, Document, PRESETS, Preset, presets};
use games::{BoardGame, Chess, MiniChess};
use gametree::{Clock, Limits, Signal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// No player searches to this depth within a minute.
const DEEP: u32 = 14;
const THINKING: Duration = Duration::from_millis(50);
/// The aim is a tenth of a second; a busy machine gets five times that.
const LATEST: Duration = Duration::from_millis(500);

/// A clock that returns how often it was read: a stop at a known moment of the search.
#[derive(Default)]
struct Looks(AtomicU64);

impl Clock for Looks {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Limits that stop a search after it has checked them this often.
fn after_looks(depth: u32, looks: u64) -> Limits {
    // The first reading is the start of the search.
    Limits::depth(depth)
        .with_time(Duration::from_secs(looks + 1))
        .with_clock(Arc::new(Looks::default()))
}

/// Returns whether this player searches.
fn searches(preset: &Preset) -> bool {
    !preset.name.ends_with("random")
}

/// A position with play in it, from which no book has a move.
fn middle_game() -> Position {
    board(2)
}

/// Calls `test` for every preset with a function that searches, whatever the game.
fn with_every_preset(mut test: impl FnMut(&Preset, &mut dyn FnMut(&Limits) -> Answer)) {
    for preset in PRESETS {
        if preset.document == Document::I2p3 {
            let game = MiniChess::default();
            let start = game.start();
            test(preset, &mut |limits| {
                let player = presets::minichess_player(preset.name, 1).unwrap();
                answer(&game, player, start, limits)
            });
        } else {
            test(preset, &mut |limits| {
                let player = presets::chess_player(preset.name, 1).unwrap();
                answer(&Chess::default(), player, middle_game(), limits)
            });
        }
    }
}

/// An answer of any game.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    best: Option<String>,
    value: Option<i32>,
    calls: u64,
    stopped: bool,
    legal: bool,
}

fn answer<G: BoardGame>(
    game: &G,
    mut player: Box<dyn CoursePlayer<G>>,
    state: G::State,
    limits: &Limits,
) -> Answer {
    let legal = game.legal_moves(&state);
    let choice = player.search(&[state], limits);
    Answer {
        best: choice.best.map(|m| game.write_move(m)),
        value: choice.value,
        calls: choice.calls,
        stopped: choice.stopped,
        legal: choice.best.is_some_and(|m| legal.contains(&m)),
    }
}

/// A signal that another thread stops after a while, and the moment of the stop.
fn stopped_later() -> (Signal, thread::JoinHandle<Instant>) {
    let stop = Arc::new(AtomicBool::new(false));
    let signal = Signal::with_stop(stop.clone());
    let waiting = thread::spawn(move || {
        thread::sleep(THINKING);
        stop.store(true, Ordering::Relaxed);
        Instant::now()
    });
    (signal, waiting)
}

#[test]
fn a_stop_from_another_thread_is_obeyed() {
    with_every_preset(|preset, ask| {
        let (signal, waiting) = stopped_later();
        let answer = ask(&Limits::depth(DEEP).with_stop(signal.stop_handle()));
        let end = Instant::now();
        let late = end.saturating_duration_since(waiting.join().unwrap());
        assert!(answer.legal, "{}: {answer:?}", preset.name);
        assert_eq!(answer.stopped, searches(preset), "{}", preset.name);
        assert!(late < LATEST, "{} answered {late:?} late", preset.name);
    });
}

#[test]
fn a_deadline_is_kept() {
    with_every_preset(|preset, ask| {
        let start = Instant::now();
        let answer = ask(&Limits::depth(DEEP).with_time(THINKING));
        let late = start.elapsed().saturating_sub(THINKING);
        assert!(answer.legal, "{}: {answer:?}", preset.name);
        assert_eq!(answer.stopped, searches(preset), "{}", preset.name);
        assert!(late < LATEST, "{} answered {late:?} late", preset.name);
    });
}

#[test]
fn a_stop_at_any_time_leaves_a_move_and_does_not_change_a_complete_search() {
    with_every_preset(|preset, ask| {
        let depth = match preset.document {
            Document::Report => 1,
            Document::I2p3 => 4,
            _ => 2,
        };
        let complete = ask(&Limits::depth(depth));
        assert!(complete.legal && !complete.stopped, "{}", preset.name);
        let mut stops = 0;
        for looks in 0..8 {
            let answer = ask(&after_looks(depth, looks));
            assert!(answer.legal, "{} after {looks} looks", preset.name);
            if answer.stopped {
                stops += 1;
                assert!(answer.calls <= complete.calls, "{}", preset.name);
            } else {
                assert_eq!(answer, complete, "{}", preset.name);
            }
        }
        assert_eq!(stops > 0, searches(preset), "{}", preset.name);
        let idle = Limits::depth(depth)
            .with_time(Duration::from_secs(3_600))
            .with_stop(Arc::new(AtomicBool::new(false)));
        assert_eq!(ask(&idle), complete, "{}", preset.name);
    });
}

#[test]
fn a_search_that_deepens_answers_with_its_last_complete_pass() {
    let ask = |name: &str, limits: &Limits| -> Choice<chess::Move> {
        let mut player = presets::chess_player(name, 1).unwrap();
        player.search(&[Position::startpos()], limits)
    };
    for (name, depth) in [
        ("a4-ids", 3),
        ("a4-abp", 3),
        ("a4-abp-trans-fixed", 3),
        ("report-ids", 2),
        ("report-ids-fixed", 2),
    ] {
        let whole = ask(name, &Limits::depth(depth));
        // After this pass, and before the end of the next.
        let looks = whole.calls / 256 + 3;
        let halved = ask(name, &after_looks(depth + 1, looks));
        assert!(halved.stopped && halved.calls > whole.calls, "{name}");
        assert_eq!(
            (halved.best, halved.value),
            (whole.best, whole.value),
            "{name}"
        );
    }
}

#[test]
fn a_search_of_one_pass_answers_with_the_best_of_the_moves_searched() {
    let position = board(3);
    for method in [report::Method::Minimax, report::Method::AlphaBeta] {
        let settings = Settings::faithful(method);
        let moves = MoveOrder::PythonChess.moves(&position);
        let values: Vec<i32> = moves
            .iter()
            .map(|m| settings.value_of(&position, *m, &Limits::depth(2)).unwrap())
            .collect();
        let best_of = |seen: usize| {
            let most = values[..seen].iter().max();
            let at = most.and_then(|most| values.iter().position(|value| value == most));
            at.map(|at| (Some(moves[at]), Some(values[at])))
        };
        let mut answers = std::collections::HashSet::new();
        let calls = settings.search(&position, &Limits::depth(2)).calls;
        for looks in 1..calls / 256 {
            let choice = settings.search(&position, &after_looks(2, looks));
            assert!(choice.stopped);
            let fits =
                (1..moves.len()).any(|seen| best_of(seen) == Some((choice.best, choice.value)));
            let nothing = choice.best == Some(moves[0]) && choice.value.is_none();
            assert!(
                fits || nothing,
                "{method:?} after {looks} looks: {choice:?}"
            );
            answers.insert(choice.best);
        }
        assert!(answers.len() > 1, "the answer changes during the search");
    }
}

/// An interrupted search stores nothing: with a correct table that is kept, the next answer is correct.
#[test]
fn a_stop_leaves_nothing_wrong_in_a_table() {
    let history = [middle_game()];
    let method = |lifetime| {
        Method::Table(TableRules {
            lifetime,
            ..TableRules::FIXED
        })
    };
    let ask = |player: &mut A4Player, limits: &Limits| player.search(&history, limits);
    let unlimited = Limits::depth(3);
    let truth = ask(
        &mut A4Player::new(Rules::faithful(Method::AlphaBeta)),
        &unlimited,
    );
    let whole = ask(
        &mut A4Player::new(Rules::faithful(method(Lifetime::Game))),
        &unlimited,
    );
    let mut stops = 0;
    for looks in 1..whole.calls / 256 {
        let mut player = A4Player::new(Rules::faithful(method(Lifetime::Game)));
        stops += u32::from(ask(&mut player, &after_looks(3, looks)).stopped);
        let again = ask(&mut player, &unlimited);
        assert_eq!(again.value, truth.value, "after {looks} looks");
    }
    assert!(stops >= 5, "stopped {stops} times");
}

/// Perft checks the signal only between depths.
const FIGURES_LATEST: Duration = Duration::from_secs(5);

#[test]
fn the_figures_can_be_stopped() {
    let stop = Arc::new(AtomicBool::new(false));
    let signal = Signal::with_stop(stop.clone());
    let (mut stopped_at, mut of) = (Instant::now(), 0);
    // The games of assignment 4 take longest; the next test covers them.
    let which = Document::ALL.map(|it| {
        if it == Document::A4 {
            Document::I2p3
        } else {
            it
        }
    });
    let sections = reproduce::run_until(&which, &signal, &mut |progress| {
        of = progress.of;
        if !stop.swap(true, Ordering::Relaxed) {
            stopped_at = Instant::now();
        }
    });
    let late = stopped_at.elapsed();
    // The complete sections are correct.
    assert!((1..of).contains(&sections.len()), "{}", sections.len());
    assert!(sections.iter().all(reproduce::Section::same));
    assert!(late < FIGURES_LATEST, "{late:?}");
}

#[test]
fn games_for_the_figures_can_be_stopped() {
    let (signal, waiting) = stopped_later();
    let sections = reproduce::run_until(&[Document::A4], &signal, &mut |_| {});
    let late = waiting.join().unwrap().elapsed();
    assert!(sections.len() < 6, "{}", sections.len());
    assert!(sections.iter().all(reproduce::Section::same));
    assert!(late < FIGURES_LATEST, "{late:?}");
}

#[test]
fn no_time_at_all_stops_at_once() {
    let position = Position::startpos();
    let limits = Limits::depth(4).with_time(Duration::ZERO);
    let mut player = presets::chess_player("a8", 1).unwrap();
    let choice = player.search(&[position], &limits);
    assert!(choice.stopped && choice.calls < 20);
    assert_eq!(
        (choice.best, choice.value),
        (position.legal_moves().first().copied(), None)
    );
}
