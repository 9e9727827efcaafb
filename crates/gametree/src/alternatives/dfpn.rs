//! # df-pn: proof numbers, depth first
//!
//! **The idea.** [`ProofNumbers`](super::ProofNumbers) without a stored tree. The most proving leaf stays below a node while the numbers of the node are below
//! two *thresholds*. The search stays there and returns only when a number reaches its threshold. A table stores the numbers.
//!
//! **Reference.** A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002. The factor by which the second best child
//! may be exceeded (`1 + 1/4`) is from J. Pawlewicz and L. Lew, 2007.
//!
//! **What it costs.** A table, and repeated nodes. A repeated position counts as not won, so every proof is
//! sound; a *disproof* that depends on a repetition may be wrong on another path (graph history interaction).
//!
//! **Measured.** It proves all mates in up to four moves of our test set within two million nodes if the depth is given, and nearly all without it.
//!
//! **The invariant.** On trees it proves exactly what minimax proves. It expands other nodes than proof-number search, because ties are broken differently.

use std::collections::HashMap;

use super::board::AnyMove;
use super::context::Context;
use super::outcome::{Alternative, Outcome};
use super::pn::{Numbers, settled};
use super::proof::{Answer, Goal, NEVER, is_enough, questions};
use crate::observer::How;
use crate::result::Bound;
use crate::rng::mix;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// The bytes of a table entry, with its overhead.
const ENTRY: usize = (size_of::<Numbers>() + size_of::<u64>()) * 2;

/// Proof-number search with a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthFirstProof {
    goal: Goal,
}

impl DepthFirstProof {
    /// Searches for this goal.
    #[must_use]
    pub const fn new(goal: Goal) -> Self {
        Self { goal }
    }

    /// Proves or disproves that MAX can reach at least `least`.
    pub fn ask(context: &mut Context<'_>, least: Score) -> Answer {
        let mut search = Search {
            least,
            table: HashMap::new(),
            path: Vec::new(),
            by_depth: context.depth_asked().is_some(),
            is_doubtful: false,
        };
        let whole = Numbers {
            proof: NEVER,
            disproof: NEVER,
        };
        let outcome = context
            .enter(0, 0, -INF, INF)
            .and_then(|()| search.search(context, 0, whole));
        match outcome {
            Ok((numbers, mv)) if numbers.proof == 0 => Answer::Proved(mv),
            Ok((numbers, _)) if numbers.disproof == 0 && search.is_doubtful => Answer::Doubtful,
            Ok((numbers, _)) if numbers.disproof == 0 => Answer::Disproved,
            _ => Answer::Unknown,
        }
    }
}

/// One question.
struct Search {
    least: Score,
    table: HashMap<u64, Numbers>,
    /// The keys of the ancestors.
    path: Vec<u64>,
    /// Whether the remaining depth belongs to the key: it does if the depth is limited.
    by_depth: bool,
    /// Whether a repetition or the depth limit counted as not reached.
    is_doubtful: bool,
}

/// A move of a node.
struct Child {
    mv: AnyMove,
    key: u64,
    numbers: Numbers,
}

impl Search {
    fn key(&self, context: &Context<'_>, ply: u32) -> u64 {
        let key = context.board.key();
        if self.by_depth {
            mix(key ^ mix(u64::from(ply) + 1))
        } else {
            key
        }
    }

