//! Programs are graded as a teacher would: right ones, those with a bug, and those that misbehave.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gametree::bugs::Bug;
use serde_json::Value as Json;

use crate::common::{Folder, Run, left_out, run, skipped};

/// A student's program, completed.
fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it/programs")
        .join(name)
}

fn starter(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/teaching")
        .join(name)
}

/// Grades with one JSON object for an answer.
fn graded(program: &str, assignment: &str, seed: u64) -> (Json, Run) {
    let seed = seed.to_string();
    let arguments = [
        "grade",
        program,
        "--assignment",
        assignment,
        "--seed",
        &seed,
        "--json",
    ];
    let run = run(&arguments);
    let sheet =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stderr));
    (sheet, run)
}

#[track_caller]
fn passes(program: &str, assignment: &str) {
    let run = run(&["grade", program, "--assignment", assignment]).succeeds();
    assert!(run.last_line().ends_with("marks, passed"), "{}", run.stdout);
    assert!(!run.stdout.contains("\n- "), "{}", run.stdout);
    let (points, of) = run.last_line().split_once(" of ").expect("marks");
    assert_eq!(
        Some(points),
        of.split(' ').next(),
        "full marks: {}",
        run.stdout
    );
}

fn compiled(compiler: &str, arguments: &[&Path], flags: &[&str]) -> bool {
    let run = Command::new(compiler).args(flags).args(arguments).output();
    let Ok(run) = run else {
        return false;
    };
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    true
}

#[test]
fn a_completed_python_starter_passes() {
    let complete = program("complete.py");
    let complete = complete.to_str().expect("a plain path");
    for assignment in ["minimax", "alphabeta", "ordering", "table"] {
        passes(complete, assignment);
    }
    // The same by its spec, and a file that has only the function.
    passes(&format!("script:python3,arg={complete}"), "alphabeta");
    let folder = Folder::new("grade-function");
    let text = fs::read_to_string(complete).expect("a program");
    let (function, _) = text.split_once("if __name__").expect("a loop");
    let file = folder.file("function.py");
    fs::write(&file, function.replace("import sys\n", "")).expect("a file");
    passes(&file, "minimax");
}

#[test]
fn completed_starters_in_other_languages_pass() {
    let folder = Folder::new("grade-languages");
    let cpp = PathBuf::from(folder.file("cpp"));
    let out = cpp.as_path();
    if compiled(
        "g++",
        &[&program("complete.cpp"), Path::new("-o"), out],
        &["-std=c++17"],
    ) {
        passes(&format!("script:{}", out.display()), "alphabeta");
        compiled(
            "g++",
            &[&starter("starter.cpp"), Path::new("-o"), out],
            &["-std=c++17"],
        );
        speaks(&format!("script:{}", out.display()));
    } else {
        skipped("a starter in C++: there is no g++");
    }
    let rust = PathBuf::from(folder.file("rust"));
    let out = rust.as_path();
    if compiled(
        "rustc",
        &[&program("complete.rs"), Path::new("-o"), out],
        &["--edition=2024"],
    ) {
        passes(&format!("script:{}", out.display()), "alphabeta");
        compiled(
            "rustc",
            &[&starter("starter.rs"), Path::new("-o"), out],
            &["--edition=2024"],
        );
        speaks(&format!("script:{}", out.display()));
    } else {
        skipped("a starter in Rust: there is no rustc");
    }
    let classes = PathBuf::from(folder.file("java"));
    let sources = [program("Complete.java"), starter("Starter.java")];
    let out = [Path::new("-d"), classes.as_path(), &sources[0], &sources[1]];
    if compiled("javac", &out, &[]) {
        let java =
            |class: &str| format!("script:java,arg=-cp,arg={},arg={class}", classes.display());
        passes(&java("Complete"), "alphabeta");
        speaks(&java("Starter"));
    } else {
        left_out("a starter in Java: there is no javac");
    }
}

/// A starter answers, and is told what is missing.
#[track_caller]
fn speaks(spec: &str) {
    let (sheet, run) = graded(spec, "minimax", 1);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    let marks = sheet["marks"].as_array().expect("marks");
    let passed = |check: &str| {
        marks
            .iter()
            .any(|mark| mark["check"] == check && mark["passed"] == true)
    };
    assert!(
        passed("time") && passed("nonsense") && !passed("value"),
        "{sheet}"
    );
    let note = sheet["notes"][0].as_str().expect("a note");
    assert!(note.starts_with("The program says: I "), "{note}");
}

