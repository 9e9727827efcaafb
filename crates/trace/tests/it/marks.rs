//! The numbers that the alternatives report at a node besides its value.

use gametree::alternatives::{
    Alternative, BStar, BestFirst, BestPlay, Bounds, BoxedEvaluator, Conspiracy, DepthFirstProof,
    Goal, LeafModel, MAndN, MinMaxApproximation, MoveModel, OnBoard, OpponentModel, Pick, ProbiMax,
    ProofNumbers, Rollouts, Uct, UctAlphaBeta,
};
use gametree::searches::AlphaBeta;
use gametree::synthetic::{NodeValue, UniformTree};
use gametree::{Limits, Mark, SearchResult, Searcher};
use std::time::Duration;
use trace::{Event, Recorder, Trace};

fn without_time<M>(mut result: SearchResult<M>) -> SearchResult<M> {
    result.stats.time = Duration::ZERO;
    result
}

/// Returns the trace of a search. Checks that the observer does not change the result and that the trace reads back.
fn trace_of(search: &dyn Fn() -> Box<dyn Alternative>) -> Trace {
    let tree = UniformTree::random(3, 6, 11);
    let limits = Limits::depth(4).with_nodes(300);
    let make = || {
        let evaluator = || -> BoxedEvaluator<UniformTree> { Box::new(NodeValue) };
        OnBoard::new(search(), vec![evaluator(), evaluator()], 100, 1 << 20)
    };
    let expected = without_time(make().search(&tree, &tree.root(), &limits));
    let mut recorder = Recorder::new();
    let result = make().search_watched(&tree, &tree.root(), &limits, &mut recorder);
    assert_eq!(without_time(result), expected);
    let trace = recorder.into_trace("tree", "", "", |mv| mv.to_string());
    assert_eq!(Trace::from_bytes(&trace.to_bytes()).unwrap(), trace);
    // A node that was entered by a move has a parent.
    for event in &trace.events {
        assert!(
            !matches!(event, Event::Enter(node) if node.parent.is_none() && node.mv.is_some()),
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
fn every_search_reports_its_marks() {
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
        assert_eq!(kinds(&trace_of(&*make)), expected);
    }
}

#[test]
fn the_value_of_m_and_n_is_the_best_move_plus_the_bonus() {
    let trace = trace_of(&|| Box::new(MAndN::new(2, 2, 5.0, 20.0)));
    let mut seen = 0;
    for pair in trace.events.windows(2) {
        if let [Event::Marks { marks, .. }, Event::Leave(left)] = pair {
            let [(Mark::Best, best), (Mark::Bonus, bonus)] = marks[..] else {
                panic!("{marks:?}");
            };
            // Each number is rounded separately.
            assert!(
                (best + bonus - left.node.score).abs() <= 1,
                "{marks:?}: {left:?}"
            );
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn the_probabilities_of_the_opponents_moves_add_up_to_one() {
    let trace = trace_of(&|| Box::new(ProbiMax::new(MoveModel::Softmax(10.0), None)));
    let mut sum = 0;
    let mut nodes = 0;
    for event in &trace.events {
        match event {
            Event::Marks {
                child: Some(_),
                marks,
            } => sum += marks[0].1,
            Event::Leave(_) if sum > 0 => {
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
    let trace = trace_of(&|| Box::new(ProofNumbers::new(Goal::Win)));
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
fn alpha_beta_reports_no_marks() {
    let tree = UniformTree::random(3, 6, 11);
    let mut recorder = Recorder::new();
    AlphaBeta::new(NodeValue).search_watched(&tree, &tree.root(), &Limits::depth(4), &mut recorder);
    let is_mark = |event: &Event<u32>| matches!(event, Event::Marks { .. });
    let trace = recorder.into_trace("tree", "", "", |mv| mv.to_string());
    assert!(!trace.events.iter().any(is_mark));
}
