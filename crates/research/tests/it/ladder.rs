//! The ladder, measured in the smallest size.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use contest::Shard;
use contest::manifest::{Machine, Program, RunInfo};
use contest::stats::Answer;
use engine::Technique;
use games::{BoardGame, Chess, Othello};
use research::ladder::{
    Ladder, Measured, PairLedger, Progress, Scale, Workers, html, markdown, measure, rungs,
    staircase, techniques,
};

const SCALE: Scale = Scale {
    games: 2,
    least: 2,
    margin: 10.0,
    nodes: 30,
    textbook_nodes: 30,
    movetime: 1,
    ablation_nodes: 30,
    technique_games: 60,
    positions: 1,
    depth: 1,
    max_plies: 6,
    seed: 1,
};

fn run_info() -> RunInfo {
    RunInfo {
        start: "2026-01-01T00:00:00.000Z".to_owned(),
        program: Program {
            version: "0".to_owned(),
            commit: None,
        },
        machine: Machine::here(),
        command: Vec::new(),
        concurrency: 2,
    }
}

fn resume<G: BoardGame>(
    game: &G,
    scale: Scale,
    kept: &mut PairLedger,
    threads: usize,
    shard: Shard,
) -> (Ladder, Progress) {
    let stop = Arc::new(AtomicBool::new(false));
    let workers = Workers {
        threads,
        shard,
        stop: &stop,
    };
    measure(game, scale, kept, &workers, &mut |_| {}).expect("the rungs are good players")
}

fn measured<G: BoardGame>(game: &G, scale: Scale) -> Ladder {
    let (ladder, progress) = resume(game, scale, &mut PairLedger::in_memory(), 2, Shard::WHOLE);
    assert_eq!(progress.settled, progress.comparisons);
    ladder
}

#[test]
fn the_engine_is_taken_apart_in_chess() {
    let ladder = measured(&Chess::default(), SCALE);
    assert_eq!(ladder.rungs.len(), rungs(Chess::ID).len());
    for rung in &ladder.rungs[1..] {
        for step in [&rung.at_nodes, &rung.at_time].map(|step| step.as_ref().expect(&rung.name)) {
            assert_eq!(step.games(), SCALE.games);
        }
    }
    let names: Vec<&str> = ladder.ablations.iter().map(|one| &*one.name).collect();
    let all: Vec<&str> = Technique::ALL.iter().map(|one| one.name()).collect();
    assert_eq!(names, all);

    let text = markdown(std::slice::from_ref(&ladder), "a command");
    let page = html(std::slice::from_ref(&ladder), "a command");
    for one in &ladder.ablations {
        let row = text
            .lines()
            .find(|line| line.starts_with(&format!("| {} | ", one.name)));
        let row = row.expect(&one.name);
        for step in [&one.at_nodes, &one.at_time].map(|step| step.as_ref().expect(&one.name)) {
            let games = step.result.tally.to_string();
            assert!(row.contains(&games) && row.contains(&one.about), "{row}");
            assert!(row.contains(&step.answer.to_string()), "{row}");
        }
        assert!(page.contains(&one.about), "{}", one.name);
    }
    // The pictures have every rung and every technique, and nothing that a browser could not draw.
    let (stairs, worth) = (staircase(&ladder), techniques(&ladder));
    for picture in [&stairs, &worth] {
        assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>\n"));
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
    }
    for rung in &ladder.rungs {
        assert!(
            stairs.contains(&format!(">{}</text>", rung.name)),
            "{}",
            rung.name
        );
    }
    for one in &ladder.ablations {
        assert!(
            worth.contains(&format!(">{}</text>", one.name)),
            "{}",
            one.name
        );
    }
}

#[test]
fn other_games_have_no_engine() {
    let ladder = measured(&Othello::<4>::default(), SCALE);
    assert!(ladder.ablations.is_empty() && techniques(&ladder).is_empty());
    assert!(!markdown(&[ladder], "a command").contains("The gain of each technique"));
}