/// What a student gets wrong, each in one place of the completed program, and what it is called.
const BY_HAND: [(&str, &str, &str); 13] = [
    (
        "strict-cut",
        "best >= beta:\n                break",
        "best > beta:\n                break",
    ),
    (
        "value-not-negated",
        "value = -self.run(game.play(state, move), depth - 1, -beta",
        "value = self.run(game.play(state, move), depth - 1, -beta",
    ),
    (
        "bound-forgotten",
        "if bound == \"exact\" or bound == \"lower\" and value >= beta or bound == \"upper\" and value <= alpha:",
        "if True:",
    ),
    ("depth-ignored", " and entry[0] == depth", ""),
    (
        "no-research",
        "depth - 1, -beta, -raised)",
        "depth - 1, -(beta if best_move is None else raised + 1), -raised)",
    ),
    ("deeper-reused", "entry[0] == depth", "entry[0] >= depth"),
    (
        "cut-after-loop",
        "            if self.kind != \"minimax\" and best >= beta:\n                break\n",
        "",
    ),
    ("window-not-negated", "-beta, -raised)", "raised, beta)"),
    (
        "alpha-is-best",
        "raised = max(raised, best)",
        "raised = best",
    ),
    (
        "alpha-is-last-value",
        "raised = max(raised, best)",
        "raised = value",
    ),
    (
        "side-not-in-key",
        "self.table[state]",
        "self.table[state[0]]",
    ),
    (
        "bounds-swapped",
        "\"lower\" and value >= beta or bound == \"upper\" and",
        "\"upper\" and value >= beta or bound == \"lower\" and",
    ),
    (
        "bound-from-raised-alpha",
        "\"lower\" if best >= beta else \"upper\" if best <= alpha",
        "\"upper\" if best <= raised else \"lower\" if best >= beta",
    ),
];

fn by_hand(bugs: &[(&str, &str, &str)], seeds: std::ops::RangeInclusive<u64>) {
    let folder = Folder::new(&format!("grade-by-hand-{}", bugs.len()));
    let right = fs::read_to_string(program("complete.py")).expect("a program");
    for (name, from, to) in bugs {
        assert!(right.contains(from), "{name}");
        let mut wrong = right.replacen(from, to, 1);
        if *name == "side-not-in-key" {
            wrong = wrong.replacen("self.table.get(state)", "self.table.get(state[0])", 1);
        }
        let file = folder.file(&format!("{name}.py"));
        fs::write(&file, wrong).expect("a file");
        for seed in seeds.clone() {
            let (sheet, run) = graded(&file, "table", seed);
            assert_eq!(sheet["bug"]["name"], *name, "seed {seed}: {sheet}");
            assert_eq!(run.status, Some(1));
        }
    }
}

#[test]
fn bugs_written_by_hand_are_named() {
    by_hand(&BY_HAND[..5], 1..=1);
}

/// A right search whose table is not emptied is wrong, but not by a bug of the search.
#[test]
fn a_table_that_is_not_emptied_is_told_from_a_bug() {
    let folder = Folder::new("grade-keeps");
    let right = fs::read_to_string(program("complete.py")).expect("a program");
    let kept = right
        .replacen("class Search:\n", "KEPT = {}\n\n\nclass Search:\n", 1)
        .replacen("[], {}", "[], KEPT", 1);
    assert_ne!(right, kept);
    let file = folder.file("kept.py");
    fs::write(&file, kept).expect("a file");
    let (sheet, run) = graded(&file, "table", 1);
    assert_eq!(
        (run.status, &sheet["bug"]),
        (Some(1), &Json::Null),
        "{sheet}"
    );
    let notes = sheet["notes"].to_string();
    assert!(notes.contains("begin it with an empty table"), "{sheet}");
}

/// `cargo test -p espalier-cli --test it grade:: -- --ignored`: some minutes.
#[test]
#[ignore = "every assignment, with twenty seeds: cargo test -p espalier-cli --test it grade:: -- --ignored"]
fn a_completed_starter_is_never_blamed_over_twenty_seeds() {
    let complete = program("complete.py");
    let complete = complete.to_str().expect("a plain path");
    for assignment in ["minimax", "alphabeta", "ordering", "table"] {
        for seed in 1..=20 {
            let (sheet, run) = graded(complete, assignment, seed);
            assert_eq!(run.status, Some(0), "{assignment}, seed {seed}: {sheet}");
        }
    }
}

