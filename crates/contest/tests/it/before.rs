//! Files of earlier versions can still be read.
//!
//! `tests/data/before` has a journal, a PGN file and a manifest that an earlier version wrote for the match
//! `i2p3-mended:depth=2` against `random:seed=1`. Two of the four games are in the journal, one is in the PGN file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use contest::manifest::Manifest;
use contest::{
    Contest, Machine, MemoryStore, Openings, Order, Plan, Program, RunInfo, Scoreboard, Session,
    games_in,
};
use games::{BoardGame, MiniChess};
use players::Seat;

use crate::support::{Folder, check_files};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/before")
        .join(name)
}

/// The plan of the match, as its manifest has it, with the current name of the first player.
fn plan() -> Plan {
    let manifest = Manifest::read(&data("match.manifest.json")).expect("an old manifest");
    let plan = serde_json::from_value(manifest.experiment.settings);
    let mut plan: Plan = plan.expect("the plan is the settings of the manifest");
    assert_eq!(plan.players[0].spec, "i2p3-mended:depth=2");
    plan.players[0].spec = "i2p3-fixed:depth=2".to_owned();
    plan
}

fn run_info() -> RunInfo {
    RunInfo {
        start: "now".to_owned(),
        program: Program {
            version: "0".to_owned(),
            commit: None,
        },
        machine: Machine::here(),
        command: Vec::new(),
        concurrency: 1,
    }
}

fn finish(session: &mut Session, plan: &Plan) {
    let game = MiniChess::default();
    let source = plan.openings.clone();
    let openings = Openings::usual(&game, plan.seed);
    assert_eq!(
        openings.source(),
        &source,
        "the same book in the same order"
    );
    assert!(matches!(
        source,
        contest::Source::Book {
            order: Order::Random,
            ..
        }
    ));
    let contest = Contest {
        game: &game,
        plan,
        openings: &openings,
        make_seat: &|index| Seat::<MiniChess>::builtin(&plan.players[index].spec),
        watch: None,
    };
    let go = AtomicBool::new(false);
    session.run(&contest, 1, &go, &mut |_| ()).expect("games");
    assert!(session.finish().expect("a journal").is_some());
}

#[test]
fn an_old_match_is_resumed_from_its_files_under_the_new_name_of_its_player() {
    let folder = Folder::new("before");
    let (journal, pgn) = (folder.file("match.jsonl"), folder.file("match.pgn"));
    fs::copy(data("match.jsonl"), &journal).expect("a copy");
    fs::copy(data("match.pgn"), &pgn).expect("a copy");
    let plan = plan();
    let manifest = contest::JournalHeader::new(plan.clone(), run_info());
    let mut session =
        Session::open(manifest, MiniChess::ID, Some(&journal), Some(&pgn)).expect("an old match");
    assert_eq!(session.board().games(), 2);
    assert_eq!(session.header().run_info.program.version, "0.1.0");
    finish(&mut session, &plan);
    check_files(&plan, MiniChess::ID, &journal, &pgn);
}

#[test]
fn an_old_match_is_resumed_in_memory() {
    let text = fs::read(data("match.jsonl")).expect("a journal");
    let plan = plan();
    let mut board = Scoreboard::new(&plan);
    games_in(&text[..], "old", |line| board.add(line)).expect("games");
    assert_eq!(board.games(), 2);
    let manifest = contest::JournalHeader::new(plan.clone(), run_info());
    let store = Box::new(MemoryStore::new(text));
    let mut session = Session::resume(manifest, store).expect("an old match");
    assert_eq!(session.board().fingerprint(), board.fingerprint());
    finish(&mut session, &plan);
    assert_eq!(session.board().games(), 4);
}
