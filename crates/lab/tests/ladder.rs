//! The ladder, measured in the smallest size.

use std::sync::atomic::AtomicBool;

use engine::Technique;
use games::{Chess, Othello};
use lab::ladder::{Ladder, Size, html, markdown, measure, rungs};
use lab::{Arena, GameKind};

const SIZE: Size = Size {
    games: 2,
    nodes: 30,
    movetime: 1,
    ablation_nodes: 30,
    positions: 1,
    depth: 1,
    seed: 1,
    concurrency: 2,
};

/// Measures, and checks that the progress ends where it said it would.
fn measured<G: Arena>(game: &G) -> Ladder {
    let mut last = (0, 1);
    let never = AtomicBool::new(false);
    let ladder = measure(game, SIZE, &never, &mut |done, of| last = (done, of));
    assert_eq!(last.0, last.1);
    ladder.expect("the rungs are good players")
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