/// `cargo test -p espalier-cli --test it grade:: -- --ignored`: some minutes.
#[test]
#[ignore = "all thirteen, with twenty seeds: cargo test -p espalier-cli --test it grade:: -- --ignored"]
fn every_bug_written_by_hand_is_named_over_twenty_seeds() {
    by_hand(&BY_HAND, 1..=20);
}

fn behind_the_protocol(bugs: &[Bug], seeds: std::ops::RangeInclusive<u64>) {
    let espalier = env!("CARGO_BIN_EXE_espalier").replace(',', ",,");
    for bug in bugs {
        let spec = format!("script:{espalier},arg=script,arg=alphabeta:bug={bug}");
        for seed in seeds.clone() {
            let (sheet, _) = graded(&spec, "table", seed);
            assert_eq!(sheet["bug"]["name"], bug.name(), "seed {seed}: {sheet}");
        }
    }
}

#[test]
fn bugged_players_behind_the_script_protocol_are_named() {
    behind_the_protocol(
        &[Bug::SideNotInKey, Bug::WindowNotNegated, Bug::AlphaIsBest],
        2..=2,
    );
}

/// `cargo test -p espalier-cli --test it grade:: -- --ignored`: some minutes.
#[test]
#[ignore = "all thirteen, with twenty seeds: cargo test -p espalier-cli --test it grade:: -- --ignored"]
fn every_bugged_player_behind_the_script_protocol_is_named_over_twenty_seeds() {
    behind_the_protocol(&Bug::ALL, 1..=20);
}

/// No program gets a mark for harm, and none does any.
#[test]
fn whoever_misbehaves_is_marked_and_harms_nobody() {
    let folder = Folder::new("grade-misbehaves");
    let text = run(&["grade", "--show", "minimax"]).succeeds().stdout;
    // As many questions as it takes: each is waited for.
    let text = ["count = 12", "count = 8", "count = 6"]
        .iter()
        .fold(text, |text, count| text.replace(count, "count = 2"));
    // Little time for those that take all of it, and enough for the others on a busy machine.
    let [quick, patient] = [("quick.toml", 0.2), ("patient.toml", 20.0)].map(|(name, seconds)| {
        let limits = format!("[limits]\nseconds = {seconds}\nmebibytes = 64\n\n[questions.trees]");
        let file = folder.file(name);
        fs::write(&file, text.replacen("[questions.trees]", &limits, 1)).expect("a file");
        file
    });
    for (name, line, said) in [
        ("exits", "sys.exit(3)", "crashed: exit status: 3"),
        ("hangs", "import time; time.sleep(60)", "does not answer"),
        ("garbage", "print('{nonsense', flush=True)", "is no JSON"),
        (
            "endless",
            "import time\n    while True: print('x' * 1000); time.sleep(0.001)",
            "does not answer",
        ),
        (
            "odd",
            "print('{\"value\":\"many\",\"move\":[1],\"nodes\":-3}', flush=True)",
            "",
        ),
        ("wants 10 GB", "b'x' * (10 * 2**30)", "MemoryError"),
        (
            "eats memory",
            "kept = [b'x' * 2**22 for _ in iter(int, 1)]",
            "MiB of memory where 64 are allowed",
        ),
        (
            "forks",
            "import os, time; [os.fork() or time.sleep(60) for _ in range(40)]",
            "processes at a time where 16 are allowed",
        ),
        (
            "kills itself",
            "import os; os.kill(os.getpid(), 9)",
            "crashed: signal: 9",
        ),
    ] {
        let file = folder.file(&format!("{name}.py"));
        let script = format!("import sys\nfor line in sys.stdin:\n    {line}\n");
        fs::write(&file, script).expect("a file");
        let is_late = said == "does not answer";
        let assignment = if is_late { &quick } else { &patient };
        let (sheet, run) = graded(&file, assignment, 1);
        assert_eq!((run.status, run.stderr.as_str()), (Some(1), ""), "{name}");
        assert_eq!(sheet["bug"], Json::Null, "{name}: {sheet}");
        let notes = sheet["notes"].to_string();
        assert!(notes.contains(said), "{name}: {notes}");
        let marks = sheet["marks"].as_array().expect("marks");
        let values = marks.iter().filter(|mark| mark["check"] == "value");
        assert!(values.clone().count() > 1, "{name}");
        for mark in values {
            assert_eq!(
                (&mark["points"], &mark["graded"]),
                (&0.0.into(), &true.into()),
                "{name}: {mark}"
            );
        }
    }
}

