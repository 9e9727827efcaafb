//! Proof-number searches agree with minimax.

use gametree::alternatives::{Answer, DepthFirstProof, Goal, ProofNumbers, ROOT};
use gametree::checks::minimax;
use gametree::synthetic::{NodeValue, UniformTree};
use gametree::{Bound, Limits, SplitMix64};

use crate::alternatives::{by_hand, search};

/// Complete trees.
fn finite_trees(count: u64) -> impl Iterator<Item = (UniformTree, u32)> {
    (0..count).map(|seed| {
        let mut rng = SplitMix64::new(seed);
        let (branching, depth) = (2 + rng.below(3) as u32, 2 + rng.below(4) as u32);
        let range = [1, 5, 30][rng.below(3) as usize];
        let tree = UniformTree::random(branching, depth, seed).with_range(range);
        (tree, depth)
    })
}

#[test]
fn proofs_agree_with_minimax() {
    for (number, (tree, depth)) in finite_trees(300).enumerate() {
        let truth = minimax(&tree, &tree.root(), depth, &NodeValue);
        for least in [-3, 0, 1, truth, truth + 1] {
            let expected = truth >= least;
            let is_proved = |answer: Answer| match answer {
                Answer::Proved(_) => true,
                Answer::Disproved => false,
                // A tree has no repetitions.
                Answer::Doubtful | Answer::Unknown => {
                    panic!("tree {number}: nothing limits the search")
                }
            };
            let answer = by_hand(&tree, &Limits::default(), |context| {
                ProofNumbers::ask(context, least, &mut |tree, _| {
                    let numbers = tree.node(ROOT).extra;
                    let never = u32::MAX / 2;
                    assert_eq!(numbers.proof == 0, numbers.disproof == never);
                    assert_eq!(numbers.disproof == 0, numbers.proof == never);
                })
            });
            assert_eq!(
                is_proved(answer),
                expected,
                "tree {number}, at least {least}"
            );
            let answer = by_hand(&tree, &Limits::default(), |context| {
                DepthFirstProof::ask(context, least)
            });
            assert_eq!(
                is_proved(answer),
                expected,
                "tree {number}, at least {least}"
            );
        }
    }
}

#[test]
fn a_sequence_of_questions_finds_the_value() {
    for (number, (tree, depth)) in finite_trees(100).enumerate() {
        let truth = minimax(&tree, &tree.root(), depth, &NodeValue);
        let (root, limits) = (tree.root(), Limits::default());
        let pn = search(
            ProofNumbers::new(Goal::Value),
            &tree,
            &root,
            &NodeValue,
            &limits,
        );
        let dfpn = DepthFirstProof::new(Goal::Value);
        let dfpn = search(dfpn, &tree, &root, &NodeValue, &limits);
        for result in [pn, dfpn] {
            assert_eq!(
                (result.score, result.bound),
                (truth, Bound::Exact),
                "tree {number}"
            );
        }
    }
}
