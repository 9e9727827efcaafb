//! # df-pn: proof numbers, depth first
//!
//! **The idea.** [`ProofNumbers`](super::ProofNumbers) without its tree. The most proving leaf stays below a node as long as the node's numbers stay below two
//! *thresholds*: so the search stays there, and goes back up only when they are passed. Numbers are kept in a table.
//!
//! **Who.** A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002; the factor by which the second best may be
//! passed before the search turns (`1 + 1/4`) is J. Pawlewicz's and L. Lew's, 2007.
//!
//! **What it costs.** A table, and nodes made again. A position that repeats on the way counts as not won, so whatever is proved is
//! true; a *disproof* that rests on a repetition may be wrong elsewhere (graph history).
//!
//! **What our experiment says.** It proves all our mates in up to four moves within two million nodes if it is told the depth, and nearly all without.
//!
//! **The invariant.** Proved exactly if minimax says so, on trees. It does not expand the same nodes as proof-number search: ties fall otherwise.

use std::collections::HashMap;

use super::board::AnyMove;
use super::outcome::{Alternative, Outcome};
use super::pn::{Numbers, settled};
use super::proof::{Answer, Goal, NEVER, is_enough, questions};
use super::trip::Trip;
use crate::observer::How;
use crate::result::Bound;
use crate::rng::mix;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// What the table takes for a position, with what it needs around it.
const ENTRY: usize = (size_of::<Numbers>() + size_of::<u64>()) * 2;

/// Proof-number search with a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthFirstProof {
    goal: Goal,
}

impl DepthFirstProof {
    /// With this goal.
    #[must_use]
    pub const fn new(goal: Goal) -> Self {
        Self { goal }
    }

    /// Can MAX reach at least `least`?
    pub fn ask(trip: &mut Trip<'_>, least: Score) -> Answer {
        let mut search = Search {
            least,
            table: HashMap::new(),
            path: Vec::new(),
            by_depth: trip.depth_asked().is_some(),
            is_doubtful: false,
        };
        let whole = Numbers {
            proof: NEVER,
            disproof: NEVER,
        };
        let outcome = trip
            .enter(0, 0, -INF, INF)
            .and_then(|()| search.search(trip, 0, whole));
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
    /// The keys of the positions above.
    path: Vec<u64>,
    /// What is reached in the depth that is asked for depends on how much of it is left.
    by_depth: bool,
    /// Something counted as not reached because it repeats, or lies too deep.
    is_doubtful: bool,
}

/// A move of a node.
struct Child {
    mv: AnyMove,
    key: u64,
    numbers: Numbers,
}

impl Search {
    fn key(&self, trip: &Trip<'_>, ply: u32) -> u64 {
        let key = trip.board.key();
        if self.by_depth {
            mix(key ^ mix(u64::from(ply) + 1))
        } else {
            key
        }
    }

    /// Searches the position on the board until its numbers reach the limits or the question is answered.
    fn search(
        &mut self,
        trip: &mut Trip<'_>,
        ply: u32,
        limit: Numbers,
    ) -> Result<(Numbers, Option<AnyMove>), Stopped> {
        if is_enough(trip) {
            return Err(Stopped);
        }
        let max = trip.is_max();
        let mut moves = Vec::new();
        let key = self.key(trip, ply);
        // The table may know the position from a way on which a counter had not yet ended the game.
        if let Some(value) = trip.expand(ply, &mut moves) {
            let numbers = settled(value >= self.least);
            self.store(trip, key, numbers)?;
            return Ok((numbers, None));
        }
        self.path.push(key);
        let children = self.children(trip, &moves, ply);
        let outcome = children.and_then(|mut children| {
            loop {
                let numbers = together(max, &children);
                if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                    self.store(trip, key, numbers)?;
                    let proved = children.iter().find(|child| child.numbers.proof == 0);
                    return Ok((numbers, proved.map(|child| child.mv)));
                }
                let (best, below) = next(max, &children, numbers, limit);
                let child = &mut children[best];
                trip.play(child.mv);
                trip.tell_enter(ply + 1, 0, -INF, INF);
                let outcome = self.search(trip, ply + 1, below);
                trip.board.undo();
                child.numbers = outcome?.0;
                let told = if child.numbers.proof == 0 { 1 } else { 0 };
                trip.mark(None, &child.numbers.marks());
                trip.leave(told, Bound::Lower, None, How::Searched);
                // A sibling may be the same position: what is known of it changes too.
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

    /// Remembers the numbers of a position. Without room for it the search would go round in circles, so it stops.
    fn store(&mut self, trip: &mut Trip<'_>, key: u64, numbers: Numbers) -> Result<(), Stopped> {
        if !self.table.contains_key(&key) {
            trip.keeps(self.table.len() + 1, ENTRY)?;
        }
        self.table.insert(key, numbers);
        Ok(())
    }

    /// The children with what is known of them. A new one begins with how many replies there are: few of them are easy to go through.
    fn children(
        &mut self,
        trip: &mut Trip<'_>,
        moves: &[AnyMove],
        ply: u32,
    ) -> Result<Vec<Child>, Stopped> {
        let mut children = Vec::with_capacity(moves.len());
        let mut replies = Vec::new();
        for &mv in moves {
            trip.play(mv);
            let numbers = self.look(trip, ply + 1, &mut replies);
            let key = self.key(trip, ply + 1);
            trip.board.undo();
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
        trip: &mut Trip<'_>,
        ply: u32,
        replies: &mut Vec<AnyMove>,
    ) -> Result<Numbers, Stopped> {
        trip.enter(ply, 0, -INF, INF)?;
        let key = self.key(trip, ply);
        trip.stats.tt_probes += 1;
        let known = self.table.get(&key).copied();
        let numbers = if self.path.contains(&key) {
            self.is_doubtful = true;
            settled(false)
        } else if let Some(numbers) = known {
            trip.stats.tt_hits += 1;
            numbers
        } else {
            replies.clear();
            match trip.expand(ply, replies) {
                Some(value) => settled(value >= self.least),
                None if ply >= trip.depth_limit() => {
                    self.is_doubtful = true;
                    settled(false)
                }
                None if trip.is_max() => Numbers {
                    proof: 1,
                    disproof: replies.len() as u32,
                },
                None => Numbers {
                    proof: replies.len() as u32,
                    disproof: 1,
                },
            }
        };
        let told = Score::from(numbers.proof == 0);
        trip.mark(None, &numbers.marks());
        trip.leave(told, Bound::Lower, None, How::Table);
        Ok(numbers)
    }
}

/// The numbers of a node by those of its children.
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

/// The most proving child, and how long the search may stay with it.
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
    // A quarter more than the second best, so that the search does not turn at every step.
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
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        questions(trip, self.goal, &mut |trip, least| Self::ask(trip, least))
    }
}
