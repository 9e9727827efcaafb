//! Every game of the list through the requests of the pages: a move on Play, a race, a recorded tree, a match.

use games::GameId;
use serde_json::{Value, json};
use web_api::{Config, WebApi};

use crate::client::Client;

fn line(game: GameId) -> Value {
    json!({ "game": game.name(), "start": null, "moves": [] })
}

#[test]
fn every_game_is_listed() {
    let api = WebApi::new(Config::default());
    let hello = Client::new(&api).ask(&json!({ "id": 1, "ask": "hello" }));
    let games = hello["games"].as_array().expect("games").iter();
    let names: Vec<&str> = games.filter_map(|game| game["id"].as_str()).collect();
    assert_eq!(names, GameId::ALL.map(GameId::name));
}

#[test]
fn a_player_moves_in_every_game() {
    let api = WebApi::new(Config::default());
    for game in GameId::ALL {
        let client = Client::new(&api);
        let thought = client.ask(
            &json!({ "id": 1, "ask": "think", "line": line(game), "spec": "alphabeta:depth=2",
            "seat": null, "limit": {}, "clocks": null, "live": false }),
        );
        let mv = thought["mv"].as_str();
        let mv = mv.unwrap_or_else(|| panic!("{game}: {thought}"));
        let played = json!({ "game": game.name(), "start": null, "moves": [mv] });
        let shown = client.ask(&json!({ "id": 2, "ask": "show", "line": played }));
        assert_eq!(shown["say"], "view", "{game}: {shown}");
    }
}

#[test]
fn players_race_in_every_game() {
    let api = WebApi::new(Config::default());
    for game in GameId::ALL {
        let client = Client::new(&api);
        let specs = ["minimax", "alphabeta", "pvs", "mtdf"];
        client.send(&json!({ "id": 1, "ask": "race", "line": line(game), "specs": specs, "limit": { "depth": 3 } }));
        let mut rows = 0;
        loop {
            let reply = client.next();
            if reply["say"] == "race-row" {
                assert_eq!(reply["row"]["equals_minimax"], true, "{game}: {reply}");
                rows += 1;
            }
            if reply["last"] == true {
                break;
            }
        }
        assert_eq!(rows, specs.len(), "{game}");
    }
}

#[test]
fn every_game_has_a_tree() {
    let api = WebApi::new(Config::default());
    for game in GameId::ALL {
        let client = Client::new(&api);
        let traced = client.ask(
            &json!({ "id": 1, "ask": "trace", "line": line(game), "spec": "alphabeta",
            "limit": { "depth": 3 }, "nodes": 10_000 }),
        );
        assert_eq!(traced["say"], "traced", "{game}: {traced}");
        let children = client.ask(&json!({ "id": 2, "ask": "tree-children", "node": 0 }));
        let count = children["children"].as_array().map_or(0, Vec::len);
        assert!(count >= 3, "{game}: {children}");
    }
}

#[test]
fn every_game_is_played_in_a_match() {
    let api = WebApi::new(Config::default());
    for game in GameId::ALL {
        let client = Client::new(&api);
        let plan = json!({ "game": game.name(), "specs": ["alphabeta:depth=1", "random:seed=1"], "games": 2,
            "limit": { "depth": 1 }, "threads": 1, "seed": 3, "sprt": null, "resume": null });
        let last = client.ask(&json!({ "id": 1, "ask": "match", "plan": plan }));
        assert_eq!(last["state"]["games"], 2, "{game}: {last}");
        assert_eq!(last["state"]["complete"], true, "{game}: {last}");
    }
}
