//! `espalier match` and `espalier tournament`: reports, files, stops, and bad options.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Folder, run};

#[test]
fn a_match_is_reported() {
    let report = run(&["match", "alphabeta:depth=2", "random", "--games", "20"])
        .succeeds()
        .stdout;
    for part in [
        "alphabeta:depth=2 against random",
        "games        20 of 20",
        "pairs ",
        "Elo ",
        "LOS ",
        "ended by ",
    ] {
        assert!(report.contains(part), "{part:?} is not in {report}");
    }
    let lines = run(&[
        "match",
        "random",
        "random",
        "--game",
        "tictactoe",
        "--games",
        "20",
        "--verbose",
        "5",
    ])
    .succeeds();
    let standing = lines
        .stdout
        .lines()
        .filter(|line| line.contains("games/min"))
        .count();
    assert!((1..=4).contains(&standing), "{}", lines.stdout);
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let arguments = [
        "match",
        "alphabeta:depth=2",
        "random",
        "--games",
        "5000",
        "--sprt",
        "0,200",
        "--json",
    ];
    let report = run(&arguments).succeeds().stdout;
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["sprt"]["verdict"], "H1");
    assert!(
        report["games"].as_u64().is_some_and(|games| games < 500),
        "{report}"
    );
    assert!(report["sprt"]["llr"].as_f64() >= report["sprt"]["bounds"][1].as_f64());
}

#[test]
fn a_tournament_has_a_cross_table() {
    let players = ["random", "minimax:depth=1", "alphabeta:depth=3"];
    let all: Vec<&str> = ["tournament"]
        .into_iter()
        .chain(players)
        .chain(["--game", "othello6", "--games", "6"])
        .collect();
    let table = run(&all).succeeds().stdout;
    assert!(table.contains("games        18 of 18"), "{table}");
    assert!(table.contains("  1. alphabeta:depth=3"), "{table}");
    let gauntlet: Vec<&str> = all
        .iter()
        .copied()
        .chain(["--gauntlet", "--json"])
        .collect();
    let report = run(&gauntlet).succeeds().stdout;
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["games"], 12);
    assert_eq!(report["pairings"].as_array().map(Vec::len), Some(2));
}

#[test]
fn openings_come_from_files() {
    let folder = Folder::new("books");
    let epd = folder.file("book.epd");
    let positions = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"e4 e5\";",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -",
    ];
    fs::write(&epd, positions.join("\n")).expect("a file");
    let pgn = folder.file("games.pgn");
    run(&[
        "match",
        "random",
        "random",
        "--games",
        "4",
        "--openings",
        &epd,
        "--order",
        "sequential",
        "--pgn",
        &pgn,
    ])
    .succeeds();
    let text = fs::read_to_string(&pgn).expect("a file");
    let starts: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("[FEN "))
        .collect();
    assert_eq!(starts.len(), 4);
    assert!(
        starts[0].contains("4p3/4P3") && starts[0] == starts[1],
        "{starts:?}"
    );
    assert!(
        starts[2].contains("3p4/3P4") && starts[2] == starts[3],
        "{starts:?}"
    );

    let book = folder.file("book.pgn");
    fs::write(&book, "1. e4 c5 2. Nf3 d6 *\n\n1. d4 d5 2. c4 e6 *\n").expect("a file");
    let out = folder.file("out.pgn");
    let call = [
        "match",
        "random",
        "random",
        "--games",
        "4",
        "--openings",
        &book,
        "--plies",
        "3",
        "--pgn",
        &out,
    ];
    run(&call).succeeds();
    let text = fs::read_to_string(&out).expect("a file");
    assert_eq!(text.matches("1. e4 c5 2. Nf3 {book}").count(), 2, "{text}");
    assert_eq!(text.matches("1. d4 d5 2. c4 {book}").count(), 2, "{text}");
    run(&[
        "match",
        "random",
        "random",
        "--openings",
        &folder.file("none.epd"),
    ])
    .fails_saying(&["cannot read", "none.epd"]);
    fs::write(&epd, "nonsense\n").expect("a file");
    run(&["match", "random", "random", "--openings", &epd]).fails_saying(&["book.epd, line 1"]);
}

