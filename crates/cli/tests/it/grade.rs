//! Grades correct programs, programs with a bug, and faulty programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gametree::bugs::Bug;
use serde_json::Value as Json;

use crate::common::{Folder, Run, left_out, run, skipped};

/// Returns the path of a complete program.
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

/// Grades a program and returns the JSON object.
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
    // The same program by its spec, and a file with only the function.
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
    } else {
        skipped("a starter in Rust: there is no rustc");
    }
    let classes = PathBuf::from(folder.file("java"));
    let source = program("Complete.java");
    let out = [Path::new("-d"), classes.as_path(), &source];
    if compiled("javac", &out, &[]) {
        let java =
            |class: &str| format!("script:java,arg=-cp,arg={},arg={class}", classes.display());
        passes(&java("Complete"), "alphabeta");
    } else {
        left_out("a starter in Java: there is no javac");
    }
}

/// The starters with their compilers, and a search that completes each: the lines that follow its mark.
const STARTERS: [(&str, &str, &str); 4] = [
    (
        "starter.py",
        "python3",
        r#"    over = state.result()
    if over is not None or depth == 0:
        return (state.evaluation() if over is None else over), None
    best, best_move = -INFINITY, None
    for move in state.moves():
        value = -search(state.after(move), depth - 1, -beta, -alpha)[0]
        if value > best:
            best, best_move = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move
"#,
    ),
    (
        "Starter.java",
        "javac",
        r#"        Integer over = state.result();
        if (over != null || depth == 0) return new Found(over == null ? state.evaluation() : over, null);
        int best = -INFINITY;
        Integer bestMove = null;
        for (int move : state.moves()) {
            int value = -search(state.after(move), depth - 1, -beta, -alpha).value;
            if (value > best) {
                best = value;
                bestMove = move;
            }
            alpha = Math.max(alpha, best);
            if (alpha >= beta) break;
        }
        return new Found(best, bestMove);
"#,
    ),
    (
        "starter.cpp",
        "g++",
        r#"    std::optional<int> over = state.result();
    if (over || depth == 0) return {over.value_or(state.evaluation()), std::nullopt};
    Found best = {-INFINITE, std::nullopt};
    for (int move : state.moves()) {
        int value = -search(*state.after(move), depth - 1, -beta, -alpha).value;
        if (value > best.value) best = {value, move};
        alpha = std::max(alpha, best.value);
        if (alpha >= beta) break;
    }
    return best;
"#,
    ),
    (
        "starter.rs",
        "rustc",
        r#"    if depth == 0 || state.result().is_some() {
        return (state.result().unwrap_or_else(|| state.evaluation()), None);
    }
    let (mut alpha, mut best) = (alpha, (-INFINITY, None));
    for mv in state.moves() {
        let value = -search(&*state.after(mv), depth - 1, -beta, -alpha, nodes).0;
        if value > best.0 {
            best = (value, Some(mv));
        }
        alpha = alpha.max(best.0);
        if alpha >= beta {
            break;
        }
    }
    best
"#,
    ),
];

/// An unedited starter has the same marks in every language, and its one marked function completes it.
#[test]
fn starters_are_equal_in_all_languages() {
    let folder = Folder::new("grade-starters");
    let mut first: Option<Json> = None;
    for (name, compiler, search) in STARTERS {
        if Command::new(compiler).arg("--version").output().is_err() {
            left_out(&format!("{name}: there is no {compiler}"));
            continue;
        }
        let path = starter(name);
        let (sheet, run) = graded(path.to_str().expect("a plain path"), "minimax", 1);
        assert_eq!(run.status, Some(1), "{name}: {sheet}");
        let first = first.get_or_insert_with(|| sheet["marks"].clone());
        assert_eq!(&sheet["marks"], first, "{name}");
        let text = fs::read_to_string(&path).expect("a starter");
        let (before, after) = text.split_once("YOUR SEARCH").expect("the mark");
        let (comment, rest) = after.split_once('\n').expect("a line");
        // The function ends where its indentation does.
        let ends = ["\n\n\n", "\n    }\n", "\n}\n"];
        let length = ends.iter().filter_map(|end| rest.find(end)).min();
        let rest = &rest[length.expect("the end of the function") + 1..];
        let complete = format!("{before}YOUR SEARCH{comment}\n{search}{rest}");
        let file = folder.file(name);
        fs::write(&file, complete).expect("a file");
        passes(&file, "alphabeta");
    }
    assert!(first.is_some(), "no language is installed");
}

