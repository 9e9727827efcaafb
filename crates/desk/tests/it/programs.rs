//! A page cannot start a program, unless it was allowed exactly so when the desk was set up.

use std::fs;
use std::path::{Path, PathBuf};

use desk::{Allowed, Config, Desk};
use players::program::Program;
use serde_json::{Value, json};

use crate::client::Client;

/// A program that leaves a trace when it is started, and plays the first move of tic-tac-toe that is free.
fn program(name: &str) -> (PathBuf, PathBuf) {
    let folder = std::env::temp_dir().join(format!("allow-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (program, trace) = (folder.join("program.py"), folder.join("started"));
    let text = format!(
        "import json, sys\nopen({:?}, 'a').write('started\\n')\nfor line in sys.stdin:\n    \
         square = json.loads(line)['position'].index('.')\n    \
         print(json.dumps({{'move': 'abc'[square % 3] + str(square // 3 + 1), 'value': 0}}), flush=True)\n",
        trace.display().to_string()
    );
    fs::write(&program, text).expect("a file");
    (program, trace)
}

fn spec(program: &Path) -> String {
    format!("script:python3,arg={}", program.display())
}

fn desk(allowed: &str) -> Desk {
    let programs = Program::parse(allowed).map(|program| program.expect(allowed));
    Desk::new(Config {
        allowed: Allowed::new(programs),
        ..Config::default()
    })
}

/// Every question that has a player in it.
fn questions(spec: &str) -> Vec<Value> {
    let line = json!({ "game": "tictactoe", "start": null, "moves": [] });
    let plan = json!({
        "game": "tictactoe", "specs": [spec, "random"], "games": 2, "seed": 1, "threads": 1,
        "limit": { "depth": 1 },
    });
    vec![
        json!({ "id": 1, "ask": "think", "line": line, "spec": spec, "limit": { "depth": 1 }, "live": false }),
        json!({ "id": 2, "ask": "race", "line": line, "specs": [spec], "limit": { "depth": 1 } }),
        json!({ "id": 3, "ask": "trace", "line": line, "spec": spec, "limit": { "depth": 1 }, "nodes": 10 }),
        json!({ "id": 4, "ask": "match", "plan": plan }),
        json!({ "id": 5, "ask": "offer-draw", "line": line, "spec": spec, "side": "first" }),
        json!({ "id": 6, "ask": "read-spec", "game": "tictactoe", "text": spec }),
    ]
}

#[test]
fn no_question_starts_a_program() {
    let (program, trace) = program("refused");
    let wanted = spec(&program);
    let named = |text: &str| vec![text.to_owned()];
    // Nothing is allowed; another program is; the same program is, with other arguments or limits.
    for (allowed, tried) in [
        ("", named(&wanted)),
        ("uci:sh", named(&wanted)),
        (
            "script:python3",
            vec![
                wanted.clone(),
                "script:python3,arg=-c,arg=print()".to_owned(),
            ],
        ),
        (
            &*wanted,
            vec![
                format!("{wanted},arg=more"),
                format!("{wanted},search=other"),
                format!("{wanted},limited"),
                format!("{wanted},memory=1"),
                "script:/bin/sh".to_owned(),
                "uci:/bin/sh".to_owned(),
                "script:python3".to_owned(),
                "script:".to_owned(),
            ],
        ),
    ] {
        let client = Client::new(&desk(allowed));
        for spec in tried {
            for question in questions(&spec) {
                let said = client.ask(&question);
                assert_eq!(said["say"], "refused", "{question}: {said}");
                let text = said["reason"].as_str().unwrap_or_default();
                assert!(
                    text.contains("a page may not start programs"),
                    "{question}: {said}"
                );
            }
        }
    }
    assert!(!trace.exists(), "it was started");
}

#[test]
fn an_allowed_program_is_offered_and_plays() {
    let (program, trace) = program("allowed");
    let spec = spec(&program);
    let client = Client::new(&desk(&spec));
    let hello = client.ask(&json!({ "id": 9, "ask": "hello" }));
    let players = hello["players"].as_array().expect("players");
    let offered = players.iter().find(|player| player["name"] == spec);
    let offered = offered.expect("the program");
    assert_eq!(offered["game"], Value::Null);
    assert_eq!(offered["settings"], json!([]));
    assert!(!trace.exists(), "nobody asked for it yet");
    let says = ["chosen", "done", "refused", "match", "draw", "spec"];
    for (question, say) in questions(&spec).iter().zip(says) {
        let said = client.ask(question);
        assert_eq!(said["say"], say, "{question}: {said}");
        match say {
            "chosen" => assert_eq!(said["mv"], "a1", "{said}"),
            "refused" => {
                let text = said["reason"].as_str().unwrap_or_default();
                assert!(text.contains("does not tell what it looks at"), "{said}");
            }
            "spec" => assert_eq!(said["spec"]["name"], spec, "{said}"),
            _ => {}
        }
    }
    assert!(trace.exists());
}
