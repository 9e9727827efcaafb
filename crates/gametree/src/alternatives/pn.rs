//! # Proof-number search
//!
//! **The idea.** Ask a question with yes or no: does the mover win? Each node counts how many leaves at least must turn out
//! well to prove it (`pn`) and to disprove it (`dn`). The leaf that helps most with both, the *most proving* one, is found by going down
//! along the smallest numbers, and expanded. Narrow and forced lines come first, whatever an evaluator would say.
//!
//! **Who.** V. Allis, M. van der Meulen and J. van den Herik, "Proof-number search", Artificial Intelligence 66, 1994.
//!
//! **What it costs.** The whole tree is kept. It solves and does not play: where nothing is proved the move is what the evaluator likes after one
//! ply. It asks whether the game is won, then whether it is a draw at least; with `goal=value` it goes on to the exact value.
//!
//! **What our experiment says.** It is no contestant, since it does not play; it solves 4x4 Othello, and agrees with every exact method.
//!
//! **The invariant.** `pn = 0` exactly if `dn` is infinite and the question is proved, which is so exactly if minimax says so.

use super::arena::{Node, ROOT, Tree};
use super::outcome::{Alternative, Outcome};
use super::proof::{Answer, Goal, NEVER, is_enough, questions};
use super::trip::Trip;
use crate::mark::{Mark, Marked};
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Leaves that must at least turn out well to prove the node.
    pub proof: u32,
    /// Leaves that must at least turn out badly to disprove it.
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
    /// Both as marks.
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
    /// With this goal.
    #[must_use]
    pub const fn new(goal: Goal) -> Self {
        Self { goal }
    }

    /// Can MAX reach at least `least`? `step` is shown the tree after every expansion.
    pub fn ask(
        trip: &mut Trip<'_>,
        least: Score,
        step: &mut dyn FnMut(&Tree<Numbers>, u32),
    ) -> Answer {
        let Ok(mut tree) = Tree::<Numbers>::unvalued(trip) else {
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
            if is_enough(trip) {
                return Answer::Unknown;
            }
            let leaf = tree.descend(trip, &mut way, &mut most_proving);
            let grown = tree.expand_with(trip, leaf, &mut enter);
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
            tree.ascend(trip, &way, &marks);
            if grown.is_err() {
                return Answer::Unknown;
            }
        }
    }
}

/// A child of which only the rules are asked. What is cut off by a depth is worth nothing to MAX.
fn enter(trip: &mut Trip<'_>, ply: u32) -> Result<(Score, bool), Stopped> {
    trip.enter(ply, 0, -INF, INF)?;
    let over = trip.terminal(ply);
    let how = if over.is_some() {
        How::Terminal
    } else {
        How::Horizon
    };
    let value = over.unwrap_or(-INF);
    trip.leave(value, Bound::Exact, None, how);
    Ok((value, over.is_some()))
}

/// The numbers of a leaf whose answer is known.
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

/// The numbers of a node by those of its children.
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

/// The child on the way to the most proving leaf.
fn most_proving(tree: &Tree<Numbers>, id: u32) -> Option<u32> {
    let max = tree.node(id).max;
    tree.children(id).min_by_key(|&child| {
        let Numbers { proof, disproof } = tree.node(child).extra;
        if max { proof } else { disproof }
    })
}

impl Alternative for ProofNumbers {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        questions(trip, self.goal, &mut |trip, least| {
            Self::ask(trip, least, &mut |_, _| {})
        })
    }
}
