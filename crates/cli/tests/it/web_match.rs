//! A match of the web app, and the command that it shows for the terminal.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use serde_json::{Value, json};
use web_api::{Config, Outbox, WebApi};

use crate::common::Folder;

/// Plays a match as a page does, and returns the final score.
fn played(folder: &Folder, plan: &Value) -> Value {
    let api = WebApi::new(Config {
        store: Some(Arc::new(web_api::Folder::new(
            folder.file("matches").into(),
        ))),
        ..Config::default()
    });
    let (wake, woken) = std::sync::mpsc::channel();
    let outbox = Outbox::new(move || _ = wake.send(()));
    let page = api.page(Arc::new(outbox)).expect("room for a page");
    page.receive(&json!({ "id": 1, "ask": "match", "plan": plan }).to_string());
    loop {
        woken
            .recv_timeout(std::time::Duration::from_secs(60))
            .expect("a message in time");
        while let Some(text) = page.outbox().take() {
            let said: Value = serde_json::from_str(&text).expect("JSON");
            if said["last"] == true {
                assert_eq!(said["say"], "match", "{said}");
                return said["state"].clone();
            }
        }
    }
}

/// Returns the first line of a journal.
fn manifest(journal: &str) -> Value {
    let text = fs::read_to_string(journal).expect("a journal");
    let line = text.lines().next().expect("a line");
    let mut line: Value = serde_json::from_str(line).expect("JSON");
    line["manifest"].take()
}

/// Runs a command line in a shell.
fn shell(line: &str) {
    let program = Path::new(env!("CARGO_BIN_EXE_espalier"));
    let folder = program.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", line])
        .env("PATH", format!("{folder}:{path}"))
        .output()
        .expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {error}");
}

#[test]
fn the_command_of_a_match_plays_the_same_match() {
    let folder = Folder::new("web-match");
    let plans = [
        // The built-in book.
        json!({ "game": "chess", "specs": [" random ", "alphabeta:depth=1,order=mvvlva+killers"], "games": 2,
            "limit": { "depth": 1, "nodes": 500 }, "threads": 1, "seed": 7, "sprt": [-5.5, 400.0] }),
        // Random openings, time for a move, and several players, two of them the same.
        json!({ "game": "tictactoe", "specs": ["random", "negamax:depth=2", "random"], "games": 4,
            "limit": { "movetime": 500 }, "threads": 1, "seed": 18_446_744_073_709_551_615_u64, "sprt": null }),
        // Without limits.
        json!({ "game": "othello4", "specs": ["random:seed=3", "minimax:depth=1"], "games": 2, "limit": {},
            "threads": 1, "seed": 0, "sprt": null }),
    ];
    for (index, plan) in plans.iter().enumerate() {
        let state = played(&folder, plan);
        assert_eq!(state["complete"], true, "{state}");
        let command = state["command"].as_str().expect("a command");
        let own = folder.file(&format!("{index}.jsonl"));
        shell(&format!("{command} --resume '{own}'"));
        let journal = state["journalFile"].as_str().expect("a journal");
        let (here, there) = (manifest(journal), manifest(&own));
        assert_eq!(here["plan"], there["plan"], "{command}");
        assert_eq!(
            here["sitting"]["concurrency"], there["sitting"]["concurrency"],
            "{command}"
        );
        // The terminal resumes the match of the page, which has no games left.
        let games = |journal: &str| {
            let text = fs::read_to_string(journal).expect("a journal");
            text.lines()
                .filter(|line| line.starts_with("{\"game\""))
                .count()
        };
        let before = games(journal);
        shell(&format!("{command} --resume '{journal}'"));
        assert_eq!(games(journal), before);
    }
}
