//! What questions cost, as the pages' own messages ask them.

use crate::client::{Client, endless, quick};
use desk::{Budget, Config, Desk};
use serde_json::{Value, json};

fn line(game: &str) -> Value {
    json!({ "game": game, "start": null, "moves": [] })
}

fn a_match(specs: &[&str], threads: usize) -> Value {
    json!({ "id": 1, "ask": "match", "plan": { "game": "tictactoe", "specs": specs, "games": 2,
        "limit": { "depth": 1 }, "threads": threads, "seed": 0, "sprt": null } })
}

fn reason(said: &Value) -> &str {
    said["reason"].as_str().unwrap_or_default()
}

#[test]
fn eight_players_with_large_tables_are_too_much_for_a_page() {
    let desk = Desk::new(Config::default());
    let client = Client::new(&desk);
    let said = client.ask(&a_match(&["alphabeta:tt=128"; 8], 1));
    assert_eq!(said["say"], "refused", "{said}");
    assert!(
        reason(&said).contains("1040 MiB") && reason(&said).contains("1024"),
        "{said}"
    );
    // A few less are welcome.
    let said = client.ask(&a_match(
        &["alphabeta:tt=128", "alphabeta:tt=128,order=killers"],
        1,
    ));
    assert_eq!(said["state"]["games"], 2, "{said}");
}

#[test]
fn fewer_games_are_played_at_once_where_memory_is_short() {
    let page = Budget {
        mebibytes: 70,
        threads: 16,
        ..Budget::of_a_page()
    };
    let desk = Desk::new(Config {
        page,
        all: Budget {
            threads: 16,
            ..Budget::of_all()
        },
        ..Config::default()
    });
    let client = Client::new(&desk);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    // Two tables of 32 MiB: one game at once, whatever the page wishes.
    let said = client.ask(&a_match(
        &["alphabeta:tt=32", "negamax", "pvs:tt=32"],
        threads,
    ));
    assert_eq!(said["state"]["complete"], true, "{said}");
    let said = client.ask(&a_match(&["alphabeta:tt=64", "pvs:tt=64"], 1));
    assert_eq!(said["say"], "refused", "{said}");
}

#[test]
fn tables_of_all_players_of_a_page_count() {
    let page = Budget {
        mebibytes: 100,
        ..Budget::of_a_page()
    };
    let desk = Desk::new(Config {
        page,
        ..Config::default()
    });
    let client = Client::new(&desk);
    let think = |id: u32, tt: u32| {
        let mut question = endless(id);
        question["spec"] = json!(format!("alphabeta:tt={tt}"));
        question
    };
    let said = client.ask(&think(1, 128));
    assert!(reason(&said).contains("there are 100"), "{said}");
    client.send(&think(2, 60));
    let said = client.ask(&think(3, 60));
    assert!(reason(&said).contains("stop something first"), "{said}");
    assert_eq!(client.stop(2), 1);
    assert_eq!(client.last(2)["say"], "chosen");
    // A player that stays seated makes room when somebody else needs it.
    let mut seated = quick(4);
    seated["spec"] = json!("alphabeta:depth=2,tt=90");
    seated["seat"] = json!("here");
    assert_eq!(client.ask(&seated)["say"], "chosen");
    let mut other = seated.clone();
    other["id"] = json!(5);
    other["seat"] = json!("there");
    assert_eq!(client.ask(&other)["say"], "chosen");
    // A recorded tree stays: the page looks at it.
    let trace = json!({ "id": 6, "ask": "trace", "line": line("chess"), "spec": "alphabeta",
        "limit": { "nodes": 300_000 }, "nodes": 300_000 });
    assert_eq!(client.ask(&trace)["say"], "traced");
    assert!(reason(&client.ask(&seated)).contains("stop something first"));
    // The next one takes its place.
    let trace = json!({ "id": 7, "ask": "trace", "line": line("chess"), "spec": "alphabeta",
        "limit": { "nodes": 1_000 }, "nodes": 1_000 });
    assert_eq!(client.ask(&trace)["say"], "traced");
    assert_eq!(client.ask(&seated)["say"], "chosen");
}

#[test]
fn tables_of_all_pages_count() {
    let all = Budget {
        mebibytes: 100,
        ..Budget::of_all()
    };
    let desk = Desk::new(Config {
        all,
        ..Config::default()
    });
    let large = |id: u32| {
        let mut question = endless(id);
        question["spec"] = json!("alphabeta:tt=60");
        question
    };
    let [first, second, third] = [(); 3].map(|()| Client::new(&desk));
    first.send(&large(1));
    // The next large one waits until there is room, and a small one goes past it.
    second.send(&large(1));
    assert_eq!(second.next()["say"], "waiting");
    assert_eq!(third.ask(&quick(1))["say"], "chosen");
    assert_eq!(first.stop(1), 1);
    assert_eq!(second.next()["say"], "thought");
}

#[test]
fn wrong_questions_cost_nothing() {
    let desk = Desk::new(Config::default());
    let client = Client::new(&desk);
    for (id, spec) in ["alphabeta:tt=65536", "nobody", "uci:/bin/sh"]
        .into_iter()
        .enumerate()
    {
        let mut question = quick(id as u32);
        question["spec"] = json!(spec);
        assert_eq!(client.ask(&question)["say"], "refused", "{spec}");
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
