//! What students and teachers found: a test for each finding, by the program that they run.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::common::{Folder, Run, run, run_with, skipped};

/// Returns the text of a complete program in Python.
fn complete() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/programs/complete.py");
    fs::read_to_string(path).expect("a program")
}

/// Returns the complete program with its answer changed by a line of Python, in which `said` is the answer.
fn answering(line: &str) -> String {
    let end = "    return said\n\n\nif __name__";
    let text = complete();
    assert!(text.contains(end));
    text.replace(end, &format!("    {line}\n{end}"))
}

/// Grades the text of a program and returns the sheet as JSON and as text.
fn graded(text: &str, assignment: &str) -> (Json, Run) {
    let folder = Folder::new("students");
    let file = folder.file("program.py");
    fs::write(&file, text).expect("a file");
    let arguments = ["grade", &file, "--assignment", assignment];
    let json = run(&[&arguments[..], &["--json"]].concat());
    let sheet = serde_json::from_str(&json.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", json.stderr));
    (sheet, run(&arguments))
}

/// Returns the points of the criteria with this title, or of all.
fn points(sheet: &Json, title: Option<&str>) -> f64 {
    let marks = sheet["marks"].as_array().expect("marks").iter();
    marks
        .filter(|mark| title.is_none_or(|title| mark["title"] == title))
        .map(|mark| mark["points"].as_f64().expect("a number"))
        .sum()
}

#[test]
fn minimax_passes_nothing_by_leaving_out_its_nodes() {
    let text = answering("del said[\"nodes\"]").replace(
        "Search(game, question[\"search\"])",
        "Search(game, \"minimax\")",
    );
    for assignment in ["alphabeta", "table"] {
        let (_, sheet) = graded(&text, assignment);
        assert_eq!(sheet.status, Some(1), "{}", sheet.stdout);
        assert!(
            sheet.stdout.contains("no answer has a `nodes` field"),
            "{}",
            sheet.stdout
        );
    }
}

#[test]
fn a_criterion_without_answers_counts_nothing_of_a_fixed_maximum() {
    let (sheet, text) = graded(&answering("del said[\"nodes\"]"), "minimax");
    assert_eq!(
        text.last_line(),
        "13 of 14 marks, not passed",
        "{}",
        text.stdout
    );
    assert_eq!(
        (&sheet["total"], &sheet["maximum"], &sheet["passed"]),
        (&13.0.into(), &14.0.into(), &false.into())
    );
}

/// A program that crashes in one set has all points of the other one, whichever comes first.
#[test]
fn a_crash_in_one_set_leaves_the_others() {
    let text = complete().replace(
        "    game = GAMES",
        "    if question[\"game\"] == \"tictactoe\":\n        import os\n        os._exit(3)\n    game = GAMES",
    );
    let folder = Folder::new("students-sets");
    for name in ["aaa", "zzz"] {
        let assignment = format!(
            "name = \"two\"\ntitle = \"Two sets\"\n\
             [questions.trees]\ngame = \"tree\"\nsearch = \"alphabeta\"\ncount = 8\n\
             [questions.{name}]\ngame = \"tictactoe\"\nsearch = \"alphabeta\"\neval = \"zero\"\ncount = 8\n\
             [[criterion]]\ncheck = \"value\"\ntitle = \"Trees\"\nweight = 4\non = [\"trees\"]\n\
             [[criterion]]\ncheck = \"value\"\ntitle = \"Positions\"\nweight = 4\non = [\"{name}\"]\n"
        );
        let file = folder.file("two.toml");
        fs::write(&file, assignment).expect("a file");
        let (sheet, _) = graded(&text, &file);
        let of = |title| points(&sheet, Some(title));
        assert_eq!(
            (of("Trees"), of("Positions")),
            (4.0, 0.0),
            "{name}: {sheet}"
        );
    }
}

/// The sheet names the question at which the program crashed, also in a criterion of a later set.
#[test]
fn a_crash_is_at_the_question_that_was_asked() {
    let crash = "    if question[\"game\"] == \"tictactoe\":\n        import os\n        os._exit(3)\n    game = GAMES";
    let (sheet, _) = graded(&complete().replace("    game = GAMES", crash), "alphabeta");
    let lines = sheet["marks"].as_array().expect("marks").iter();
    let crashes: Vec<&str> = lines
        .filter_map(|mark| mark["line"].as_str())
        .filter(|line| line.contains("crashed"))
        .collect();
    assert!(crashes.len() >= 2, "{sheet}");
    for line in crashes {
        assert!(
            line.contains("On tictactoe") && !line.contains("On the tree"),
            "{line}"
        );
    }
}

/// Without right values, legal moves and speed earn nothing.
#[test]
fn marks_follow_the_values() {
    let (sheet, _) = graded(&answering("said[\"value\"] = 54321"), "alphabeta");
    assert!(points(&sheet, None) < 0.8, "{sheet}");
}

#[test]
fn infinity_is_a_value() {
    let text = complete()
        .replace("WON = 1_000_000", "WON = float(\"inf\")")
        .replace("if value > best:", "if best_move is None or value > best:");
    let (_, sheet) = graded(&text, "alphabeta");
    assert_eq!(
        sheet.last_line(),
        "16 of 16 marks, passed",
        "{}",
        sheet.stdout
    );
}

#[test]
fn assignment_4_states_its_evaluator() {
    let text = run(&["grade", "--show", "a4"]).succeeds().stdout;
    for (rank, weights) in courses::a4::WEIGHTS.chunks(8).enumerate() {
        let start = format!("{} ", rank + 1);
        let rows = text
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix(&start));
        let numbers = rows.map(|row| {
            let words = row.split_whitespace();
            words
                .filter_map(|word| word.parse::<i32>().ok())
                .collect::<Vec<_>>()
        });
        let mut numbers = numbers;
        assert!(
            numbers.any(|row| row == weights),
            "rank {}: {text}",
            rank + 1
        );
    }
}

