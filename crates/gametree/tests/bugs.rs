//! Each of the thirteen classic mistakes must be found, and the right program must not be.

use gametree::bugs::{Bug, Symptom, autopsy, witness};

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