/// Returns the results at equal nodes, which do not depend on time.
fn at_nodes(ladder: &Ladder) -> Vec<Option<(String, Answer)>> {
    let result = |rung: &Measured| {
        let step = rung.at_nodes.as_ref()?;
        Some((
            format!("{} {:?}", rung.name, step.result.pairs),
            step.answer,
        ))
    };
    ladder.rungs.iter().map(result).collect()
}

fn pairs_in(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("the file");
    let lines = text.lines().filter(|line| line.starts_with("{\"pair\""));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_stopped_ladder_resumes_and_merges_shards() {
    let game = Othello::<4>::default();
    let scale = Scale {
        games: 8,
        least: 4,
        max_plies: 12,
        ..SCALE
    };
    let wanted = measured(&game, scale);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stopped.jsonl");
    let stop = Arc::new(AtomicBool::new(false));
    let workers = Workers {
        threads: 2,
        shard: Shard::WHOLE,
        stop: &stop,
    };
    let mut kept = PairLedger::open(&path, &run_info()).expect("a new file");
    let (_, early) = measure(&game, scale, &mut kept, &workers, &mut |progress| {
        stop.store(progress.games >= 14, Ordering::Relaxed);
    })
    .expect("it is stopped");
    assert!(early.settled < early.comparisons && early.games >= 14);
    drop(kept);
    let before = pairs_in(&path);
    assert_eq!(2 * before.len() as u64, early.games);

    // Without new games it has the results so far.
    let mut kept = PairLedger::open(&path, &run_info()).expect("the file");
    let (partial, same) = resume(&game, scale, &mut kept, 0, Shard::WHOLE);
    assert_eq!(same, early);
    assert!(partial.rungs[1].at_nodes.is_some());
    let is_whole = |ladder: &Ladder| {
        let text = markdown(std::slice::from_ref(ladder), "a command");
        !text.contains("The measurement is not complete")
    };
    assert!(!is_whole(&partial));
    drop(kept);

    // Those games are not repeated, and at equal nodes the ladder equals that of an uninterrupted run.
    let mut kept = PairLedger::open(&path, &run_info()).expect("the file");
    let (whole, progress) = resume(&game, scale, &mut kept, 2, Shard::WHOLE);
    assert_eq!(progress.settled, progress.comparisons);
    assert_eq!(at_nodes(&whole), at_nodes(&wanted));
    assert!(is_whole(&whole));
    drop(kept);
    let after = pairs_in(&path);
    assert_eq!(&after[..before.len()], &before[..]);
    let once: std::collections::HashSet<&String> = after.iter().collect();
    assert_eq!(once.len(), after.len(), "no pair is there twice");

    // Two machines with a half each: put together, their files are a whole ladder.
    let halves = ["half-1.jsonl", "half-2.jsonl"].map(|name| folder.path().join(name));
    for (part, half) in (0..).zip(&halves) {
        let mut kept = PairLedger::open(half, &run_info()).expect("a new file");
        let (_, progress) = resume(
            &game,
            scale,
            &mut kept,
            2,
            Shard::new(part, 2).expect("a shard"),
        );
        assert!(progress.settled < progress.comparisons);
    }
    let both = halves
        .each_ref()
        .map(|half| std::fs::read(half).expect("a half"));
    std::fs::write(&path, both.concat()).expect("the file");
    let mut kept = PairLedger::open(&path, &run_info()).expect("the file");
    let (joined, progress) = resume(&game, scale, &mut kept, 0, Shard::WHOLE);
    assert_eq!(progress.settled, progress.comparisons);
    assert_eq!(at_nodes(&joined), at_nodes(&wanted));
    drop(kept);

    // Games with another seed are other games.
    let mut kept = PairLedger::open(&path, &run_info()).expect("the file");
    let (other, _) = resume(
        &game,
        Scale { seed: 2, ..scale },
        &mut kept,
        0,
        Shard::WHOLE,
    );
    assert!(other.rungs.iter().all(|rung| rung.at_nodes.is_none()));
}
