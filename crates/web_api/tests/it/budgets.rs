//! The budgets of requests.

use crate::client::{Client, endless, quick};
use serde_json::{Value, json};
use web_api::{Budget, Config, WebApi};

fn line(game: &str) -> Value {
    json!({ "game": game, "start": null, "moves": [] })
}

fn a_match(specs: &[&str], threads: usize) -> Value {
    json!({ "id": 1, "ask": "match", "plan": { "game": "tictactoe", "specs": specs, "games": 2,
        "limit": { "depth": 1 }, "threads": threads, "seed": 0, "sprt": null } })
}

fn reason(reply: &Value) -> &str {
    reply["reason"].as_str().unwrap_or_default()
}

#[test]
fn eight_players_with_large_tables_are_too_much_for_a_page() {
    let api = WebApi::new(Config::default());
    let client = Client::new(&api);
    let reply = client.ask(&a_match(&["alphabeta:tt=128"; 8], 1));
    assert_eq!(reply["say"], "refused", "{reply}");
    assert!(
        reason(&reply).contains("1040 MiB") && reason(&reply).contains("1024"),
        "{reply}"
    );
    // Two players fit.
    let reply = client.ask(&a_match(
        &["alphabeta:tt=128", "alphabeta:tt=128,order=killers"],
        1,
    ));
    assert_eq!(reply["state"]["games"], 2, "{reply}");
}

#[test]
fn fewer_games_are_played_at_once_where_memory_is_short() {
    let per_page = Budget {
        mebibytes: 70,
        threads: 16,
        ..Budget::per_page()
    };
    let api = WebApi::new(Config {
        per_page,
        total: Budget {
            threads: 16,
            ..Budget::total()
        },
        ..Config::default()
    });
    let client = Client::new(&api);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    // Two tables of 32 MiB: one game at once, although more are requested.
    let reply = client.ask(&a_match(
        &["alphabeta:tt=32", "negamax", "pvs:tt=32"],
        threads,
    ));
    assert_eq!(reply["state"]["complete"], true, "{reply}");
    let reply = client.ask(&a_match(&["alphabeta:tt=64", "pvs:tt=64"], 1));
    assert_eq!(reply["say"], "refused", "{reply}");
}

#[test]
fn all_tables_of_a_page_count() {
    let per_page = Budget {
        mebibytes: 100,
        ..Budget::per_page()
    };
    let api = WebApi::new(Config {
        per_page,
        ..Config::default()
    });
    let client = Client::new(&api);
    let think = |id: u32, tt: u32| {
        let mut request = endless(id);
        request["spec"] = json!(format!("alphabeta:tt={tt}"));
        request
    };
    let reply = client.ask(&think(1, 128));
    assert!(reason(&reply).contains("a page has 100"), "{reply}");
    client.send(&think(2, 60));
    let reply = client.ask(&think(3, 60));
    assert!(reason(&reply).contains("stop another job first"), "{reply}");
    assert_eq!(client.stop(2), 1);
    assert_eq!(client.last(2)["say"], "chosen");
    // A kept player is dropped when another job needs its memory.
    let mut seated = quick(4);
    seated["spec"] = json!("alphabeta:depth=2,tt=90");
    seated["seat"] = json!("here");
    assert_eq!(client.ask(&seated)["say"], "chosen");
    let mut other = seated.clone();
    other["id"] = json!(5);
    other["seat"] = json!("there");
    assert_eq!(client.ask(&other)["say"], "chosen");
    // A recorded tree is kept, because later requests need it.
    let trace = json!({ "id": 6, "ask": "trace", "line": line("chess"), "spec": "alphabeta",
        "limit": { "nodes": 300_000 }, "nodes": 300_000 });
    assert_eq!(client.ask(&trace)["say"], "traced");
    assert!(reason(&client.ask(&seated)).contains("stop another job first"));
    // The next recording replaces it.
    let trace = json!({ "id": 7, "ask": "trace", "line": line("chess"), "spec": "alphabeta",
        "limit": { "nodes": 1_000 }, "nodes": 1_000 });
    assert_eq!(client.ask(&trace)["say"], "traced");
    assert_eq!(client.ask(&seated)["say"], "chosen");
}

#[test]
fn tables_of_all_pages_count() {
    let total = Budget {
        mebibytes: 100,
        ..Budget::total()
    };
    let api = WebApi::new(Config {
        total,
        ..Config::default()
    });
    let large = |id: u32| {
        let mut request = endless(id);
        request["spec"] = json!("alphabeta:tt=60");
        request
    };
    let [first, second, third] = [(); 3].map(|()| Client::new(&api));
    first.send(&large(1));
    // The next large job waits for memory, and a small one overtakes it.
    second.send(&large(1));
    assert_eq!(second.next()["say"], "waiting");
    assert_eq!(third.ask(&quick(1))["say"], "chosen");
    assert_eq!(first.stop(1), 1);
    assert_eq!(second.next()["say"], "thought");
}

#[test]
fn wrong_requests_are_rejected_at_once() {
    let api = WebApi::new(Config::default());
    let client = Client::new(&api);
    for (id, spec) in ["alphabeta:tt=65536", "unknown", "uci:/bin/sh"]
        .into_iter()
        .enumerate()
    {
        let mut request = quick(id as u32);
        request["spec"] = json!(spec);
        assert_eq!(client.ask(&request)["say"], "refused", "{spec}");
        let race = json!({ "id": 100, "ask": "race", "line": line("chess"), "specs": [spec], "limit": { "depth": 1 } });
        assert_eq!(client.ask(&race)["say"], "refused", "{spec}");
        assert_eq!(
            client.ask(&a_match(&[spec, "random"], 1))["say"],
            "refused",
            "{spec}"
        );
    }
    let many = vec!["random"; 1_000];
    assert!(reason(&client.ask(&a_match(&many, 1))).contains("at most eight"));
    assert!(reason(&client.ask(&a_match(&[], 1))).contains("two players"));
}