#[test]
fn a_message_quotes_the_line_names_the_place_or_says_that_the_program_ended() {
    let folder = Folder::new("students-messages");
    let few = folder.file("few.toml");
    let assignment = "name = \"few\"\ntitle = \"Few\"\n[limits]\nseconds = 0.5\n\
        [questions.trees]\ngame = \"tree\"\nsearch = \"minimax\"\ncount = 2\n\
        [[criterion]]\ncheck = \"value\"\ntitle = \"Values\"\nweight = 1\n";
    fs::write(&few, assignment).expect("a file");
    for (text, note) in [
        (
            "for line in __import__('sys').stdin:\n    print('question? ', flush=True)\n",
            "the first line was \"question?\", not a JSON object: print only answers",
        ),
        (
            "import sys\nfor line in sys.stdin:\n    print(\"}'\n",
            "SyntaxError: unterminated string literal",
        ),
        (
            "import sys\nfor line in sys.stdin:\n    print(\"}'\n",
            "line 3",
        ),
        (
            "import sys\nsys.stdin.readline()\n",
            "The program ended before answering",
        ),
    ] {
        let (sheet, _) = graded(text, &few);
        let notes = sheet["notes"].as_array().expect("notes");
        let has_note = |it: &Json| it.as_str().is_some_and(|it| it.contains(note));
        assert!(notes.iter().any(has_note), "{note}: {sheet}");
    }
}

/// Errors without a name are described: what the questions have in common, and the smallest one.
#[test]
fn errors_without_a_name_are_described() {
    let text = answering(
        "if question.get(\"position\", \"xo\").count(\"x\") > question.get(\"position\", \"xo\").count(\"o\") \
         and question[\"depth\"] > 3: said[\"value\"] = 7",
    );
    let (sheet, text) = graded(&text, "alphabeta");
    assert_eq!(sheet["bug"], Json::Null, "{sheet}");
    for part in [
        "The values are wrong only with the second side to move and at depth ",
        "The errors match no known bug.\n",
        "\n  obtained   value 7\n",
    ] {
        assert!(text.stdout.contains(part), "{part}: {}", text.stdout);
    }
    // A wrong move is shown where the move is what is wrong.
    let moves = answering(
        "if question[\"game\"] == \"tictactoe\" and said[\"move\"]: \
         free = list(game.moves(game.root)); said[\"move\"] = game.name(free[len(free) // 2])",
    );
    let (sheet, text) = graded(&moves, "alphabeta");
    assert_eq!(sheet["bug"], Json::Null, "{sheet}");
    assert!(
        text.stdout.contains("\n  expected   the move ")
            && text.stdout.contains("\n  obtained   the move "),
        "{}",
        text.stdout
    );
}

