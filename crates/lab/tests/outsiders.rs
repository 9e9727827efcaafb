//! A tournament with programs that misbehave: each is named with what it did, and every game is played.

mod support;

use games::Chess;
use lab::contest::{Reason, Report, Scoreboard};

use support::{plan, play_all};

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
