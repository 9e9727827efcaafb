//! `espalier minichess`: the protocol of the referee.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::run;
use games::minichess::referee;
use games::{BoardGame, MiniChess};
use tempfile::TempDir;

const START: &str = "0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n1 1 1 1 1\n2 3 4 5 6\n\n\
                     6 5 4 3 2\n1 1 1 1 1\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n\n";

/// A temporary folder, removed when the test ends.
struct Folder(TempDir);

impl Folder {
    fn new(name: &str) -> Self {
        Self(TempDir::with_prefix(name).expect("a folder"))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// The legal moves of the start position as lines of an action file.
fn legal() -> Vec<String> {
    let game = MiniChess::default();
    game.legal_moves(&game.start())
        .into_iter()
        .map(referee::write_action)
        .collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

#[test]
fn every_line_is_a_legal_move() {
    let folder = Folder::new("lines");
    let (state, action) = (folder.file("state"), folder.file("action"));
    fs::write(&state, START).expect("a file");
    run(&[
        "minichess",
        text(&state),
        text(&action),
        "--movetime",
        "300",
    ])
    .succeeds();
    let written = fs::read_to_string(&action).expect("moves");
    assert!(written.ends_with('\n'));
    let legal = legal();
    for line in written.lines() {
        assert!(legal.contains(&line.to_owned()), "{line}");
    }
}

#[test]
fn killed_at_any_moment_the_last_line_is_legal() {
    let folder = Folder::new("kill");
    let state = folder.file("state");
    fs::write(&state, START).expect("a file");
    let legal = legal();
    for (round, milliseconds) in [60, 80, 100, 150, 200, 300].into_iter().enumerate() {
        let action = folder.file(&format!("action{round}"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_espalier"))
            .args(["minichess", text(&state), text(&action)])
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        assert!(
            child.try_wait().expect("a status").is_none(),
            "it searches until it is killed"
        );
        child.kill().expect("killed");
        child.wait().expect("gone");
        let written = fs::read_to_string(&action).unwrap_or_default();
        // On a busy machine the program may not have started. Complete lines are required.
        assert!(written.is_empty() || written.ends_with('\n'), "{written:?}");
        for line in written.lines() {
            assert!(legal.contains(&line.to_owned()), "{line}");
        }
    }
}

#[test]
fn a_king_is_captured() {
    let folder = Folder::new("king");
    let (state, action) = (folder.file("state"), folder.file("action"));
    let empty = "0 0 0 0 0\n";
    let white = empty.repeat(5) + "2 0 0 0 6\n";
    let black = format!("6 0 0 0 0\n{}", empty.repeat(5));
    fs::write(&state, format!("0\n{white}\n{black}\n")).expect("a file");
    run(&[
        "minichess",
        text(&state),
        text(&action),
        "--movetime",
        "100",
    ])
    .succeeds();
    let written = fs::read_to_string(&action).expect("moves");
    assert_eq!(written.lines().last(), Some("5 0 0 0"));
}

#[test]
fn a_malformed_state_is_an_error_without_a_move() {
    let folder = Folder::new("broken-state");
    let (state, action) = (folder.file("state"), folder.file("action"));
    for broken in [
        "",
        "2\n",
        "0\n1 2 3\n",
        &START.replace('6', "9"),
        &format!("{START}7"),
        &"0 ".repeat(100_000),
    ] {
        fs::write(&state, broken).expect("a file");
        run(&["minichess", text(&state), text(&action)]).fails_saying(&[]);
        assert!(!action.exists(), "{broken:?} got a move");
    }
    run(&["minichess", "no/such/state", text(&action)])
        .fails_saying(&["cannot read no/such/state"]);
    fs::write(&state, [0, 159, 146, 150]).expect("a file");
    run(&["minichess", text(&state), text(&action)]).fails_saying(&["cannot read"]);
    assert!(!action.exists());
}