#[test]
fn a_sheet_is_written_in_every_form_and_the_status_says_whether_all_is_right() {
    let folder = Folder::new("grade-forms");
    let (html, csv) = (folder.file("sheet.html"), folder.file("sheet.csv"));
    let wrong = "alphabeta:bug=no-research";
    let arguments = [
        "grade",
        wrong,
        "--assignment",
        "alphabeta",
        "--html",
        &html,
        "--csv",
        &csv,
    ];
    let first = run(&arguments);
    assert_eq!((first.status, first.stderr.as_str()), (Some(1), ""));
    assert!(
        first
            .stdout
            .contains("\nThe bug is no-research: it believes"),
        "{}",
        first.stdout
    );
    let page = fs::read_to_string(&html).expect("a page");
    assert!(page.contains("<h2>The bug: no-research</h2>"));
    assert_eq!(
        page.matches("<svg class=\"tree\"").count(),
        2,
        "the right search beside the wrong one"
    );
    let table = fs::read_to_string(&csv).expect("a table");
    let last = table.lines().last().expect("a line");
    assert!(
        last.contains(",all,all,true,false,") && last.ends_with(",no-research"),
        "{last}"
    );
    let again = run(&arguments);
    assert_eq!(first.stdout, again.stdout);
    assert_eq!(fs::read_to_string(&html).expect("a page"), page);
    let right = run(&[
        "grade",
        "alphabeta",
        "--assignment",
        "alphabeta",
        "--html",
        &html,
    ]);
    assert!(right.succeeds().last_line().ends_with("passed"));
    // A position that is wrong is shown on a board: nobody's evaluator is this one.
    let chess = run(&[
        "grade",
        "alphabeta:eval=zero",
        "--assignment",
        "a4",
        "--html",
        &html,
    ]);
    assert_eq!(chess.status, Some(1));
    assert!(
        chess.stdout.contains("No bug that is known here explains"),
        "{}",
        chess.stdout
    );
    assert!(
        fs::read_to_string(&html)
            .expect("a page")
            .contains("<svg class=\"board\"")
    );
}

#[test]
fn what_cannot_be_graded_is_said_in_a_line() {
    run(&["grade", "alphabeta", "--assignment", "alphbeta"])
        .fails_saying(&["did you mean alphabeta?"]);
    run(&["grade", "alphbeta", "--assignment", "minimax"])
        .fails_saying(&["did you mean alphabeta?"]);
    run(&["grade", "no/such.py", "--assignment", "minimax"]).fails_saying(&["cannot read"]);
    run(&["grade", "alphabeta", "--assignment", "no/such.toml"])
        .fails_saying(&["cannot read no/such.toml"]);
    run(&["grade", "alphabeta"]).fails_saying(&["--assignment"]);
    let espalier = env!("CARGO_BIN_EXE_espalier").replace(',', ",,");
    run(&["grade", &format!("uci:{espalier}"), "--assignment", "table"])
        .fails_saying(&["asks nothing that uci:", "tree"]);
    run(&["script", "nobody"]).fails_saying(&["no player is called \"nobody\""]);
}

/// Engines that only play are graded by their moves, and by what they say on the way.
#[test]
fn a_uci_engine_is_graded_by_its_moves() {
    let espalier = env!("CARGO_BIN_EXE_espalier").replace(',', ",,");
    let spec = format!("uci:{espalier},option.Player=alphabeta:eval=domination");
    let (sheet, run) = graded(&spec, "a4", 1);
    let marks = sheet["marks"].as_array().expect("marks");
    let of = |check: &str| {
        marks
            .iter()
            .find(|mark| mark["check"] == check)
            .expect("a mark")
    };
    assert_eq!(
        (run.status, &sheet["bug"]),
        (Some(1), &Json::Null),
        "minimax was asked for"
    );
    for check in ["legal", "value", "move", "order", "time"] {
        assert_eq!(of(check)["passed"], true, "{sheet}");
    }
    for check in ["perft", "nonsense"] {
        assert_eq!(of(check)["graded"], false, "{sheet}");
    }
}
