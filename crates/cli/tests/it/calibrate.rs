//! `espalier calibrate`: ratings of limited strength from matches.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Folder, run, run_in};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The tables of docs/strength.md are those of the finished matches.
#[test]
fn the_document_has_the_ratings_of_the_results() {
    let results = root().join("results/strength.jsonl").display().to_string();
    let output = run(&["calibrate", "--rate", "--results", &results]).succeeds();
    let document = fs::read_to_string(root().join("docs/strength.md")).expect("the document");
    let rows = output.stdout.lines().filter(|line| line.starts_with("| "));
    let rows: Vec<&str> = rows.collect();
    assert!(rows.len() > 40, "{}", output.stdout);
    for row in rows {
        assert!(document.contains(row), "{row}");
    }
    assert!(output.stdout.contains("correspond to 155 Elo"));
}

#[test]
fn a_finished_match_is_not_played_again() {
    let folder = Folder::new("calibrate");
    let [results, keep] = ["check.jsonl", "journals"].map(|name| folder.file(name));
    let words = [
        "calibrate",
        "--check",
        "820",
        "--games",
        "2",
        "--results",
        &results,
        "--keep",
        &keep,
    ];
    let first = run(&words).succeeds();
    assert!(
        first.stdout.contains("No game was against Stockfish"),
        "{}",
        first.stdout
    );
    let lines = fs::read_to_string(&results).expect("the results");
    assert_eq!(lines.lines().count(), 2, "{lines}");
    // Without the journals the matches would be played again.
    fs::remove_dir_all(&keep).expect("the journals");
    assert_eq!(run(&words).succeeds().stdout, first.stdout);
    let journals = fs::read_dir(&keep).expect("an empty folder");
    assert_eq!(journals.count(), 0);
}

#[test]
fn wrong_input_is_one_sentence() {
    let folder = Folder::new("calibrate-errors");
    let results = folder.file("check.jsonl");
    let missing = [
        "calibrate",
        "--check",
        "1400",
        "--stockfish",
        "nowhere",
        "--results",
        &results,
    ];
    run_in(&folder, &missing, "").fails_saying(&["nowhere", "--stockfish"]);
    run(&["calibrate", "--rate", "--results", &results]).fails_saying(&["check.jsonl"]);
    fs::write(&results, "{}\n").expect("a file");
    run(&["calibrate", "--rate", "--results", &results]).fails_saying(&["line 1"]);
    fs::write(&results, "").expect("a file");
    run(&["calibrate", "--rate", "--results", &results]).fails_saying(&["no finished match"]);
}
