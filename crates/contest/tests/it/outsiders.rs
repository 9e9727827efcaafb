//! Matches and tournaments with programs that misbehave: each is named with what it did, and every game is played.

use std::time::Duration;

use contest::{GameLine, Report, Scoreboard};
use games::Chess;
use games::{GameResult, Reason};
use players::program::{Patience, Program, UciEngine};
use players::{Seat, SpecError};

use crate::support::{plan, play_all, play_with, seat};

const FAKE: &str = env!("CARGO_BIN_EXE_fake_engine");

#[test]
fn a_tournament_goes_on_whatever_its_players_do() {
    let modes = [
        ("good", None),
        ("exit", Some(Reason::Start)),
        ("crash", Some(Reason::Crash)),
        ("illegal", Some(Reason::IllegalMove)),
    ];
    let specs: Vec<String> = modes
        .iter()
        .map(|(mode, _)| format!("uci:{},arg={mode}", FAKE.replace(',', ",,")))
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
        let faults: Vec<Reason> = conduct.faults.keys().copied().collect();
        assert_eq!(faults, Vec::from_iter(*fault), "{mode}: {report}");
    }
    assert!(
        report.contains("no network file"),
        "its last words: {report}"
    );
}

/// For engines that do something, however busy the machine is.
const PATIENT: Patience = Patience {
    start: Duration::from_secs(60),
    ready: Duration::from_secs(60),
    margin: Duration::from_secs(60),
    grace: Duration::from_secs(60),
    untimed: Duration::from_secs(60),
};

/// For engines that start and then never answer.
const HASTY: Patience = Patience {
    grace: Duration::from_millis(200),
    untimed: Duration::from_millis(300),
    ..PATIENT
};

/// Plays a match of four games between an engine that misbehaves and a player that does not, to the last game. Gives the
/// report, and how the four games ended.
fn match_against(mode: &str, patience: Patience) -> (String, Vec<GameLine>) {
    let bad = format!("uci:{},arg={mode}", FAKE.replace(',', ",,"));
    let sit = move |spec: &str| -> Result<Seat<Chess>, SpecError> {
        match Program::parse(spec) {
            Some(program) => Ok(seat(spec, UciEngine::with_patience(program?, patience))),
            None => Seat::sit(spec),
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

/// Whatever an engine does, it loses that game, the report says by what, and the match goes on to its last game.
#[test]
fn a_match_goes_on_to_its_last_game_whatever_an_engine_does() {
    for (mode, reason, words) in [
        (
            "exit",
            Reason::Start,
            "did not start: it ended before uciok (exit status: 7, its last words: no network file)",
        ),
        (
            "crash",
            Reason::Crash,
            "crashed: exit status: 3, its last words: assertion failed: luck > 0",
        ),
        ("illegal", Reason::IllegalMove, "which is not legal"),
        ("hang", Reason::Stall, "and it says nothing"),
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
