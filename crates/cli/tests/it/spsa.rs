//! `espalier spsa`: parameters are listed, and tuned by real games.

use std::fs;

use super::common::{Folder, run};

#[test]
fn parameters_are_listed_and_an_unknown_one_is_named() {
    let some = run(&["spsa", "lmr_base", "rfp_margin"]).succeeds();
    let names: Vec<&str> = some
        .stdout
        .lines()
        .filter_map(|line| line.split(',').next())
        .collect();
    assert_eq!(names, ["lmr_base", "rfp_margin"]);
    run(&["spsa", "lmr_bass"]).fails_saying(&["lmr_bass", "lmr_base"]);
    run(&["spsa", "lmr_base", "--state", "x.jsonl"]).fails_saying(&["--program"]);
}

/// The parameter is the rating of the engine. Two pairs cannot tune it; the test checks that they are played, kept and
/// resumed.
#[test]
fn a_tiny_tuning_is_played_kept_and_resumed() {
    let folder = Folder::new("spsa");
    let (numbers, state) = (folder.file("numbers.txt"), folder.file("tune.jsonl"));
    fs::write(&numbers, "UCI_Elo, int, 1100, 900, 2300, 200, 0.1\n").expect("a file");
    let program = env!("CARGO_BIN_EXE_espalier");
    let tune = [
        "spsa",
        "--params",
        &numbers,
        "--state",
        &state,
        "--program",
        program,
        "--option",
        "UCI_LimitStrength=true",
        "--option",
        "Hash=1",
        "--pairs",
        "2",
        "--nodes",
        "40",
        "--concurrency",
        "2",
    ];
    let first = run(&tune).succeeds();
    assert!(first.stdout.contains("UCI_Elo"), "{}", first.stdout);
    let kept = fs::read_to_string(&state).expect("the state");
    let steps = |text: &str| {
        text.lines()
            .filter(|line| line.starts_with("{\"step\""))
            .count()
    };
    assert_eq!(steps(&kept), 2, "{kept}");
    let manifest = fs::read_to_string(folder.file("tune.manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"values\"") && manifest.contains("UCI_LimitStrength"));

    // After a kill within the last line, one pair is played again, and both occur once.
    let cut = kept.trim_end().len() - 2;
    fs::write(&state, &kept[..cut]).expect("the state");
    let again = run(&tune).succeeds();
    assert_eq!(steps(&fs::read_to_string(&state).expect("the state")), 2);
    assert!(again.stdout.contains("UCI_Elo"));

    // A program without the option is an error.
    fs::write(&numbers, "no_such_number, int, 5, 1, 9, 1, 0.1\n").expect("a file");
    let other = folder.file("other.jsonl");
    let mut wrong = tune;
    wrong[4] = &other;
    run(&wrong).fails_saying(&["no_such_number"]);
}
