//! Trees of best-first searches, requested step by step.

use crate::client::Client;
use serde_json::{Value, json};
use web_api::{Config, WebApi};

/// The names of the marks at a node.
fn marks(node: &Value) -> Vec<&str> {
    let marks = node["marks"].as_array().expect("a list");
    marks
        .iter()
        .filter_map(|mark| mark["name"].as_str())
        .collect()
}

fn recorded(client: &Client, spec: &str) -> Value {
    let trace = json!({ "id": 1, "ask": "trace", "line": { "game": "othello", "start": null, "moves": [] }, "spec": spec,
        "limit": { "nodes": 120 }, "nodes": 10_000 });
    let reply = client.ask(&trace);
    assert_eq!(reply["say"], "traced", "{reply}");
    reply["summary"].clone()
}

fn grown(client: &Client, step: u64) -> Value {
    let reply = client.ask(&json!({ "id": 2, "ask": "tree-grown", "step": step }));
    assert_eq!(reply["say"], "grown", "{reply}");
    reply["grown"].clone()
}

#[test]
fn a_best_first_tree_grows_by_the_leaf_that_is_next() {
    let api = WebApi::new(Config::default());
    let client = Client::new(&api);
    let summary = recorded(&client, "bestfirst");
    assert_eq!(summary["growing"], true);
    let steps = summary["steps"].as_u64().expect("a number");
    let mut before = 0;
    let mut announced = None;
    for step in 0..steps {
        let tree = grown(&client, step);
        let nodes = tree["nodes"].as_array().expect("nodes");
        assert!(nodes.len() >= before, "it never shrinks");
        assert!(
            step == 0 || step + 1 == steps || nodes.len() > before,
            "step {step}"
        );
        before = nodes.len();
        for (index, node) in nodes.iter().enumerate() {
            let parent = node["parent"].as_u64();
            assert!(parent.is_none_or(|parent| (parent as usize) < index));
        }
        // The announced leaf was expanded.
        if let Some(key) = announced.take() {
            let at = nodes.iter().position(|node| node["key"] == key);
            let fresh = nodes.iter().filter(|node| node["fresh"] == true);
            let parents: Vec<_> = fresh.map(|node| node["parent"].as_u64()).collect();
            assert!(
                parents
                    .iter()
                    .all(|&parent| parent == at.map(|at| at as u64))
            );
        }
        let next = nodes.iter().find(|node| node["next"] == true);
        if let Some(next) = next.filter(|_| step + 2 < steps) {
            // The critical leaf has no deficit to the best one.
            if next["parent"].is_number() {
                let marks = next["marks"].as_array().expect("marks");
                let behind = marks.iter().find(|mark| mark["name"] == "behind");
                assert_eq!(
                    behind.map(|mark| &mark["text"]),
                    Some(&json!("0")),
                    "{next}"
                );
            }
            announced = Some(next["key"].clone());
        }
    }
    assert!(before > 50, "{before}");
}

#[test]
fn every_growing_search_shows_its_own_numbers() {
    let api = WebApi::new(Config::default());
    let client = Client::new(&api);
    for (spec, expected) in [
        ("bp", "mean"),
        ("pn", "proof"),
        ("uct", "visits"),
        ("rivest", "penalty"),
        ("bstar", "high"),
        ("conspiracy:conspirators=9", "rise"),
    ] {
        let summary = recorded(&client, spec);
        let tree = grown(&client, u64::from(u32::MAX));
        assert_eq!(
            tree["step"].as_u64().map(|step| step + 1),
            summary["steps"].as_u64()
        );
        assert_eq!(
            tree["event"].as_u64().map(|event| event + 1),
            summary["events"].as_u64()
        );
        let root = &tree["nodes"][0];
        assert!(marks(root).contains(&expected), "{spec}: {root}");
    }
}

#[test]
fn depth_first_searches_have_marks_and_no_steps() {
    let api = WebApi::new(Config::default());
    let client = Client::new(&api);
    for (spec, expected) in [
        ("mn", ["best", "bonus"]),
        ("probimax", ["expected", "minimax"]),
        ("dfpn", ["proof", "disproof"]),
    ] {
        let summary = recorded(&client, spec);
        assert_eq!(summary["growing"], false, "{spec}");
        let nodes = summary["roots"].as_array().expect("roots").iter();
        let ids = nodes.filter_map(|root| root["id"].as_u64());
        let found = ids.into_iter().any(|id| {
            let reply = client.ask(&json!({ "id": 3, "ask": "tree-children", "node": id }));
            let below = reply["children"].as_array().expect("children").iter();
            below
                .into_iter()
                .any(|child| marks(&child["node"]).starts_with(&expected))
        });
        assert!(found, "{spec}");
        let reply = client.ask(&json!({ "id": 4, "ask": "tree-grown", "step": 0 }));
        assert_eq!(reply["say"], "refused", "{reply}");
    }
}
