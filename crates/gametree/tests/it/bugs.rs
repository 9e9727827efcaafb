//! The checks detect each of the thirteen classic mistakes, and pass the correct program.

use gametree::bugs::{Bug, BuggyAlphaBeta, Symptom, autopsy, witness};
use gametree::searches::{Aspiration, Deepening};
use gametree::synthetic::{GraphGame, NodeValue, NumberTree, UniformTree, VertexValue};
use gametree::{Evaluator, Game, Limits, Searcher, Zero};

const GAMES: u64 = 250;

#[test]
fn the_checks_detect_every_mistake() {
    let right = autopsy(None, GAMES);
    assert_eq!(
        (right.wrong_values, right.broken_contracts),
        (0, 0),
        "the right program"
    );
    for bug in Bug::ALL {
        let found = autopsy(Some(bug), GAMES);
        let percent = found.nodes * 100 / right.nodes;
        println!(
            "{bug:24} wrong {:3} contract {:3} nodes {percent:3} %",
            found.wrong_values, found.broken_contracts
        );
        // Its symptom detects each mistake, and no easier symptom does.
        match bug.symptom() {
            Symptom::WrongValue => assert!(found.wrong_values > 0, "{bug} is not detected"),
            Symptom::BrokenContract => {
                assert_eq!(found.wrong_values, 0, "{bug}");
                assert!(found.broken_contracts > 0, "{bug} is not detected");
            }
            Symptom::MoreNodes => {
                assert_eq!(
                    (found.wrong_values, found.broken_contracts),
                    (0, 0),
                    "{bug}"
                );
                assert!(found.nodes > right.nodes, "{bug} is not detected");
            }
        }
    }
}

#[test]
fn a_witness_exists_for_exactly_the_mistakes_with_a_wrong_value() {
    for bug in Bug::ALL {
        match (bug.symptom(), witness(bug, GAMES)) {
            (Symptom::WrongValue, Some(witness)) => {
                assert_ne!(witness.right, witness.wrong, "{bug}");
            }
            (Symptom::WrongValue, None) => panic!("no witness for {bug}"),
            (_, found) => assert_eq!(found, None, "{bug}"),
        }
    }
}

#[test]
fn a_mistake_parses_from_its_name_and_has_a_description() {
    for bug in Bug::ALL {
        assert_eq!(bug.name().parse(), Ok(bug));
        assert!(!bug.about().is_empty() && !bug.about().contains('\n'));
    }
    let error = "cut-after-lop".parse::<Bug>().unwrap_err().to_string();
    assert!(error.starts_with("bad mistake: found `cut-after-lop`, expected one of "));
    assert!(error.contains("cut-after-loop") && error.ends_with("strict-cut"));
}

/// Checks that every principal variation consists of legal moves, for all limits and wrappers.
fn check_answers<G: Game, E: Evaluator<G> + Clone>(game: &G, root: &G::State, eval: &E) {
    for bug in Bug::ALL.map(Some).into_iter().chain([None]) {
        let search = || BuggyAlphaBeta::new(eval.clone(), bug);
        let mut searches: [Box<dyn Searcher<G> + '_>; 3] = [
            Box::new(search()),
            Box::new(Deepening::new(search())),
            Box::new(Deepening::new(Aspiration::new(search(), 2).with_guess(5))),
        ];
        for search in &mut searches {
            for limits in [
                Limits::depth(1),
                Limits::depth(5),
                Limits::depth(6).with_nodes(40),
                Limits::nodes(1_500),
                Limits::nodes(0),
            ] {
                let result = search.search(game, root, &limits);
                let label = bug.map_or("no mistake", Bug::name);
                assert!(result.best.is_some(), "{label} has no move");
                assert_eq!(result.best, result.pv.first().copied());
                let mut state = root.clone();
                for &mv in &result.pv {
                    let mut legal = Vec::new();
                    game.moves(&state, &mut legal);
                    assert!(legal.contains(&mv), "{label}: {mv:?} is illegal");
                    game.play(&mut state, mv);
                }
            }
        }
    }
}

#[test]
fn every_mistake_returns_a_legal_move() {
    for seed in 0..25 {
        for game in [
            GraphGame::new(30, seed),
            GraphGame::with_double_moves(30, seed),
        ] {
            check_answers(&game, &game.root(), &VertexValue);
        }
        let tree = UniformTree::random(3, 5, seed);
        check_answers(&tree, &tree.root(), &NodeValue);
    }
    let tree: NumberTree = "[[3 5] [2 12]]".parse().unwrap();
    check_answers(&tree, &tree.root(), &Zero);
}

#[test]
fn the_readme_counts_the_mistakes_by_symptom() {
    let count = |symptom| {
        Bug::ALL
            .iter()
            .filter(|bug| bug.symptom() == symptom)
            .count()
    };
    assert_eq!(Bug::ALL.len(), 13);
    assert_eq!(count(Symptom::WrongValue), 8);
    assert_eq!(count(Symptom::BrokenContract), 1);
    assert_eq!(count(Symptom::MoreNodes), 4);
    let readme = include_str!("../../README.md");
    assert!(readme.contains("thirteen classic mistakes"));
    assert!(readme.contains("Five of them return the right value"));
    assert!(readme.contains("one breaks the window contract, and four only cost nodes"));
}
