//! Matches from a page are kept, and can be gone on with.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use desk::{Config, Desk, Folder};
use serde_json::{Value, json};

use crate::client::Client;

/// A folder that goes when the test is over.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("espalier-desk-{}-{name}", std::process::id()));
        // It may be there from a run that was killed.
        _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn desk(&self) -> Desk {
        Desk::new(Config {
            store: Some(Arc::new(Folder::new(self.0.join("matches")))),
            ..Config::default()
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn question(id: u32, games: u64, resume: Option<&str>) -> Value {
    json!({ "id": id, "ask": "match", "plan": { "game": "tictactoe", "specs": ["negamax", "random"], "games": games,
        "limit": { "depth": 9 }, "threads": 1, "seed": 3, "sprt": null, "resume": resume } })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Notes the games of a message; each comes once.
fn note(seen: &mut BTreeSet<u64>, said: &Value) {
    for game in said["state"]["ended"].as_array().into_iter().flatten() {
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
    let place = Place::new("kept");
    let client = Client::new(&place.desk());
    client.send(&question(1, 20, None));
    let mut seen = BTreeSet::new();
    let first = client.next();
    let name = text(&first["state"]["journal"]).to_owned();
    assert!(name.starts_with("tictactoe-"), "{first}");
    note(&mut seen, &first);
    let last = loop {
        let said = client.next();
        note(&mut seen, &said);
        if said["last"] == true {
            break said;
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
    // Asked again, it is what it was, with all its games.
    client.send(&question(2, 20, Some(&name)));
    let mut again = BTreeSet::new();
    loop {
        let said = client.next();
        note(&mut again, &said);
        if said["last"] == true {
            assert_eq!(said["state"]["complete"], true, "{said}");
            break;
        }
    }
    assert_eq!(again, seen);
    // Another match cannot go on from it.
    let other = client.ask(&question(3, 40, Some(&name)));
    assert!(text(&other["reason"]).contains("another match"), "{other}");
}

#[test]
fn a_match_goes_on_after_a_page_was_loaded_again() {
    const GAMES: u64 = 1_000;
    let place = Place::new("again");
    let desk = place.desk();
    let mut name: Option<String> = None;
    let mut seen = BTreeSet::new();
    for sitting in 0..3 {
        let client = Client::new(&desk);
        client.send(&question(1, GAMES, name.as_deref()));
        let before = seen.len();
        let mut here = BTreeSet::new();
        while here.len() <= before {
            let said = client.next();
            assert_eq!(said["say"], "match", "sitting {sitting}: {said}");
            note(&mut here, &said);
            let journal = text(&said["state"]["journal"]).to_owned();
            assert_eq!(name.get_or_insert(journal.clone()), &journal);
        }
        // What was played before is told again, and something is played on top.
        assert!(seen.is_subset(&here), "sitting {sitting}");
        seen = here;
        // The page is closed in the middle of it.
    }
    assert!(
        (seen.len() as u64) < GAMES,
        "there was something to go on with"
    );
}

#[test]
fn a_match_is_played_by_one_page_at_a_time() {
    let place = Place::new("one");
    let desk = place.desk();
    let (first, second) = (Client::new(&desk), Client::new(&desk));
    first.send(&question(1, 1_000, None));
    let name = text(&first.next()["state"]["journal"]).to_owned();
    let said = second.ask(&question(1, 1_000, Some(&name)));
    assert!(text(&said["reason"]).contains("another page"), "{said}");
    assert_eq!(first.stop(1), 1);
    let said = first.last(1);
    assert_eq!(
        (&said["say"], &said["stopped"]),
        (&json!("match"), &json!("asked"))
    );
    assert_eq!(said["state"]["complete"], false);
}

#[test]
fn a_match_that_cannot_be_kept_is_played_and_the_page_is_told() {
    let client = Client::new(&Desk::new(Config::default()));
    let said = client.ask(&question(1, 4, None));
    let state = &said["state"];
    assert_eq!(
        (&state["complete"], &state["journal"]),
        (&json!(true), &json!(null)),
        "{said}"
    );
    assert!(text(&state["unkept"]).contains("no folder"), "{said}");
    let said = client.ask(&question(2, 4, Some("tictactoe-1")));
    assert!(text(&said["reason"]).contains("not kept here"), "{said}");
    // A file is where the folder should be.
    let place = Place::new("blocked");
    fs::create_dir_all(&place.0).expect("a folder");
    fs::write(place.0.join("matches"), "in the way").expect("a file");
    let client = Client::new(&place.desk());
    let said = client.ask(&question(1, 4, None));
    let state = &said["state"];
    assert_eq!(
        (&state["complete"], &state["journal"]),
        (&json!(true), &json!(null)),
        "{said}"
    );
    assert!(
        text(&state["unkept"]).contains("cannot make the folder"),
        "{said}"
    );
}

#[test]
fn only_names_of_matches_are_looked_up() {
    let place = Place::new("names");
    let client = Client::new(&place.desk());
    fs::create_dir_all(place.0.join("matches")).expect("a folder");
    fs::write(place.0.join("secret.jsonl"), "{}\n").expect("a file");
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
        let said = client.ask(&question(1, 4, Some(name)));
        assert!(
            text(&said["reason"]).contains("small letters"),
            "{name}: {said}"
        );
    }
    let said = client.ask(&question(1, 4, Some("tictactoe-2026")));
    assert!(
        text(&said["reason"]).contains("there is no match"),
        "{said}"
    );
    // Somebody's file is not written over.
    let foreign = place.0.join("matches/mine.jsonl");
    fs::write(&foreign, "shopping list\n").expect("a file");
    let said = client.ask(&question(1, 4, Some("mine")));
    assert_eq!(said["say"], "refused", "{said}");
    let kept = fs::read_to_string(Path::new(&foreign)).expect("a file");
    assert_eq!(kept, "shopping list\n");
}
