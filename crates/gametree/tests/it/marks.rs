//! The numbers that the alternatives show at a node besides its value.

use gametree::alternatives::{
    Alternative, BStar, BestFirst, BestPlay, Bounds, Conspiracy, DepthFirstProof, Goal, LeafModel,
    MAndN, MinMaxApproximation, MoveModel, OnBoard, Opinion, OpponentModel, Pick, ProbiMax,
    ProofNumbers, Rollouts, Uct, UctAlphaBeta,
};
use gametree::searches::AlphaBeta;
use gametree::synthetic::{NodeValue, UniformTree};
use gametree::trace::{Event, Recorder, Trace};
use gametree::{Limits, Mark, SearchResult, Searcher};
use std::time::Duration;

fn without_time<M>(mut result: SearchResult<M>) -> SearchResult<M> {
    result.stats.time = Duration::ZERO;
    result
}

/// What a search tells. Watched and unwatched it finds the same, and the recording reads back.
fn told(search: &dyn Fn() -> Box<dyn Alternative>) -> Trace {
    let tree = UniformTree::random(3, 6, 11);
    let limits = Limits::depth(4).with_nodes(300);
    let make = || {
        let opinion = || -> Opinion<UniformTree> { Box::new(NodeValue) };
        OnBoard::new(search(), vec![opinion(), opinion()], 100, 1 << 20)
    };
    let expected = without_time(make().search(&tree, &tree.root(), &limits));
    let mut recorder = Recorder::new();
    let result = make().search_watched(&tree, &tree.root(), &limits, &mut recorder);
    assert_eq!(without_time(result), expected);
    let trace = recorder.into_trace("tree", "", "", |mv| mv.to_string());
    assert_eq!(Trace::from_bytes(&trace.to_bytes()).unwrap(), trace);
    // Whoever comes by a move comes from somewhere.
    for event in &trace.events {
        assert!(
            !matches!(
                event,
                Event::Enter {
                    parent: None,
                    mv: Some(_),
                    ..
                }
            ),
            "{event:?}"
        );
    }
    trace
}

fn kinds(trace: &Trace) -> Vec<&'static str> {
    let marks = trace.events.iter().filter_map(|event| match event {
        Event::Marks { marks, .. } => Some(marks),
        _ => None,
    });
    let mut names: Vec<_> = marks.flatten().map(|(mark, _)| mark.name()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn every_search_shows_what_it_goes_by() {
    type Make = Box<dyn Fn() -> Box<dyn Alternative>>;
    let all: Vec<(Make, &[&str])> = vec![
        (
            Box::new(|| Box::new(MAndN::new(2, 2, 5.0, 20.0))),
            &["best", "bonus"],
        ),
        (Box::new(|| Box::new(BestFirst)), &["step"]),
        (
            Box::new(|| Box::new(BestPlay::new(LeafModel::default(), 0.1))),
            &["importance", "mean", "spread"],
        ),
        (
            Box::new(|| Box::new(ProbiMax::new(MoveModel::Rank(0.7), None))),
            &["chance", "expected", "minimax"],
        ),
        (
            Box::new(|| Box::new(ProofNumbers::new(Goal::Value))),
            &["disproof", "proof"],
        ),
        (
            Box::new(|| Box::new(DepthFirstProof::new(Goal::Value))),
            &["disproof", "proof"],
        ),
        (
            Box::new(|| Box::new(Uct::new(1.4, 4, 1))),
            &["result", "visits"],
        ),
        (
            Box::new(|| Box::new(UctAlphaBeta::new(1.4, 1))),
            &["result", "visits"],
        ),
        (
            Box::new(|| {
                Box::new(Conspiracy {
                    threshold: 2,
                    width: 2,
                })
            }),
            &["fall", "rise"],
        ),
        (
            Box::new(|| Box::new(BStar::new(Bounds::Spread(100)))),
            &["high", "low"],
        ),
        (
            Box::new(|| Box::new(MinMaxApproximation::new(10.0))),
            &["penalty"],
        ),
        (Box::new(|| Box::new(OpponentModel::new(0))), &["theirs"]),
        (
            Box::new(|| Box::new(Rollouts::new(Pick::Left))),
            &["high", "low", "visits"],
        ),
    ];
    for (make, expected) in all {
        assert_eq!(kinds(&told(&*make)), expected);
    }
}

#[test]
fn m_and_n_is_worth_its_best_move_and_the_bonus() {
    let trace = told(&|| Box::new(MAndN::new(2, 2, 5.0, 20.0)));
    let mut seen = 0;
    for pair in trace.events.windows(2) {
        if let [Event::Marks { marks, .. }, Event::Leave { score, .. }] = pair {
            let [(Mark::Best, best), (Mark::Bonus, bonus)] = marks[..] else {
                panic!("{marks:?}");
            };
            // Each is rounded by itself.
            assert!((best + bonus - score).abs() <= 1, "{marks:?}: {score}");
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn the_chances_of_the_opponents_moves_are_one_together() {
    let trace = told(&|| Box::new(ProbiMax::new(MoveModel::Softmax(10.0), None)));
    let mut sum = 0;
    let mut nodes = 0;
    for event in &trace.events {
        match event {
            Event::Marks {
                child: Some(_),
                marks,
            } => sum += marks[0].1,
            Event::Leave { .. } if sum > 0 => {
                assert!((sum - 1_000).abs() <= 2, "{sum} thousandths");
                (sum, nodes) = (0, nodes + 1);
            }
            _ => {}
        }
    }
    assert!(nodes > 3, "{nodes}");
}

#[test]
fn a_proof_ends_with_nothing_left_to_prove() {
    let trace = told(&|| Box::new(ProofNumbers::new(Goal::Win)));
    let mut last = None;
    for event in &trace.events {
        if let Event::Marks { child: None, marks } = event {
            for pair in marks.chunks(2) {
                let [(Mark::Proof, proof), (Mark::Disproof, disproof)] = pair[..] else {
                    panic!("{pair:?}");
                };
                assert_eq!(proof == 0, disproof == Mark::NEVER, "{marks:?}");
                last = Some((proof, disproof));
            }
        }
    }
    assert!(matches!(last, Some((0, _) | (_, 0))), "{last:?}");
}

#[test]
fn alpha_beta_has_nothing_to_add() {
    let tree = UniformTree::random(3, 6, 11);
    let mut recorder = Recorder::new();
    AlphaBeta::new(NodeValue).search_watched(&tree, &tree.root(), &Limits::depth(4), &mut recorder);
    let is_mark = |event: &Event<u32>| matches!(event, Event::Marks { .. });
    let trace = recorder.into_trace("tree", "", "", |mv| mv.to_string());
    assert!(!trace.events.iter().any(is_mark));
}
