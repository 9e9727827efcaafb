//! Every player of every document can be stopped, and a control that does not stop changes nothing.

use chess::Position;
use classroom::a4::{A4Player, Lifetime, Method, Rules, TableRules};
use classroom::order::MoveOrder;
use classroom::report::{self, Settings, board};
use classroom::reproduce;
use classroom::{Choice, Control, CoursePlayer, Document, PRESETS, Preset, presets};
use games::{BoardGame, Chess, MiniChess};
use gametree::{Clock, Limits, WallClock};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Nobody gets so deep within a minute.
const DEEP: u32 = 14;
const THINKING: Duration = Duration::from_millis(50);
/// Asked for is a tenth of a second; a busy machine gets five times as much.
const LATEST: Duration = Duration::from_millis(500);

/// A clock that shows how often it was looked at: a stop at a known moment of the search.
#[derive(Default)]
struct Looks(AtomicU64);

impl Clock for Looks {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Stop after so many looks.
fn after_looks(looks: u64) -> Control {
    Control::default().with_deadline(Arc::new(Looks::default()), Duration::from_secs(looks))
}

/// Does this player search, or answer at once?
fn searches(preset: &Preset) -> bool {
    !preset.name.ends_with("random")
}

/// A position with play in it, from which no book has a move.
fn middle_game() -> Position {
    board(2)
}

/// Ask every preset; `ask` gets a function that asks, whatever the game.
fn with_every_preset(mut ask: impl FnMut(&Preset, &mut dyn FnMut(u32, &Control) -> Answer)) {
    for preset in PRESETS {
        if preset.document == Document::I2p3 {
            let game = MiniChess::default();
            let start = game.start();
            ask(preset, &mut |depth, control| {
                let player = presets::minichess_player(preset.name, 1).unwrap();
                answer(&game, player, start, depth, control)
            });
        } else {
            ask(preset, &mut |depth, control| {
                let player = presets::chess_player(preset.name, 1).unwrap();
                answer(&Chess::default(), player, middle_game(), depth, control)
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
    depth: u32,
    control: &Control,
) -> Answer {
    let legal = game.legal_moves(&state);
    let choice = player.choose(&[state], depth, control);
    Answer {
        best: choice.best.map(|m| game.write_move(m)),
        value: choice.value,
        calls: choice.calls,
        stopped: choice.stopped,
        legal: choice.best.is_some_and(|m| legal.contains(&m)),
    }
}

/// A control that another thread stops after a while, and when it did.
fn stopped_later() -> (Control, thread::JoinHandle<Instant>) {
    let stop = Arc::new(AtomicBool::new(false));
    let control = Control::default().with_stop(stop.clone());
    let waiting = thread::spawn(move || {
        thread::sleep(THINKING);
        stop.store(true, Ordering::Relaxed);
        Instant::now()
    });
    (control, waiting)
}

#[test]
fn a_stop_from_another_thread_is_obeyed() {
    with_every_preset(|preset, ask| {
        let (control, waiting) = stopped_later();
        let answer = ask(DEEP, &control);
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
        let control = Control::from(&Limits::time(THINKING).with_clock(Arc::new(WallClock::new())));
        let answer = ask(DEEP, &control);
        let late = start.elapsed().saturating_sub(THINKING);
        assert!(answer.legal, "{}: {answer:?}", preset.name);
        assert_eq!(answer.stopped, searches(preset), "{}", preset.name);
        assert!(late < LATEST, "{} answered {late:?} late", preset.name);
    });
}

#[test]
fn whenever_it_comes_there_is_a_move_and_a_search_that_ends_first_is_the_same() {
    with_every_preset(|preset, ask| {
        let depth = match preset.document {
            Document::Report => 1,
            Document::I2p3 => 4,
            _ => 2,
        };
        let complete = ask(depth, Control::never());
        assert!(complete.legal && !complete.stopped, "{}", preset.name);
        let mut stops = 0;
        for looks in 0..8 {
            let answer = ask(depth, &after_looks(looks));
            assert!(answer.legal, "{} after {looks} looks", preset.name);
            if answer.stopped {
                stops += 1;
                assert!(answer.calls <= complete.calls, "{}", preset.name);
            } else {
                assert_eq!(answer, complete, "{}", preset.name);
            }
        }
        assert_eq!(stops > 0, searches(preset), "{}", preset.name);
        // Told to go on for ever, it does not notice.
        let idle = Control::from(&Limits::time(Duration::from_secs(3_600)))
            .with_stop(Arc::new(AtomicBool::new(false)));
        assert_eq!(ask(depth, &idle), complete, "{}", preset.name);
    });
}

#[test]
fn a_search_that_deepens_answers_with_its_last_complete_pass() {
    let ask = |name: &str, depth, control: &Control| -> Choice<chess::Move> {
        let mut player = presets::chess_player(name, 1).unwrap();
        player.choose(&[Position::startpos()], depth, control)
    };
    for (name, depth) in [
        ("a4-ids", 3),
        ("a4-abp", 3),
        ("a4-abp-trans-mended", 3),
        ("report-ids", 2),
        ("report-ids-mended", 2),
    ] {
        let whole = ask(name, depth, Control::never());
        // Late enough for the pass, and too early for the next.
        let looks = whole.calls / 256 + 3;
        let halved = ask(name, depth + 1, &after_looks(looks));
        assert!(halved.stopped && halved.calls > whole.calls, "{name}");
        assert_eq!(
            (halved.best, halved.value),
            (whole.best, whole.value),
            "{name}"
        );
    }
}

#[test]
fn a_search_of_one_pass_answers_with_the_best_of_the_moves_it_has_seen() {
    let position = board(3);
    for method in [report::Method::Minimax, report::Method::AlphaBeta] {
        let settings = Settings::faithful(method);
        let moves = MoveOrder::PythonChess.moves(&position);
        let values: Vec<i32> = moves
            .iter()
            .map(|m| {
                settings
                    .value_of(&position, *m, 2, Control::never())
                    .unwrap()
            })
            .collect();
        let best_of = |seen: usize| {
            let most = values[..seen].iter().max();
            let at = most.and_then(|most| values.iter().position(|value| value == most));
            at.map(|at| (Some(moves[at]), Some(values[at])))
        };
        let mut answers = std::collections::HashSet::new();
        let calls = settings.choose(&position, 2, Control::never()).calls;
        for looks in 1..calls / 256 {
            let choice = settings.choose(&position, 2, &after_looks(looks));
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
        assert!(answers.len() > 1, "it learns on the way");
    }
}

/// What was cut short is not stored: with a right table that is kept, the next answer is right.
#[test]
fn a_stop_leaves_nothing_wrong_in_a_table() {
    let history = [middle_game()];
    let method = |lifetime| {
        Method::Table(TableRules {
            lifetime,
            ..TableRules::MENDED
        })
    };
    let ask = |player: &mut A4Player, control: &Control| player.choose(&history, 3, control);
    let truth = ask(
        &mut A4Player::new(Rules::faithful(Method::AlphaBeta)),
        Control::never(),
    );
    let whole = ask(
        &mut A4Player::new(Rules::faithful(method(Lifetime::Game))),
        Control::never(),
    );
    let mut stops = 0;
    for looks in 1..whole.calls / 256 {
        let mut player = A4Player::new(Rules::faithful(method(Lifetime::Game)));
        stops += u32::from(ask(&mut player, &after_looks(looks)).stopped);
        let again = ask(&mut player, Control::never());
        assert_eq!(again.value, truth.value, "after {looks} looks");
    }
    assert!(stops >= 5, "stopped {stops} times");
}

/// Counting lines of play looks only between depths.
const FIGURES_LATEST: Duration = Duration::from_secs(5);

#[test]
fn the_figures_can_be_stopped() {
    let stop = Arc::new(AtomicBool::new(false));
    let control = Control::default().with_stop(stop.clone());
    let (mut stopped_at, mut of) = (Instant::now(), 0);
    // The games of Assignment 4 take longest, and are for the test below.
    let which = Document::ALL.map(|it| {
        if it == Document::A4 {
            Document::I2p3
        } else {
            it
        }
    });
    let sections = reproduce::run_until(&which, &control, &mut |progress| {
        of = progress.of;
        if !stop.swap(true, Ordering::Relaxed) {
            stopped_at = Instant::now();
        }
    });
    let late = stopped_at.elapsed();
    // What was complete is right.
    assert!((1..of).contains(&sections.len()), "{}", sections.len());
    assert!(sections.iter().all(reproduce::Section::same));
    assert!(late < FIGURES_LATEST, "{late:?}");
}

#[test]
fn games_for_the_figures_can_be_stopped() {
    let (control, waiting) = stopped_later();
    let sections = reproduce::run_until(&[Document::A4], &control, &mut |_| {});
    let late = waiting.join().unwrap().elapsed();
    assert!(sections.len() < 6, "{}", sections.len());
    assert!(sections.iter().all(reproduce::Section::same));
    assert!(late < FIGURES_LATEST, "{late:?}");
}

#[test]
fn a_deadline_that_has_passed_stops_at_once() {
    let position = Position::startpos();
    let control = Control::default().with_deadline(Arc::new(WallClock::new()), Duration::ZERO);
    let mut player = presets::chess_player("a8", 1).unwrap();
    let choice = player.choose(&[position], 4, &control);
    assert!(choice.stopped && choice.calls < 20);
    assert_eq!(
        (choice.best, choice.value),
        (position.legal_moves().first().copied(), None)
    );
}
