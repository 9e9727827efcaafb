//! The ladder, measured in the smallest size.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::Technique;
use games::{BoardGame, GameKind};
use games::{Chess, Othello};
use lab::ladder::{Ladder, LadderError, Run, Size, html, markdown, measure, rungs};
use lab::manifest::{Machine, Program, Sitting};

const SIZE: Size = Size {
    games: 2,
    nodes: 30,
    movetime: 1,
    ablation_nodes: 30,
    positions: 1,
    depth: 1,
    max_plies: 16,
    seed: 1,
    concurrency: 2,
};

/// Measures, and checks that the progress ends where it said it would.
fn measured<G: BoardGame>(game: &G) -> Ladder {
    let mut last = (0, 1);
    let never = AtomicBool::new(false);
    let ladder = measure(game, run(&sitting(), None, &never), &mut |done, of| {
        last = (done, of);
    });
    assert_eq!(last.0, last.1);
    ladder.expect("the rungs are good players")
}

const fn run<'a>(sitting: &'a Sitting, keep: Option<&'a Path>, stop: &'a AtomicBool) -> Run<'a> {
    Run {
        size: SIZE,
        keep,
        sitting,
        stop,
    }
}

fn sitting() -> Sitting {
    Sitting {
        start: "2026-01-01T00:00:00.000Z".to_owned(),
        program: Program {
            version: "0".to_owned(),
            commit: None,
        },
        machine: Machine::here(),
        command: Vec::new(),
        concurrency: SIZE.concurrency,
    }
}

#[test]
fn the_engine_is_taken_apart_in_chess() {
    let ladder = measured(&Chess::default());
    assert_eq!(ladder.rungs.len(), rungs(GameKind::Chess).len());
    for rung in &ladder.rungs[1..] {
        for step in [&rung.at_nodes, &rung.at_time].map(|step| step.as_ref().expect(rung.name)) {
            assert_eq!(step.wins + step.draws + step.losses, SIZE.games);
        }
    }
    let names: Vec<&str> = ladder.ablations.iter().map(|one| one.name).collect();
    let all: Vec<&str> = Technique::ALL.iter().map(|one| one.name()).collect();
    assert_eq!(names, all);

    let text = markdown(std::slice::from_ref(&ladder), "a command");
    let page = html(std::slice::from_ref(&ladder), "a command");
    for one in &ladder.ablations {
        let step = &one.at_nodes;
        assert_eq!(step.wins + step.draws + step.losses, SIZE.games);
        let games = format!("+{} ={} -{}", step.wins, step.draws, step.losses);
        let row = text
            .lines()
            .find(|line| line.starts_with(&format!("| {} | ", one.name)));
        let row = row.expect(one.name);
        assert!(row.contains(&games) && row.contains(one.about), "{row}");
        assert!(row.contains(&step.strength.to_string()), "{row}");
        assert!(page.contains(one.about), "{}", one.name);
    }
    // Those worth most come first.
    let place = |name: &str| text.find(&format!("\n| {name} | "));
    for (a, b) in ladder.ablations.iter().zip(&ladder.ablations[1..]) {
        if a.at_nodes.elo.value < b.at_nodes.elo.value {
            assert!(place(a.name) > place(b.name), "{} {}", a.name, b.name);
        }
    }
}

#[test]
fn other_games_have_no_engine() {
    let ladder = measured(&Othello::<4>::default());
    assert!(ladder.ablations.is_empty());
    assert!(!markdown(&[ladder], "a command").contains("Without one technique"));
}

#[test]
fn a_ladder_that_was_stopped_goes_on_where_it_was() {
    let game = Othello::<4>::default();
    let sitting = sitting();
    let folder = std::env::temp_dir().join(format!("espalier-ladder-kept-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let kept = || {
        let files = std::fs::read_dir(&folder).expect("the folder is there");
        let mut games: Vec<String> = files
            .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("a journal"))
            .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
            .filter(|line| line.starts_with("{\"game\""))
            .collect();
        games.sort();
        games
    };

    // Stopped in the third match.
    let stop = AtomicBool::new(false);
    let keep = Some(folder.as_path());
    let stopped = measure(&game, run(&sitting, keep, &stop), &mut |done, _| {
        stop.store(done > 2 * SIZE.games, Ordering::Relaxed);
    });
    assert!(matches!(stopped, Err(LadderError::Stopped)), "{stopped:?}");
    let before = kept();
    assert!(before.len() as u64 > 2 * SIZE.games);

    // Those games are not played again, and all others are.
    let never = AtomicBool::new(false);
    let mut first = None;
    let whole = measure(&game, run(&sitting, keep, &never), &mut |done, _| {
        first = first.or(Some(done));
    });
    let whole = whole.expect("it goes on");
    assert_eq!(first, Some(SIZE.games));
    let after = kept();
    assert!(before.iter().all(|line| after.contains(line)));
    assert_eq!(
        after.len(),
        2 * (whole.rungs.len() - 1) * SIZE.games as usize
    );

    // At equal nodes it is the ladder of a run that was never stopped.
    let at_once = measured(&game);
    for (one, other) in whole.rungs.iter().zip(&at_once.rungs) {
        let pairs = |rung: &lab::ladder::Measured| rung.at_nodes.as_ref().map(|step| step.pairs);
        assert_eq!(pairs(one), pairs(other), "{}", one.name);
    }

    // Games of another ladder are not taken for its own.
    let mut other = run(&sitting, keep, &never);
    other.size.seed += 1;
    let refused = measure(&game, other, &mut |_, _| {}).expect_err("another seed");
    assert!(refused.to_string().contains("another match"), "{refused}");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
