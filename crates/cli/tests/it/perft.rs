//! `espalier perft` and `espalier bench`.

use std::fs;

use tempfile::TempPath;

use crate::common::{run, run_and_hang_up};

/// A temporary file whose name ends with `name`, removed when the test ends.
fn file(name: &str, content: &str) -> TempPath {
    let file = tempfile::Builder::new().suffix(name).tempfile();
    let path = file.expect("a file").into_temp_path();
    fs::write(&path, content).expect("the file can be written");
    path
}

#[test]
fn the_sum_is_the_last_line() {
    for (depth, nodes) in [
        ("0", 1),
        ("1", 20),
        ("2", 400),
        ("3", 8_902),
        ("4", 197_281),
    ] {
        let output = run(&["perft", depth]).succeeds();
        assert_eq!(output.last_line(), format!("Nodes searched: {nodes}"));
        assert!(
            output.stdout.contains(" million leaves a second"),
            "{}",
            output.stdout
        );
    }
    for threads in ["1", "2", "7"] {
        let output = run(&["perft", "3", "--threads", threads, "--game", "chess"]).succeeds();
        assert_eq!(output.last_line(), "Nodes searched: 8902");
    }
}

#[test]
fn divide_writes_castling_in_the_style_of_the_position() {
    let standard = run(&[
        "perft",
        "2",
        "--divide",
        "--fen",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ])
    .succeeds();
    assert_eq!(
        standard
            .stdout
            .lines()
            .filter(|line| line.contains(": "))
            .count(),
        15 + 2
    );
    assert!(standard.stdout.contains("\ne1g1: "), "{}", standard.stdout);
    assert_eq!(standard.last_line(), "Nodes searched: 66");
    let chess960 = run(&[
        "perft",
        "1",
        "--divide",
        "--fen",
        "4k3/8/8/8/8/8/8/4KR2 w F - 0 1",
    ])
    .succeeds();
    assert!(
        chess960.stdout.contains("\ne1f1: 1\n"),
        "{}",
        chess960.stdout
    );
    // A mated side has no moves.
    let mated = run(&[
        "perft",
        "3",
        "--divide",
        "--fen",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ])
    .succeeds();
    assert_eq!(mated.last_line(), "Nodes searched: 0");
}

#[test]
fn a_file_of_counts_is_checked() {
    let good = file(
        "good.epd",
        "# a comment\n\n\
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D6 119060324\n\
         4k3/8/8/8/8/8/8/4K2R w K -  0 1; D1 15; D2 66 \n",
    );
    let good = good.to_str().expect("a plain path");
    let output = run(&["perft", "--epd", good, "--max-nodes", "10000"]).succeeds();
    assert!(
        output
            .stdout
            .starts_with("2 positions, 5 counts checked, 1 skipped, 0 wrong\n"),
        "{}",
        output.stdout
    );
    assert_eq!(output.last_line(), "Nodes searched: 9403");
    let output = run(&["perft", "1", "--epd", good]).succeeds();
    assert!(
        output
            .stdout
            .starts_with("2 positions, 2 counts checked, 4 skipped"),
        "{}",
        output.stdout
    );
}

#[test]
fn a_wrong_count_is_reported_with_status_1() {
    let bad = file(
        "bad.epd",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 14\n",
    );
    let output = run(&["perft", "--epd", bad.to_str().expect("a plain path")]);
    assert_eq!(output.status, Some(1));
    assert_eq!(output.stderr, "");
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "line 1: D2 is 67 in the file and 66 here: 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    );
    assert_eq!(
        lines[1],
        "line 2: D1 is 14 in the file and 15 here: 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    );
    assert_eq!(
        lines[2],
        "2 positions, 3 counts checked, 0 skipped, 2 wrong"
    );
}

#[test]
fn bad_arguments_are_rejected_in_one_line() {
    run(&["perft"]).fails_saying(&["DEPTH"]);
    for bad in ["-3", "abc", "100", "1.5", ""] {
        run(&["perft", bad]).fails_saying(&["a depth is a number from 0 to 99"]);
    }
    run(&["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"]).fails_saying(&["bad FEN", "king"]);
    run(&["perft", "3", "--fen", "nonsense"]).fails_saying(&["a FEN has six fields", "this has 1"]);
    run(&["perft", "3", "--game", "ches"]).fails_saying(&["did you mean chess?", "games: chess"]);
    run(&["perft", "3", "--threads", "0"]).fails_saying(&["from 1 to 1024"]);
    run(&["perft", "3", "--dvide"]).fails_saying(&["--dvide", "--divide"]);
    run(&["perft", "--epd", "no/such/file.epd"]).fails_saying(&["cannot read no/such/file.epd"]);
    run(&["perft", "--epd", "."]).fails_saying(&["cannot read ."]);
    run(&["perft", "3", "--max-nodes", "5"]).fails_saying(&["--epd"]);
    let path = file(
        "odd.epd",
        "# fine\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 many\n",
    );
    run(&["perft", "--epd", path.to_str().expect("a plain path")])
        .fails_saying(&["odd.epd, line 2", "D1 many"]);
    let path = file("empty.epd", "\n");
    run(&["perft", "--epd", path.to_str().expect("a plain path")])
        .fails_saying(&["has no lines such as"]);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for arguments in [
        &["perft", "4", "--divide"][..],
        &["bench", "3"],
        &["--help"],
        &["players"],
        &["help", "perft"],
        &["uci"],
        &[
            "play", "--white", "random", "--black", "random", "--delay", "0",
        ],
    ] {
        let (line, stderr, status) = run_and_hang_up(arguments);
        assert!(!line.is_empty(), "{arguments:?}");
        assert_eq!((stderr.as_str(), status), ("", Some(0)), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for arguments in [
        &["perft", "1"][..],
        &["go perft 1"],
        &["uci"],
        &["play"],
        &["--help"],
    ] {
        let full = fs::File::create("/dev/full").expect("Linux has it");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_espalier"))
            .args(arguments)
            .stdin(std::process::Stdio::null())
            .stdout(full)
            .output()
            .expect("the program runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            stderr.starts_with("error: cannot write the output: "),
            "{arguments:?}: {stderr}"
        );
        assert_eq!(
            (stderr.lines().count(), output.status.code()),
            (1, Some(2)),
            "{arguments:?}"
        );
    }
}

#[test]
fn bench_counts_the_same_every_time() {
    let count = || {
        let output = run(&["bench", "3"]).succeeds();
        let words: Vec<String> = output.last_line().split(' ').map(str::to_owned).collect();
        assert_eq!(
            (words.len(), words[1].as_str(), words[3].as_str()),
            (4, "nodes", "nps"),
            "{words:?}"
        );
        words[0].clone()
    };
    assert_eq!(count(), count());
    run(&["bench", "-1"]).fails_saying(&["a depth is a number"]);
}

#[test]
fn help_has_examples_and_the_version_is_printed() {
    let output = run(&["--help"]).succeeds();
    for part in [
        "Examples:",
        "espalier play",
        "espalier perft 6 --divide",
        "UCI",
    ] {
        assert!(output.stdout.contains(part), "{part}: {}", output.stdout);
    }
    assert!(!output.stdout.contains('\u{1b}'), "no colours on a pipe");
    assert!(
        run(&["perft", "--help"])
            .succeeds()
            .stdout
            .contains("--max-nodes")
    );
    assert!(
        run(&["--version"])
            .succeeds()
            .stdout
            .starts_with("espalier ")
    );
    assert!(run(&["players"]).succeeds().stdout.contains("random"));
}