    /// Searches the position on the board until its numbers reach the thresholds or the question is answered.
    fn search(
        &mut self,
        context: &mut Context<'_>,
        ply: u32,
        limit: Numbers,
    ) -> Result<(Numbers, Option<AnyMove>), Stopped> {
        if is_enough(context) {
            return Err(Stopped);
        }
        let max = context.is_max();
        let mut moves = Vec::new();
        let key = self.key(context, ply);
        // The table may have the position from a path on which the game was not yet over by a counter.
        if let Some(value) = context.expand(ply, &mut moves) {
            let numbers = settled(value >= self.least);
            self.store(context, key, numbers)?;
            return Ok((numbers, None));
        }
        self.path.push(key);
        let children = self.children(context, &moves, ply);
        let outcome = children.and_then(|mut children| {
            loop {
                let numbers = together(max, &children);
                if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                    self.store(context, key, numbers)?;
                    let proved = children.iter().find(|child| child.numbers.proof == 0);
                    return Ok((numbers, proved.map(|child| child.mv)));
                }
                let (best, below) = next(max, &children, numbers, limit);
                let child = &mut children[best];
                context.play(child.mv);
                context.report_enter(ply + 1, 0, -INF, INF);
                let outcome = self.search(context, ply + 1, below);
                context.board.undo();
                child.numbers = outcome?.0;
                let score = if child.numbers.proof == 0 { 1 } else { 0 };
                context.mark(None, &child.numbers.marks());
                context.leave(score, Bound::Lower, None, How::Searched);
                // A sibling may be the same position: update its numbers too.
                for child in &mut children {
                    if let Some(&numbers) = self.table.get(&child.key)
                        && !self.path.contains(&child.key)
                    {
                        child.numbers = numbers;
                    }
                }
            }
        });
        self.path.pop();
        outcome
    }

    /// Stores the numbers of a position. Stops the search if the table is full, because it would loop.
    fn store(
        &mut self,
        context: &mut Context<'_>,
        key: u64,
        numbers: Numbers,
    ) -> Result<(), Stopped> {
        if !self.table.contains_key(&key) {
            context.keeps(self.table.len() + 1, ENTRY)?;
        }
        self.table.insert(key, numbers);
        Ok(())
    }

    /// Returns the children and their numbers. A new child starts with its number of replies, because few replies are easier to refute.
    fn children(
        &mut self,
        context: &mut Context<'_>,
        moves: &[AnyMove],
        ply: u32,
    ) -> Result<Vec<Child>, Stopped> {
        let mut children = Vec::with_capacity(moves.len());
        let mut replies = Vec::new();
        for &mv in moves {
            context.play(mv);
            let numbers = self.look(context, ply + 1, &mut replies);
            let key = self.key(context, ply + 1);
            context.board.undo();
            children.push(Child {
                mv,
                key,
                numbers: numbers?,
            });
        }
        Ok(children)
    }

    fn look(
        &mut self,
        context: &mut Context<'_>,
        ply: u32,
        replies: &mut Vec<AnyMove>,
    ) -> Result<Numbers, Stopped> {
        context.enter(ply, 0, -INF, INF)?;
        let key = self.key(context, ply);
        context.stats.tt_probes += 1;
        let known = self.table.get(&key).copied();
        let numbers = if self.path.contains(&key) {
            self.is_doubtful = true;
            settled(false)
        } else if let Some(numbers) = known {
            context.stats.tt_hits += 1;
            numbers
        } else {
            replies.clear();
            match context.expand(ply, replies) {
                Some(value) => settled(value >= self.least),
                None if ply >= context.depth_limit() => {
                    self.is_doubtful = true;
                    settled(false)
                }
                None if context.is_max() => Numbers {
                    proof: 1,
                    disproof: replies.len() as u32,
                },
                None => Numbers {
                    proof: replies.len() as u32,
                    disproof: 1,
                },
            }
        };
        let score = Score::from(numbers.proof == 0);
        context.mark(None, &numbers.marks());
        context.leave(score, Bound::Lower, None, How::Table);
        Ok(numbers)
    }
}

/// Combines the numbers of the children.
fn together(max: bool, children: &[Child]) -> Numbers {
    let add = |sum: u32, next: u32| sum.saturating_add(next).min(NEVER);
    let proofs = children.iter().map(|child| child.numbers.proof);
    let disproofs = children.iter().map(|child| child.numbers.disproof);
    if max {
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

/// Returns the most proving child and its thresholds.
fn next(max: bool, children: &[Child], numbers: Numbers, limit: Numbers) -> (usize, Numbers) {
    let small = |child: &Child| {
        if max {
            child.numbers.proof
        } else {
            child.numbers.disproof
        }
    };
    let (mut best, mut second) = (0, NEVER);
    for (index, child) in children.iter().enumerate().skip(1) {
        if small(child) < small(&children[best]) {
            second = small(&children[best]);
            best = index;
        } else {
            second = second.min(small(child));
        }
    }
    let child = children[best].numbers;
    // A quarter above the second best, so that the search does not switch at every step.
    let patience = second.saturating_add((second / 4).max(1)).min(NEVER);
    let rest = |whole: u32, sum: u32, own: u32| {
        if whole >= NEVER {
            NEVER
        } else {
            whole.saturating_sub(sum).saturating_add(own)
        }
    };
    let below = if max {
        Numbers {
            proof: limit.proof.min(patience),
            disproof: rest(limit.disproof, numbers.disproof, child.disproof),
        }
    } else {
        Numbers {
            proof: rest(limit.proof, numbers.proof, child.proof),
            disproof: limit.disproof.min(patience),
        }
    };
    (best, below)
}

impl Alternative for DepthFirstProof {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        questions(context, self.goal, &mut |context, least| {
            Self::ask(context, least)
        })
    }
}
