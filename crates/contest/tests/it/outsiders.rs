//! Matches and tournaments with faulty programs: each fault is reported, and every game is played.

use std::time::Duration;

use contest::{GameLine, Report, Scoreboard};
use games::Chess;
use games::{GameResult, Reason};
use players::{Seat, SpecError};
use programs::{Patience, Program, UciEngine};

use crate::examples::example;
use crate::support::{plan, play_all, play_with, seat};

#[test]
fn a_tournament_continues_after_any_fault() {
    let modes = [
        ("good", None),
        ("exit", Some(Reason::Start)),
        ("crash", Some(Reason::Crash)),
        ("illegal", Some(Reason::IllegalMove)),
    ];
    let specs: Vec<String> = modes
        .iter()
        .map(|(mode, _)| format!("uci:{},arg={mode}", example("fake_engine_of_contest")))
        .collect();
    let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
    let mut plan = plan("chess", &specs, 2);
    plan.adjudication.max_plies = Some(60);
    for player in &mut plan.players {
        player.limit.nodes = Some(100);
    }
    let mut board = Scoreboard::new(&plan);
    for line in play_all::<Chess>(&plan, 2) {
        board.add(&line);
    }
    assert_eq!(board.games(), 12);
    let report = Report::new(&board).to_string();
    for ((mode, fault), conduct) in modes.iter().zip(board.conduct()) {
        let faults: Vec<&str> = conduct.faults.keys().copied().collect();
        let expected = Vec::from_iter(fault.map(Reason::words));
        assert_eq!(faults, expected, "{mode}: {report}");
    }
    assert!(
        report.contains("no network file"),
        "its last error: {report}"
    );
}

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
    grace: Duration::from_millis(200),
    untimed: Duration::from_millis(300),
    ..PATIENT
};

/// Plays a match of four games between a faulty engine and another player. Returns the report and the reasons of the
/// four results.
fn match_against(mode: &str, patience: Patience) -> (String, Vec<GameLine>) {
    let bad = format!("uci:{},arg={mode}", example("fake_engine_of_contest"));
    let sit = move |spec: &str| -> Result<Seat<Chess>, SpecError> {
        match Program::parse(spec) {
            Some(program) => Ok(seat(spec, UciEngine::with_patience(program?, patience))),
            None => Seat::builtin(spec),
        }
    };
    let mut plan = plan("chess", &[&bad, "random"], 4);
    for player in &mut plan.players {
        player.limit.nodes = Some(100);
    }
    let mut board = Scoreboard::new(&plan);
    let mut lines = play_with(&plan, 2, &sit);
    lines.iter().for_each(|line| board.add(line));
    lines.sort_by_key(|line| line.number);
    (Report::new(&board).to_string(), lines)
}

/// A faulty engine loses that game, the report names the fault, and the match continues to its last game.
#[test]
fn a_match_continues_to_its_last_game_after_any_fault() {
    for (mode, reason, words) in [
        (
            "exit",
            Reason::Start,
            "did not start: it ended before uciok (exit status: 7, its last error: no network file)",
        ),
        (
            "crash",
            Reason::Crash,
            "crashed: exit status: 3, its last error: assertion failed: luck > 0",
        ),
        ("illegal", Reason::IllegalMove, "which is not legal"),
        ("hang", Reason::Stall, "and no output"),
        ("garbage", Reason::Stall, "does not answer: no move within"),
        ("flood", Reason::Stall, "does not answer: no move within"),
        (
            "endless-line",
            Reason::Stall,
            "does not answer: no move within",
        ),
    ] {
        let patience = match reason {
            Reason::Stall => HASTY,
            _ => PATIENT,
        };
        let (report, lines) = match_against(mode, patience);
        let numbers: Vec<u64> = lines.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4], "{mode}: {report}");
        for line in &lines {
            assert_eq!(line.reason, reason, "{mode}: {line:?}");
            let won = match line.result {
                GameResult::First => line.players[0],
                GameResult::Second => line.players[1],
                GameResult::Draw => panic!("{mode}: a draw: {line:?}"),
            };
            assert_eq!(won, 1, "{mode} must lose: {line:?}");
        }
        for part in [
            "games        4 of 4",
            "result       0 won, 0 drawn, 4 lost",
            "Elo          at most +216 (95%)",
            &format!("arg={mode}: {} 4", reason.words()),
            words,
        ] {
            assert!(report.contains(part), "{mode}: {part:?} is not in {report}");
        }
    }
}
