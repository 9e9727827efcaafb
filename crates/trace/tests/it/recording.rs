//! An observer changes nothing, and the recording is complete.

use gametree::checks::{exact_searches, orderings};
use gametree::searches::{AlphaBeta, Deepening, TableAlphaBeta};
use gametree::synthetic::{GraphGame, NumberTree, UniformTree, VertexValue};
use gametree::table::{DepthMatch, Replacement, Table};
use gametree::{Limits, SearchResult, Searcher, SplitMix64, Zero};
use std::time::Duration;
use trace::{Counters, Event, ReadError, Recorder, Trace};

fn without_time<M>(mut result: SearchResult<M>) -> SearchResult<M> {
    result.stats.time = Duration::ZERO;
    result
}

#[test]
fn an_observed_search_visits_the_same_nodes() {
    for seed in 0..20 {
        let game = GraphGame::with_double_moves(30, seed);
        let limits = Limits::depth(6);
        let all = || {
            exact_searches(&VertexValue)
                .into_iter()
                .chain(orderings(&VertexValue))
        };
        for (((name, mut plain), (_, mut counted)), (_, mut recorded)) in
            all().zip(all()).zip(all())
        {
            let expected = without_time(plain.search(&game, &game.root(), &limits));
            let mut counters = Counters::new();
            let result = counted.search_watched(&game, &game.root(), &limits, &mut counters);
            assert_eq!(without_time(result), expected, "{name}, counted");
            assert_eq!(counters.nodes(), expected.stats.nodes, "{name}");
            assert_eq!(
                counters.cut_by_place.iter().sum::<u64>(),
                expected.stats.cutoffs,
                "{name}"
            );
            let mut recorder = Recorder::new().with_max_nodes(50);
            let result = recorded.search_watched(&game, &game.root(), &limits, &mut recorder);
            assert_eq!(without_time(result), expected, "{name}, recorded");
        }
    }
}

/// A trace with every kind of event that a table search has.
fn some_trace(recorder: Recorder<u16>) -> (Trace, u64) {
    let game = GraphGame::new(30, 3);
    let table = Table::new(256, Replacement::TwoTier);
    let mut search = Deepening::new(TableAlphaBeta::new(VertexValue, table, DepthMatch::Exact));
    let mut recorder = recorder;
    let result = search.search_watched(&game, &game.root(), &Limits::depth(5), &mut recorder);
    let trace = recorder.into_trace("graph", "seed 3", "a \"quoted\" spec", |mv| {
        format!("m{mv}")
    });
    (trace, result.stats.nodes)
}

#[test]
fn a_full_recording_has_every_node_once_and_closed() {
    let (trace, nodes) = some_trace(Recorder::new());
    let entered = trace
        .events
        .iter()
        .filter(|event| matches!(event, Event::Enter(_)));
    let left = trace
        .events
        .iter()
        .filter(|event| matches!(event, Event::Leave(_)));
    assert_eq!(entered.count() as u64, nodes);
    assert_eq!(left.count() as u64, nodes);
    assert!(!trace.truncated);
    // The subtrees of the roots of all iterations contain every node.
    let mut roots = Vec::new();
    let mut total = 0;
    for event in &trace.events {
        match event {
            Event::Enter(node) if node.parent.is_none() => roots.push(node.id),
            Event::Leave(node) if roots.contains(&node.id) => total += node.nodes,
            _ => {}
        }
    }
    assert_eq!((roots.len(), total), (5, nodes));
}

#[test]
fn a_limit_omits_nodes_but_counts_them() {
    let (trace, nodes) = some_trace(Recorder::new().with_max_ply(1));
    assert!(trace.truncated);
    let (mut roots, mut total) = (Vec::new(), 0);
    for event in &trace.events {
        match event {
            Event::Enter(node) => {
                assert!(node.node.ply <= 1);
                roots.extend(node.parent.is_none().then_some(node.id));
            }
            Event::Leave(node) if roots.contains(&node.id) => total += node.nodes,
            _ => {}
        }
    }
    assert_eq!(total, nodes);
    let (small, _) = some_trace(Recorder::new().with_max_nodes(10));
    let entered = small
        .events
        .iter()
        .filter(|event| matches!(event, Event::Enter(_)));
    assert_eq!(entered.count(), 10);
}

#[test]
fn binary_form_reads_back_and_survives_damage() {
    let (trace, _) = some_trace(Recorder::new());
    let bytes = trace.to_bytes();
    assert_eq!(Trace::from_bytes(&bytes).unwrap(), trace);
    println!(
        "{} events in {} bytes, {} of JSON",
        trace.events.len(),
        bytes.len(),
        trace.to_json().len()
    );
    assert!(bytes.len() * 5 < trace.to_json().len());

    assert_eq!(Trace::from_bytes(b"PGN"), Err(ReadError::NotATrace));
    assert_eq!(Trace::from_bytes(b"ESPT\x09"), Err(ReadError::Version(9)));
    for length in 5..bytes.len().min(3_000) {
        assert!(
            Trace::from_bytes(&bytes[..length]).is_err(),
            "cut at {length}"
        );
    }
    // Damaged bytes result in a trace or an error, never in a panic.
    let mut rng = SplitMix64::new(1);
    for _ in 0..2_000 {
        let mut damaged = bytes[..bytes.len().min(2_000)].to_vec();
        let place = rng.below(damaged.len() as u64) as usize;
        damaged[place] = rng.next_u64() as u8;
        let _ = Trace::from_bytes(&damaged);
    }
}

#[test]
fn json_of_the_worked_example() {
    let tree: NumberTree = "[[3 5] [2 12]]".parse().unwrap();
    let mut recorder = Recorder::new();
    AlphaBeta::new(Zero).search_watched(&tree, &tree.root(), &Limits::depth(2), &mut recorder);
    let json = recorder
        .into_trace("tree", "[[3 5] [2 12]]", "alphabeta", |mv| mv.to_string())
        .to_json();
    let lines: Vec<&str> = json.lines().collect();
    assert_eq!(
        lines[0],
        r#"{"format":"espalier-trace","version":2,"game":"tree","position":"[[3 5] [2 12]]","search":"alphabeta","truncated":false,"events":["#
    );
    assert_eq!(
        lines[1],
        r#"{"e":"enter","id":0,"ply":0,"depth":2,"alpha":-1000000,"beta":1000000,"view":"mover"},"#
    );
    // The second move: MIN finds 2 in a window that begins at -3, and cuts.
    assert!(json.contains(r#"{"e":"enter","id":4,"parent":0,"move":"1","why":"full","ply":1,"depth":1,"alpha":-1000000,"beta":-3,"view":"mover"}"#));
    assert!(json.contains(
        r#"{"e":"leave","id":4,"score":-2,"bound":"lower","best":"0","how":"searched","nodes":2}"#
    ));
    let (quoted, _) = some_trace(Recorder::new().with_max_nodes(1));
    assert!(quoted.to_json().contains(r#""search":"a \"quoted\" spec""#));
}

#[test]
fn counters_see_every_ply_of_a_perfect_tree() {
    let tree = UniformTree::random(3, 5, 9);
    let mut counters = Counters::new();
    gametree::searches::Minimax::new(Zero).search_watched(
        &tree,
        &tree.root(),
        &Limits::depth(5),
        &mut counters,
    );
    assert_eq!(counters.nodes_by_ply, [1, 3, 9, 27, 81, 243]);
}
