//! # Proof-number search
//!
//! **The idea.** Ask a yes-no question: does the side to move win? Each node counts the leaves that must be won at least to prove it
//! (`pn`) and to disprove it (`dn`). The *most proving* leaf, which helps with both, is found by descending along the smallest
//! numbers, and is expanded. Narrow and forced lines come first. No evaluator is needed.
//!
//! **Reference.** V. Allis, M. van der Meulen and J. van den Herik, "Proof-number search", Artificial Intelligence 66, 1994.
//!
//! **What it costs.** The whole tree in memory. It is a solver, not a player: without a proof its move is the best one by the evaluator after one
//! ply. It tests whether the game is won, then whether it is at least a draw; with `goal=value` it continues to the exact value.
//!
//! **Measured.** Not in the matches, since it does not play. It solves 4x4 Othello, and agrees with every exact method.
//!
//! **The invariant.** `pn = 0` exactly if `dn` is infinite and the goal is proved, and a proved goal equals the value of minimax.

use super::arena::{Node, ROOT, Tree};
use super::context::Context;
use super::outcome::{Alternative, Outcome};
use super::proof::{Answer, Goal, NEVER, is_enough, questions};
use crate::mark::{Mark, Marked};
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// Proof number and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The smallest number of leaves that prove the node.
    pub proof: u32,
    /// The smallest number of leaves that disprove it.
    pub disproof: u32,
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            proof: 1,
            disproof: 1,
        }
    }
}

impl Numbers {
    /// Returns both numbers as marks.
    pub(super) fn marks(self) -> [Marked; 2] {
        let number = |number: u32| {
            if number >= NEVER {
                Mark::NEVER
            } else {
                number as i32
            }
        };
        [
            (Mark::Proof, number(self.proof)),
            (Mark::Disproof, number(self.disproof)),
        ]
    }
}

fn marks(node: &Node<Numbers>, out: &mut Vec<Marked>) {
    out.extend(node.extra.marks());
}

/// Proof-number search with a stored tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProofNumbers {
    goal: Goal,
}

impl ProofNumbers {
    /// Searches for this goal.
    #[must_use]
    pub const fn new(goal: Goal) -> Self {
        Self { goal }
    }

    /// Proves or disproves that MAX can reach at least `least`. Calls `step` with the tree after every expansion.
    pub fn ask(
        context: &mut Context<'_>,
        least: Score,
        step: &mut dyn FnMut(&Tree<Numbers>, u32),
    ) -> Answer {
        let Ok(mut tree) = Tree::<Numbers>::unvalued(context) else {
            return Answer::Unknown;
        };
        let mut way = Vec::new();
        let mut is_cut_off = false;
        loop {
            let Numbers { proof, disproof } = tree.node(ROOT).extra;
            if proof == 0 {
                let proved = |&child: &u32| tree.node(child).extra.proof == 0;
                let child = tree.children(ROOT).find(proved);
                return Answer::Proved(child.map(|child| tree.node(child).mv));
            }
            if disproof == 0 && is_cut_off {
                return Answer::Doubtful;
            }
            if disproof == 0 {
                return Answer::Disproved;
            }
            if is_enough(context) {
                return Answer::Unknown;
            }
            let leaf = tree.descend(context, &mut way, &mut most_proving);
            let grown = tree.expand_with(context, leaf, &mut enter);
            if grown.is_ok() {
                for child in tree.children(leaf) {
                    let node = tree.node(child);
                    if node.closed {
                        is_cut_off |= node.value == -INF;
                        tree.node_mut(child).extra = settled(node.value >= least);
                    }
                }
                for &id in way.iter().rev() {
                    tree.node_mut(id).extra = numbers(&tree, id);
                }
                step(&tree, leaf);
            }
            tree.ascend(context, &way, &marks);
            if grown.is_err() {
                return Answer::Unknown;
            }
        }
    }
}

/// Creates a child from the rules alone. A child at the depth limit counts as disproved.
fn enter(context: &mut Context<'_>, ply: u32) -> Result<(Score, bool), Stopped> {
    context.enter(ply, 0, -INF, INF)?;
    let over = context.terminal(ply);
    let how = if over.is_some() {
        How::Terminal
    } else {
        How::Horizon
    };
    let value = over.unwrap_or(-INF);
    context.leave(value, Bound::Exact, None, how);
    Ok((value, over.is_some()))
}

/// Returns the numbers of a leaf with a known answer.
pub(super) const fn settled(proved: bool) -> Numbers {
    if proved {
        Numbers {
            proof: 0,
            disproof: NEVER,
        }
    } else {
        Numbers {
            proof: NEVER,
            disproof: 0,
        }
    }
}

/// Combines the numbers of the children.
fn numbers(tree: &Tree<Numbers>, id: u32) -> Numbers {
    let add = |sum: u32, next: u32| sum.saturating_add(next).min(NEVER);
    let children = || tree.children(id).map(|child| tree.node(child).extra);
    let proofs = children().map(|child| child.proof);
    let disproofs = children().map(|child| child.disproof);
    if tree.node(id).max {
        Numbers {
            proof: proofs.min().unwrap_or(NEVER),
            disproof: disproofs.fold(0, add),
        }
    } else {
        Numbers {
            proof: proofs.fold(0, add),
            disproof: disproofs.min().unwrap_or(NEVER),
        }
    }
}

/// Returns the child on the path to the most proving leaf.
fn most_proving(tree: &Tree<Numbers>, id: u32) -> Option<u32> {
    let max = tree.node(id).max;
    tree.children(id).min_by_key(|&child| {
        let Numbers { proof, disproof } = tree.node(child).extra;
        if max { proof } else { disproof }
    })
}

impl Alternative for ProofNumbers {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        questions(context, self.goal, &mut |context, least| {
            Self::ask(context, least, &mut |_, _| {})
        })
    }
}
