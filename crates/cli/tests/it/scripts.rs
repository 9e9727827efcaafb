//! Programs of the script protocol in every command, and faulty ones.

use std::fs;
use std::path::Path;

use crate::common::{Folder, json, run};

fn starter() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/teaching/example.py");
    format!("script:python3,arg={}", path.display())
}

#[test]
fn the_starter_searches_compares_and_plays() {
    let script = starter();
    let found = json(&[
        "search",
        &script,
        "--game",
        "tictactoe",
        "--depth",
        "4",
        "--json",
    ]);
    let truth = json(&[
        "search",
        "negamax:eval=zero",
        "--game",
        "tictactoe",
        "--depth",
        "4",
        "--json",
    ]);
    for key in ["nodes", "score", "depth"] {
        assert_eq!(found[key], truth[key], "{key}");
    }
    let said = run(&[
        "compare",
        &script,
        "negamax:eval=zero",
        "--game",
        "tictactoe",
        "--depth",
        "3",
    ]);
    assert!(said.succeeds().stdout.contains("script:python3"));
    let said = run(&[
        "match",
        &script,
        "negamax",
        "--game",
        "tictactoe",
        "--depth",
        "9",
        "--games",
        "2",
    ])
    .succeeds()
    .stdout;
    assert!(said.contains("draws        100.0%"), "{said}");
    let said = run(&[
        "play",
        "--game",
        "tictactoe",
        "--white",
        "negamax",
        "--black",
        &script,
    ])
    .succeeds()
    .stdout;
    // Its depth depends on its time.
    let ends = ["Draw by a full board", "X (negamax) wins"];
    assert!(ends.iter().any(|end| said.contains(end)), "{said}");
    // The starter does not play chess.
    run(&["search", &script, "--depth", "1"]).fails_saying(&["has no move"]);
}

#[test]
fn faulty_programs_are_reported_and_do_no_damage() {
    let folder = Folder::new("scripts");
    for (name, text, said) in [
        ("garbage", "print('{nonsense', flush=True)", "is no JSON"),
        (
            "illegal",
            "print('{\"move\":\"d9\"}', flush=True)",
            "which is not legal",
        ),
        ("silent", "import time; time.sleep(60)", "does not answer"),
        ("none", "print('{}', flush=True)", "has no move"),
        ("exits", "import sys; sys.exit(3)", "crashed"),
        (
            "chatty",
            "print('thinking'); print('{\"move\":\"a1\"}', flush=True)",
            "",
        ),
    ] {
        let path = folder.file(&format!("{name}.py"));
        fs::write(
            &path,
            format!("import sys\nfor line in sys.stdin:\n    {text}\n"),
        )
        .expect("a file");
        let spec = format!("script:python3,arg={path}");
        let run = run(&["search", &spec, "--game", "tictactoe", "--movetime", "300"]);
        if said.is_empty() {
            assert!(run.succeeds().stdout.contains("a1"), "{name}");
        } else {
            run.fails_saying(&[said]);
        }
    }
    run(&["search", "script:"]).fails_saying(&["the path is missing"]);
    run(&["search", "script:a,option.Hash=1"]).fails_saying(&["is no setting"]);
}
