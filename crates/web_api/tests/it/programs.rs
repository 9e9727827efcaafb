//! A page can start only the allowed external programs, spelled exactly as they were allowed.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use web_api::{AllowedPlayers, Config, WebApi};

use crate::client::Client;

/// Writes a program that creates the second file when it starts, and plays the first free square of tic-tac-toe.
fn program(folder: &Path) -> (PathBuf, PathBuf) {
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

fn api(allowed: &str) -> WebApi {
    let programs = programs::registry().parse(allowed).ok();
    WebApi::new(Config {
        allowed: AllowedPlayers::new(programs),
        ..Config::default()
    })
}

/// Returns every request with a player spec.
fn requests(spec: &str) -> Vec<Value> {
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
fn no_request_starts_a_program_that_is_not_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, trace) = program(folder.path());
    let spec_of_program = spec(&program);
    let named = |text: &str| vec![text.to_owned()];
    // No program is allowed, another one, and the same one with other arguments or limits.
    for (allowed, tried) in [
        ("", named(&spec_of_program)),
        ("uci:sh", named(&spec_of_program)),
        (
            "script:python3",
            vec![
                spec_of_program.clone(),
                "script:python3,arg=-c,arg=print()".to_owned(),
            ],
        ),
        (
            &*spec_of_program,
            vec![
                format!("{spec_of_program},arg=more"),
                format!("{spec_of_program},search=other"),
                format!("{spec_of_program},limited"),
                format!("{spec_of_program},memory=1"),
                "script:/bin/sh".to_owned(),
                "uci:/bin/sh".to_owned(),
                "script:python3".to_owned(),
                "script:".to_owned(),
            ],
        ),
    ] {
        let client = Client::new(&api(allowed));
        for spec in tried {
            for request in requests(&spec) {
                let reply = client.ask(&request);
                assert_eq!(reply["say"], "refused", "{request}: {reply}");
                let text = reply["reason"].as_str().unwrap_or_default();
                assert!(
                    text.contains("a page may not start programs"),
                    "{request}: {reply}"
                );
            }
        }
    }
    assert!(!trace.exists(), "it was started");
}

#[test]
fn an_allowed_program_is_listed_and_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, trace) = program(folder.path());
    let spec = spec(&program);
    let client = Client::new(&api(&spec));
    let hello = client.ask(&json!({ "id": 9, "ask": "hello" }));
    let players = hello["players"].as_array().expect("players");
    let listed = players.iter().find(|player| player["name"] == spec);
    let listed = listed.expect("the program");
    assert_eq!(listed["game"], Value::Null);
    assert_eq!(listed["settings"], json!([]));
    assert!(!trace.exists(), "no request has started it");
    let says = ["chosen", "done", "refused", "match", "draw", "spec"];
    for (request, say) in requests(&spec).iter().zip(says) {
        let reply = client.ask(request);
        assert_eq!(reply["say"], say, "{request}: {reply}");
        match say {
            "chosen" => assert_eq!(reply["mv"], "a1", "{reply}"),
            "refused" => {
                let text = reply["reason"].as_str().unwrap_or_default();
                assert!(text.contains("reports no nodes"), "{reply}");
            }
            "spec" => assert_eq!(reply["spec"]["name"], spec, "{reply}"),
            _ => {}
        }
    }
    assert!(trace.exists());
}