#[test]
fn bad_options_are_rejected_in_one_line() {
    run(&["match", "randm", "random"]).fails_saying(&["did you mean random?"]);
    run(&["match", "random", "report-trans", "--game", "othello"])
        .fails_saying(&["plays chess, not othello"]);
    run(&["match", "random", "random", "--games", "7"]).fails_saying(&["even number"]);
    run(&["match", "random", "random", "--tc", "40/"]).fails_saying(&["40/60+0.5"]);
    run(&["match", "random", "random", "--depth", "1,2,3"])
        .fails_saying(&["one for each of the 2 players"]);
    run(&["match", "random", "random", "--sprt", "10,0"]).fails_saying(&["--sprt"]);
    run(&["match", "random", "random", "--pgn", "no/such/folder/x.pgn"])
        .fails_saying(&["no/such/folder/x.pgn"]);
    run(&["match", "random", "random", "--resume", "no/such/folder/x"])
        .fails_saying(&["no/such/folder/x"]);
    run(&["tournament", "random"]).fails_saying(&["PLAYER"]);
    for limits in [&["--nodes", "100"][..], &["--depth", "2"], &[]] {
        let call = [&["match", "random", "random", "--ponder"], limits].concat();
        run(&call).fails_saying(&["--ponder", "give --tc or --movetime"]);
    }
    let folder = Folder::new("refused");
    let file = folder.file("notes.txt");
    fs::write(&file, "shopping list\nmilk\n").expect("a file");
    run(&["match", "random", "random", "--resume", &file])
        .fails_saying(&["line 1 is not one of a journal"]);
    assert_eq!(
        fs::read_to_string(&file).expect("a file"),
        "shopping list\nmilk\n"
    );
    fs::write(&file, "{\"milk\":1}").expect("a file");
    run(&["match", "random", "random", "--resume", &file]).fails_saying(&["it is not a journal"]);
    assert_eq!(fs::read_to_string(&file).expect("a file"), "{\"milk\":1}");
    run(&[
        "match", "random", "random", "--resume", &file, "--pgn", &file,
    ])
    .fails_saying(&["need a file each"]);
}

#[test]
fn a_program_ponders_in_a_match() {
    let folder = Folder::new("ponder");
    let journal = folder.file("match.jsonl");
    let program = env!("CARGO_BIN_EXE_espalier").replace(',', ",,");
    let player = format!("uci:{program}");
    let waits = format!("uci:{program},option.Ponder=false");
    let call = |opponent: &str, more: &[&str]| {
        let call = ["match", &player, opponent, "--ponder", "--games", "2"];
        // The limit is for a busy machine; an error costs more.
        let limits = ["--tc", "1+0.01", "--time-margin", "1000", "--json"];
        let report = run(&[&call, &limits[..], more].concat()).succeeds().stdout;
        serde_json::from_str::<serde_json::Value>(&report).expect("JSON")
    };
    let report = call(&player, &["--resume", &journal]);
    assert_eq!(report["games"], 2);
    for player in report["players"].as_array().expect("players") {
        assert_eq!(player["faults"], serde_json::json!({}), "{report}");
        assert_eq!(player["warnings"], 0, "{report}");
        let count = |name: &str| player["ponder"][name].as_u64().expect("a number");
        assert!(count("hits") > 0 && count("tried") > 10, "{report}");
        assert!(count("hits") <= count("tried"), "{report}");
    }
    // The report from the journal is the same.
    let call_again = ["match", &player, &player, "--ponder", "--games", "2"];
    let limits = [
        "--tc",
        "1+0.01",
        "--time-margin",
        "1000",
        "--resume",
        &journal,
    ];
    let said = run(&[&call_again, &limits[..]].concat()).succeeds().stdout;
    assert!(said.contains("\nponder hits  uci:"), "{said}");
    // Without --ponder the player waits.
    let report = call(&waits, &["--max-plies", "40"]);
    let tried = |place: usize| report["players"][place]["ponder"]["tried"].as_u64();
    assert!(tried(0) > Some(0), "{report}");
    assert_eq!(tried(1), Some(0), "{report}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_and_prints_how_to_resume() {
    let folder = Folder::new("stop");
    let journal = folder.file("match.jsonl");
    let child = Command::new(env!("CARGO_BIN_EXE_espalier"))
        .args([
            "match",
            "random",
            "minimax:depth=2",
            "--games",
            "100000",
            "--resume",
            &journal,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // After the first game, it plays and handles signals.
    for _ in 0..600 {
        thread::sleep(Duration::from_millis(100));
        let written = fs::read_to_string(&journal).unwrap_or_default();
        if written.lines().count() >= 2 {
            break;
        }
    }
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("a signal").success());
    let output = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(
        stderr.contains("games left; the same command with --resume"),
        "{stderr}"
    );
    assert!(
        String::from_utf8(output.stdout)
            .expect("text")
            .contains("of 100000")
    );
    let text = fs::read_to_string(&journal).expect("a journal");
    assert!(text.ends_with("}\n") && text.lines().count() > 1);
}
