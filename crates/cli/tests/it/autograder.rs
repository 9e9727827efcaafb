//! The autograder kit of docs/teaching/autograder, run as the platforms run it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

use crate::common::{Folder, run, skipped};

fn kit(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/teaching/autograder")
        .join(name)
}

fn submission() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/programs/complete.py")
}

/// Returns `PATH` with the folder of the binary in front.
fn path() -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_espalier"))
        .parent()
        .expect("a folder");
    format!(
        "{}:{}",
        folder.display(),
        std::env::var("PATH").unwrap_or_default()
    )
}

/// Checks the fields that Gradescope documents.
fn check_results(results: &Json) {
    let tests = results["tests"].as_array().expect("tests");
    let number = |value: &Json| value.as_f64().expect("a number");
    let sum: f64 = tests.iter().map(|test| number(&test["score"])).sum();
    assert!((sum - number(&results["score"])).abs() < 1e-9, "{results}");
    assert_eq!(results["stdout_visibility"], "hidden");
    for test in tests {
        assert!(
            number(&test["score"]) <= number(&test["max_score"]),
            "{test}"
        );
        assert!(
            test["name"].is_string() && test["output"].is_string(),
            "{test}"
        );
        assert!(["passed", "failed"].contains(&test["status"].as_str().expect("a status")));
        assert!(
            ["visible", "after_published"]
                .contains(&test["visibility"].as_str().expect("a visibility"))
        );
    }
    assert_eq!(results["leaderboard"][0]["value"], results["score"]);
}

#[test]
fn gradescope_gets_its_results() {
    let folder = Folder::new("gradescope");
    for name in ["source", "submission", "results"] {
        fs::create_dir_all(folder.file(name)).expect("a folder");
    }
    let results = PathBuf::from(folder.file("results/results.json"));
    let graded = || {
        let run = Command::new("bash")
            .arg(kit("gradescope/run_autograder"))
            .env("AUTOGRADER_ROOT", folder.file("."))
            .env("ESPALIER_ASSIGNMENT", "minimax")
            .env("PATH", path())
            .output()
            .expect("bash");
        assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stderr)
        );
        let text = fs::read_to_string(&results).expect("results");
        serde_json::from_str::<Json>(&text).expect("JSON")
    };
    let empty = graded();
    assert!(
        empty["output"]
            .as_str()
            .is_some_and(|it| it.contains("no source file"))
            && empty["score"] == 0
    );
    fs::copy(submission(), folder.file("submission/complete.py")).expect("a file");
    let complete = graded();
    check_results(&complete);
    assert_eq!(complete["score"], 14.0, "{complete}");
    // The teacher's own assignment wins, and hidden questions stay hidden.
    let hidden = "name = \"own\"\ntitle = \"Own\"\n[questions.final]\ngame = \"tree\"\nsearch = \"alphabeta\"\ncount = 4\nhidden = true\n\
        [[criterion]]\ncheck = \"value\"\ntitle = \"Values\"\nweight = 3\nrequired = true\n";
    fs::write(folder.file("source/assignment.toml"), hidden).expect("a file");
    let wrong = fs::read_to_string(submission())
        .expect("a program")
        .replace("-self.run(", "self.run(");
    fs::write(folder.file("submission/complete.py"), wrong).expect("a file");
    let hidden = graded();
    check_results(&hidden);
    assert_eq!(hidden["tests"][0]["visibility"], "after_published");
    assert!(
        hidden["tests"][0]["output"]
            .as_str()
            .is_some_and(|it| it.contains("On a hidden question")),
        "{hidden}"
    );
    assert!(!hidden.to_string().contains("the tree ["), "{hidden}");
}

#[test]
fn moodle_gets_its_grade() {
    let folder = Folder::new("vpl");
    fs::copy(submission(), folder.file("my_search.py")).expect("a file");
    let script = format!(
        "bash '{}' && ./vpl_execution",
        kit("vpl/vpl_evaluate.sh").display()
    );
    let run = Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder.file("."))
        .envs([
            ("PATH", path().as_str()),
            ("VPL_GRADEMAX", "10"),
            ("ESPALIER_ASSIGNMENT", "minimax"),
        ])
        .output()
        .expect("bash");
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(
        text.ends_with("14 of 14 marks, passed\n--|>\nGrade :=>> 10.00\n"),
        "{text}"
    );
}

#[test]
fn junit_is_read_by_junitparser_and_one_criterion_is_graded_alone() {
    let folder = Folder::new("junit");
    let junit = folder.file("results.xml");
    let arguments = [
        "grade",
        "alphabeta:bug=strict-cut",
        "--assignment",
        "alphabeta",
        "--junit",
        &junit,
    ];
    assert_eq!(run(&arguments).status, Some(1));
    let text = fs::read_to_string(&junit).expect("a file");
    assert!(
        text.contains("<testsuite name=\"alphabeta\" tests=\"8\" failures=\"1\""),
        "{text}"
    );
    let script = "import sys, junitparser\n\
        for suite in junitparser.JUnitXml.fromfile(sys.argv[1]):\n    \
        print(suite.name, suite.tests, suite.failures, [case.name for case in suite if case.result and case.is_failure])";
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    let python = if installed.exists() {
        installed
    } else {
        "python3".into()
    };
    let read = Command::new(python)
        .args(["-c", script, &junit])
        .output()
        .expect("python3");
    if read.status.success() {
        let text = String::from_utf8_lossy(&read.stdout);
        assert_eq!(text.trim(), "alphabeta 8 1 ['No more than minimax']");
    } else {
        skipped("JUnit read by junitparser: the package is not installed");
    }
    let alone = run(&[
        "grade",
        "alphabeta",
        "--assignment",
        "alphabeta",
        "--only",
        "values-of-trees",
    ])
    .succeeds();
    assert_eq!(alone.last_line(), "4 of 4 marks, passed");
    run(&[
        "grade",
        "alphabeta",
        "--assignment",
        "alphabeta",
        "--only",
        "values-of-tres",
    ])
    .fails_saying(&[
        "no criterion \"values-of-tres\"",
        "did you mean values-of-trees?",
    ]);
}
