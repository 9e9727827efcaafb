//! Matches of a page are stored and can be resumed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use web_api::{Config, Folder, WebApi};

use crate::client::Client;

/// A temporary folder, removed when the test ends.
struct Storage(TempDir);

impl Storage {
    fn new(name: &str) -> Self {
        Self(TempDir::with_prefix(name).expect("a folder"))
    }

    fn api(&self) -> WebApi {
        WebApi::new(Config {
            store: Some(Arc::new(Folder::new(self.0.path().join("matches")))),
            ..Config::default()
        })
    }
}

fn request(id: u32, games: u64, resume: Option<&str>) -> Value {
    json!({ "id": id, "ask": "match", "plan": { "game": "tictactoe", "specs": ["negamax", "random"], "games": games,
        "limit": { "depth": 9 }, "threads": 1, "seed": 3, "sprt": null, "resume": resume } })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Adds the games of a message; each is sent once.
fn note(seen: &mut BTreeSet<u64>, reply: &Value) {
    for game in reply["state"]["ended"].as_array().into_iter().flatten() {
        let number = game["number"].as_u64().expect("a number");
        assert!(seen.insert(number), "game {number} twice");
        assert!(
            game["moves"]
                .as_array()
                .is_some_and(|moves| !moves.is_empty()),
            "{game}"
        );
    }
}

#[test]
fn a_match_has_a_journal_and_its_games() {
    let storage = Storage::new("kept");
    let client = Client::new(&storage.api());
    client.send(&request(1, 20, None));
    let mut seen = BTreeSet::new();
    let first = client.next();
    let name = text(&first["state"]["journal"]).to_owned();
    assert!(name.starts_with("tictactoe-"), "{first}");
    note(&mut seen, &first);
    let last = loop {
        let reply = client.next();
        note(&mut seen, &reply);
        if reply["last"] == true {
            break reply;
        }
    };
    let state = &last["state"];
    assert_eq!(
        (&state["games"], &state["complete"]),
        (&json!(20), &json!(true)),
        "{last}"
    );
    assert_eq!(seen, (1..=20).collect());
    let pgn = fs::read_to_string(text(&state["pgnFile"])).expect("the games");
    assert_eq!(pgn.matches("[Event ").count(), 20);
    let journal = fs::read_to_string(text(&state["journalFile"])).expect("the journal");
    assert!(journal.contains("\"finished\""), "{journal}");
    // A complete match can be requested again, with all its games.
    client.send(&request(2, 20, Some(&name)));
    let mut again = BTreeSet::new();
    loop {
        let reply = client.next();
        note(&mut again, &reply);
        if reply["last"] == true {
            assert_eq!(reply["state"]["complete"], true, "{reply}");
            break;
        }
    }
    assert_eq!(again, seen);
    // Another match cannot resume from it.
    let other = client.ask(&request(3, 40, Some(&name)));
    assert!(text(&other["reason"]).contains("another match"), "{other}");
}

#[test]
fn the_history_lists_opens_exports_and_deletes_a_match() {
    let storage = Storage::new("history");
    let api = storage.api();
    let client = Client::new(&api);
    assert_eq!(
        client.ask(&json!({ "id": 1, "ask": "matches" }))["matches"],
        json!([])
    );
    client.send(&request(2, 20, None));
    let last = loop {
        let said = client.next();
        if said["last"] == true {
            break said;
        }
    };
    let name = text(&last["state"]["journal"]).to_owned();
    // Another page, as after a reload.
    let client = Client::new(&api);
    let listed = client.ask(&json!({ "id": 1, "ask": "matches" }));
    let [kept] = listed["matches"].as_array().expect("a list").as_slice() else {
        panic!("{listed}");
    };
    assert_eq!(
        [&kept["journal"], &kept["games"], &kept["complete"]],
        [&json!(name), &json!(20), &json!(true)]
    );
    assert_eq!(kept["plan"]["specs"], json!(["negamax", "random"]));
    let opened = client.ask(&json!({ "id": 2, "ask": "open-match", "journal": name }));
    assert_eq!(opened["state"]["pairings"], last["state"]["pairings"]);
    assert_eq!(opened["state"]["manifest"], last["state"]["manifest"]);
    let games = opened["state"]["ended"].as_array().expect("games");
    assert_eq!(games.len(), 20);
    let pgn = client.ask(&json!({ "id": 3, "ask": "match-pgn", "journal": name }));
    assert_eq!(text(&pgn["text"]).matches("[Event ").count(), 20);
    // The plan of the list resumes the journal.
    client.send(&json!({ "id": 4, "ask": "match", "plan": kept["plan"] }));
    loop {
        let said = client.next();
        assert_eq!(said["say"], "match", "{said}");
        if said["last"] == true {
            break;
        }
    }
    let gone = client.ask(&json!({ "id": 5, "ask": "delete-match", "journal": name }));
    assert_eq!(gone["say"], "done", "{gone}");
    let opened = client.ask(&json!({ "id": 6, "ask": "open-match", "journal": name }));
    assert!(
        text(&opened["reason"]).contains("there is no match"),
        "{opened}"
    );
    let outside = client.ask(&json!({ "id": 7, "ask": "delete-match", "journal": "../secret" }));
    assert!(
        text(&outside["reason"]).contains("lowercase letters"),
        "{outside}"
    );
}

#[test]
fn a_match_resumes_after_a_page_was_reloaded() {
    const GAMES: u64 = 1_000;
    let storage = Storage::new("again");
    let api = storage.api();
    let mut name: Option<String> = None;
    let mut seen = BTreeSet::new();
    for round in 0..3 {
        let client = Client::new(&api);
        client.send(&request(1, GAMES, name.as_deref()));
        let before = seen.len();
        let mut here = BTreeSet::new();
        while here.len() <= before {
            let reply = client.next();
            assert_eq!(reply["say"], "match", "round {round}: {reply}");
            note(&mut here, &reply);
            let journal = text(&reply["state"]["journal"]).to_owned();
            assert_eq!(name.get_or_insert(journal.clone()), &journal);
        }
        // The earlier games are sent again, and new ones follow.
        assert!(seen.is_subset(&here), "round {round}");
        seen = here;
        // The page disconnects during the match.
    }
    assert!((seen.len() as u64) < GAMES, "the match was not complete");
}

#[test]
fn a_match_is_played_by_one_page_at_a_time() {
    let storage = Storage::new("one");
    let api = storage.api();
    let (first, second) = (Client::new(&api), Client::new(&api));
    first.send(&request(1, 1_000, None));
    let name = text(&first.next()["state"]["journal"]).to_owned();
    let reply = second.ask(&request(1, 1_000, Some(&name)));
    assert!(text(&reply["reason"]).contains("another page"), "{reply}");
    assert_eq!(first.stop(1), 1);
    let reply = first.last(1);
    assert_eq!(
        (&reply["say"], &reply["stopped"]),
        (&json!("match"), &json!("asked"))
    );
    assert_eq!(reply["state"]["complete"], false);
}

#[test]
fn a_match_that_cannot_be_stored_is_played_and_says_why() {
    let client = Client::new(&WebApi::new(Config::default()));
    let reply = client.ask(&request(1, 4, None));
    let state = &reply["state"];
    assert_eq!(
        (&state["complete"], &state["journal"]),
        (&json!(true), &json!(null)),
        "{reply}"
    );
    assert!(text(&state["unkept"]).contains("no folder"), "{reply}");
    let reply = client.ask(&request(2, 4, Some("tictactoe-1")));
    assert!(
        text(&reply["reason"]).contains("not stored here"),
        "{reply}"
    );
    // A file has the name of the folder.
    let storage = Storage::new("blocked");
    fs::write(storage.0.path().join("matches"), "in the way").expect("a file");
    let client = Client::new(&storage.api());
    let reply = client.ask(&request(1, 4, None));
    let state = &reply["state"];
    assert_eq!(
        (&state["complete"], &state["journal"]),
        (&json!(true), &json!(null)),
        "{reply}"
    );
    assert!(
        text(&state["unkept"]).contains("cannot create the folder"),
        "{reply}"
    );
}

#[test]
fn names_of_matches_are_not_paths() {
    let storage = Storage::new("names");
    let client = Client::new(&storage.api());
    fs::create_dir_all(storage.0.path().join("matches")).expect("a folder");
    fs::write(storage.0.path().join("secret.jsonl"), "{}\n").expect("a file");
    let long = "a".repeat(65);
    for name in [
        "",
        "../secret",
        "a/b",
        "A",
        "a.jsonl",
        "/etc/passwd",
        "ä",
        &long,
    ] {
        let reply = client.ask(&request(1, 4, Some(name)));
        assert!(
            text(&reply["reason"]).contains("lowercase letters"),
            "{name}: {reply}"
        );
    }
    let reply = client.ask(&request(1, 4, Some("tictactoe-2026")));
    assert!(
        text(&reply["reason"]).contains("there is no match"),
        "{reply}"
    );
    // A file that is no journal is not overwritten.
    let foreign = storage.0.path().join("matches/mine.jsonl");
    fs::write(&foreign, "shopping list\n").expect("a file");
    let reply = client.ask(&request(1, 4, Some("mine")));
    assert_eq!(reply["say"], "refused", "{reply}");
    let kept = fs::read_to_string(Path::new(&foreign)).expect("a file");
    assert_eq!(kept, "shopping list\n");
}
