//! Each of the thirteen classic mistakes must be found, and the right program must not be.

use gametree::bugs::{Bug, BuggyAlphaBeta, Symptom, autopsy, witness};
use gametree::searches::{Aspiration, Deepening};
use gametree::synthetic::{ExplicitTree, GraphGame, NodeValue, UniformTree, VertexValue};
use gametree::{Evaluator, Game, Limits, Searcher, Zero};

const GAMES: u64 = 250;

#[test]
fn every_bug_is_killed_by_the_checks() {
    let right = autopsy(None, GAMES);
    assert_eq!(
        (right.wrong_values, right.broken_contracts),
        (0, 0),
        "the right program"
    );
    for bug in Bug::ALL {
        let sick = autopsy(Some(bug), GAMES);
        let percent = sick.nodes * 100 / right.nodes;
        println!(
            "{bug:24} wrong {:3} contract {:3} nodes {percent:3} %",
            sick.wrong_values, sick.broken_contracts
        );
        // Each is found by its symptom, and by nothing that is easier to see.
        match bug.symptom() {
            Symptom::WrongValue => assert!(sick.wrong_values > 0, "{bug} lives"),
            Symptom::BrokenContract => {
                assert_eq!(sick.wrong_values, 0, "{bug}");
                assert!(sick.broken_contracts > 0, "{bug} lives");
            }
            Symptom::MoreNodes => {
                assert_eq!((sick.wrong_values, sick.broken_contracts), (0, 0), "{bug}");
                assert!(sick.nodes > right.nodes, "{bug} lives");
            }
        }
    }
}

#[test]
fn a_witness_shows_the_wrong_value_and_there_is_none_for_a_waster_of_time() {
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
fn a_mistake_is_found_by_its_name_and_says_what_it_is() {
    for bug in Bug::ALL {
        assert_eq!(bug.name().parse(), Ok(bug));
        assert!(!bug.about().is_empty() && !bug.about().contains('\n'));
    }
    let error = "cut-after-lop".parse::<Bug>().unwrap_err().to_string();
    assert!(error.starts_with("bad mistake: found `cut-after-lop`, expected one of "));
    assert!(error.contains("cut-after-loop") && error.ends_with("strict-cut"));
}

/// Every line of answers is one of legal moves, whatever the limits and whatever goes around.
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
                    assert!(legal.contains(&mv), "{label}: {mv:?} is no move");
                    game.play(&mut state, mv);
                }
            }
        }
    }
}

#[test]
fn every_mistake_answers_with_a_legal_move() {
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
    let tree: ExplicitTree = "[[3 5] [2 12]]".parse().unwrap();
    check_answers(&tree, &tree.root(), &Zero);
}
