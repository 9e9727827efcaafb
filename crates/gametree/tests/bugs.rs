//! Each of the thirteen classic mistakes must be found, and the right program must not be.

use gametree::bugs::{Bug, autopsy, witness};

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
        assert!(
            sick.wrong_values > 0 || sick.broken_contracts > 0 || sick.nodes != right.nodes,
            "{bug} lives: nothing tells it from the right program"
        );
    }
}

#[test]
fn value_tests_alone_let_the_time_wasters_live() {
    let right = autopsy(None, GAMES);
    for bug in Bug::ALL.into_iter().filter(|bug| bug.only_wastes_time()) {
        let sick = autopsy(Some(bug), GAMES);
        assert_eq!((sick.wrong_values, sick.broken_contracts), (0, 0), "{bug}");
        assert!(sick.nodes > right.nodes, "{bug} must cost nodes");
        assert_eq!(witness(bug, GAMES), None);
    }
}

#[test]
fn a_witness_shows_the_wrong_value() {
    for bug in [
        Bug::BoundForgotten,
        Bug::SideNotInKey,
        Bug::NoResearch,
        Bug::DeeperReused,
    ] {
        let witness = witness(bug, GAMES).unwrap();
        assert_ne!(witness.right, witness.wrong, "{bug}");
    }
}
