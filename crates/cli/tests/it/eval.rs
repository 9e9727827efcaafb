//! `espalier eval`: the static evaluation as a table and as JSON.

use crate::common::{json, run};

#[test]
fn the_table_ends_with_the_value() {
    let text = run(&["eval"]).succeeds().stdout;
    assert!(text.starts_with("Term"), "{text}");
    assert!(text.contains("\nValue: +"), "{text}");
    assert!(
        text.contains("\nValue of each piece to the network"),
        "{text}"
    );
    let fen = "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1";
    let text = run(&["eval", "--fen", fen]).succeeds().stdout;
    assert!(text.contains("cannot force mate"), "{text}");
}

#[test]
fn json_is_one_object_with_every_term() {
    let value = json(&["eval", "--json"]);
    let terms = value["terms"].as_array().expect("terms");
    assert!(terms.iter().any(|term| term["term"] == "Mobility"));
    let sum = |phase: &str| -> i64 {
        let totals = terms.iter().map(|term| term["total"][phase].as_i64());
        totals.map(|total| total.expect("a number")).sum()
    };
    for phase in ["mg", "eg"] {
        assert_eq!(Some(sum(phase)), value["sum"][phase].as_i64());
    }
    let network = &value["network"];
    assert_eq!(network["men"].as_array().map(Vec::len), Some(30));
    assert!(network["white"].is_i64(), "{network}");
}

#[test]
fn every_game_has_its_state_value() {
    let text = run(&["eval", "--game", "minichess"]).succeeds().stdout;
    for name in ["activity", "squares", "squares-printed", "material"] {
        assert!(text.contains(&format!("\n{name} ")), "{text}");
    }
    let only = json(&["eval", "--game", "othello", "--eval", "corners", "--json"]);
    assert_eq!(only["values"][0]["side_to_move"], 0, "{only}");
    run(&["eval", "--game", "minichess", "--eval", "squarse"])
        .fails_saying(&["no evaluator is called \"squarse\"", "squares"]);
}