/// What was wrong in a lesson is corrected.
#[test]
fn the_lessons_are_corrected() {
    let told = |name: &str| {
        let text = run(&["lesson", name]).succeeds().stdout;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (lesson, parts, wrong) in [
        (
            "trees",
            &["About 3 minutes", "MAX 1 MIN MAX 0"][..],
            "1 of 4",
        ),
        (
            "table",
            &["Much deeper searches also prefer Kd4"],
            "Kb4 is right",
        ),
        ("horizon", &["at every depth"], "at every odd depth"),
        (
            "bets",
            &["Chess does not allow a pass"],
            "not allowed and often",
        ),
        (
            "evaluation",
            &["a report on a program in Python"],
            "What does the report's",
        ),
        (
            "courses",
            &[
                "\"White Wins!\"",
                "two legal moves, Kd7 and Qe7",
                "gives every mate the largest",
            ],
            "ends with \"mate\"",
        ),
    ] {
        let text = told(lesson);
        for part in parts {
            assert!(text.contains(part), "{lesson}: {part}: {text}");
        }
        assert!(!text.contains(wrong), "{lesson}: {text}");
    }
}

/// Runs the program in a terminal with these lines typed, and returns the screen. `None` without Python.
fn in_a_terminal(arguments: &[&str], typed: &str) -> Option<String> {
    const TERMINAL: &str = "import os, pty, sys\n\
        typed = sys.stdin.buffer.read()\n\
        child, screen = pty.fork()\n\
        if child == 0: os.execv(sys.argv[1], sys.argv[1:])\n\
        os.write(screen, typed)\n\
        try:\n    \
            while True:\n        \
                text = os.read(screen, 4096)\n        \
                if not text: break\n        \
                sys.stdout.buffer.write(text)\n\
        except OSError: pass\n\
        os.waitpid(child, 0)\n";
    let mut child = Command::new("python3")
        .args(["-c", TERMINAL, env!("CARGO_BIN_EXE_espalier")])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(typed.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    Some(String::from_utf8_lossy(&output.stdout).replace('\r', ""))
}

/// Choices have numbers, a number may have a comma, Enter alone asks again, and there are two tries and a score.
#[cfg(unix)]
#[test]
fn a_lesson_in_a_terminal_is_a_conversation() {
    // Enter also goes to the next step. `no` is the second choice; of `5`, `6`, `7` and `8` the third one is right.
    let typed = "2\n\n\n1\n3\n\n1\n\n5\n\n18297\n";
    let Some(screen) = in_a_terminal(&["lesson", "alphabeta"], typed) else {
        return skipped("a lesson in a terminal: there is no Python");
    };
    for part in [
        "  1. yes\n  2. no\n",
        "> Right. Answer: no\n",
        "Not quite. Try once more.\n",
        "Right. Answer: 18,297\n",
        "5 of 5 answers were right.\n",
    ] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    for word in ["arrow", "button", "click"] {
        assert!(!screen.contains(word), "{word}: {screen}");
    }
}

/// A best-first search has no depth, so it has no effective branching factor, and it expands fewer nodes than it enters.
#[test]
fn a_best_first_search_has_no_branching_factor() {
    let text = run(&["search", "bestfirst", "--nodes", "2000"])
        .succeeds()
        .stdout;
    assert!(!text.contains("branching"), "{text}");
    assert!(text.contains("(91 expanded"), "{text}");
    let table = run(&[
        "compare",
        "bestfirst",
        "alphabeta:depth=2",
        "--nodes",
        "2000",
    ]);
    let row = |player: &str| {
        let line = table.stdout.lines().find(|line| line.starts_with(player));
        let words = line.expect("a row").split_whitespace().rev();
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(
        row("bestfirst").contains(&"-".to_owned()),
        "{}",
        table.stdout
    );
    assert!(!table.stdout.contains("1983.00"), "{}", table.stdout);
}

/// The weight of the board is shown after the move of each side.
#[test]
fn the_weight_is_shown_after_each_move_of_both_sides() {
    let arguments = ["play", "--black", "fascicle3", "--eval", "boardweight"];
    let run = run_with(&arguments, b"e4\nquit\n").succeeds();
    let weights: Vec<&str> = run
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("boardweight: "))
        .filter_map(|rest| rest.split_once(" for White").map(|it| it.0))
        .collect();
    // At the start, after e4, after d5.
    assert_eq!(weights, ["0", "2", "0"], "{}", run.stdout);
}