/// Bugs, each in one line of the complete program, with their names.
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
fn bugs_in_programs_are_named() {
    by_hand(&BY_HAND[..5], 1..=1);
}

/// A table that is not cleared between questions is reported, and not as a bug of the search.
#[test]
fn a_table_that_is_not_cleared_is_distinguished_from_a_bug() {
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

#[test]
#[ignore = "every assignment, with twenty seeds: make long"]
fn a_complete_starter_passes_with_twenty_seeds() {
    let complete = program("complete.py");
    let complete = complete.to_str().expect("a plain path");
    for assignment in ["minimax", "alphabeta", "ordering", "table"] {
        for seed in 1..=20 {
            let (sheet, run) = graded(complete, assignment, seed);
            assert_eq!(run.status, Some(0), "{assignment}, seed {seed}: {sheet}");
        }
    }
}

#[test]
#[ignore = "all thirteen, with twenty seeds: make long"]
fn every_bug_in_a_program_is_named_with_twenty_seeds() {
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
fn bugged_players_by_the_script_protocol_are_named() {
    behind_the_protocol(
        &[Bug::SideNotInKey, Bug::WindowNotNegated, Bug::AlphaIsBest],
        2..=2,
    );
}

#[test]
#[ignore = "all thirteen, with twenty seeds: make long"]
fn every_bugged_player_by_the_script_protocol_is_named_over_twenty_seeds() {
    behind_the_protocol(&Bug::ALL, 1..=20);
}

/// Faulty programs get no marks and do no damage.
#[test]
fn faulty_programs_are_marked_and_do_no_damage() {
    let folder = Folder::new("grade-misbehaves");
    let text = run(&["grade", "--show", "minimax"]).succeeds().stdout;
    // Each question has its own time limit.
    let text = ["count = 12", "count = 8", "count = 6"]
        .iter()
        .fold(text, |text, count| text.replace(count, "count = 2"));
    // Short for programs that use all of it, and enough for the others on a busy machine.
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
fn a_sheet_is_written_in_every_format_and_the_status_is_the_verdict() {
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
            .contains("\nThe bug is no-research: it accepts"),
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
    // A wrong position is shown as a board.
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
        chess.stdout.contains("The errors match no known bug."),
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
fn unusable_programs_are_errors_of_one_line() {
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

/// Engines are graded by their moves and their `info` lines.
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

/// The students' programs: negamax, max/min on one board, and fail-hard in C++. Each has its bug by a switch.
fn students(seeds: std::ops::RangeInclusive<u64>, every: usize) {
    const BUGS: [(&str, &[&str]); 21] = [
        ("depth-too-small", &["negamax", "maxmin", "hard"]),
        ("depth-too-large", &["negamax", "maxmin", "hard"]),
        ("terminal-sign", &["negamax", "maxmin", "hard"]),
        ("draw-is-loss", &["negamax", "maxmin", "hard"]),
        ("best-is-zero", &["negamax", "maxmin", "hard"]),
        ("max-at-both-levels", &["maxmin"]),
        ("first-child-skipped", &["negamax", "maxmin", "hard"]),
        ("last-child-skipped", &["negamax", "maxmin", "hard"]),
        ("value-for-first-side", &["negamax", "maxmin", "hard"]),
        ("evaluation-for-wrong-side", &["negamax", "hard"]),
        ("move-not-undone", &["maxmin", "hard"]),
        ("infinity-overflows", &["negamax", "hard"]),
        ("last-best-move", &["negamax", "maxmin", "hard"]),
        ("root-window", &["negamax", "maxmin", "hard"]),
        ("root-move-lost", &["negamax", "maxmin", "hard"]),
        ("alpha-returned", &["negamax", "maxmin", "hard"]),
        ("window-swapped", &["negamax", "maxmin", "hard"]),
        ("alpha-shared", &["maxmin"]),
        ("bounds-swapped", &["negamax", "maxmin"]),
        ("depth-ignored", &["negamax", "maxmin"]),
        ("bound-forgotten", &["negamax", "maxmin"]),
    ];
    let folder = Folder::new(&format!("grade-students-{every}"));
    let hard = folder.file("hard");
    let has_compiler = compiled(
        "g++",
        &[
            &program("students/hard.cpp"),
            Path::new("-o"),
            Path::new(&hard),
        ],
        &["-std=c++17"],
    );
    let spec = |student: &str, bug: &str| match student {
        "hard" => format!("script:{hard},arg={bug}"),
        _ => {
            let file = program(&format!("students/{student}.py"));
            format!("script:python3,arg={},arg={bug}", file.display())
        }
    };
    let pairs = BUGS
        .iter()
        .flat_map(|(bug, students)| students.iter().map(move |it| (*bug, *it)));
    let pairs = pairs.filter(|(_, student)| has_compiler || *student != "hard");
    let runs = seeds.clone().count();
    for (bug, student) in pairs.step_by(every) {
        let is_table = ["bounds-swapped", "depth-ignored", "bound-forgotten"].contains(&bug);
        let assignment = if is_table { "table" } else { "alphabeta" };
        let named = seeds.clone().map(|seed| {
            let (sheet, _) = graded(&spec(student, bug), assignment, seed);
            sheet["bug"]["name"].as_str().map(str::to_owned)
        });
        let named: Vec<Option<String>> = named.collect();
        let right = named.iter().filter(|it| it.as_deref() == Some(bug)).count();
        println!("{bug} {student}: {right} of {runs}");
        assert!(right * 10 >= runs * 9, "{bug} in {student}: {named:?}");
    }
    for student in ["negamax", "maxmin", "hard"] {
        if student == "hard" && !has_compiler {
            skipped("a student's program in C++: there is no g++");
            continue;
        }
        for seed in seeds.clone() {
            let (sheet, run) = graded(&spec(student, "none"), "alphabeta", seed);
            assert_eq!(
                (&sheet["bug"], run.status),
                (&Json::Null, Some(0)),
                "{student}: {sheet}"
            );
        }
    }
}

#[test]
fn mistakes_of_beginners_are_named_in_programs_of_different_style() {
    students(3..=3, 9);
}

#[test]
#[ignore = "every mistake in every program, with ten seeds: make long"]
fn every_mistake_of_beginners_is_named_with_ten_seeds() {
    students(1..=10, 1);
}

/// A mistake in a program of `students/`: the program, the name of the mistake, the assignments, and the changed texts.
type Changed = (String, String, Vec<String>, Vec<(String, String)>);

/// Returns the spec of a program, compiled into the folder if necessary. `None` without a compiler.
fn spec_of(source: &Path, folder: &Folder) -> Option<String> {
    let kind = source.extension().and_then(|it| it.to_str());
    match kind {
        Some("cpp") => {
            let binary = folder.file("program");
            let flags = ["-std=c++17", "-fwrapv"];
            compiled(
                "g++",
                &[source, Path::new("-o"), Path::new(&binary)],
                &flags,
            )
            .then(|| format!("script:{binary}"))
        }
        Some("java") => {
            let class = source.file_stem()?.to_str()?;
            let place = folder.file(".");
            compiled("javac", &[Path::new("-d"), Path::new(&place), source], &[])
                .then(|| format!("script:java,arg=-cp,arg={place},arg={class}"))
        }
        _ => Some(format!("script:python3,arg={}", source.display())),
    }
}

/// Programs of four more styles: max/min in the form of a textbook, with a flag and a loop of its own at the root, fail-soft with a
/// table, fail-hard with the ply counted from the root. Each mistake is a change of their text.
fn changed_students(seeds: std::ops::RangeInclusive<u64>, every: usize) {
    let text = fs::read_to_string(program("students/mistakes.json")).expect("a file");
    let all: Vec<Changed> = serde_json::from_str(&text).expect("mistakes");
    let runs = seeds.clone().count();
    for (name, bug, assignments, changes) in all.iter().step_by(every) {
        let folder = Folder::new("grade-changed");
        let mut text = fs::read_to_string(program(&format!("students/{name}"))).expect("a file");
        for (from, to) in changes {
            assert!(text.contains(from), "{name}, {bug}: {from}");
            text = text.replace(from, to);
        }
        let source = folder.file(name);
        fs::write(&source, text).expect("a file");
        let Some(spec) = spec_of(Path::new(&source), &folder) else {
            skipped(&format!("a student's program {name}: there is no compiler"));
            continue;
        };
        for assignment in assignments {
            let named = seeds.clone().map(|seed| {
                let (sheet, _) = graded(&spec, assignment, seed);
                sheet["bug"]["name"].as_str().map(str::to_owned)
            });
            let named: Vec<Option<String>> = named.collect();
            let right = named.iter().flatten().filter(|it| *it == bug).count();
            println!("{bug} {name} {assignment}: {right} of {runs}");
            assert!(
                right * 10 >= runs * 9,
                "{bug} in {name}, {assignment}: {changes:?} {named:?}"
            );
        }
    }
}

#[test]
fn mistakes_in_programs_of_other_styles_are_named() {
    changed_students(4..=4, 24);
}

#[test]
#[ignore = "ninety mistakes, with ten seeds: make long"]
fn every_mistake_in_programs_of_other_styles_is_named_with_ten_seeds() {
    changed_students(1..=10, 1);
}

/// Correct programs with unusual choices. No choice has a name of a bug.
fn right_programs(seeds: std::ops::RangeInclusive<u64>, every: usize) {
    const CHOICES: [&str; 27] = [
        "none",
        "no-root",
        "huge",
        "small",
        "float",
        "infinity",
        "mate-distance",
        "last",
        "shuffled",
        "reversed",
        "sorted",
        "hard",
        "clamped",
        "pvs",
        "mtdf",
        "aspiration",
        "iterative",
        "exact-root",
        "no-table",
        "always-table",
        "narrow",
        "probe-root",
        "deepkey",
        "hash-move",
        "exact-only",
        "two-tier",
        "small-table",
    ];
    let file = program("students/right.py");
    for choice in CHOICES.into_iter().step_by(every) {
        let spec = format!("script:python3,arg={},arg={choice}", file.display());
        for seed in seeds.clone() {
            let assignments = ["minimax", "alphabeta", "table", "ordering"];
            let assignment = assignments[seed as usize % assignments.len()];
            let (sheet, _) = graded(&spec, assignment, seed);
            assert_eq!(
                sheet["bug"],
                Json::Null,
                "{choice}, {assignment}, seed {seed}: {sheet}"
            );
            // The values and moves are right; node counts of some choices exceed those of minimax.
            let marks = sheet["marks"].as_array().expect("marks");
            let wrong = marks.iter().filter(|mark| {
                mark["passed"] == false && mark["check"] != "nodes" && mark["check"] != "fewer"
            });
            assert_eq!(
                wrong.count(),
                0,
                "{choice}, {assignment}, seed {seed}: {sheet}"
            );
        }
    }
    for name in ["textbook.py", "Flag.java", "soft.cpp", "knuth.py"] {
        let folder = Folder::new("grade-right");
        let Some(spec) = spec_of(&program(&format!("students/{name}")), &folder) else {
            skipped(&format!("a student's program {name}: there is no compiler"));
            continue;
        };
        for seed in seeds.clone() {
            for assignment in ["minimax", "alphabeta"] {
                let (sheet, run) = graded(&spec, assignment, seed);
                assert_eq!(
                    (&sheet["bug"], run.status),
                    (&Json::Null, Some(0)),
                    "{name}, {assignment}, seed {seed}: {sheet}"
                );
            }
        }
    }
}

#[test]
fn right_programs_with_unusual_choices_have_no_bug() {
    right_programs(5..=5, 6);
}

#[test]
#[ignore = "thirty correct programs, with twenty seeds: make long"]
fn no_right_program_has_a_bug_with_twenty_seeds() {
    right_programs(1..=20, 1);
}

/// A program that does not compile has a sheet in every format, without points and with the compiler's first error.
#[test]
fn a_program_that_does_not_compile_has_a_sheet() {
    let folder = Folder::new("grade-refused");
    let (source, csv, html) = (
        folder.file("a.cpp"),
        folder.file("a.csv"),
        folder.file("a.html"),
    );
    if !compiled("g++", &[Path::new("--version")], &[]) {
        skipped("a source that does not compile: there is no g++");
        return;
    }
    fs::write(&source, "int main() { return std::cin }").expect("a file");
    let arguments = [
        "grade",
        &source,
        "--assignment",
        "alphabeta",
        "--csv",
        &csv,
        "--html",
        &html,
    ];
    let text = run(&arguments);
    assert_eq!((text.status, text.stderr.as_str()), (Some(1), ""));
    assert_eq!(text.last_line(), "0 of 16 marks, not passed");
    let (sheet, _) = graded(&source, "alphabeta", 1);
    assert_eq!(
        (&sheet["total"], &sheet["maximum"], &sheet["passed"]),
        (&0.0.into(), &16.0.into(), &false.into())
    );
    let read = |file: &str| fs::read_to_string(file).expect("a file");
    for form in [text.stdout, sheet.to_string(), read(&csv), read(&html)] {
        assert!(
            form.contains("does not compile") && form.contains("error"),
            "{form}"
        );
    }
}
